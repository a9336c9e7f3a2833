"""Timers that ring, by the second: what is heard, and what is done about it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from assistant.errors import ModelLoadError
from assistant.protocol.timers import RingingStopped, TimerRang
from assistant.timer import Timer, TimerKind
from assistant.voice.protocols import ListeningMode
from assistant.voice.ringing.alarm_ringer import DUCKED
from tests.helpers.voice.fakes import FakeSynthesiser, FakeTranscriber
from tests.helpers.voice.session_harness import VoiceHarness

DUE = datetime(2026, 2, 19, 10, 0, tzinfo=UTC)
pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


def timer(timer_id: str = "t", label: str = "pasta", kind: TimerKind = TimerKind.TIMER) -> Timer:
    return Timer(
        timer_id=timer_id,
        kind=kind,
        label=label,
        due_at=DUE,
        zone="UTC",
        ringing_since=DUE,
    )


@dataclass
class Desk:
    """Implements `AlarmControl`: silences at once, and tells it as the timers do."""

    ringing: list[Timer] = field(default_factory=list[Timer])
    done: list[str | float | None] = field(default_factory=list["str | float | None"])
    tell: Callable[[RingingStopped], None] = lambda _event: None

    def stop_soon(self) -> None:
        self.done.append("stop")
        self._silence()

    def snooze_soon(self, seconds: float | None) -> None:
        self.done.append(seconds)
        self._silence()

    def _silence(self) -> None:
        gone, self.ringing = self.ringing, []
        for entry in gone:
            self.tell(RingingStopped(timer_id=entry.timer_id))


@asynccontextmanager
async def on_stage(*ringing: Timer, **parts: Any) -> AsyncGenerator[tuple[VoiceHarness, Desk]]:
    """Run a stage, and return who keeps its timers."""
    desk = Desk(list(ringing))
    stage = VoiceHarness(ring_desk=desk, wake_phrases=("hey_jarvis",), **parts)
    desk.tell = stage.talk.emit
    async with stage.running():
        yield stage, desk


async def ring(stage: VoiceHarness, desk: Desk, *entries: Timer) -> None:
    for entry in entries or (timer(),):
        desk.ringing.append(entry)
        stage.talk.emit(TimerRang(timer=entry))
    await stage.wait(0.5)


@asynccontextmanager
async def something_ringing() -> AsyncGenerator[tuple[VoiceHarness, Desk]]:
    """A stage on which a timer rings, and who keeps it."""
    async with on_stage() as (stage, desk):
        await ring(stage, desk)
        yield stage, desk


def heard(stage: VoiceHarness) -> Sequence[ListeningMode]:
    return [hearing for hearing, _ in stage.listener.orders]


async def test_it_rings_with_what_it_is_for() -> None:
    async with on_stage() as (stage, desk):
        await ring(stage, desk, timer(kind=TimerKind.REMINDER, label="call mum"))
        assert stage.player.ringing is not None
        assert stage.synthesiser.said == ["Reminder: call mum"]
        assert len(stage.player.rings) == 1
        assert stage.talk.said == []
        assert stage.state == "idle/inactive"


async def test_without_a_label_nothing_is_said() -> None:
    async with on_stage() as (stage, desk):
        await ring(stage, desk, timer(label=""))
        assert stage.player.ringing is not None
        assert stage.synthesiser.said == []


async def test_the_tone_does_not_wait_long_for_the_words() -> None:
    async with on_stage(synthesiser=FakeSynthesiser(seconds=4)) as (stage, desk):
        began = stage.t
        await ring(stage, desk)
        await stage.wait(5)
        (plain_at, plain), (words_at, words) = stage.player.rings
        assert stage.second(plain_at) - began == pytest.approx(1.0)
        assert stage.second(words_at) - began == pytest.approx(4.0)
        assert words.size > plain.size


@pytest.mark.parametrize("part", ["voice", "tones"])
async def test_it_rings_without_a_voice_that_works_and_with_tones_switched_off(part: str) -> None:
    broken = FakeSynthesiser(error=ModelLoadError("no voice"))
    parts = {"synthesiser": broken} if part == "voice" else {"earcons": False}
    async with on_stage(**parts) as (stage, desk):
        await ring(stage, desk)
        assert stage.player.ringing is not None


async def test_what_was_missed_does_not_ring() -> None:
    async with on_stage() as (stage, _desk):
        stage.talk.emit(TimerRang(timer=timer(), was_missed=True))
        await stage.wait(1)
        assert stage.player.ringing is None
        assert heard(stage) == []


async def test_what_rings_already_rings_from_the_start_of_the_voice() -> None:
    async with on_stage(timer()) as (stage, _desk):
        await stage.wait(0.5)
        assert stage.player.ringing is not None
        assert stage.listener.hearing is ListeningMode.BARGE_IN


async def test_stopped_elsewhere_it_is_silent() -> None:
    async with something_ringing() as (stage, desk):
        desk.stop_soon()
        await stage.wait(0)
        assert stage.player.ringing is None
        assert stage.listener.hearing is ListeningMode.WAKE


async def test_of_two_that_ring_the_other_goes_on() -> None:
    async with on_stage() as (stage, desk):
        await ring(stage, desk, timer("a"), timer("b", "eggs"))
        stage.talk.emit(RingingStopped(timer_id="a"))
        await stage.wait(0.5)
        assert stage.player.ringing is not None
        stage.talk.emit(RingingStopped(timer_id="b"))
        await stage.wait(0)
        assert stage.player.ringing is None


# What is said to it.


@pytest.mark.parametrize(
    ("text", "done", "state"),
    [
        *((text, "stop", "idle/inactive") for text in ("Stop!", "그만", "停")),
        *(
            pytest.param(text, None, "idle/inactive", id=f"not meant for it: {text}")
            for text in ("we should call your mother", "yes", "", "Timer: pasta")
        ),
        pytest.param(None, None, "idle/inactive", id="a cough"),
        pytest.param("Hey Jarvis", None, "listening/active", id="a call"),
    ],
)
async def test_a_word_stops_it_without_a_wake_word_and_without_the_model(
    text: str | None, done: str | None, state: str
) -> None:
    async with something_ringing() as (stage, desk):
        stage.listener.suspect()
        await stage.wait(0)
        assert stage.player.ring_volume == DUCKED
        await stage.wait(0.3)
        stage.listener.withdraw(text)
        await stage.wait(0.5)
        assert desk.done == ([] if done is None else [done])
        assert (stage.player.ringing is None) is (done is not None)
        assert (stage.talk.said, stage.talk.prepared) == ([], [])
        assert stage.state == state
        if state == "idle/inactive":
            assert stage.path == []  # the conversation never woke
            assert stage.player.ring_volume == 1.0
        assert stage.transcriber.heard == ([] if text is None else [text])


@pytest.mark.parametrize(
    ("text", "done"),
    [("Snooze for ten minutes, please.", 600.0), ("Hey Jarvis, stop.", "stop")],
)
async def test_more_words_are_heard_to_their_end(text: str, done: str | float) -> None:
    async with something_ringing() as (stage, desk):
        stage.listener.suspect()
        await stage.wait(0.5)
        stage.listener.begin()  # longer than a word
        await stage.wait(0.5)
        assert stage.listener.hearing is ListeningMode.TURN
        assert stage.listener.since is not None
        stage.listener.pause(text)
        await stage.wait(0.5)
        assert desk.done == [done]
        assert stage.player.ringing is None
        assert (stage.talk.said, stage.path) == ([], [])
        assert stage.listener.hearing is ListeningMode.WAKE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("we were just talking about the dinner", []),
        ("Hey Jarvis, what time is it?", [("What time is it?", True)]),
    ],
)
async def test_the_end_of_a_turn_does_not_transcribe_its_pause_again(
    text: str, said: list[tuple[str, bool]]
) -> None:
    async with something_ringing() as (stage, desk):
        stage.listener.suspect()
        stage.listener.begin()
        await stage.wait(0.2)
        await stage.say(text)
        await stage.wait(0.5)
        assert stage.transcriber.heard == [text]
        assert len(stage.listener.readings) == 1
        assert (stage.talk.said, desk.done) == (said, [])


async def test_the_wake_word_then_stop() -> None:
    async with something_ringing() as (stage, desk):
        stage.listener.wake()
        await stage.wait(0.2)
        assert stage.state == "listening/active"
        assert stage.player.ring_volume == DUCKED
        await stage.say("Stop.")
        await stage.wait(0.6)
        assert desk.done == ["stop"]
        assert stage.player.ringing is None
        assert (stage.talk.said, stage.talk.prepared) == ([], [])
        assert stage.state == "idle/inactive"


async def test_in_a_conversation_stop_stops_it_and_the_conversation_goes_on() -> None:
    async with on_stage() as (stage, desk):
        await stage.wake_and_say("what time is it")
        stage.talk.answer("It is ten.")
        await stage.until_state("listening/active")
        await ring(stage, desk)
        assert stage.player.ring_volume == DUCKED
        stage.listener.begin()
        stage.listener.pause("turn it off")  # that is enough: its end is not waited for
        await stage.wait(0.6)
        assert desk.done == ["stop"]
        assert [text for text, _spoken in stage.talk.said] == ["what time is it"]
        assert stage.state == "listening/active"
        assert stage.listener.hearing is ListeningMode.TURN


async def test_stop_over_a_reply_silences_both() -> None:
    async with on_stage() as (stage, desk):
        await stage.wake_and_say("tell me a story")
        stage.talk.answer("Once upon a time there was a very long story about a king.")
        await stage.until_state("speaking/active")
        await ring(stage, desk)
        assert stage.player.ring_volume == DUCKED
        stage.listener.suspect()
        stage.listener.go_on()
        await stage.wait(0.3)
        stage.listener.withdraw("Stop!")
        await stage.wait(0.5)
        stage.listener.pause("Stop!")
        await stage.wait(1)
        assert desk.done == ["stop"]
        assert stage.player.ringing is None
        assert len(stage.talk.said) == 1


async def test_after_it_was_stopped_stop_is_an_ordinary_word() -> None:
    async with something_ringing() as (stage, desk):
        desk.stop_soon()
        await stage.wake_and_say("stop the timer")
        assert stage.talk.said == [("stop the timer", True)]


async def test_while_a_reply_is_made_it_is_heard_too() -> None:
    async with on_stage() as (stage, desk):
        await stage.wake_and_say("what time is it")
        assert stage.state == "streaming/active"
        await ring(stage, desk)
        stage.listener.suspect()
        await stage.wait(0.2)
        stage.listener.withdraw("stop")
        await stage.wait(0.5)
        assert desk.done == ["stop"]
        assert stage.talk.stopped == []
        assert stage.state == "streaming/active"


async def test_with_push_to_talk_nothing_is_listened_to_that_was_not_announced() -> None:
    async with on_stage(push_to_talk=True) as (stage, desk):
        await ring(stage, desk)
        assert stage.player.ringing is not None
        assert ListeningMode.BARGE_IN not in heard(stage)


async def test_without_a_recogniser_that_works_it_goes_on_ringing() -> None:
    broken = FakeTranscriber(error=ModelLoadError("no model"))
    async with on_stage(transcriber=broken) as (stage, desk):
        await ring(stage, desk)
        stage.listener.suspect()
        stage.listener.withdraw("stop")
        await stage.wait(0.5)
        assert desk.done == []
        assert stage.player.ringing is not None


async def test_a_label_that_would_stop_it_is_not_said() -> None:
    async with on_stage() as (stage, desk):
        await ring(stage, desk, timer(label="stop"), timer("b", "pasta"))
        assert stage.synthesiser.said == ["Timer: pasta"]


async def test_nothing_is_left_running_when_the_voice_closes_while_it_rings() -> None:
    before = asyncio.all_tasks()
    async with on_stage(synthesiser=FakeSynthesiser(seconds=9)) as (stage, desk):
        await ring(stage, desk)
    await asyncio.sleep(0.1)
    assert asyncio.all_tasks() == before
