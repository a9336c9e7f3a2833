"""The built-in model falls back when a file does not run, and a better one takes over between turns."""

import asyncio
from pathlib import Path

import pytest

from assistant.errors import (
    AssistantError,
    ErrorCategory,
    ModelFileError,
    ModelLoadError,
    ProviderError,
)
from assistant.home import Home
from assistant.llm.messages_api.messages import user_text
from assistant.llm.messages_api.model_client import ModelRequest, TextReceived
from assistant.llm.model_choice.starter_choice import StarterModel
from assistant.llm.starter.built_in_client import BuiltInClient
from assistant.llm.starter.client import StarterClient
from assistant.llm.starter.model_files import StarterFiles
from assistant.llm.starter.starter_selector import StarterSelector
from tests.helpers.clock import ManualClock
from tests.helpers.llm.built_in_models import (
    GOOD,
    LITTLE,
    PLENTY,
    SMALL,
    SMALLEST,
    FakeStarters,
    put_files,
)
from tests.helpers.llm.scripted_model import Wait, says

HELLO = ModelRequest(system=(), messages=(user_text("Hello"),))
CAPITAL = ModelRequest(system=(), messages=(user_text("What is the capital of France?"),))
UNLOADABLE = ModelLoadError("It cannot be loaded.")
ENDED = ProviderError("It stopped unexpectedly", category=ErrorCategory.CONNECTIVITY)


class World:
    """A built-in model over a folder, and what was told of it."""

    def __init__(self, folder: Path, starters: FakeStarters) -> None:
        self.starters = starters
        self.selector = StarterSelector(folder=folder, memory=starters.read_memory)
        self.fell_back: list[tuple[str, str]] = []
        self.missing: list[bool] = []

    async def open(self) -> BuiltInClient:
        """Return the client as the folder is now."""
        return BuiltInClient(
            choice=await self.selector.choose(),
            selector=self.selector,
            open_client=self.starters.open,
            on_fall_back=self._note,
        )

    def _note(self, failed: StarterModel, model: StarterModel, *, is_missing: bool) -> None:
        self.fell_back.append((failed.name, model.name))
        self.missing.append(is_missing)


@pytest.fixture
def world(tmp_path: Path) -> World:
    put_files(tmp_path, [GOOD, SMALL, SMALLEST])
    return World(tmp_path, FakeStarters(memory=PLENTY))


async def ask(client: BuiltInClient, request: ModelRequest = HELLO) -> str:
    events = [event async for event in client.stream(request)]
    return "".join(event.text for event in events if isinstance(event, TextReceived))


async def at_once() -> None:
    """No turn is under way."""


@pytest.mark.parametrize("failure", [UNLOADABLE, ModelFileError("It is missing.")])
async def test_a_model_that_does_not_load_gives_way_within_the_request(
    world: World, failure: AssistantError
) -> None:
    world.starters.failures = {GOOD: failure}
    client = await world.open()
    assert client.profile.model == GOOD

    await client.warm_up()
    assert client.is_loaded
    world.starters.clients[SMALL].script.append(says("Here."))

    assert await ask(client) == "Here."
    assert client.profile.model == SMALL
    assert world.fell_back == [(GOOD, SMALL)]
    assert world.starters.clients[GOOD].is_closed
    assert (await world.selector.choose()).run.name == SMALL, "it is not tried again"


async def test_a_file_that_is_gone_is_said_to_be_missing_and_is_run_once_it_is_back(
    world: World, tmp_path: Path
) -> None:
    world.starters.failures = {GOOD: ModelFileError("It is missing.")}
    client = await world.open()
    client.model.file.unlink()

    await client.warm_up()

    assert (world.fell_back, world.missing) == ([(GOOD, SMALL)], [True])
    assert client.profile.model == SMALL
    put_files(tmp_path, [GOOD])
    assert (await world.selector.choose()).run.name == GOOD


async def test_where_no_file_is_here_none_is_said_to_answer(tmp_path: Path) -> None:
    missing = ModelFileError("It is missing.")
    failures: dict[str, AssistantError] = dict.fromkeys((GOOD, SMALL, SMALLEST), missing)
    world = World(tmp_path, FakeStarters(memory=PLENTY, failures=failures))
    client = await world.open()

    for _time in range(2):
        with pytest.raises(ModelFileError):
            await client.warm_up()

    assert world.fell_back == []
    put_files(tmp_path, [GOOD, SMALL, SMALLEST])
    assert (await world.selector.choose()).run.name == GOOD


async def test_where_nothing_runs_the_last_failure_is_told(world: World) -> None:
    world.starters.failures = dict.fromkeys((GOOD, SMALL, SMALLEST), UNLOADABLE)
    client = await world.open()

    with pytest.raises(ModelLoadError):
        await ask(client)

    assert world.starters.order == [GOOD, SMALL, SMALLEST]
    assert world.fell_back == [(GOOD, SMALL), (SMALL, SMALLEST)]


async def test_a_process_may_end_once_but_not_twice_in_a_row(world: World) -> None:
    client = await world.open()
    good = world.starters.clients[GOOD]
    good.script.extend(([ENDED], says("Here again."), [ENDED], [TextReceived(text="Ha"), ENDED]))

    with pytest.raises(ProviderError):
        await ask(client)
    assert await ask(client) == "Here again."
    with pytest.raises(ProviderError):
        await ask(client)
    with pytest.raises(ProviderError):
        await ask(client)  # words had come: they are not mixed with those of another model

    world.starters.clients[SMALL].script.append(says("From the small one."))
    assert await ask(client) == "From the small one."
    assert world.fell_back == [(GOOD, SMALL)]


async def test_other_failures_keep_the_model(world: World) -> None:
    client = await world.open()
    slow = ProviderError("Response timed out", category=ErrorCategory.TIMEOUT)
    world.starters.clients[GOOD].script.extend(([slow], [slow], [slow]))

    for _time in range(3):
        with pytest.raises(ProviderError):
            await ask(client)

    assert client.profile.model == GOOD


async def test_it_is_loaded_from_its_warm_up_until_it_is_closed(world: World) -> None:
    client = await world.open()
    assert not client.is_loaded
    await client.warm_up()
    assert client.is_loaded
    await client.aclose()
    assert not client.is_loaded


async def test_what_answers_in_place_of_a_model_that_ended_is_not_loaded(world: World) -> None:
    client = await world.open()
    await client.warm_up()
    world.starters.clients[GOOD].script.extend(([ENDED], [ENDED]))
    world.starters.failures = {SMALL: UNLOADABLE, SMALLEST: UNLOADABLE}
    for _time in range(2):
        with pytest.raises(AssistantError):
            await ask(client)
    assert not client.is_loaded


@pytest.mark.parametrize("side_by_side", [True, False])
async def test_a_better_model_takes_over_after_the_reply_and_the_turn(
    world: World, tmp_path: Path, side_by_side: bool
) -> None:
    (tmp_path / GOOD).rename(tmp_path / "elsewhere")
    client = await world.open()
    gate, turn_over = asyncio.Event(), asyncio.Event()
    small = world.starters.clients[SMALL]
    small.script.extend(([Wait(gate=gate), *says("Slowly.")], says("The same turn.")))
    reply = asyncio.create_task(ask(client))
    await asyncio.sleep(0)
    (tmp_path / "elsewhere").rename(tmp_path / GOOD)
    choice = await world.selector.choose(running=client.model)

    async def at_rest() -> None:
        await turn_over.wait()

    change = asyncio.create_task(
        client.take_over(choice, side_by_side=side_by_side, at_rest=at_rest)
    )
    for _step in range(10):
        await asyncio.sleep(0)
    good = world.starters.clients[GOOD]
    assert good.is_warm is side_by_side, "it has read its prompt before the other one ends"
    gate.set()
    assert await reply == "Slowly."
    assert await ask(client) == "The same turn."
    assert not small.is_closed
    turn_over.set()

    assert await change
    assert client.profile.model == GOOD
    assert client.is_loaded
    assert good.is_warm
    assert small.is_closed
    good.script.append(says("Better."))
    assert await ask(client) == "Better."


@pytest.mark.parametrize("side_by_side", [True, False])
async def test_a_better_model_that_does_not_load_changes_nothing(
    world: World, tmp_path: Path, side_by_side: bool
) -> None:
    (tmp_path / GOOD).rename(tmp_path / "elsewhere")
    client = await world.open()
    (tmp_path / "elsewhere").rename(tmp_path / GOOD)
    world.starters.failures = {GOOD: UNLOADABLE}
    choice = await world.selector.choose(running=client.model)

    assert not await client.take_over(choice, side_by_side=side_by_side, at_rest=at_once)

    world.starters.clients[SMALL].script.append(says("Still here."))
    assert await ask(client) == "Still here."
    assert (await world.selector.choose(running=client.model)).run == client.model


async def test_requests_wait_while_the_old_model_ends_first(world: World, tmp_path: Path) -> None:
    (tmp_path / GOOD).rename(tmp_path / "elsewhere")
    client = await world.open()
    (tmp_path / "elsewhere").rename(tmp_path / GOOD)
    choice = await world.selector.choose(running=client.model)

    change = asyncio.create_task(client.take_over(choice, side_by_side=False, at_rest=at_once))
    await asyncio.sleep(0)
    world.starters.clients[GOOD].script.append(says("Better."))
    world.starters.clients[SMALL].script.append(says("Not any more."))

    assert await ask(client) == "Better."
    assert await change


@pytest.mark.models
async def test_the_real_small_model_takes_over_from_the_real_smallest(tmp_path: Path) -> None:
    """With the memory of a machine that has 2 GB free."""
    models = Home.locate().models
    here = StarterFiles.at(models).present()
    if not {SMALL, SMALLEST} <= here:
        pytest.skip("the small built-in model is not here: parley models get " + SMALL)
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / SMALLEST).symlink_to(models / SMALLEST)
    selector = StarterSelector(folder=folder, memory=lambda: LITTLE)
    client = BuiltInClient(
        choice=await selector.choose(),
        selector=selector,
        open_client=lambda model: StarterClient(model=model, timeout_s=250, clock=ManualClock()),
    )
    try:
        assert "Paris" in await ask(client, CAPITAL)
        (folder / SMALL).symlink_to(models / SMALL)
        choice = await selector.choose(running=client.model)
        assert await client.take_over(choice, side_by_side=True, at_rest=at_once)
        assert client.profile.model == SMALL
        assert "Paris" in await ask(client, CAPITAL)
    finally:
        await client.aclose()


async def test_naming_another_model_forgets_which_ones_failed(world: World) -> None:
    world.selector.fail((await world.selector.choose()).run)
    assert (await world.selector.choose()).run.name == SMALL

    world.selector.wanted = GOOD
    assert (await world.selector.choose()).run.name == GOOD
