"""Shared fixtures of the model side."""

from collections.abc import AsyncIterator, Iterator

import pytest

from assistant.llm.messages_api.messages import user_text
from assistant.llm.messages_api.model_client import (
    ModelClient,
    ModelEvent,
    ModelRequest,
    Profile,
    SystemPart,
)
from assistant.llm.messages_client import MessagesClient
from tests.helpers.clock import ManualClock
from tests.helpers.llm.messages_server import MessagesServer

KEY = "sk-ant-test-0123456789"
PROFILE = Profile(name="anthropic", model="scripted-model")
REQUEST = ModelRequest(
    system=(SystemPart(text="Be brief."),), messages=(user_text("Hello, who are you?"),)
)


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    """A scripted service that wants `KEY`."""
    with MessagesServer(api_key=KEY) as running:
        yield running


@pytest.fixture
async def client(server: MessagesServer) -> AsyncIterator[MessagesClient]:
    """A client of that service, with little patience."""
    client = make_client(server)
    yield client
    await client.aclose()


def make_client(
    server: MessagesServer | str,
    *,
    profile: Profile = PROFILE,
    api_key: str | None = KEY,
    timeout_s: float = 5.0,
    clock: ManualClock | None = None,
) -> MessagesClient:
    """Return a client of the scripted service, or of an address; the caller closes it."""
    return MessagesClient(
        profile=profile,
        api_key=api_key,
        base_url=server if isinstance(server, str) else server.url,
        timeout_s=timeout_s,
        clock=clock or ManualClock(),
    )


async def collect(client: ModelClient, request: ModelRequest = REQUEST) -> list[ModelEvent]:
    """Send a request and return everything that came back."""
    return [event async for event in client.stream(request)]
