"""Microphone and speaker on a real sound server that loses its devices, and itself.

A private PulseAudio: sinks that play nowhere, whose monitors are recorded by programs that are none
of ours, and sources that hear what such programs play. Listener and player are the real ones, with a
small perception instead of models.
"""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar

import numpy as np
import pytest

from assistant.clock import SystemClock
from assistant.voice.devices.pacers import FreePacing
from assistant.voice.devices.policy.selection import DeviceKind
from assistant.voice.devices.pulse.sound_system import PulseSoundSystem
from assistant.voice.devices.system import SystemAudio
from assistant.voice.events import (
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
from tests.helpers.audio.perception_player import build_perception
from tests.helpers.audio.pulse_server import RESCUE, PulseServer, Recorder, Source, pulse_server
from tests.helpers.audio.signals import pcm16, tone
from tests.helpers.patience import PATIENCE_S

pytestmark = pytest.mark.timeout(60)

SPOKEN_HZ = 440.0
HEARD_HZ = 660.0
DESK = "module-null-sink sink_name=desk rate=48000 sink_properties=device.description=Desk"
HEADSET = "module-null-sink sink_name=headset rate=44100 sink_properties=device.description=Headset"
MOUTH = "module-null-sink sink_name=mouth rate=48000 sink_properties=device.description=Mouth"
LAPTOP = (
    "module-remap-source master=mouth.monitor source_name=laptop"
    " source_properties=device.description=Laptop"
)
STUDIO = (
    "module-remap-source master=mouth.monitor source_name=studio"
    " source_properties=device.description=Studio"
)
Event = TypeVar("Event", bound=ListenerEvent | PlaybackEvent)


@pytest.fixture
def server() -> Iterator[PulseServer]:
    """A server with two speakers and two microphones; `desk` and `laptop` are the defaults."""
    with pulse_server(*RESCUE, DESK, HEADSET, MOUTH, LAPTOP, STUDIO) as server:
        yield server


class Stage:
    """A listener and a player on one server."""

    def __init__(self, server: PulseServer, *, microphone: str = "", speaker: str = "") -> None:
        clock = SystemClock()
        audio = SystemAudio(sound=PulseSoundSystem(clock=clock, server=server.address))
        self.server = server
        self.audio = audio
        self.microphone, input_binding = audio.microphone(microphone)
        self.speaker, output_binding = audio.speaker(speaker)
        self.heard: SimpleQueue[ListenerEvent] = SimpleQueue()
        self.played: SimpleQueue[PlaybackEvent] = SimpleQueue()
        self.listener = Listener(
            device=self.microphone,
            build_perception=build_perception,
            judge=None,
            pacer=FreePacing(),
            clock=clock,
            binding=input_binding,
        )
        self.player = Player(
            output=self.speaker, clock=clock, pacer=FreePacing(), binding=output_binding
        )
        self._clips = 0

    def start(self) -> None:
        self.player.start(self.played.put)
        self.listener.start(self.heard.put)

    def close(self) -> None:
        self.listener.stop()
        self.player.close()

    def take_state(self, state: ListeningMode) -> None:
        self.listener.hear(state)
        if state is ListeningMode.BARGE_IN:
            self.say(seconds=60)

    def say(self, *, seconds: float = 0.5) -> None:
        self._clips += 1
        samples = tone(SPOKEN_HZ, seconds, 22_050, peak=0.5)
        self.player.play(Clip(clip_id=self._clips, text="", samples=samples, sample_rate_hz=22_050))

    def told_of_input(self, kind: type[Event]) -> Event:
        return next_of(self.heard, kind)

    def told_of_output(self, kind: type[Event]) -> Event:
        return next_of(self.played, kind)

    def hears(self, louder_than_dbfs: float = -40.0) -> None:
        """Wait until what is played into the microphone's room is heard."""
        for _event in range(self.heard.qsize()):
            with_no_wait(self.heard)
        next_of(self.heard, LevelMeasured, lambda level: level.dbfs > louder_than_dbfs)

    def is_heard_at(self, sink: str, *, says: bool) -> None:
        """Check that what is said comes out of a sink."""
        recorder = Recorder(self.server, sink)
        try:
            if says:
                self.say(seconds=2.5)
            assert recorder.tone_hz() == pytest.approx(SPOKEN_HZ, abs=15)
        finally:
            recorder.close()


def with_no_wait(queue: "SimpleQueue[ListenerEvent]") -> None:
    try:
        queue.get_nowait()
    except Empty:
        return


def next_of(
    queue: "SimpleQueue[ListenerEvent] | SimpleQueue[PlaybackEvent]",
    kind: type[Event],
    fits: Callable[[Event], bool] = lambda _event: True,
) -> Event:
    """Return the next event of a kind, and drop those before it."""
    while True:
        event = queue.get(timeout=PATIENCE_S)
        if isinstance(event, kind) and fits(event):
            return event


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """Sound for a microphone to hear."""
    path = tmp_path / "tone.raw"
    path.write_bytes(pcm16(tone(HEARD_HZ, 60, peak=0.5)))
    return path


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(ListeningMode.WAKE, id="idle"),
        pytest.param(ListeningMode.TURN, id="listening"),
        pytest.param(ListeningMode.BARGE_IN, id="speaking"),
    ],
)
def test_sound_survives_lost_devices_and_a_killed_server(
    server: PulseServer, room: Path, state: ListeningMode
) -> None:
    stage = Stage(server, microphone="Studio", speaker="Headset")
    source = Source(server, "mouth", room)
    is_speaking = state is ListeningMode.BARGE_IN
    try:
        stage.start()
        assert stage.told_of_input(DeviceChanged).reason is DeviceReason.AS_WANTED
        assert stage.told_of_output(DeviceChanged).reason is DeviceReason.AS_WANTED
        stage.take_state(state)
        stage.hears()
        stage.is_heard_at("headset", says=not is_speaking)

        # The speaker is pulled out and plugged in again; what is being said goes on.
        server.unload(server.module("sink_name=headset"))
        fallen = stage.told_of_output(DeviceChanged)
        assert (fallen.reason, fallen.name, fallen.wanted) == (
            DeviceReason.MISSING,
            "Desk",
            "Headset",
        )
        stage.is_heard_at("desk", says=not is_speaking)
        server.load(HEADSET)
        assert stage.told_of_output(DeviceChanged).reason is DeviceReason.RETURNED
        stage.is_heard_at("headset", says=not is_speaking)

        # The same with the microphone.
        server.unload(server.module("source_name=studio"))
        fallen = stage.told_of_input(DeviceChanged)
        assert (fallen.reason, fallen.name, fallen.wanted) == (
            DeviceReason.MISSING,
            "Laptop",
            "Studio",
        )
        stage.hears()
        server.load(STUDIO)
        assert stage.told_of_input(DeviceChanged).reason is DeviceReason.RETURNED
        stage.hears()

        # The server dies and comes back.
        server.kill()
        source.close()
        stage.told_of_input(InputLost)
        stage.told_of_output(OutputLost)
        server.start()
        source = Source(server, "mouth", room)
        stage.told_of_input(InputRestored)
        stage.told_of_output(OutputRestored)
        stage.hears()
        stage.is_heard_at("headset", says=True)
    finally:
        source.close()
        stage.close()


def test_a_server_that_answers_nobody_is_waited_for_and_keeps_nobody_from_closing(
    server: PulseServer, room: Path
) -> None:
    stage = Stage(server)
    source = Source(server, "mouth", room)
    try:
        stage.start()
        stage.hears()
        server.halt()
        stage.told_of_input(InputLost)
        stage.told_of_output(OutputLost)
        server.go_on()
        stage.told_of_input(InputRestored)
        stage.told_of_output(OutputRestored)
        stage.hears()
        stage.is_heard_at("desk", says=True)
        server.halt()
        stage.close()
        assert not {"listener", "player"} & {thread.name for thread in threading.enumerate()}
    finally:
        server.go_on()
        source.close()
        stage.close()


def test_devices_that_are_wanted_are_waited_for_at_the_start(
    server: PulseServer, room: Path
) -> None:
    server.unload(server.module("sink_name=headset"))
    server.unload(server.module("source_name=studio"))
    stage = Stage(server, microphone="studio", speaker="headset")
    source = Source(server, "mouth", room)
    try:
        stage.start()
        for event, name in (
            (stage.told_of_input(DeviceChanged), "Laptop"),
            (stage.told_of_output(DeviceChanged), "Desk"),
        ):
            assert (event.reason, event.name) == (DeviceReason.MISSING, name)
        server.load(HEADSET)
        server.load(STUDIO)
        assert stage.told_of_input(DeviceChanged).name == "Studio"
        assert stage.told_of_output(DeviceChanged).name == "Headset"
        stage.hears()
        stage.is_heard_at("headset", says=True)
    finally:
        source.close()
        stage.close()


def test_without_any_device_the_first_one_brings_the_voice_up(room: Path) -> None:
    with pulse_server(*RESCUE) as server:
        stage = Stage(server)
        try:
            stage.start()
            assert "No microphone" in stage.told_of_input(InputLost).reason
            assert "No speaker" in stage.told_of_output(OutputLost).reason
            assert stage.audio.list_devices().outputs == ()
            server.load(DESK)
            server.load(MOUTH)
            server.load(LAPTOP)
            source = Source(server, "mouth", room)
            try:
                stage.told_of_input(InputRestored)
                stage.told_of_output(OutputRestored)
                stage.hears()
                stage.is_heard_at("desk", says=True)
            finally:
                source.close()
            server.unload(server.module("source_name=laptop"))
            assert "disconnected" not in stage.told_of_input(InputLost).reason
        finally:
            stage.close()


def test_the_voice_comes_up_when_the_server_starts_late(server: PulseServer, room: Path) -> None:
    server.kill()
    stage = Stage(server)
    try:
        stage.start()
        stage.told_of_input(InputLost)
        stage.told_of_output(OutputLost)
        server.start()
        source = Source(server, "mouth", room)
        try:
            stage.told_of_input(InputRestored)
            stage.told_of_output(OutputRestored)
            stage.hears()
            stage.is_heard_at("desk", says=True)
        finally:
            source.close()
    finally:
        stage.close()


def test_devices_of_every_rate_and_number_of_channels_are_used_as_they_are(
    tmp_path: Path,
) -> None:
    formats = [(8_000, 1), (16_000, 2), (44_100, 2), (48_000, 6), (96_000, 8)]
    sinks = [
        f"module-null-sink sink_name=s{rate} rate={rate} channels={channels}"
        for rate, channels in formats
    ]
    sources = [
        f"module-remap-source master=s{rate}.monitor source_name=m{rate} rate={rate}"
        for rate, _channels in formats
    ]
    with pulse_server(*sinks, *sources) as server:
        stages = [
            Stage(server, microphone=f"m{rate}", speaker=f"s{rate}") for rate, _channels in formats
        ]
        try:
            for stage in stages:
                stage.start()
            for stage, (rate, _channels) in zip(stages, formats, strict=True):
                assert stage.speaker.sample_rate_hz == rate
                assert stage.microphone.sample_rate_hz == rate
                stage.say(seconds=20)
            for stage, (rate, _channels) in zip(stages, formats, strict=True):
                stage.hears()  # the microphone is the monitor of the speaker
                stage.is_heard_at(f"s{rate}", says=False)
        finally:
            for stage in stages:
                stage.close()


def test_the_latency_is_what_the_server_measures(server: PulseServer) -> None:
    """From the moment a clip begins by the player's word to its sound at the sink's monitor."""
    stage = Stage(server)
    try:
        stage.start()
        stage.say(seconds=0.2)
        stage.is_heard_at("desk", says=True)
        assert 0.03 <= stage.speaker.latency_s <= 0.15
    finally:
        stage.close()


def test_opening_and_closing_leaves_nothing_behind(server: PulseServer) -> None:
    clock = SystemClock()
    audio = SystemAudio(sound=PulseSoundSystem(clock=clock, server=server.address))
    threads = threading.active_count()
    descriptors = len(list(Path("/proc/self/fd").iterdir()))

    def fill(out: np.ndarray[tuple[int], np.dtype[np.float32]], _at: float) -> None:
        out[:] = 0.0

    for _time in range(15):
        microphone, hears = audio.microphone("")
        speaker, speaks = audio.speaker("")
        hears.watch()
        speaks.watch()
        microphone.open(lambda _samples, _at: None, on_end=lambda _at: None)
        speaker.open(fill, on_lost=lambda _reason: None)
        microphone.close()
        speaker.close()
        hears.unwatch()
        speaks.unwatch()
    for thread in threading.enumerate():
        if thread.name == "pulse-watch":
            thread.join(PATIENCE_S)
    assert threading.active_count() <= threads
    assert len(list(Path("/proc/self/fd").iterdir())) <= descriptors + 2
    assert len(audio.list_devices().of(DeviceKind.OUTPUT)) == 3
