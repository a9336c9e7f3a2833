"""Clients of models are closed once nobody needs them: with settings that change, none is left."""

import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest
from typing_extensions import override

from assistant.engine.models.counted_client import CountedClient
from assistant.engine.models.model_clients import ModelClients
from assistant.home import Home
from assistant.llm.messages_api.model_client import ModelClient, ModelRequest
from assistant.llm.model_choice.model_names import ModelName
from assistant.settings import LlmSettings, load
from tests.helpers.llm.scripted_model import SCRIPTED_PROFILE, ScriptedModel, Wait, says
from tests.helpers.memory_memo import MemoryMemo

REQUEST = ModelRequest(system=(), messages=())


class SlowToClose(ScriptedModel):
    """Takes its time to close."""

    def __init__(self, gate: asyncio.Event) -> None:
        super().__init__(profile=replace(SCRIPTED_PROFILE, model="slow"))
        self._gate = gate

    @override
    async def aclose(self) -> None:
        await self._gate.wait()
        await super().aclose()


class World:
    """Clients, and the conversations that are held with some of them."""

    def __init__(self, settings: LlmSettings) -> None:
        self.made: list[ScriptedModel] = []
        self.held: list[ModelClient] = []
        self.settings = settings
        self.clients = ModelClients(
            client=self.model(),
            settings=self.settings,
            build=self._build,
            built_in=self._built_in,
            chosen=MemoryMemo(),
            with_rules=lambda client, _settings: client,
            held=lambda: self.held,
        )

    def model(self, name: str = "scripted") -> ScriptedModel:
        """Make a model, which counts as open until it is closed."""
        model = ScriptedModel(profile=replace(SCRIPTED_PROFILE, model=name))
        self.made.append(model)
        return model

    @property
    def n_open(self) -> int:
        """How many models are not closed."""
        return sum(not model.is_closed for model in self.made)

    async def change_settings(self, client: ModelClient | None = None) -> None:
        """Take up changed settings."""
        self.clients.take(client or self.model(), self.settings)
        await self.clients.tidy()

    async def _build(self, name: ModelName, _settings: LlmSettings) -> ModelClient | None:
        return self.model(name.model)

    async def _built_in(self) -> str | None:
        return None


@pytest.fixture
async def world(home: Home) -> World:
    return World(load(home, {}).settings.llm)


async def test_five_changes_of_a_setting_leave_one_client(world: World) -> None:
    for _ in range(5):
        await world.change_settings()
    assert (len(world.made), world.n_open) == (6, 1)
    assert not world.made[-1].is_closed


async def test_a_conversation_keeps_its_own_until_it_is_let_go_of(world: World) -> None:
    world.held.append(world.clients.client)
    for _ in range(5):
        await world.change_settings()
    assert world.n_open == 2
    assert not world.made[0].is_closed
    world.held.clear()
    await world.clients.tidy()
    assert world.n_open == 1


async def test_other_models_of_earlier_settings_are_closed_too(world: World) -> None:
    second = ModelName(profile="local", model="second")
    await world.clients.find(second)
    await world.change_settings()
    assert world.n_open == 1
    await world.clients.find(second)
    assert world.n_open == 2


async def test_a_client_is_closed_after_its_last_request(world: World) -> None:
    gate = asyncio.Event()
    world.made[0].script.append([Wait(gate=gate), *says("Done.")])
    client = world.clients.client

    async def ask() -> None:
        async with aclosing(client.stream(REQUEST)) as events:
            async for _event in events:
                pass

    asking = asyncio.create_task(ask())
    await asyncio.sleep(0)
    await world.change_settings()
    assert world.n_open == 2
    gate.set()
    await asking
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert world.n_open == 1
    assert world.made[0].n_closed_early == 0


async def test_a_client_that_the_settings_name_again_stays_open(world: World) -> None:
    shared = world.made[0]
    for _ in range(3):
        await world.change_settings(shared)
    assert world.n_open == 1
    assert not shared.is_closed


async def test_what_comes_into_use_while_another_is_closed_stays_open(world: World) -> None:
    gate, second = asyncio.Event(), world.model()
    for client in (SlowToClose(gate), second, world.model()):
        world.clients.take(client, world.settings)
    tidying = asyncio.create_task(world.clients.tidy())
    await asyncio.sleep(0)
    world.clients.take(second, world.settings)
    gate.set()
    await tidying
    assert not second.is_closed


async def test_what_is_closed_twice_at_once_is_closed(world: World) -> None:
    gate = asyncio.Event()
    for client in (SlowToClose(gate), world.model(), world.model()):
        world.clients.take(client, world.settings)
    tidying = [asyncio.create_task(world.clients.tidy()) for _ in range(2)]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*tidying)
    assert world.n_open == 1


async def test_everything_is_closed_in_the_end(world: World) -> None:
    world.held.append(world.clients.client)
    await world.change_settings()
    await world.clients.aclose()
    await world.clients.aclose()
    assert world.n_open == 0


async def test_a_client_is_idle_when_nothing_is_asked_of_it() -> None:
    idles: list[bool] = []
    gate = asyncio.Event()
    model = ScriptedModel([[Wait(gate=gate), *says("One.")]])
    client = CountedClient(model, on_idle=lambda: idles.append(client.is_idle))
    assert client.is_idle
    stream = client.stream(REQUEST)
    beginning = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0)
    assert not client.is_idle
    await client.check()
    assert idles == []
    gate.set()
    await beginning
    await stream.aclose()
    assert idles == [True]
    assert client.profile == model.profile
