"""What is heavy loads one at a time, and not while somebody waits for a first word."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Literal

import pytest
from typing_extensions import override

from assistant.assembly.voice.voice_loop import VoiceDevices, VoiceModels, open_voice
from assistant.clock import SystemClock
from assistant.engine.startup_loader import (
    MAX_WAIT_FOR_REPLY_S,
    LoadQueue,
    load_all,
    warm_up_on_wake,
)
from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.llm.messages_api.model_client import Profile
from assistant.protocol.conversation import Say
from assistant.protocol.conversation_state import ConversationSignal
from assistant.protocol.events import EngineEvent
from assistant.protocol.turns import (
    RequestSent,
    TextDelta,
    ThinkingDelta,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.voice.devices.pacers import FreePacing
from assistant.voice.session.voice_session import VoiceSession
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.voice.fakes import FakeSynthesiser, FakeTranscriber

STARTED = TurnStarted(turn_id="t", text="Hello", spoken=False)


class Loads:
    """Loads under way in a `LoadQueue`, by name."""

    def __init__(self, loading: LoadQueue) -> None:
        self._loading = loading
        self.begun: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str) -> None:
        """Let these ask to load, in this order."""
        for name in names:
            self._ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._load(name))
            await asyncio.sleep(0)

    async def end(self, name: str) -> None:
        """Let this one be loaded."""
        self._ends[name].set()
        await settle()

    async def aclose(self) -> None:
        """End all."""
        for task in self.tasks.values():
            task.cancel()
        await asyncio.wait(self.tasks.values())

    async def _load(self, name: str) -> None:
        async with self._loading.turn():
            self.begun.append(name)
            await self._ends[name].wait()


@asynccontextmanager
async def loads(loading: LoadQueue, *names: str) -> AsyncGenerator[Loads]:
    """Let these ask to load."""
    asking = Loads(loading)
    await asking.ask(*names)
    await settle()
    try:
        yield asking
    finally:
        await asking.aclose()


async def nothing_typed() -> None:
    """Nothing was, before the core stood."""


async def settle() -> None:
    """Let everything happen that is due."""
    for _turn in range(10):
        await asyncio.sleep(0)


@pytest.mark.looptime
async def test_one_loads_after_the_other_in_the_order_of_asking() -> None:
    async with loads(LoadQueue(), "a", "b", "c") as asking:
        assert asking.begun == ["a"]
        await asking.end("a")
        assert asking.begun == ["a", "b"]
        asking.tasks["b"].cancel()
        await settle()
        assert asking.begun == ["a", "b", "c"]


@pytest.mark.looptime
@pytest.mark.parametrize(
    "event",
    [
        TextDelta(turn_id="t", text="He"),
        ThinkingDelta(turn_id="t", text="Hm"),
        ToolStarted(turn_id="t", tool_use_id="c", name="clock", arguments="{}"),
        TurnFinished(turn_id="t", text="", stop_reason="end_turn", spoken=False),
        TurnFailed(turn_id="t", text="", reason="Gone"),
    ],
)
async def test_none_begins_before_the_reply_does(event: EngineEvent) -> None:
    loading = LoadQueue()
    loading.on_event(STARTED)
    async with loads(loading, "a") as asking:
        loading.on_event(RequestSent(turn_id="t"))
        await asyncio.sleep(MAX_WAIT_FOR_REPLY_S / 2)
        assert asking.begun == []
        loading.on_event(event)
        await settle()
        assert asking.begun == ["a"]


@pytest.mark.looptime
async def test_what_loads_already_is_not_held_up_but_the_next_is() -> None:
    loading = LoadQueue()
    async with loads(loading, "a", "b") as asking:
        loading.on_event(STARTED)
        await asking.end("a")
        assert asking.begun == ["a"]
        loading.on_event(TextDelta(turn_id="t", text="He"))
        await settle()
        assert asking.begun == ["a", "b"]


@pytest.mark.looptime
async def test_a_service_that_says_nothing_does_not_keep_the_voice_away() -> None:
    loading = LoadQueue()
    loading.on_event(STARTED)
    async with loads(loading, "a") as asking:
        await asyncio.sleep(MAX_WAIT_FOR_REPLY_S - 0.1)
        assert asking.begun == []
        await asyncio.sleep(0.2)
        assert asking.begun == ["a"]


class WarmTranscriber(FakeTranscriber):
    """Notes that it was warmed up."""

    is_warm = False

    @override
    async def warm_up(self) -> None:
        """Note it."""
        self.is_warm = True


class ColdModel(ScriptedModel):
    """A model that cannot be warmed up."""

    @override
    async def warm_up(self) -> None:
        raise ProviderError("Gone", category=ErrorCategory.CONNECTIVITY, hint="")


@asynccontextmanager
async def voiced(
    home: Home, transcriber: FakeTranscriber, loading: LoadQueue
) -> AsyncGenerator[VoiceSession]:
    """Run a voice without sound on a core."""
    clock = SystemClock()
    devices = VoiceDevices(input=None, output=None, pacer=FreePacing(), clock=clock)
    models = VoiceModels(transcriber=transcriber, synthesiser=FakeSynthesiser())
    async with (
        opened(home) as running,
        open_voice(running.core, devices, models=models, loading=loading) as session,
    ):
        yield session


async def test_the_voice_warms_up_when_its_turn_has_come(home: Home) -> None:
    loading, transcriber = LoadQueue(), WarmTranscriber()
    loading.on_event(STARTED)
    async with voiced(home, transcriber, loading):
        await settle()
        assert not transcriber.is_warm
        loading.on_event(TextDelta(turn_id="t", text="He"))
        await settle()
        assert transcriber.is_warm


async def test_the_voice_closes_while_it_waits_for_its_turn(home: Home) -> None:
    loading = LoadQueue(patience_s=3600)
    loading.on_event(STARTED)
    async with asyncio.timeout(20):
        async with voiced(home, FakeTranscriber(), loading):
            await settle()
    loading.on_event(TextDelta(turn_id="t", text="He"))
    async with loads(loading, "the next") as asking:  # nothing was left behind in the queue
        assert asking.begun == ["the next"]


async def test_the_ear_opens_first_and_the_recogniser_loads_last(home: Home) -> None:
    order: list[str] = []
    loading = LoadQueue()
    recogniser: list[asyncio.Task[None]] = []

    async def load_recogniser() -> None:
        async with loading.turn():
            order.append("recogniser")

    async def start_voice() -> None:
        recogniser.append(asyncio.create_task(load_recogniser()))
        await asyncio.sleep(0)
        order.append("ear")

    async with opened(home) as running:
        await load_all(
            running.core, start_voice=start_voice, loading=loading, words_taken=nothing_typed
        )
        assert order == ["ear", "recogniser"]


async def test_the_ear_waits_for_the_request_of_a_message_and_not_for_its_reply() -> None:
    loading = LoadQueue(patience_s=3600)
    loading.on_event(STARTED)
    waiting = asyncio.create_task(loading.requests_sent())
    await settle()
    assert not waiting.done()
    loading.on_event(RequestSent(turn_id="t"))
    async with asyncio.timeout(20):
        await waiting


@pytest.mark.parametrize(
    "end",
    [
        TurnFinished(turn_id="t", text="", stop_reason="end_turn", spoken=False),
        TurnFailed(turn_id="t", text="", reason="Gone"),
    ],
)
async def test_a_turn_that_ends_before_it_sent_anything_keeps_no_ear_waiting(
    end: EngineEvent,
) -> None:
    loading = LoadQueue(patience_s=3600)
    loading.on_event(STARTED)
    loading.on_event(end)
    async with asyncio.timeout(20):
        await loading.requests_sent()


async def test_what_was_typed_first_goes_before_the_ear(home: Home) -> None:
    order: list[str] = []
    loading = LoadQueue(patience_s=3600)

    async def start_voice() -> None:
        order.append("ear")

    async with opened(home, ScriptedModel([says("Ten.")])) as running, asyncio.timeout(20):
        core = running.core
        core.subscribe(loading.on_event)
        core.subscribe(lambda event: order.append(type(event).__name__))
        saying = asyncio.create_task(running.do(Say(text="What time is it?")))
        load = load_all(core, start_voice=start_voice, loading=loading, words_taken=lambda: saying)
        await load
        await running.until(TurnFinished)
    assert order.index("TurnStarted") < order.index("RequestSent") < order.index("ear")


class SlowlyMade(ScriptedModel):
    """A model whose connection takes a while to be made."""

    def __init__(self, order: list[str], *, name: Literal["local", "starter"]) -> None:
        super().__init__([], profile=Profile(name=name, model="m"))
        self._order = order

    @override
    async def warm_up(self) -> None:
        await asyncio.sleep(0)
        self._order.append("connection")


@pytest.mark.parametrize(
    ("name", "expected"), [("local", ["connection", "ear"]), ("starter", ["ear"])]
)
async def test_the_ear_waits_for_what_sends_a_request_in_this_process(
    home: Home, name: Literal["local", "starter"], expected: list[str]
) -> None:
    order: list[str] = []

    async def start_voice() -> None:
        order.append("ear")

    async with opened(home, SlowlyMade(order, name=name)) as running:
        await load_all(
            running.core, start_voice=start_voice, loading=LoadQueue(), words_taken=nothing_typed
        )
    assert order == expected


@pytest.mark.looptime
async def test_words_that_are_never_taken_keep_the_ear_no_longer_than_any_load() -> None:
    began = asyncio.get_running_loop().time()
    await LoadQueue().patiently(asyncio.Event().wait())
    assert asyncio.get_running_loop().time() - began == MAX_WAIT_FOR_REPLY_S


async def test_a_voice_that_does_not_start_keeps_nothing_else_from_loading(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    loading = LoadQueue()

    async def start_voice() -> None:
        raise OSError("no sound")

    async with opened(home) as running:
        await load_all(
            running.core, start_voice=start_voice, loading=loading, words_taken=nothing_typed
        )
        async with loads(loading, "the next") as asking:
            assert asking.begun == ["the next"]
    assert "Task voice failed" in caplog.messages


@pytest.mark.looptime
async def test_a_sound_system_that_does_not_answer_keeps_nothing_else_from_loading(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.engine.startup_loader.MAX_WAIT_FOR_VOICE_S", 0.01)
    loading = LoadQueue()

    async def start_voice() -> None:
        await asyncio.Event().wait()

    async with opened(home) as running:
        await load_all(
            running.core, start_voice=start_voice, loading=loading, words_taken=nothing_typed
        )
        async with loads(loading, "the next") as asking:
            assert asking.begun == ["the next"]


async def test_it_is_over_when_nobody_asks_any_more() -> None:
    loading = LoadQueue()
    await loading.over()
    async with loads(loading, "a", "b") as asking:
        over = asyncio.create_task(loading.over())
        await asking.end("a")
        assert not over.done()
        await asking.ask("c")
        await asking.end("b")
        assert not over.done()
        await asking.end("c")
        assert over.done()


async def test_the_model_is_made_ready_as_soon_as_it_is_known(home: Home) -> None:
    async with opened(home, warms_up=True) as running:
        await settle()
        assert running.model.is_warm
    async with opened(home) as running:
        await settle()
        assert not running.model.is_warm


async def test_a_model_that_cannot_be_warmed_up_keeps_nothing_from_starting(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with opened(home, ColdModel(), warms_up=True):
        await settle()
    assert "The model is not warm: Gone" in caplog.messages
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


class CountingModel(ScriptedModel):
    """Counts how often it was warmed up."""

    warmed = 0

    @override
    async def warm_up(self) -> None:
        self.warmed += 1


async def test_a_model_is_made_ready_when_a_session_begins_and_not_within_it(home: Home) -> None:
    model = CountingModel([says("Ten.")])
    async with opened(home, model) as running:
        talk = running.core.conversations
        running.core.subscribe(warm_up_on_wake(running.core))
        talk.signal(ConversationSignal.WAKE)
        await settle()
        assert model.warmed == 1
        await talk.say("what time is it", spoken=True)
        await running.until(TurnFinished)
        await settle()
        assert model.warmed == 1
        talk.signal(ConversationSignal.MIC_OFF)
        talk.signal(ConversationSignal.WAKE)
        await settle()
        assert model.warmed == 2


async def test_the_voice_makes_it_ready_as_long_as_it_is_open(home: Home) -> None:
    model = CountingModel()
    devices = VoiceDevices(input=None, output=None, pacer=FreePacing(), clock=SystemClock())
    models = VoiceModels(transcriber=FakeTranscriber(), synthesiser=FakeSynthesiser())
    async with opened(home, model) as running:
        talk = running.core.conversations
        async with open_voice(running.core, devices, models=models):
            talk.signal(ConversationSignal.WAKE)
            await settle()
            assert model.warmed == 1
        if talk.current.accepts(ConversationSignal.MIC_OFF):
            talk.signal(ConversationSignal.MIC_OFF)
        talk.signal(ConversationSignal.WAKE)
        await settle()
        assert model.warmed == 1
