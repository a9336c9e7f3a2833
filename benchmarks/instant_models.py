"""Language models that answer at once, or after a set time: what is measured is Parley's own share."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final

from typing_extensions import override

from assistant.llm.messages_api.messages import TextBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    Profile,
    ReplyReceived,
    TextReceived,
)

REPLY: Final = "Certainly."
"""Short, so that the next clip need not wait."""
PIECE: Final = 72
"""Characters of a long reply that come at a time."""


class InstantModel:
    """Implements `ModelClient` with one reply, and no delay unless one is set.

    Args:
        reply: What it says, word by word.
        delay_s: Real seconds from a request to the first word.
    """

    profile = Profile(name="anthropic", model="instant")

    def __init__(self, reply: str = REPLY, *, delay_s: float = 0.0) -> None:
        self._reply = reply
        self._delay_s = delay_s
        self.requests = 0
        """How many were sent, those that were given up included."""

    async def check(self) -> None:
        pass

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Reply word by word."""
        self.requests += 1
        if self._delay_s:
            await asyncio.sleep(self._delay_s)
        for word in self._reply.split(" "):
            yield TextReceived(text=f"{word} ")
        yield BlockReceived(block=TextBlock(text=self._reply))
        yield ReplyReceived(stop_reason="end_turn")

    async def warm_up(self) -> None:
        pass

    async def aclose(self) -> None:
        pass


class AskingModel(InstantModel):
    """Answers with the next question as long as there is one, by the question tool.

    Args:
        next_question: Gives the input of the next call, or None to say the reply instead.
    """

    def __init__(self, *, next_question: Callable[[], Mapping[str, Any] | None], tool: str) -> None:
        super().__init__()
        self._next_question = next_question
        self._tool = tool
        self._ids = count(1)

    @override
    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Ask, or reply."""
        question = self._next_question()
        if question is None:
            async for event in super().stream(request):
                yield event
            return
        call = ToolUseBlock(id=f"toolu_{next(self._ids)}", name=self._tool, input=dict(question))
        yield BlockReceived(block=call)
        yield ReplyReceived(stop_reason="tool_use")


class TalkingModel(InstantModel):
    """Answers at length.

    Args:
        sentences: What it says, again and again.
        pace_s: Real seconds between pieces of `PIECE` characters; 0 gives all at once.
    """

    def __init__(self, sentences: Sequence[str], *, characters: int, pace_s: float = 0.0) -> None:
        super().__init__()
        self._sentences = tuple(sentences)
        self._characters = characters
        self._pace_s = pace_s

    @override
    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Reply piece by piece."""
        text = long_text(self._sentences, self._characters)
        for piece in pieces(text):
            yield TextReceived(text=piece)
            await asyncio.sleep(self._pace_s)
        yield BlockReceived(block=TextBlock(text=text))
        yield ReplyReceived(stop_reason="end_turn")


def long_text(sentences: Sequence[str], characters: int) -> str:
    """Return the sentences, again and again, as many as reach a length.

    Raises:
        ValueError: If there are none.
    """
    round_ = " ".join(sentences)
    if not round_:
        raise ValueError("nothing to say")
    whole: list[str] = []
    while len(whole) * (len(round_) + 1) - 1 < characters:
        whole.append(round_)
    return " ".join(whole)


def pieces(text: str) -> Iterator[str]:
    """Cut a text into pieces of `PIECE` characters."""
    for first in range(0, len(text), PIECE):
        yield text[first : first + PIECE]


def choice_question(text: str, labels: Sequence[str]) -> dict[str, Any]:
    """Return the input of the question tool for one single choice."""
    options = [{"label": label, "description": f"The {label} one."} for label in labels]
    question = {"question": text, "header": "Choice", "multiSelect": False, "options": options}
    return {"questions": [question]}
