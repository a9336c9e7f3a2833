"""Holding the floor for one question: the session's side of `floor.VoicePrompt`. Engine thread."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from assistant.questions.model.question import Purpose
from assistant.questions.spoken.read_aloud import SpokenLine
from assistant.voice.questions.voice_prompt import (
    HeardWords,
    NothingHeard,
    PromptReply,
    PromptWithdrawn,
    VoiceUnavailable,
)


class QuestionTurnOwner(Protocol):
    """What a stand needs of the session."""

    @property
    def is_open(self) -> bool:
        """Whether a voice session is under way that can speak and hear."""
        ...

    @property
    def voice_language(self) -> str:
        """ISO 639-1 code of the voice."""
        ...

    def read_question(self, lines: Sequence[SpokenLine]) -> None:
        """Say `lines` as a question, then listen."""
        ...

    def restart_listening(self) -> None:
        """Listen for another turn of the user."""
        ...

    def tell(self, line: SpokenLine) -> None:
        """Say a line and go on."""
        ...

    def leave_question(self) -> None:
        """Stop saying and hearing the question; it stays pending."""
        ...


class QuestionTurn:
    """Implements `floor.VoicePrompt`. What is heard is handed in by the session."""

    def __init__(
        self,
        *,
        owner: QuestionTurnOwner,
        purpose: Purpose,
        shown: Callable[[], None],
        touched: Callable[[], None],
    ) -> None:
        self._owner = owner
        self.purpose = purpose
        self._shown = shown
        self.touched = touched
        self._was_shown = False
        self._heard: asyncio.Future[PromptReply] | None = None
        self._called: asyncio.Future[bool] | None = None
        self._said: asyncio.Future[None] | None = None
        self._lines: Sequence[SpokenLine] = ()
        self._begun = 0
        self._option: int | None = None
        self._settles: Callable[[HeardWords], bool] | None = None
        self._understands: Callable[[HeardWords], bool] | None = None
        self.bias: tuple[str, ...] = ()
        """Labels that are likely to be said."""
        self.is_reading = False
        """Lines of the question are still to be said."""

    @property
    def is_asking(self) -> bool:
        """Whether a reply is waited for."""
        return self._heard is not None and not self._heard.done()

    @property
    def is_announcing(self) -> bool:
        """Whether something is said to which no reply is waited for."""
        return self._said is not None and not self._said.done()

    @property
    def is_left(self) -> bool:
        """Whether the question was left and waits to be called for."""
        return self._called is not None and not self._called.done()

    # The presenter's side.

    @property
    def language(self) -> str:
        """ISO 639-1 code of the voice."""
        return self._owner.voice_language

    async def ask(
        self,
        lines: Sequence[SpokenLine],
        *,
        bias: Sequence[str] = (),
        settles: Callable[[HeardWords], bool] | None = None,
        understands: Callable[[HeardWords], bool] | None = None,
    ) -> PromptReply:
        """Say `lines`, then listen; speech stops the voice at once and is the reply."""
        if not self._owner.is_open:
            return VoiceUnavailable()
        self.bias, self._settles, self._understands = tuple(bias), settles, understands
        self._heard = asyncio.get_running_loop().create_future()
        self._option = None
        try:
            if lines:
                self._read(lines)
            else:
                self._owner.restart_listening()
            return await self._heard
        finally:
            self._heard = self._settles = self._understands = None
            self.is_reading = False

    async def announce(self, lines: Sequence[SpokenLine]) -> None:
        """Say `lines` without listening; speech only stops the voice."""
        if not self._owner.is_open:
            return
        self._said = asyncio.get_running_loop().create_future()
        try:
            self._read(lines)
            await self._said
        finally:
            self._said = None
            self.is_reading = False

    def _read(self, lines: Sequence[SpokenLine]) -> None:
        self.is_reading = True
        self._lines, self._begun = lines, 0
        self._owner.read_question(lines)

    def tell(self, line: SpokenLine) -> None:
        """Say something after what is queued, without waiting and without listening."""
        self._owner.tell(line)

    def give_way(self) -> None:
        """Fall silent and let the `ask` under way return `PromptWithdrawn`; no effect without one."""
        if self.is_asking:
            self.hear(PromptWithdrawn())
            self._owner.leave_question()

    def withdraw(self) -> None:
        """Stop asking for good; the question stays on the screen and the session stays open."""
        self._owner.leave_question()

    async def leave(self) -> bool:
        """Stop asking; return whether the user called for the question again."""
        self._owner.leave_question()
        if not self._owner.is_open:
            return False
        self._called = asyncio.get_running_loop().create_future()
        try:
            return await self._called
        finally:
            self._called = None

    # The session's side.

    def began(self) -> None:
        """A line of the question begins to be heard."""
        self._begun += 1
        if not self._was_shown:
            self._was_shown = True
            self._shown()

    def cut(self) -> None:
        """The user spoke over the question."""
        if self.is_reading and self._begun:
            self._option = self._option_being_read
        self.fell_silent()

    def fell_silent(self) -> None:
        """Nothing more is being said."""
        self.is_reading = False
        if self._said is not None and not self._said.done():
            self._said.set_result(None)

    def understands(self, words: HeardWords) -> bool:
        """Whether a few words said over the reading mean anything to what is asked."""
        if self._understands is None:
            return True
        return self._understands(replace(words, option=self._option_being_read))

    @property
    def _option_being_read(self) -> int | None:
        return self._lines[self._begun - 1].option if self.is_reading and self._begun else None

    def settles(self, words: HeardWords) -> bool:
        """Whether an interim transcript is answer enough."""
        return self.is_asking and self._settles is not None and self._settles(words)

    def hear(self, heard: PromptReply) -> None:
        """Hand over what came back; dropped if nothing is waited for."""
        if self._heard is None or self._heard.done():
            return
        if isinstance(heard, HeardWords):
            heard = replace(heard, option=self._option)
        self._heard.set_result(heard)

    def silent(self) -> None:
        """Nothing was said."""
        self.hear(NothingHeard())

    def call(self) -> None:
        """The user calls for the question that was left."""
        self._end_call(called=True)

    def gone(self) -> None:
        """Nothing can be said or heard any more."""
        self.hear(VoiceUnavailable())
        self.fell_silent()
        self._end_call(called=False)

    def _end_call(self, *, called: bool) -> None:
        if self._called is not None and not self._called.done():
            self._called.set_result(called)
