"""Questions that nobody answers, in a whole core: which steps there are, and what carries them out."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from assistant.assembly import core as assembly_core
from assistant.assembly.escalation import alert_rules, question_steps
from assistant.assembly.voice.voice_loop import VoiceDevices, VoiceModels, open_voice
from assistant.clock import SystemClock
from assistant.escalation.step import Step
from assistant.home import Home
from assistant.protocol.questions import QuestionRose
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Channel, Origin
from assistant.settings import save
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.simulated_room import RoomPace, SimulatedRoom
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.questions.builders import question_set
from tests.helpers.voice.fakes import FakeSynthesiser, FakeTranscriber

NOTIFICATION, SPOKEN, PHONE = Step


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this machine's desktop tell nothing."""

    async def unknown() -> float | None:
        return None

    monkeypatch.setattr(assembly_core, "away_signs", tuple)
    monkeypatch.setattr(assembly_core, "idle_s", unknown)


@asynccontextmanager
async def asked(running: RunningCore) -> AsyncGenerator[None]:
    """Have a program ask, and nobody answer."""
    desk = running.core.desk
    origin = Origin(channel=Channel.API, conversation_id="of a program")
    asking = asyncio.create_task(desk.ask(question_set(id="set1"), origin))
    await running.until_asked()
    yield
    await desk.cancel(questions_id="set1")
    await asking


def rose(running: RunningCore) -> list[Step]:
    return [one.step for one in running.of(QuestionRose)]


async def test_a_question_is_notified_of_at_once_and_once_over_a_restart(home: Home) -> None:
    origin = Origin(channel=Channel.DESKTOP, conversation_id="c")
    async with opened(home) as running:
        opening = await running.core.desk.open(question_set(id="set1"), origin)
        await running.until(QuestionRose)
        assert rose(running) == [NOTIFICATION]
        await running.settle()
        assert opening is not None
    async with opened(home) as running:
        await running.settle()
        assert running.core.escalation.has_taken("set1", NOTIFICATION)
        assert rose(running) == []
        await running.core.desk.cancel(questions_id="set1")


async def test_it_is_said_once_a_voice_is_open(home: Home) -> None:
    save(home, "escalation", "notify_after_s", -1)
    save(home, "escalation", "speak_after_s", 0)
    room = SimulatedRoom(
        acoustics=RoomAcoustics(),
        clock=SystemClock(),
        pace=RoomPace.STEPPED,
        output_rate_hz=32_000,
        is_recorded=False,
    )
    devices = VoiceDevices(
        input=None,
        output=room.output,
        pacer=room.pacer,
        clock=SystemClock(),
        is_watched=False,
    )
    models = VoiceModels(transcriber=FakeTranscriber(), synthesiser=FakeSynthesiser())
    async with opened(home) as running, asked(running):
        await running.settle()
        assert rose(running) == []
        async with open_voice(running.core, devices, models=models):
            await running.until(QuestionRose)
            assert rose(running) == [SPOKEN]


async def test_the_steps_are_those_that_are_set_and_an_agent_s_own_go_first(home: Home) -> None:
    save(home, "escalation", "speak_after_s", 60)
    save(home, "escalation", "phone_after_s", 300)
    save(home, "coding_agents", "attention_exceptions", "codex = silent phone 1")
    async with opened(home) as running:
        own = question_set()
        codex = own.model_copy(update={"asker": Asker(agent="Codex")})
        assert question_steps(running.core, own) == {NOTIFICATION: 0, SPOKEN: 60, PHONE: 300}
        assert question_steps(running.core, codex) == {NOTIFICATION: 0, PHONE: 60}
        assert not alert_rules(running.core).is_hushed
