"""A prompt without sound: what is said is written down, what is heard is scripted."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager

from assistant.coding_agents.model.attention import QuestionReading
from assistant.questions.model.question import Purpose
from assistant.questions.spoken.read_aloud import SpokenLine
from assistant.voice.questions.voice_prompt import (
    HeardWords,
    PromptReply,
    PromptWithdrawn,
    VoicePrompt,
)


def words(text: str, *, option: int | None = None, language: str = "en") -> HeardWords:
    """Return what the user says."""
    return HeardWords(text=text, language=language, option=option)


class FakePrompt:
    """Implements `VoicePrompt`. Each `ask` takes the next of `replies`; with none left it waits for ever.

    Attributes:
        asked: The texts of each `ask`.
        pauses: The pauses of each `ask`.
        biases: The bias of each `ask`.
        expected: The lines that each `ask` took for likely.
        settled: For each `ask`, whether its reply would have settled it as an interim.
        understood: For each `ask`, whether its reply would have stopped the reading.
        said: Everything that was said, in order.
        calls: What each `leave` returns.
    """

    def __init__(
        self, *replies: PromptReply, calls: Sequence[bool] = (), language: str = "en"
    ) -> None:
        self.language = language
        self.replies = list(replies)
        self.calls = list(calls)
        self.asked: list[list[str]] = []
        self.pauses: list[list[float]] = []
        self.biases: list[Sequence[str]] = []
        self.expected: list[list[str]] = []
        self.settled: list[bool] = []
        self.understood: list[bool] = []
        self.said: list[str] = []
        self.times_left = 0
        self.is_withdrawn = False
        self.times_given_way = 0
        self.is_waiting = asyncio.Event()
        self._waiting: asyncio.Future[PromptReply] | None = None

    async def ask(
        self,
        lines: Sequence[SpokenLine],
        *,
        bias: Sequence[str] = (),
        settles: Callable[[HeardWords], bool] | None = None,
        understands: Callable[[HeardWords], bool] | None = None,
        likely: Sequence[SpokenLine] = (),
    ) -> PromptReply:
        self.asked.append([line.text for line in lines])
        self.pauses.append([line.pause_s for line in lines])
        self.biases.append(tuple(bias))
        self.expected.append([line.text for line in likely])
        self.said += [line.text for line in lines]
        await asyncio.sleep(0)
        if not self.replies:
            return await self._wait()
        heard = self.replies.pop(0)
        is_settled = isinstance(heard, HeardWords) and settles is not None and settles(heard)
        self.settled.append(is_settled)
        if isinstance(heard, HeardWords) and understands is not None:
            self.understood.append(understands(heard))
        return heard

    async def _wait(self) -> PromptReply:
        self._waiting = asyncio.get_running_loop().create_future()
        self.is_waiting.set()
        try:
            return await self._waiting
        finally:
            self.is_waiting.clear()
            self._waiting = None

    async def hear(self, heard: PromptReply) -> None:
        """Give a reply to the `ask` that waits, or to the next one that does."""
        await self.is_waiting.wait()
        assert self._waiting is not None
        self.is_waiting.clear()
        self._waiting.set_result(heard)

    def give_way(self) -> None:
        """Let the `ask` that waits return."""
        if self._waiting is not None and not self._waiting.done():
            self.times_given_way += 1
            self.is_waiting.clear()
            self._waiting.set_result(PromptWithdrawn())

    async def announce(self, lines: Sequence[SpokenLine]) -> None:
        self.said += [line.text for line in lines]

    def enqueue(self, line: SpokenLine) -> None:
        self.said.append(line.text)

    def withdraw(self) -> None:
        self.is_withdrawn = True

    async def leave(self) -> bool:
        """Stop asking until called for."""
        self.times_left += 1
        return self.calls.pop(0) if self.calls else False


class FakePrompts:
    """Implements `VoicePrompts` with one `FakePrompt`, held by one at a time and shown at once."""

    def __init__(self, prompt: FakePrompt) -> None:
        self.fake = prompt
        self.is_open = True
        self.can_open = True
        self.purposes: list[Purpose] = []
        self.is_held = False
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def take(
        self, *, purpose: Purpose, shown: Callable[[], None], touched: Callable[[], None]
    ) -> AsyncGenerator[VoicePrompt]:
        async with self._lock:
            self.purposes.append(purpose)
            self.is_held = True
            shown()
            touched()
            try:
                yield self.fake
            finally:
                self.is_held = False

    @asynccontextmanager
    async def take_aside(
        self,
        *,
        purpose: Purpose,
        shown: Callable[[], None],
        touched: Callable[[], None],
        wanted: Callable[[], QuestionReading],
    ) -> AsyncGenerator[VoicePrompt | None]:
        """Hold the prompt if the question is still wanted."""
        if wanted() is QuestionReading.NEVER:
            yield None
            return
        async with self.take(purpose=purpose, shown=shown, touched=touched) as prompt:
            yield prompt
