"""Listener and player over a sound system that stalls, fails, hangs and changes its devices.

In each state of the voice loop: nothing hangs, what happened is told, and it ends with sound.
"""

import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

import numpy as np
import pytest

from assistant.voice.devices.pacers import FreePacing
from assistant.voice.devices.policy.selection import DeviceKind
from assistant.voice.devices.stream_supervisor import StreamSupervisor
from assistant.voice.devices.system import SystemInput, SystemOutput
from assistant.voice.events import (
    ClipFinished,
    ClipStarted,
    DeviceChanged,
    DeviceReason,
    InputLost,
    InputRestored,
    LevelMeasured,
    ListenerEvent,
    OutputLost,
    OutputRestored,
    PlaybackEvent,
)
from assistant.voice.listening.listener import Listener
from assistant.voice.playout.player import Player
from assistant.voice.protocols import Clip, ListeningMode
from tests.helpers.audio.fake_devices import FakeSound, Hang, nothing
from tests.helpers.audio.perception_player import build_perception
from tests.helpers.audio.signals import tone
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S

SOON_S = 0.05
"""The limit of a call that hangs; any other has as long as it needs."""
STATES = [
    pytest.param(ListeningMode.WAKE, id="idle"),
    pytest.param(ListeningMode.TURN, id="listening"),
    pytest.param(ListeningMode.BARGE_IN, id="speaking"),
]
Event = ListenerEvent | PlaybackEvent


class Stage:
    """A listener and a player on a sound of the test's own; time goes by when the test says so."""

    def __init__(
        self,
        sound: FakeSound,
        *,
        wanted: str = "",
        open_limit_s: float = PATIENCE_S,
        close_limit_s: float = PATIENCE_S,
    ) -> None:
        self.sound = sound
        self.clock = ManualClock()
        self.told: SimpleQueue[Event] = SimpleQueue()
        seats = {
            kind: StreamSupervisor(
                kind=kind,
                wanted=wanted,
                sound=sound,
                open_limit_s=open_limit_s,
                close_limit_s=close_limit_s,
            )
            for kind in DeviceKind
        }
        self.listener = Listener(
            device=SystemInput(seat=seats[DeviceKind.INPUT], sound=sound),
            build_perception=build_perception,
            judge=None,
            pacer=FreePacing(),
            clock=self.clock,
            binding=seats[DeviceKind.INPUT],
        )
        self.player = Player(
            output=SystemOutput(seat=seats[DeviceKind.OUTPUT], sound=sound),
            clock=self.clock,
            pacer=FreePacing(),
            tick_s=0.002,
            binding=seats[DeviceKind.OUTPUT],
        )
        self._clips = 0
        self._log: list[Event] = []

    def start(self, state: ListeningMode) -> None:
        self.player.start(self.told.put)
        self.listener.start(self.told.put)
        self.listener.hear(state)
        if state is ListeningMode.BARGE_IN:
            self.say(seconds=600)

    def close(self) -> None:
        """Close both; what hangs is left behind, or this would not return."""
        self.listener.stop()
        self.player.close()

    def say(self, *, seconds: float = 0.1) -> None:
        self._clips += 1
        samples = np.full(round(seconds * 16_000), 0.5, np.float32)
        self.player.play(Clip(clip_id=self._clips, text="", samples=samples, sample_rate_hz=16_000))

    def live(
        self, until: Callable[[], bool], *, seconds: float = 0.02, are_silent: bool = False
    ) -> None:
        """Let time go by until something is so; the devices work, unless they are silent."""
        end = time.monotonic() + PATIENCE_S
        while not until():
            assert time.monotonic() < end, f"nothing came of it; told: {self._log}"
            self.clock.advance(seconds)
            time.sleep(0.001)  # the threads' turn
            if are_silent:
                continue
            for microphone in self.sound.inputs:
                if microphone.is_open:
                    microphone.feed(
                        tone(660, 0.02, microphone.sample_rate_hz, 0.3), self.clock.monotonic()
                    )
            for speaker in self.sound.outputs:
                if speaker.is_open:
                    speaker.pull(0.02, self.clock.monotonic())

    def wait(self, seconds: float) -> None:
        """Let time go by without a sign of life from any device."""
        for _step in range(round(seconds / 0.25)):
            self.clock.advance(0.25)
            time.sleep(0.003)

    def was_told(self, *kinds: type[Event]) -> Callable[[], bool]:
        """Return whether each of these was told since the last time."""
        waiting = set(kinds)

        def told() -> bool:
            while True:
                try:
                    event = self.told.get_nowait()
                except Empty:
                    return not waiting
                if not isinstance(event, LevelMeasured):
                    self._log.append(event)
                waiting.discard(type(event))

        return told

    def changes(self, count: int) -> list[DeviceChanged]:
        """Wait for so many changes of device and return them."""

        def told() -> list[DeviceChanged]:
            self.was_told()()
            return [event for event in self._log if isinstance(event, DeviceChanged)]

        self.live(lambda: len(told()) >= count)
        changes = told()
        self._log.clear()
        return changes

    def take(self) -> list[Event]:
        """Return what was told, levels aside, and forget it."""
        self.was_told()()
        log, self._log = self._log, []
        return log

    def works(self) -> None:
        """Check that what is played into the room is heard, and what is said is played."""
        self.listener.hear(ListeningMode.TURN)
        heard = False

        def hears() -> bool:
            nonlocal heard
            while True:
                try:
                    event = self.told.get_nowait()
                except Empty:
                    return heard
                heard = heard or (isinstance(event, LevelMeasured) and event.dbfs > -30)

        self.live(hears)
        self.player.stop_now()
        self.say()
        self.live(self.was_told(ClipStarted))


@pytest.fixture
def sound() -> FakeSound:
    return FakeSound(inputs=("mic",), outputs=("desk",))


@pytest.fixture
def stage(sound: FakeSound) -> Iterator[Stage]:
    stage = Stage(sound)
    yield stage
    stage.close()


@pytest.fixture
def impatient(sound: FakeSound) -> Iterator[Stage]:
    """Return a stage on which an opening that hangs is soon left behind."""
    stage = Stage(sound, open_limit_s=SOON_S)
    yield stage
    stage.close()


def nothing_open(sound: FakeSound) -> bool:
    return not any(stream.is_open for stream in (*sound.inputs, *sound.outputs))


@pytest.mark.parametrize("state", STATES)
def test_devices_that_fall_silent_are_opened_again(stage: Stage, state: ListeningMode) -> None:
    stage.start(state)
    stage.changes(2)
    stage.live(stage.was_told(InputLost, OutputLost), seconds=0.25, are_silent=True)
    stage.live(stage.was_told(InputRestored, OutputRestored), seconds=0.25)
    stage.works()


@pytest.mark.parametrize("state", STATES)
def test_devices_that_end_by_themselves_are_opened_again_without_a_word(
    stage: Stage, sound: FakeSound, state: ListeningMode
) -> None:
    stage.start(state)
    stage.changes(2)
    sound.inputs[0].stop_by_itself()
    sound.outputs[0].stop_by_itself()
    stage.live(lambda: len(sound.inputs) == 2 and len(sound.outputs) == 2)
    assert not [e for e in stage.take() if isinstance(e, InputLost | OutputLost)]
    stage.works()


@pytest.mark.parametrize("state", STATES)
def test_devices_that_end_as_soon_as_they_are_open_are_lost(
    stage: Stage, sound: FakeSound, state: ListeningMode
) -> None:
    def end() -> None:
        sound.inputs[-1].stop_by_itself()
        sound.outputs[-1].stop_by_itself()

    stage.start(state)
    stage.changes(2)
    sound.on_bind = end
    end()
    stage.live(stage.was_told(InputLost, OutputLost), are_silent=True)
    sound.on_bind = nothing
    stage.live(stage.was_told(InputRestored, OutputRestored), seconds=0.25)
    stage.works()


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("stage_of_opening", ["on_find", "on_open", "on_bind"])
def test_devices_that_fail_to_open_again_are_tried_until_they_do(
    stage: Stage, sound: FakeSound, state: ListeningMode, stage_of_opening: str
) -> None:
    def fail() -> None:
        raise RuntimeError("broken")

    stage.start(state)
    stage.changes(2)
    setattr(sound, stage_of_opening, fail)
    sound.inputs[0].stop_by_itself()
    sound.outputs[0].stop_by_itself()
    stage.live(stage.was_told(InputLost, OutputLost))
    (lost,) = [event for event in stage.take() if isinstance(event, InputLost)]
    assert "broken" in lost.reason
    stage.wait(20)
    setattr(sound, stage_of_opening, lambda: None)
    stage.live(stage.was_told(InputRestored, OutputRestored), seconds=0.25)
    stage.works()


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("stage_of_opening", ["on_find", "on_open", "on_bind"])
def test_openings_that_hang_are_left_behind(
    impatient: Stage, sound: FakeSound, hang: Hang, state: ListeningMode, stage_of_opening: str
) -> None:
    stage = impatient
    stage.start(state)
    stage.changes(2)
    setattr(sound, stage_of_opening, hang)
    sound.inputs[0].stop_by_itself()
    sound.outputs[0].stop_by_itself()
    stage.live(stage.was_told(InputLost, OutputLost))
    stage.wait(5)
    setattr(sound, stage_of_opening, lambda: None)
    hang.release()
    stage.live(stage.was_told(InputRestored, OutputRestored), seconds=0.25)
    stage.works()
    # What was opened too late is closed by itself.
    stage.live(lambda: sum(one.is_open for one in (*sound.inputs, *sound.outputs)) == 2)


@pytest.mark.parametrize("state", STATES)
def test_devices_that_do_not_close_are_left_behind(
    sound: FakeSound, hang: Hang, state: ListeningMode
) -> None:
    stage = Stage(sound, close_limit_s=SOON_S)
    try:
        stage.start(state)
        stage.changes(2)
        for stream in (*sound.inputs, *sound.outputs):
            stream.on_close = hang
            stream.stop_by_itself()
        stage.live(lambda: len(sound.inputs) == 2 and len(sound.outputs) == 2)
        stage.works()
    finally:
        stage.close()


@pytest.mark.parametrize("state", STATES)
def test_closing_is_bounded_whatever_hangs(
    sound: FakeSound, hang: Hang, state: ListeningMode
) -> None:
    stage = Stage(sound, open_limit_s=3600, close_limit_s=SOON_S)
    stage.start(state)
    stage.changes(2)
    sound.on_find = sound.on_open = hang
    for stream in (*sound.inputs, *sound.outputs):
        stream.on_close = hang
        stream.stop_by_itself()
    stage.live(hang.entered.is_set)
    stage.close()
    stage.live(lambda: not {"listener", "player"} & {one.name for one in threading.enumerate()})
    stage.live(lambda: nothing_open(sound))  # what was left behind may only begin to close


@pytest.mark.parametrize("state", STATES)
def test_a_wanted_device_that_goes_and_comes_back(state: ListeningMode) -> None:
    sound = FakeSound(inputs=("mic", "usb"), outputs=("desk", "usb"))
    stage = Stage(sound, wanted="usb")
    try:
        stage.start(state)
        assert {e.reason for e in stage.changes(2)} == {DeviceReason.AS_WANTED}
        sound.plug(inputs=("mic",), outputs=("desk",))
        fallen = stage.changes(2)
        sound.plug(inputs=("mic", "usb"), outputs=("desk", "usb"))
        back = stage.changes(2)
        assert {(e.kind, e.name, e.wanted, e.reason) for e in fallen} == {
            ("input", "mic", "usb", DeviceReason.MISSING),
            ("output", "desk", "usb", DeviceReason.MISSING),
        }
        assert {(e.kind, e.name, e.reason) for e in back} == {
            ("input", "usb", DeviceReason.RETURNED),
            ("output", "usb", DeviceReason.RETURNED),
        }
        stage.works()
        assert len(sound.inputs) == len(sound.outputs) == 1  # nothing was interrupted
    finally:
        stage.close()


@pytest.mark.parametrize("state", STATES)
def test_all_devices_gone_and_one_plugged_in(
    stage: Stage, sound: FakeSound, state: ListeningMode
) -> None:
    stage.start(state)
    stage.changes(2)
    sound.plug(inputs=(), outputs=())
    stage.live(stage.was_told(InputLost, OutputLost))
    (lost,) = [event for event in stage.take() if isinstance(event, InputLost)]
    assert lost.reason == "No microphone was found."
    assert lost.hint
    stage.wait(60)
    sound.plug(inputs=("other",), outputs=("another",))
    stage.live(stage.was_told(InputRestored, OutputRestored))
    stage.works()


def test_without_devices_at_the_start_they_are_waited_for() -> None:
    sound = FakeSound()
    stage = Stage(sound)
    try:
        stage.start(ListeningMode.WAKE)
        stage.live(stage.was_told(InputLost, OutputLost))
        stage.say()  # there is nowhere to say it
        assert stage.player.is_idle
        sound.plug(inputs=("mic",), outputs=("desk",))
        stage.live(stage.was_told(InputRestored, OutputRestored))
        stage.works()
    finally:
        stage.close()


def test_what_is_being_said_goes_on_through_a_stream_opened_anew(
    stage: Stage, sound: FakeSound
) -> None:
    stage.start(ListeningMode.BARGE_IN)
    stage.live(stage.was_told(ClipStarted))
    sound.outputs[0].stop_by_itself()
    stage.live(lambda: len(sound.outputs) == 2)
    stage.live(lambda: bool(sound.outputs[1].pull(0.02).any()))
    assert not stage.player.is_idle


def test_what_is_being_said_is_dropped_and_told_where_the_rate_is_another(
    stage: Stage, sound: FakeSound
) -> None:
    stage.start(ListeningMode.BARGE_IN)
    stage.live(stage.was_told(ClipStarted))
    sound.rate_hz = 48_000
    sound.outputs[0].stop_by_itself()
    stage.live(stage.was_told(OutputLost, OutputRestored))
    assert stage.player.is_idle
    stage.works()


def test_with_nothing_to_say_another_rate_is_not_worth_a_word(
    stage: Stage, sound: FakeSound
) -> None:
    stage.start(ListeningMode.WAKE)
    stage.changes(2)
    sound.rate_hz = 48_000
    sound.outputs[0].stop_by_itself()
    sound.inputs[0].stop_by_itself()
    stage.live(lambda: len(sound.outputs) == 2 and len(sound.inputs) == 2)
    stage.works()
    assert not [e for e in stage.take() if isinstance(e, InputLost | OutputLost)]


@pytest.mark.parametrize("rate_hz", [16_000, 48_000])
@pytest.mark.parametrize("is_speaking", [False, True])
def test_what_is_said_while_the_stream_is_opened_anew_is_played(
    stage: Stage, sound: FakeSound, is_speaking: bool, rate_hz: int
) -> None:
    def say_something_else() -> None:
        sound.on_open = nothing
        stage.player.stop_now()
        stage.say()

    stage.start(ListeningMode.BARGE_IN if is_speaking else ListeningMode.WAKE)
    stage.changes(2)
    if is_speaking:
        stage.live(lambda: bool(sound.outputs[0].pull(0.02).any()))
    stage.take()
    sound.rate_hz, sound.on_open = rate_hz, say_something_else
    sound.outputs[0].stop_by_itself()
    stage.live(stage.was_told(ClipStarted, ClipFinished))
    assert not [e for e in stage.take() if isinstance(e, OutputLost | OutputRestored)]


def test_a_held_voice_stays_held_at_another_rate(stage: Stage, sound: FakeSound) -> None:
    stage.start(ListeningMode.WAKE)
    stage.changes(2)
    stage.player.hold()
    sound.rate_hz, sound.on_open = 48_000, stage.say
    sound.outputs[0].stop_by_itself()
    stage.live(lambda: len(sound.outputs) == 2 and not stage.player.is_idle)
    rounds = iter(range(50))
    stage.live(lambda: next(rounds, None) is None)
    assert not stage.player.is_idle
    stage.player.resume()
    stage.live(stage.was_told(ClipStarted, ClipFinished))


def test_a_speaker_lost_again_before_it_works_keeps_nothing_to_say(
    stage: Stage, sound: FakeSound
) -> None:
    def has_something_to_say() -> bool:
        stage.say()
        return not stage.player.is_idle

    stage.start(ListeningMode.WAKE)
    stage.changes(2)
    stage.live(stage.was_told(OutputLost), seconds=0.25, are_silent=True)
    stage.live(has_something_to_say, are_silent=True)
    sound.plug(outputs=())
    stage.live(lambda: stage.player.is_idle, are_silent=True)
