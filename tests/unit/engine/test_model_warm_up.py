"""While somebody types, the connection is opened that their words are sent with."""

from collections.abc import AsyncGenerator, Iterator

import pytest
from typing_extensions import override

from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.llm.messages_client import MessagesClient
from assistant.llm.model_choice.choice import anthropic_profile
from assistant.protocol.conversation import UserTyping
from tests.helpers.clock import ManualClock
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.messages_server import MessagesServer
from tests.helpers.llm.scripted_model import ScriptedModel


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        yield running


@pytest.fixture
async def client(server: MessagesServer, clock: ManualClock) -> AsyncGenerator[MessagesClient]:
    client = MessagesClient(
        profile=anthropic_profile(model="m", max_output_tokens=256, thinking=False),
        api_key="sk-test",
        base_url=server.url,
        timeout_s=20.0,
        clock=clock,
    )
    yield client
    await client.aclose()


async def test_words_go_out_on_the_connection_that_typing_opened(
    server: MessagesServer, client: MessagesClient, clock: ManualClock, home: Home
) -> None:
    async with opened(home, client) as running:
        await running.do(UserTyping())
        assert (server.n_connections, len(server.others)) == (1, 1)
        await running.do(UserTyping())
        assert len(server.others) == 1, "one that was just opened need not be asked"
        server.reply("Yes.")
        await running.turn("Are you there?")
        assert server.n_connections == 1, "the request needed none of its own"
        clock.advance(45)
        await running.do(UserTyping())
        assert len(server.others) == 2, "one that was idle for long is asked to stay"


async def test_a_model_that_cannot_be_had_is_told_when_it_is_asked(home: Home) -> None:
    class Broken(ScriptedModel):
        @override
        async def warm_up(self) -> None:
            raise ProviderError("There is no model.", category=ErrorCategory.UNKNOWN)

    async with opened(home, Broken()) as running:
        before = len(running.events)
        await running.do(UserTyping())
        assert len(running.events) == before
