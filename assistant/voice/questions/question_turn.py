"""Holding the prompt for one question: the session's side of `VoicePrompt`. Engine thread."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from assistant.questions.model.question import Purpose
from assistant.questions.spoken.read_aloud import SpokenLine
from assistant.voice.playout.speech_output import SpeechOutput
from assistant.voice.playout.speech_queue import SpeechPart
from assistant.voice.questions.voice_prompt import HeardWords, PromptReply, VoiceUnavailable
from assistant.voice.session.policy.voice_events import (
    PlainEvent,
    PromptAnnounced,
    PromptAsked,
    VoiceEvent,
)


class QuestionTurn:
    """Implements `VoicePrompt`. The session decides; this waits, and keeps what is being read.

    Args:
        shown: Called when the question begins to be heard.
        touched: Called whenever the user begins to speak.
        handle: Takes what the question does.
        is_open: Whether a voice session is under way that can speak and hear.
        can_be_called: Whether a question that was left waits until the user calls for it.
    """

    def __init__(
        self,
        *,
        purpose: Purpose,
        shown: Callable[[], None],
        touched: Callable[[], None],
        handle: Callable[[VoiceEvent], None],
        is_open: Callable[[], bool],
        voice: SpeechOutput,
        can_be_called: bool = True,
    ) -> None:
        self.purpose = purpose
        self._touched = touched
        self._shown = shown
        self._handle = handle
        self._is_open = is_open
        self._voice = voice
        self._can_be_called = can_be_called
        self._was_shown = False
        self._heard: asyncio.Future[PromptReply] | None = None
        self._called: asyncio.Future[bool] | None = None
        self._said: asyncio.Future[None] | None = None
        self._lines: Sequence[SpokenLine] = ()  # until all of them were said
        self._begun = 0
        self._option: int | None = None
        self._lines_begun: int | None = None
        self._settles: Callable[[HeardWords], bool] | None = None
        self._understands: Callable[[HeardWords], bool] | None = None
        self.bias: tuple[str, ...] = ()
        """Labels that are likely to be said."""

    # The presenter's side.

    @property
    def language(self) -> str:
        return self._voice.language

    async def ask(
        self,
        lines: Sequence[SpokenLine],
        *,
        bias: Sequence[str] = (),
        settles: Callable[[HeardWords], bool] | None = None,
        understands: Callable[[HeardWords], bool] | None = None,
        likely: Sequence[SpokenLine] = (),
    ) -> PromptReply:
        if not self._is_open():
            return VoiceUnavailable()
        self.bias, self._settles, self._understands = tuple(bias), settles, understands
        self._heard = asyncio.get_running_loop().create_future()
        self._option, self._lines, self._begun = None, lines, 0
        self._lines_begun = None
        try:
            self._handle(PromptAsked(tuple(lines)))
            self._voice.expect([line.text for line in likely])
            return await self._heard
        finally:
            self._heard = self._settles = self._understands = None
            self._pause()

    async def announce(self, lines: Sequence[SpokenLine]) -> None:
        if not self._is_open():
            return
        self._said = asyncio.get_running_loop().create_future()
        self._lines, self._begun = lines, 0
        try:
            self._handle(PromptAnnounced(tuple(lines)))
            await self._said
        finally:
            self._said = None
            self._pause()

    def enqueue(self, line: SpokenLine) -> None:
        self._voice.say(line.text, SpeechPart.PROMPT, pause_s=line.pause_s)

    def give_way(self) -> None:
        self._handle(PlainEvent.PROMPT_YIELDED)

    def withdraw(self) -> None:
        self._handle(PlainEvent.PROMPT_STOPPED)

    async def leave(self) -> bool:
        self._handle(PlainEvent.PROMPT_STOPPED)
        if not self._can_be_called or not self._is_open():
            return False
        self._called = asyncio.get_running_loop().create_future()
        self._handle(PlainEvent.PROMPT_WAITS)
        try:
            return await self._called
        finally:
            self._called = None
            self._pause()

    def _pause(self) -> None:
        self._lines = ()
        self._handle(PlainEvent.PROMPT_PAUSED)

    # The session's side.

    def began(self) -> None:
        """A line of the question begins to be heard."""
        self._begun += 1
        if not self._was_shown:
            self._was_shown = True
            self._shown()

    def touch(self) -> None:
        """The user begins to speak."""
        self._voice.rest()
        self._touched()

    def cut(self) -> None:
        """The user spoke over the question."""
        if self._lines:
            self._option, self._lines_begun = self._option_being_read, self._begun
        self.end_reading()

    def end_reading(self) -> None:
        """The prompt has finished playing."""
        self._lines = ()
        if self._said is not None and not self._said.done():
            self._said.set_result(None)

    def understands(self, words: HeardWords) -> bool:
        """Whether a few words said over the reading relate to the question."""
        if self._understands is None:
            return True
        begun = self._begun if self._lines else self._lines_begun
        option = self._option_being_read
        return self._understands(replace(words, option=option, lines_begun=begun))

    @property
    def _option_being_read(self) -> int | None:
        return self._lines[self._begun - 1].option if self._lines and self._begun else None

    def settles(self, words: HeardWords) -> bool:
        """Whether an interim transcript is answer enough."""
        is_asking = self._heard is not None and not self._heard.done()
        words = replace(words, lines_begun=self._lines_begun)
        return is_asking and self._settles is not None and self._settles(words)

    def answer(self, reply: PromptReply) -> None:
        """Deliver the reply; dropped if nothing waits for it."""
        if self._heard is None or self._heard.done():
            return
        if isinstance(reply, HeardWords):
            reply = replace(reply, option=self._option, lines_begun=self._lines_begun)
        self._heard.set_result(reply)

    def call(self, *, is_called: bool = True) -> None:
        """The user calls for the question that was left, or cannot any more."""
        if self._called is not None and not self._called.done():
            self._called.set_result(is_called)

    def lose(self) -> None:
        """Speech input or output failed."""
        self.answer(VoiceUnavailable())
        self.end_reading()
        self.call(is_called=False)
