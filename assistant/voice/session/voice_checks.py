"""Whose voice a turn is, found while its words are understood. Engine thread."""

import asyncio
import logging
from typing import Final

from assistant.background_tasks import BackgroundTasks
from assistant.voice.events import Samples
from assistant.voice.protocols import SpeakerVerifier

_log = logging.getLogger(__name__)

CHECK_LIMIT_S: Final = 0.2
"""Seconds that words wait for whose voice it is; the model needs a tenth of that. Then nobody knows."""

CALL_LIMIT_S: Final = 0.4
"""The same for a call and for speech over the assistant's voice, which only what is clear stops."""


async def is_caller_own(verifier: SpeakerVerifier, audio: Samples) -> bool | None:
    """Whether the user's own voice calls or interrupts; None if the check is late."""
    try:
        async with asyncio.timeout(CALL_LIMIT_S):
            return await verifier.is_own_voice(audio, is_call=True)
    except TimeoutError:
        _log.info("Whose voice it is was not told in time")
        return None


class VoiceChecks:
    """Checks the voice of one pause after the other.

    Args:
        verifier: Tells voices apart; None if every voice counts.
    """

    def __init__(self, *, verifier: SpeakerVerifier | None, tasks: BackgroundTasks) -> None:
        self._verifier = verifier
        self._tasks = tasks
        self._pause_id: int | None = None
        self._check: asyncio.Task[None] | None = None
        self._is_own: bool | None = None

    def begin(self, pause_id: int, audio: Samples) -> None:
        """Begin to check who speaks, unless that is under way or done for this pause."""
        if self._verifier is None or self._pause_id == pause_id:
            return
        self.drop()
        self._pause_id = pause_id
        self._check = self._tasks.spawn(self._find(self._verifier, audio), "check a voice")

    def drop(self) -> None:
        """Cancel checks."""
        if self._check is not None:
            self._check.cancel()
        self._pause_id = self._check = self._is_own = None

    async def result(self, pause_id: int) -> bool | None:
        """Whether a pause follows the user's own voice; None if unknown."""
        if self._check is None or self._pause_id != pause_id:
            return None
        await asyncio.wait({self._check}, timeout=CHECK_LIMIT_S)
        return self._is_own if self._pause_id == pause_id else None

    async def _find(self, verifier: SpeakerVerifier, audio: Samples) -> None:
        self._is_own = await verifier.is_own_voice(audio)
