"""Whether a wake word that was heard is a call. Engine thread.

What the assistant says itself does not call it. A score that is barely enough is put to the
recogniser; what is said meanwhile is not lost, because the listener remembers the call for five
seconds.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from assistant.background_tasks import BackgroundTasks
from assistant.errors import AssistantError
from assistant.voice.events import Samples, WakeHeard
from assistant.voice.protocols import Transcriber
from assistant.voice.turn_taking.self_echo import contains_phrase
from assistant.voice.turn_taking.wake_phrase import sounds_like, spoken_phrase

_log = logging.getLogger(__name__)

CHECK_LIMIT_S: Final = 2.0
"""Seconds the recogniser may take; then the score alone counts."""


class WakeConfirmation:
    """Sorts out what is no call.

    Args:
        transcriber: Hears calls again that are barely sure; None if there is none.
    """

    def __init__(self, *, transcriber: Transcriber | None, tasks: BackgroundTasks) -> None:
        self._transcriber = transcriber
        self._tasks = tasks
        self._checking: asyncio.Task[None] | None = None

    def heard(self, event: WakeHeard, *, saying: Sequence[str], called: Callable[[], None]) -> None:
        """Take a wake word that was heard.

        Args:
            event: What the listener told.
            saying: What the assistant is saying; nothing if it is silent.
            called: Called at once, or after the check, if it is a call.
        """
        if contains_phrase(saying, spoken_phrase(event.phrase)):
            _log.info("The wake word was heard while the voice was saying it")
        elif event.audio is None or self._transcriber is None:
            called()
        elif self._checking is None or self._checking.done():
            check = self._check(self._transcriber, event.phrase, event.audio, called)
            self._checking = self._tasks.spawn(check, "check a call")

    async def _check(
        self,
        transcriber: Transcriber,
        phrase: str,
        audio: Samples,
        called: Callable[[], None],
    ) -> None:
        try:
            async with asyncio.timeout(CHECK_LIMIT_S):
                transcript = await transcriber.transcribe(audio, bias=(spoken_phrase(phrase),))
        except (TimeoutError, AssistantError):
            _log.info("A call could not be checked; its score counts")
            called()
            return
        if sounds_like(transcript.text, phrase):
            called()
        else:
            _log.info("A wake word was heard that the recogniser did not hear")
