"""A language model that answers by what the conversation says, not by how often it was asked."""

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field

from assistant.llm.messages_api.messages import Block
from assistant.llm.messages_api.model_client import ModelEvent, ModelRequest, Profile
from tests.helpers.llm.scripted_model import SCRIPTED_PROFILE, ScriptedModel, Step


@dataclass(slots=True)
class ReactiveModel:
    """Implements `ModelClient`.

    Attributes:
        reply: Gives the steps of a reply to the last message's blocks.
        requests: What was asked, in order.
    """

    reply: Callable[[Sequence[Block]], list[Step]]
    profile: Profile = SCRIPTED_PROFILE
    requests: list[ModelRequest] = field(default_factory=list[ModelRequest])

    async def check(self) -> None:
        """Be there."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Record the request and reply to its last message."""
        self.requests.append(request)
        played = ScriptedModel([self.reply(request.messages[-1].content)])
        async for event in played.stream(request):
            yield event

    async def warm_up(self) -> None:
        """Have nothing to load."""

    async def aclose(self) -> None:
        """Have nothing to close."""
