"""Looking for local servers and trying keys, over real HTTP on this machine."""

import asyncio
from collections.abc import Iterator

import pytest

from assistant.background_tasks import BackgroundTasks
from assistant.clock import SystemClock
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.models.model_search import ModelSearch
from assistant.home import Home
from assistant.llm.api_keys import KeyStore
from assistant.llm.model_factory import ModelFactory
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import FindModels, ModelKeyTried, ModelsFound, TryModelKey
from assistant.settings import save
from tests.helpers.llm.messages_server import MessagesServer


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer(api_key="right") as running:
        yield running


async def told(home: Home, command: Command, *urls: str) -> EngineEvent:
    """What comes of a command."""
    heard: asyncio.Queue[EngineEvent] = asyncio.Queue()
    tasks, commands = BackgroundTasks(), CommandDispatcher()
    factory = ModelFactory(keys=KeyStore(keys_file=home.keys_file), home=home, clock=SystemClock())
    search = ModelSearch(
        factory=factory, home=home, emit=heard.put_nowait, spawn=tasks.spawn, urls=urls
    )
    search.register_commands(commands)
    await commands.dispatch(command)
    try:
        return await heard.get()
    finally:
        await tasks.cancel_all()


async def test_a_server_is_found_by_itself_with_its_models(
    home: Home, server: MessagesServer
) -> None:
    save(home, "llm", "local_url", "http://127.0.0.1:9")
    server.pages["/api/tags"] = {"models": [{"name": "qwen:latest"}, {"name": "phi"}]}
    found = await told(home, FindModels(), server.url, "http://127.0.0.1:9")
    assert isinstance(found, ModelsFound)
    assert [(one.base_url, one.models) for one in found.servers] == [
        (server.url, ("qwen:latest", "phi"))
    ]
    assert found.built_in is not None
    assert found.built_in.size_bytes > 10**7


async def test_a_key_that_is_right_is_answered(home: Home, server: MessagesServer) -> None:
    server.reply("Hi")
    tried = await told(home, TryModelKey(key="right", base_url=server.url, model="big"))
    assert tried == ModelKeyTried()
    (request,) = server.requests
    assert (request.api_key, request.body["model"]) == ("right", "big")
    assert request.body["max_tokens"] == 16
    assert not home.keys_file.exists()


@pytest.mark.parametrize(
    ("key", "status", "said"),
    [
        ("wrong", 200, "The service refused this key."),
        ("right", 404, "The model's service refused the request"),
        ("right", 529, "overloaded"),
        ("right", 429, "too many requests"),
        ("right", 402, "account"),
    ],
)
async def test_each_refusal_has_its_words(
    home: Home, server: MessagesServer, key: str, status: int, said: str
) -> None:
    if status == 200:
        server.reply("Hi")
    else:
        server.status(status)
    tried = await told(home, TryModelKey(key=key, base_url=server.url))
    assert isinstance(tried, ModelKeyTried)
    assert said in tried.problem
    assert key not in tried.problem.split()


@pytest.mark.parametrize(
    ("base_url", "said"),
    [
        ("http://127.0.0.1:9", "Network error"),
        ("http://models.example.org", "in the open"),
        ("models.example.org", "address"),
    ],
)
async def test_each_wrong_address_has_its_words(home: Home, base_url: str, said: str) -> None:
    tried = await told(home, TryModelKey(key="right", base_url=base_url))
    assert isinstance(tried, ModelKeyTried)
    assert said in tried.problem
