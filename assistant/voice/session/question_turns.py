"""Hands the prompt to one question at a time. Engine thread."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from assistant.questions.model.question import Purpose
from assistant.voice.playout.speech_output import SpeechOutput
from assistant.voice.questions.question_turn import QuestionTurn
from assistant.voice.questions.voice_prompt import VoicePrompt
from assistant.voice.session.policy.voice_events import PlainEvent, VoiceEvent


class QuestionTurns:
    """Implements `VoicePrompts`.

    Args:
        handle: Takes what a question does.
        is_open: Whether a voice session is under way that can speak and hear.
    """

    def __init__(
        self,
        *,
        handle: Callable[[VoiceEvent], None],
        is_open: Callable[[], bool],
        voice: SpeechOutput,
    ) -> None:
        self._handle = handle
        self._is_open = is_open
        self._voice = voice
        self._lock = asyncio.Lock()
        self.turn: QuestionTurn | None = None
        """The question that holds the prompt."""

    @property
    def is_open(self) -> bool:
        return self._is_open()

    def apply(self, do: Callable[[QuestionTurn], None]) -> None:
        """Call `do` with the question that holds the prompt, if any."""
        if self.turn is not None:
            do(self.turn)

    @asynccontextmanager
    async def floor(
        self, *, purpose: Purpose, shown: Callable[[], None], touched: Callable[[], None]
    ) -> AsyncGenerator[VoicePrompt, None]:
        async with self._lock:
            self.turn = QuestionTurn(
                purpose=purpose,
                shown=shown,
                touched=touched,
                handle=self._handle,
                is_open=self._is_open,
                voice=self._voice,
            )
            self._handle(PlainEvent.PROMPT_TAKEN)
            try:
                yield self.turn
            finally:
                self.turn = None
                self._voice.expect(())
                self._handle(PlainEvent.PROMPT_RELEASED)
