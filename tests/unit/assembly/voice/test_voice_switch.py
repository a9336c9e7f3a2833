"""The voice of the desktop app without its model files, switched off, and without a sound card."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from typing_extensions import override

from assistant.assembly import core as core_module
from assistant.assembly.core import open_core
from assistant.assembly.voice import voice_switch
from assistant.assembly.voice.voice_loop import VoiceDevices
from assistant.assembly.voice.voice_switch import VoiceSwitch
from assistant.catalog import Catalog, ModelStore
from assistant.channels.desktop.app.model.conversation_presenter import VOICE_MODELS_MISSING
from assistant.clock import Clock, SystemClock
from assistant.engine.core import Core
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.startup_loader import LoadQueue
from assistant.escalation.sign_kind import SignKind
from assistant.home import Home
from assistant.protocol.conversation import Stop
from assistant.protocol.conversation_state import (
    ConversationSignal,
    VoiceSessionState,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.settings import VoiceChanged
from assistant.protocol.turns import RequestSent, TurnStarted
from assistant.protocol.voice import Mute, ToggleMicrophone
from assistant.questions.model.question import Channel
from assistant.settings import Settings, load, save
from assistant.voice.devices.binding import DeviceEvent
from assistant.voice.devices.pacers import FreePacing
from assistant.voice.devices.stream_supervisor import StreamSupervisor
from assistant.voice.session.voice_session import VoiceSession
from tests.helpers.llm.scripted_model import ScriptedModel

Events = list[EngineEvent]

STARTED = TurnStarted(turn_id="t", text="Hello", spoken=False)


def has_everything(store: ModelStore, name: str) -> bool:
    """Stands in for a store in which no file is missing."""
    return True


def no_devices(settings: Settings, clock: Clock) -> VoiceDevices:
    """A machine without microphone and speaker."""
    return VoiceDevices(input=None, output=None, pacer=FreePacing(), clock=clock)


@asynccontextmanager
async def switched(
    home: Home,
    *,
    devices: Callable[[Settings, Clock], VoiceDevices] = no_devices,
    loading: LoadQueue | None = None,
    fetch: Callable[[], None] = lambda: None,
    patience_s: float = 3600,
) -> AsyncGenerator[tuple[VoiceSwitch, Core, Events]]:
    """Open a core and its voice switch."""
    events: Events = []
    plan = LaunchOptions(
        home=home,
        settings=load(home, {}).settings,
        clock=SystemClock(),
        channel=Channel.DESKTOP,
        client=ScriptedModel(),
    )
    store = ModelStore(catalog=Catalog.load(), folder=home.models)
    async with open_core(plan, emit=events.append) as core:
        switch = VoiceSwitch(
            core=core,
            models=lambda: store,
            devices=devices,
            loading=loading,
            fetch=fetch,
            patience_s=patience_s,
        )
        switch.register_commands(core.commands)
        try:
            yield switch, core, events
        finally:
            await switch.aclose()


def codes(events: Events) -> list[str]:
    """Return the codes of the notices that are not resolved, in order."""
    return [e.code for e in events if isinstance(e, Notice) and not e.resolved]


async def test_without_model_files_voice_stays_off_and_says_so(home: Home, tmp_path: Path) -> None:
    bare = replace(home, models=tmp_path / "none")
    async with switched(bare) as (switch, core, events):
        await switch.restart()
        await core.commands.dispatch(ToggleMicrophone())
    assert codes(events) == [VOICE_MODELS_MISSING, "voice_off"]


async def test_stop_and_mute_work_without_a_voice(home: Home, tmp_path: Path) -> None:
    bare = replace(home, models=tmp_path / "none")
    async with switched(bare) as (_switch, core, events):
        await core.commands.dispatch(Stop())
        await core.commands.dispatch(Mute(muted=True))
        assert core.conversations.current.turn_id is None
    assert codes(events) == []


async def test_what_a_voice_lacks_is_fetched_when_it_is_switched_on(
    home: Home, tmp_path: Path
) -> None:
    bare = replace(home, models=tmp_path / "none")
    catalogue, wanted = Catalog.load(), list[str]()
    save(bare, "voice", "enabled", False)

    def fetch() -> None:
        wanted[:] = catalogue.needed(load(bare, {}).settings.voice)

    async with switched(bare, fetch=fetch) as (_switch, core, events):
        await core.commands.dispatch(VoiceChanged())
        assert (wanted, codes(events)) == (["smollm2-135m-instruct"], [])
        save(bare, "voice", "enabled", True)
        await core.commands.dispatch(VoiceChanged())
        assert wanted == list(catalogue.defaults)
        assert codes(events) == [VOICE_MODELS_MISSING]


async def test_a_voice_that_is_switched_off_is_not_built(home: Home) -> None:
    save(home, "voice", "enabled", False)

    def refuse(settings: Settings, clock: Clock) -> VoiceDevices:
        raise AssertionError("no device may be opened")

    async with switched(home, devices=refuse) as (_switch, core, events):
        await core.commands.dispatch(VoiceChanged())
    assert codes(events) == []


async def test_without_its_voice_it_listens_and_replies_in_text(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(home, models=tmp_path / "none")
    voice = load(home, {}).settings.voice.voice

    def is_present(store: ModelStore, name: str) -> bool:
        return name != voice

    monkeypatch.setattr(ModelStore, "is_present", is_present)
    async with switched(bare) as (switch, core, events):
        await switch.restart()
        await core.commands.dispatch(ToggleMicrophone())
        await asyncio.sleep(0)
    assert VOICE_MODELS_MISSING not in codes(events)
    assert "voice_off" not in codes(events)


async def test_a_message_that_is_sent_while_the_voice_is_imported_goes_first(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = asyncio.Event()
    loading = LoadQueue(patience_s=3600)
    imported = asyncio.Event()
    loop = asyncio.get_running_loop()

    def build(settings: Settings, clock: Clock) -> VoiceDevices:
        opened.set()
        return no_devices(settings, clock)

    def load_module(name: str) -> None:
        loop.call_soon_threadsafe(loading.on_event, STARTED)
        loop.call_soon_threadsafe(imported.set)

    monkeypatch.setattr(ModelStore, "is_present", has_everything)
    monkeypatch.setattr(voice_switch, "import_module", load_module)
    bare = replace(home, models=tmp_path / "none")
    async with switched(bare, devices=build, loading=loading) as (switch, _core, _events):
        starting = asyncio.create_task(switch.restart())
        await imported.wait()
        for _turn in range(10):
            await asyncio.sleep(0)
        assert not opened.is_set()
        loading.on_event(RequestSent(turn_id="t"))
        await starting
        assert opened.is_set()


@pytest.fixture
def whole(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home in which no model file is missing."""
    monkeypatch.setattr(ModelStore, "is_present", has_everything)
    return replace(home, models=tmp_path / "none")


class Devices:
    """Counts how often the devices were built."""

    def __init__(self) -> None:
        self.built = 0

    def __call__(self, settings: Settings, clock: Clock) -> VoiceDevices:
        self.built += 1
        return no_devices(settings, clock)


def _wait_for_reply(core: Core) -> None:
    """Bring the conversation into a voice session in which a reply is awaited."""
    core.conversations.signal(ConversationSignal.WAKE)
    core.conversations.signal(ConversationSignal.UTTERANCE)


async def test_a_restart_waits_for_the_end_of_a_voice_session(whole: Home) -> None:
    devices = Devices()
    async with switched(whole, devices=devices) as (switch, core, _events):
        await switch.restart()
        _wait_for_reply(core)
        changed = asyncio.create_task(core.commands.dispatch(VoiceChanged()))
        arrived = asyncio.create_task(switch.restart())
        await asyncio.wait({changed, arrived}, return_when=asyncio.FIRST_COMPLETED)
        assert changed.done() != arrived.done()  # one that waits is enough
        for _turn in range(10):
            await asyncio.to_thread(int)  # what it reads the settings with
        assert devices.built == 1
        assert core.conversations.state.session is VoiceSessionState.ACTIVE
        core.conversations.signal(ConversationSignal.TURN_STOPPED)
        await asyncio.gather(changed, arrived)
        assert devices.built == 2


async def test_a_voice_session_that_does_not_end_is_ended_properly(whole: Home) -> None:
    devices = Devices()
    async with switched(whole, devices=devices, patience_s=0) as (switch, core, _events):
        await switch.restart()
        _wait_for_reply(core)
        await switch.restart()
        assert devices.built == 2
        assert core.conversations.state.session is VoiceSessionState.INACTIVE


async def test_a_voice_that_is_switched_off_is_closed_at_once(whole: Home) -> None:
    devices = Devices()
    async with switched(whole, devices=devices) as (switch, core, _events):
        await switch.restart()
        _wait_for_reply(core)
        save(whole, "voice", "enabled", False)
        await core.commands.dispatch(VoiceChanged())
        assert core.conversations.state.session is VoiceSessionState.INACTIVE
        assert switch.models_in_use is None


async def test_a_restart_that_waits_gives_way_to_switching_the_voice_off(whole: Home) -> None:
    devices = Devices()
    async with switched(whole, devices=devices) as (switch, core, _events):
        await switch.restart()
        _wait_for_reply(core)
        restarting = asyncio.create_task(switch.restart())
        for _turn in range(10):
            await asyncio.to_thread(int)
        save(whole, "voice", "enabled", False)
        await core.commands.dispatch(VoiceChanged())
        await restarting
        assert switch.models_in_use is None


async def test_closing_does_not_wait_for_a_restart_that_waits(whole: Home) -> None:
    devices = Devices()
    async with switched(whole, devices=devices) as (switch, core, _events):
        await switch.restart()
        _wait_for_reply(core)
        restarting = asyncio.create_task(switch.restart())
        await asyncio.sleep(0)
        await switch.aclose()
        await restarting
        assert devices.built == 1


async def test_a_voice_that_was_closed_for_good_does_not_start_again(home: Home) -> None:
    def refuse(settings: Settings, clock: Clock) -> VoiceDevices:
        raise AssertionError("nothing is to be opened")

    async with switched(home, devices=refuse) as (switch, _core, events):
        await switch.aclose()
        await switch.restart()
    assert codes(events) == []


async def test_a_paused_voice_starts_when_it_may_go_on_and_not_before(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[Settings] = []

    def build(settings: Settings, clock: Clock) -> VoiceDevices:
        built.append(settings)
        return no_devices(settings, clock)

    monkeypatch.setattr(ModelStore, "is_present", has_everything)
    bare = replace(home, models=tmp_path / "none")
    async with switched(bare, devices=build) as (switch, core, _events):
        await switch.resume()
        assert not built, "nobody paused it"
        await switch.pause()
        await core.commands.dispatch(VoiceChanged())
        assert not built
        await switch.resume()
        await asyncio.sleep(0)
        assert len(built) == 1


@pytest.mark.parametrize("is_allowed", [False, True])
async def test_the_voice_follows_the_lock_of_the_screen(
    whole: Home, monkeypatch: pytest.MonkeyPatch, is_allowed: bool
) -> None:
    save(whole, "voice", "while_locked", is_allowed)
    told: list[bool] = []
    watching = asyncio.Event()

    class Lock:
        kind = SignKind.LOCK

        async def watch(self, tell: Callable[[bool], None]) -> None:
            tell(True)
            watching.set()
            tell(False)
            await asyncio.Event().wait()

    def set_locked(_session: VoiceSession, *, is_locked: bool) -> None:
        told.append(is_locked)

    monkeypatch.setattr(core_module, "away_signs", lambda: (Lock(),))
    monkeypatch.setattr(VoiceSession, "set_locked", set_locked)
    async with switched(whole) as (switch, core, _events):
        await switch.restart()
        if not is_allowed:
            await watching.wait()
        assert told == ([] if is_allowed else [False, True, False])
        await switch.pause()
        core.presence.begin()
        assert told == ([] if is_allowed else [False, True, False])


async def test_after_sleep_the_devices_are_opened_again(whole: Home) -> None:
    opened: list[str] = []

    class Binding(StreamSupervisor):
        def __init__(self, name: str) -> None:
            self._name = name

        @override
        def watch(self) -> None:
            """Nothing to follow."""

        @override
        def news(self) -> Sequence[DeviceEvent]:
            return ()

        @override
        def reopen(self) -> None:
            opened.append(self._name)

        @override
        def unwatch(self) -> None:
            """Nothing was followed."""

    def devices(settings: Settings, clock: Clock) -> VoiceDevices:
        return replace(
            no_devices(settings, clock),
            input_binding=Binding("microphone"),
            output_binding=Binding("speaker"),
        )

    async with switched(whole, devices=devices) as (switch, _core, _events):
        switch.machine_woke()
        await switch.restart()
        switch.machine_woke()
        assert opened == ["microphone", "speaker"]
        await switch.pause()
        switch.machine_woke()
        assert opened == ["microphone", "speaker"]
