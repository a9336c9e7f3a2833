"""A language model that says what the test tells it to, in memory."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from assistant.errors import ProviderError
from assistant.llm.messages_api.messages import TextBlock, ThinkingBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    Profile,
    ReplyReceived,
    StopReason,
    TextReceived,
    ThinkingReceived,
)

SCRIPTED_PROFILE: Final = Profile(name="anthropic", model="scripted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """A point in a reply where nothing comes until `gate` is set, or for `seconds`."""

    gate: asyncio.Event | None = None
    seconds: float = 0.0


Step = ModelEvent | ProviderError | Wait


def says(
    text: str, *, chunks: Sequence[str] | None = None, stop_reason: StopReason = "end_turn"
) -> list[Step]:
    """Return the steps of a reply of plain words."""
    return [
        *(TextReceived(text=piece) for piece in chunks or [text]),
        BlockReceived(block=TextBlock(text=text)),
        ReplyReceived(stop_reason=stop_reason),
    ]


def thinks(thinking: str, text: str) -> list[Step]:
    """Return the steps of a reply with reasoning before its words."""
    return [
        ThinkingReceived(text=thinking),
        BlockReceived(block=ThinkingBlock(thinking=thinking, signature="signed")),
        *says(text),
    ]


def uses_tool(
    name: str, input: dict[str, Any], *, text: str = "", id: str = "toolu_01"
) -> list[Step]:
    """Return the steps of a reply that asks for a tool, after some words if given."""
    return [
        *(says(text)[:-1] if text else []),
        BlockReceived(block=ToolUseBlock(id=id, name=name, input=input)),
        ReplyReceived(stop_reason="tool_use"),
    ]


@dataclass(slots=True)
class ScriptedModel:
    """Implements `ModelClient`: each request takes the next list of steps.

    Attributes:
        script: The replies to come; a request without one fails the test.
        requests: What was asked, in order.
        refusal: Raised by `check` while set.
        n_open: Streams that began and neither ended nor were closed.
        n_closed_early: Streams that were closed before their last step.
    """

    script: list[list[Step]] = field(default_factory=list[list[Step]])
    profile: Profile = SCRIPTED_PROFILE
    refusal: ProviderError | None = None
    requests: list[ModelRequest] = field(default_factory=list[ModelRequest])
    n_open: int = 0
    n_closed_early: int = 0
    is_warm: bool = False
    is_closed: bool = False

    async def check(self) -> None:
        """Raise the scripted refusal, if there is one."""
        if self.refusal is not None:
            raise self.refusal

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Record the request and play its reply."""
        self.requests.append(request)
        if not self.script:
            raise AssertionError("the script has no reply for this request")
        steps = self.script.pop(0)
        self.n_open += 1
        is_complete = False
        try:
            for step in steps:
                match step:
                    case Wait():
                        if step.gate is not None:
                            await step.gate.wait()
                        await asyncio.sleep(step.seconds)
                    case ProviderError():
                        is_complete = True
                        raise step
                    case _:
                        yield step
            is_complete = True
        finally:
            self.n_open -= 1
            self.n_closed_early += not is_complete

    async def warm_up(self) -> None:
        """Note that the model was warmed up."""
        self.is_warm = True

    async def aclose(self) -> None:
        """Note that the model was closed."""
        self.is_closed = True
