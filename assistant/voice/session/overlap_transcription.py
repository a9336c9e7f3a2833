"""Understanding what is said over the assistant's voice, one piece after the other. Engine thread."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from assistant.background_tasks import BackgroundTasks
from assistant.errors import AssistantError
from assistant.voice.events import Samples
from assistant.voice.protocols import Transcriber, Transcript

_log = logging.getLogger(__name__)

ANSWER_LIMIT_S: Final = 2.0
"""Seconds that a recogniser may take to say what was said; then it was nothing (LiveKit's limit)."""


class OverlapTranscription:
    """Transcribes in the order in which it was said.

    Args:
        bias: Returns labels that are likely to be said.
        understood: Takes each transcript, None if it was not understood in time, and its audio.
    """

    def __init__(
        self,
        *,
        transcriber: Transcriber,
        tasks: BackgroundTasks,
        bias: Callable[[], Sequence[str]],
        understood: Callable[[Transcript | None, Samples], None],
    ) -> None:
        self._transcriber = transcriber
        self._tasks = tasks
        self._bias = bias
        self._understood = understood
        self._audio: deque[Samples] = deque()
        self._task: asyncio.Task[None] | None = None

    def understand(self, audio: Samples) -> None:
        """Transcribe this after what is under way."""
        self._audio.append(audio)
        if self._task is None:
            self._task = self._tasks.spawn(self._understand_all(), "understand an aside")

    def forget(self) -> None:
        """Drop what was said."""
        self._audio.clear()
        task, self._task = self._task, None
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _understand_all(self) -> None:
        try:
            while self._audio:
                transcript = await self._transcribe(self._audio[0])
                self._understood(transcript, self._audio.popleft())
        finally:
            if self._task is asyncio.current_task():
                self._task = None
                while self._audio:  # it failed: nothing of it will be understood
                    self._understood(None, self._audio.popleft())

    async def _transcribe(self, audio: Samples) -> Transcript | None:
        try:
            async with asyncio.timeout(ANSWER_LIMIT_S):
                return await self._transcriber.transcribe(audio, bias=self._bias())
        except TimeoutError:
            _log.info("What was said over the voice was not understood in time")
        except AssistantError as error:
            _log.info("What was said over the voice was not understood: %s", error.message)
        return None
