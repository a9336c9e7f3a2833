"""A language model that answers at once, so that what is measured is Parley's own share."""

from collections.abc import AsyncGenerator

from assistant.llm.client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    Profile,
    ReplyReceived,
    TextReceived,
)
from assistant.llm.messages import TextBlock

REPLY = "Certainly, I will take care of that. Is there anything else?"


class InstantModel:
    """Implements `ModelClient` with one fixed reply and no delay."""

    profile = Profile(name="anthropic", model="instant")

    async def check(self) -> None:
        """Nothing can be missing."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Reply word by word."""
        for word in REPLY.split(" "):
            yield TextReceived(text=f"{word} ")
        yield BlockReceived(block=TextBlock(text=REPLY))
        yield ReplyReceived(stop_reason="end_turn")

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def aclose(self) -> None:
        """Nothing to close."""
