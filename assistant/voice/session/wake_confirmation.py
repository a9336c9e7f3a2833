"""Whether a wake word that was heard is a call. Engine thread.

What the assistant says itself does not call it, nor does another voice where only the user's counts. A
score that is barely enough is put to the recogniser; what is said meanwhile is not lost, because the listener remembers the call for five
seconds.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from assistant.background_tasks import BackgroundTasks
from assistant.errors import AssistantError
from assistant.voice.events import Samples, WakeHeard
from assistant.voice.protocols import SpeakerVerifier, Transcriber
from assistant.voice.session.voice_checks import is_caller_own
from assistant.voice.turn_taking.self_echo import contains_phrase
from assistant.voice.turn_taking.wake_phrase import sounds_like, spoken_phrase

_log = logging.getLogger(__name__)

CHECK_LIMIT_S: Final = 2.0
"""Seconds the recogniser may take; then the score alone counts."""


class WakeConfirmation:
    """Sorts out what is no call.

    Args:
        transcriber: Hears calls again that are barely sure; None if there is none.
        verifier: Tells the user's voice from others; None if every voice counts.
    """

    def __init__(
        self,
        *,
        transcriber: Transcriber | None,
        tasks: BackgroundTasks,
        verifier: SpeakerVerifier | None = None,
    ) -> None:
        self._transcriber = transcriber
        self._verifier = verifier
        self._tasks = tasks
        self._checking: asyncio.Task[None] | None = None

    def heard(
        self,
        event: WakeHeard,
        *,
        saying: Sequence[str],
        called: Callable[[], None],
        refused: Callable[[], None],
    ) -> None:
        """Check a wake word.

        Args:
            event: From the listener.
            saying: What the assistant is saying; nothing if it is silent.
            called: Called at once, or after the check, if it is a call.
            refused: Called if it is that of another voice.
        """
        if contains_phrase(saying, spoken_phrase(event.phrase)):
            _log.info("The wake word was heard while the voice was saying it")
        elif self._verifier is None and (event.audio is None or self._transcriber is None):
            called()
        elif self._checking is None or self._checking.done():
            check = self._check(event, called, refused)
            self._checking = self._tasks.spawn(check, "check a call")

    async def _check(
        self, event: WakeHeard, called: Callable[[], None], refused: Callable[[], None]
    ) -> None:
        if event.said is not None and await self._is_other_voice(event.said):
            _log.info("The wake word was said by another voice")
            refused()
        elif event.audio is None or await self._sounds_like(event.phrase, event.audio):
            called()
        else:
            _log.info("A wake word was heard that the recogniser did not hear")

    async def _is_other_voice(self, said: Samples) -> bool:
        return self._verifier is not None and await is_caller_own(self._verifier, said) is False

    async def _sounds_like(self, phrase: str, audio: Samples) -> bool:
        if self._transcriber is None:
            return True
        try:
            async with asyncio.timeout(CHECK_LIMIT_S):
                transcript = await self._transcriber.transcribe(
                    audio, bias=(spoken_phrase(phrase),)
                )
        except (TimeoutError, AssistantError):
            _log.info("A call could not be checked; its score counts")
            return True
        return sounds_like(transcript.text, phrase)
