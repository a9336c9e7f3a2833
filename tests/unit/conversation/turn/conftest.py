"""Conversations with a service, over real HTTP."""

from collections.abc import AsyncIterator, Iterator

import pytest

from assistant.llm.messages_api.model_client import Profile
from assistant.llm.messages_client import MessagesClient
from tests.helpers.clock import ManualClock
from tests.helpers.llm.messages_server import MessagesServer
from tests.unit.conversation.conftest import Talk

KEY = "sk-ant-test"


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    """A service that does as the test says."""
    with MessagesServer(api_key=KEY) as running:
        yield running


@pytest.fixture
async def client(server: MessagesServer) -> AsyncIterator[MessagesClient]:
    """A client of that service."""
    client = make_client(server.url)
    await client.warm_up()  # loads what speaks HTTP, on a thread that a busy loop would starve
    yield client
    await client.aclose()


def make_client(url: str, *, timeout_s: float = 5.0) -> MessagesClient:
    """Return a client of a service; the caller closes it."""
    return MessagesClient(
        profile=Profile(name="anthropic", model="scripted", documents=True),
        api_key=KEY,
        base_url=url,
        timeout_s=timeout_s,
        clock=ManualClock(),
    )


def stored(talk: Talk) -> list[tuple[str, str, bool]]:
    """Return role and words of each message, and whether it is partial."""
    return [(e.role, e.message.text, e.partial) for e in talk.history.entries]
