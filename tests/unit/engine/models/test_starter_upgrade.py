"""The best built-in model is fetched in the background and takes over between turns."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from assistant.engine.models.model_selection import model_notices
from assistant.engine.models.starter_upgrade import StarterUpgrade
from assistant.errors import ModelFileError, ModelLoadError
from assistant.home import Home
from assistant.llm.api_keys import KeyStore
from assistant.llm.messages_api.model_client import ModelClient
from assistant.llm.model_factory import ModelBuild, ModelFactory
from assistant.protocol.conversation import NewConversation, Say
from assistant.protocol.models import (
    DeclineStarterDownload,
    FetchModelFiles,
    ModelSwitched,
    StarterFilesChanged,
)
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnFinished, TurnStarted
from assistant.questions.model.question import Channel
from assistant.settings import load, save
from tests.helpers.clock import ManualClock
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.built_in_models import (
    GOOD,
    LITTLE,
    PLENTY,
    SMALL,
    SMALLEST,
    FakeStarters,
    put_files,
)
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says
from tests.unit.llm.test_api_keys import no_backend


class Downloads:
    """Notes what is wanted; implements `StarterDownloads`."""

    def __init__(self) -> None:
        self.wanted: list[str] = []
        self.given_up: list[str] = []

    def keep_trying(self, name: str) -> None:
        """Note it."""
        self.wanted.append(name)

    def give_up(self, name: str) -> None:
        """Note it."""
        self.given_up.append(name)


class World:
    """A running core that is held with the built-in model."""

    def __init__(
        self, running: RunningCore, build: ModelBuild, factory: ModelFactory, starters: FakeStarters
    ) -> None:
        core = running.core
        self.running = running
        self.build = build
        self.starters = starters
        self.downloads = Downloads()
        self.client: ModelClient = build.client
        """The model of the settings."""
        self.home = core.plan.home
        self.upgrade = StarterUpgrade(
            factory=factory,
            client=lambda: self.client,
            conversations=lambda: core.conversations.registry.open_conversations,
            records=core.store.conversations,
            home=core.plan.home,
            emit=core.emit,
            spawn=core.spawn,
        )
        core.subscribe(self.upgrade.on_event)

    def arrive(self, *names: str) -> None:
        """Have files come, and tell of it."""
        put_files(self.home.models, names)
        self.upgrade.look()

    def notices(self, code: str) -> list[Notice]:
        """Return what was told under this code."""
        return [notice for notice in self.running.of(Notice) if notice.code == code]

    @property
    def switched(self) -> list[str]:
        """The models that took over."""
        return [event.model for event in self.running.of(ModelSwitched)]


@asynccontextmanager
async def world(
    home: Home, *present: str, starters: FakeStarters | None = None
) -> AsyncGenerator[World]:
    """Open a core over these files."""
    starters = starters or FakeStarters(memory=PLENTY)
    put_files(home.models, present)
    factory = ModelFactory(
        keys=KeyStore(keys_file=home.keys_file, environment={}, load_backend=no_backend),
        home=home,
        clock=ManualClock(),
        memory=starters.read_memory,
        open_starter=starters.open,
    )
    save(home, "llm", "profile", "starter")
    settings = load(home, {}).settings.llm
    build = await factory.choose(settings)
    async with opened(home, build.client) as running:
        yield World(running, build, factory, starters)


@pytest.fixture
def home(home: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home without any model file, whose settings alone say whether to download."""
    monkeypatch.delenv("PARLEY_LLM__STARTER_DOWNLOAD")
    return Home(root=home.root, models=home.root / "models")


async def test_what_to_fetch_is_the_model_itself_until_it_is_here_then_a_better_one(
    home: Home,
) -> None:
    async with world(home) as here:
        missing = await here.upgrade.to_fetch()
        assert missing == here.upgrade.model
        assert missing is not None
        put_files(home.models, [missing.name])
        better = await here.upgrade.to_fetch()
        assert better is not None
        assert better.name == GOOD
        put_files(home.models, [GOOD])
        assert await here.upgrade.to_fetch() is None


async def test_nothing_is_to_be_fetched_where_another_model_answers(home: Home) -> None:
    async with world(home) as here:
        here.client = ScriptedModel()
        assert await here.upgrade.to_fetch() is None


async def test_what_is_no_model_is_refused_before_a_fetch_begins(home: Home) -> None:
    async with world(home) as here:
        assert await here.upgrade.name_to_fetch(FetchModelFiles(name=SMALL)) == SMALL
        with pytest.raises(ModelFileError, match="no model 'qwen'"):
            await here.upgrade.name_to_fetch(FetchModelFiles(name="qwen"))


async def test_the_better_model_is_fetched_and_takes_over(home: Home) -> None:
    async with world(home, SMALLEST) as here:
        here.upgrade.begin(here.downloads)
        told = await here.running.until_notice("starter_download")
        assert "1.1 GB" in told.text
        assert [action.command for action in told.actions] == [DeclineStarterDownload()]
        assert here.downloads.wanted == [GOOD]
        assert here.switched == []

        here.arrive(GOOD)
        await here.running.until(ModelSwitched)
        await here.running.until_true(lambda: here.notices("starter_download")[-1].resolved)

        current = here.running.core.conversations.current
        record = await here.running.core.store.conversations.get(current.conversation_id)
        assert current.model == GOOD
        assert record is not None
        assert record.model == GOOD
        assert "from now on" in here.notices("starter_model")[-1].text
        loading = here.notices("starter_download")[-2]
        assert "being loaded" in loading.text
        assert loading.actions == ()
        assert here.starters.clients[SMALLEST].is_closed
        here.starters.clients[GOOD].script.append(says("Better."))
        assert (await here.running.turn("Hi")).text == "Better."


async def test_a_turn_ends_with_the_model_it_began_with(home: Home) -> None:
    async with world(home, SMALL) as here:
        gate = asyncio.Event()
        here.starters.clients[SMALL].script.append([Wait(gate=gate), *says("Slowly.")])
        await here.running.do(Say(text="Hi"))
        await here.running.until(TurnStarted)

        here.arrive(GOOD)
        await here.running.settle()
        assert here.switched == []
        assert here.starters.clients[GOOD].is_warm
        gate.set()

        assert (await here.running.until(TurnFinished)).text == "Slowly."
        await here.running.until(ModelSwitched)
        assert here.running.core.conversations.current.model == GOOD


async def test_a_download_that_was_declined_is_not_begun_again(home: Home) -> None:
    async with world(home, SMALLEST) as here:
        here.upgrade.begin(here.downloads)
        await here.running.until_notice("starter_download")

        await here.upgrade.decline(DeclineStarterDownload())
        assert here.downloads.given_up == [GOOD]
        assert here.notices("starter_download")[-1].resolved
        assert not load(home, {}).settings.llm.starter_download

        here.upgrade.look()
        await here.running.settle()
        assert here.downloads.wanted == [GOOD]


async def test_a_model_that_is_named_is_fetched_though_others_were_declined(home: Home) -> None:
    save(home, "llm", "starter_download", False)
    save(home, "llm", "starter_model", SMALL)
    async with world(home, SMALLEST) as here:
        here.upgrade.begin(here.downloads)
        await here.running.until_notice("starter_download")
        assert here.downloads.wanted == [SMALL]

        await here.upgrade.decline(DeclineStarterDownload())
        assert load(home, {}).settings.llm.starter_model == "auto"
        here.upgrade.look()
        await here.running.settle()
        assert here.downloads.wanted == [SMALL]
        assert here.downloads.given_up == [SMALL]


async def test_nothing_is_fetched_while_another_model_answers(home: Home) -> None:
    async with world(home, SMALLEST) as here:
        here.upgrade.begin(here.downloads)
        await here.running.until_notice("starter_download")

        here.client = ScriptedModel()  # a key was entered
        here.upgrade.look()
        await here.running.settle()
        assert here.downloads.given_up == [GOOD]
        assert not here.starters.clients[SMALLEST].is_closed, "a conversation is held with it"


async def test_the_setting_names_what_to_fetch_and_run(home: Home) -> None:
    save(home, "llm", "starter_model", SMALLEST)
    async with world(home, SMALLEST, GOOD) as here:
        here.upgrade.begin(here.downloads)
        await here.running.settle()
        assert here.running.core.conversations.current.model == SMALLEST
        assert here.downloads.wanted == []


async def test_a_model_beyond_the_memory_is_fetched_with_a_warning(home: Home) -> None:
    save(home, "llm", "starter_model", "qwen3-4b")
    async with world(home, SMALLEST, starters=FakeStarters(memory=LITTLE)) as here:
        here.upgrade.begin(here.downloads)
        warning = await here.running.until_notice("starter_memory")
        assert "5.0 GB" in warning.text
        assert here.downloads.wanted == ["qwen3-4b"]


async def test_a_better_model_that_does_not_load_leaves_the_next_best(home: Home) -> None:
    failures = {GOOD: ModelLoadError("It cannot be loaded.")}
    async with world(home, SMALLEST, starters=FakeStarters(failures=dict(failures))) as here:
        here.arrive(GOOD, SMALL)
        await here.running.until(ModelSwitched)
        assert here.switched == [SMALL]


@pytest.mark.requirement("TF-13")
async def test_a_model_that_fails_in_a_turn_gives_way_in_the_same_turn(home: Home) -> None:
    failures = {GOOD: ModelLoadError("It cannot be loaded.")}
    async with world(home, SMALL, GOOD, starters=FakeStarters(failures=dict(failures))) as here:
        await here.build.client.warm_up()
        here.starters.clients[SMALL].script.append(says("Here."))
        assert (await here.running.turn("Hi")).text == "Here."
        await here.running.until_notice("starter_model")
        await here.running.until(ModelSwitched)
        assert here.switched == [SMALL]
        assert "answers instead" in here.notices("starter_model")[-1].text


async def test_a_model_whose_file_is_gone_is_not_said_to_have_failed(home: Home) -> None:
    failures = {GOOD: ModelFileError("It is missing.")}
    async with world(home, SMALL, GOOD, starters=FakeStarters(failures=dict(failures))) as here:
        assert here.upgrade.model is not None
        here.upgrade.model.file.unlink()
        await here.build.client.warm_up()
        told = await here.running.until_notice("starter_model")
        assert "is not downloaded" in told.text
        assert told.hint == f"Fetch it with: parley models get {GOOD}"


async def test_conversations_of_one_built_in_model_go_on_with_another(home: Home) -> None:
    async with world(home, SMALLEST) as here:
        here.starters.clients[SMALLEST].script.append(says("Hello."))
        await here.running.turn("Hi")
        first = here.running.core.conversations.current.conversation_id
        await here.running.do(NewConversation())
        here.arrive(GOOD)
        await here.running.until(ModelSwitched)

        await here.running.core.conversations.open(first)
        assert here.running.core.conversations.current.model == GOOD


@pytest.mark.parametrize(
    ("channel", "is_told"),
    [(Channel.API, True), (Channel.TERMINAL, False), (Channel.DESKTOP, False)],
)
async def test_who_does_not_fetch_the_better_model_is_told_how_to(
    home: Home, channel: Channel, is_told: bool
) -> None:
    async with world(home, SMALLEST) as here:
        texts = [notice.text for notice in model_notices(here.build, channel)]
        assert any(f"parley models get {GOOD}" in text for text in texts) is is_told


async def test_where_no_built_in_model_is_here_no_better_one_is_told_of(home: Home) -> None:
    async with world(home) as here:
        assert here.build.starter is not None
        assert here.build.starter.fetch is not None
        assert model_notices(here.build, Channel.API) == []


async def test_the_command_of_files_that_arrived_is_heard(home: Home) -> None:
    async with world(home, SMALLEST) as here:
        put_files(home.models, [SMALL])
        await here.upgrade.files_changed(StarterFilesChanged())
        await here.running.until(ModelSwitched)
        assert here.switched == [SMALL]
