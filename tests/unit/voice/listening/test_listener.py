import gc
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import Any, cast

import numpy as np
import pytest
from typing_extensions import override

from assistant.clock import SystemClock
from assistant.errors import DeviceError, ModelLoadError
from assistant.voice.detectors.smart_turn import TurnJudge
from assistant.voice.devices.files.file_pair import FilePair
from assistant.voice.devices.pacers import FreePacing, HeldPacing
from assistant.voice.devices.protocols import Pacer
from assistant.voice.events import (
    InputEnded,
    InputLost,
    InputRestored,
    LevelMeasured,
    ListenerEvent,
    NoSpeech,
    Samples,
    TurnEnded,
    VoicePaused,
    VoiceProgressed,
    VoiceStarted,
    WakeHeard,
)
from assistant.voice.listening.echo_canceller import EchoCancelledAudio, EchoCanceller
from assistant.voice.listening.listener import QUEUE_BLOCKS, Ask, Listener
from assistant.voice.listening.perception import Perception
from assistant.voice.protocols import AudioInput, ListeningMode
from assistant.voice.turn_taking.text_completeness import PauseReading, TextCompleteness
from tests.helpers.audio.perception_player import build_perception
from tests.helpers.audio.signals import (
    InMemoryInput,
    call,
    pcm16,
    silence,
    speech,
    tone,
    write_wav,
)
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S


class SureJudge(TurnJudge):
    """Says at once that every sentence is finished."""

    def __init__(self) -> None: ...

    @override
    def judge(self, audio: Samples, done: Callable[[float | None], None]) -> None:
        done(0.99)


class Heard:
    """What a listener delivers, levels and progress aside."""

    def __init__(self) -> None:
        self._events: SimpleQueue[ListenerEvent] = SimpleQueue()
        self.levels = 0
        self.progressed = 0

    def __call__(self, event: ListenerEvent) -> None:
        if isinstance(event, LevelMeasured):
            self.levels += 1
        elif isinstance(event, VoiceProgressed):
            self.progressed += 1
        else:
            self._events.put(event)

    def next(self) -> ListenerEvent:
        return self._events.get(timeout=PATIENCE_S)


def make_listener(
    device: InMemoryInput,
    build: Callable[[Ask | None], Perception] = build_perception,
    *,
    judge: TurnJudge | None = None,
    pacer: Pacer | None = None,
    clock: ManualClock | None = None,
    echo: EchoCanceller | None = None,
) -> Listener:
    return Listener(
        device=device,
        build_perception=build,
        judge=judge,
        pacer=pacer or FreePacing(),
        clock=clock or ManualClock(),
        echo=echo,
    )


def wait_for_blocks(listener: Listener, count: int) -> None:
    for _attempt in range(1_000):
        if listener.stats.blocks >= count:
            return
        time.sleep(0.01)
    raise AssertionError(f"{listener.stats} after ten seconds")


class Bench:
    """A listener over a microphone in memory, on a clock that stands still."""

    def __init__(self, judge: TurnJudge | None = None, pacer: Pacer | None = None) -> None:
        self.device = InMemoryInput()
        self.clock = ManualClock()
        self.heard = Heard()
        self.listener = make_listener(self.device, judge=judge, pacer=pacer, clock=self.clock)

    def feed(self, *parts: Samples) -> None:
        samples = np.concatenate(parts)
        for first in range(0, len(samples), 320):
            self.clock.advance(0.02)
            self.device.feed(samples[first : first + 320], self.clock.monotonic())

    def wait_for_blocks(self, count: int) -> None:
        wait_for_blocks(self.listener, count)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench(SureJudge())
    bench.listener.start(bench.heard)
    yield bench
    bench.listener.stop()


def test_what_the_words_look_like_reaches_the_turn() -> None:
    device, heard, clock = InMemoryInput(), Heard(), ManualClock()
    listener = make_listener(
        device, partial(build_perception, has_reader=True), judge=SureJudge(), clock=clock
    )
    listener.read(1, PauseReading(TextCompleteness.FINISHED))  # not running: nothing happens
    listener.start(heard)
    try:
        listener.hear(ListeningMode.TURN, no_speech_after_s=5.0)
        samples = np.concatenate((speech(1.0), silence(0.5)))
        for first in range(0, len(samples), 320):
            clock.advance(0.02)
            device.feed(samples[first : first + 320], clock.monotonic())
        assert isinstance(heard.next(), VoiceStarted)
        paused = heard.next()
        assert isinstance(paused, VoicePaused)
        listener.read(paused.pause_id, PauseReading(TextCompleteness.FINISHED))
        ended = heard.next()
        assert isinstance(ended, TurnEnded)
        assert ended.pause_id == paused.pause_id
    finally:
        listener.stop()


def test_from_a_call_to_the_end_of_the_turn(bench: Bench) -> None:
    listening: AudioInput = bench.listener
    bench.feed(silence(2), call(), silence(0.2))
    assert isinstance(bench.heard.next(), WakeHeard)
    listening.hear(ListeningMode.TURN, no_speech_after_s=5)
    request = speech(1)
    bench.feed(silence(0.5), request, silence(0.3))
    kinds = [type(bench.heard.next()).__name__ for _event in range(3)]
    assert kinds == ["VoiceStarted", "VoicePaused", "TurnEnded"]
    assert bench.heard.levels > 10


def test_events_are_delivered_on_the_listener_thread(bench: Bench) -> None:
    names: SimpleQueue[str] = SimpleQueue()
    bench.listener.stop()
    bench.listener.start(lambda _event: names.put(threading.current_thread().name))
    bench.feed(silence(0.2))
    assert names.get(timeout=PATIENCE_S) == "listener"


def test_a_microphone_of_another_rate_is_resampled() -> None:
    heard = Heard()
    device = InMemoryInput(48_000)
    listener = make_listener(device)
    listener.start(heard)
    listener.hear(ListeningMode.TURN)
    audio = np.concatenate(
        (silence(1, 48_000), tone(440, 1, 48_000, peak=0.5), silence(1.5, 48_000))
    )
    for index, first in enumerate(range(0, len(audio), 960)):
        device.feed(audio[first : first + 960], 100 + (index + 1) * 0.02)
    kinds: list[str] = []
    event = heard.next()
    while not isinstance(event, TurnEnded):
        kinds.append(type(event).__name__)
        event = heard.next()
    listener.stop()
    assert kinds == ["VoiceStarted", "VoicePaused"]
    assert event.speech_end == pytest.approx(102.0, abs=0.05)


class Quiet:
    """Implements `EchoLibrary`: hears no echo."""

    def process(self, near: Samples, far: Samples) -> Samples:
        return near


def converters() -> int:
    """Return how many streams of soxr there are, which complains of those at Python's end."""
    kind = cast("Any", import_module("soxr")).ResampleStream
    return sum(type(one) is kind for one in gc.get_objects())


def test_stopped_it_keeps_no_converter() -> None:
    before = converters()
    echo, device = EchoCanceller(load=Quiet), InMemoryInput(48_000)
    listener = make_listener(device, echo=echo)
    listener.start(Heard())
    echo.played(silence(0.02, 44_100), 1.0, 44_100)
    for at in (1.0, 1.1):
        device.feed(silence(0.1, 48_000), at)
    wait_for_blocks(listener, 2)
    during = converters()
    listener.stop()
    assert (during, converters()) == (before + 2, before)


@pytest.mark.parametrize("problem", [DeviceError("no microphone"), ModelLoadError("no model")])
def test_starting_raises_what_prevented_it(problem: DeviceError | ModelLoadError) -> None:
    device = InMemoryInput()

    def build(ask: Ask | None) -> Perception:
        if isinstance(problem, ModelLoadError):
            raise problem
        return build_perception(ask)

    if isinstance(problem, DeviceError):
        device.problem = problem
    listener = make_listener(device, build)
    with pytest.raises(type(problem)) as raised:
        listener.start(Heard())
    assert raised.value is problem
    assert "listener" not in {thread.name for thread in threading.enumerate()}
    device.problem = None
    listener.stop()


def test_starting_twice_is_refused(bench: Bench) -> None:
    with pytest.raises(RuntimeError, match="running"):
        bench.listener.start(bench.heard)


def test_stopping_closes_the_microphone_and_may_be_repeated(bench: Bench) -> None:
    bench.listener.stop()
    assert not bench.device.is_open
    bench.listener.stop()
    bench.listener.start(bench.heard)
    assert bench.device.is_open


def test_a_microphone_that_falls_silent_is_reported_reopened_and_reported_again(
    bench: Bench,
) -> None:
    bench.feed(silence(0.1))
    bench.wait_for_blocks(5)
    bench.clock.advance(2.1)
    lost = bench.heard.next()
    assert isinstance(lost, InputLost)
    assert lost.reason == "The microphone stopped working."
    assert not bench.device.is_open

    bench.device.problem = DeviceError("gone")
    tried, again = threading.Event(), threading.Event()
    bench.device.on_open = tried.set
    bench.clock.advance(0.6)
    assert tried.wait(PATIENCE_S)
    bench.device.problem = None
    bench.device.on_open = again.set
    bench.clock.advance(1.1)
    assert again.wait(PATIENCE_S)
    bench.feed(silence(0.02))
    assert isinstance(bench.heard.next(), InputRestored)
    assert bench.device.opened == 3
    assert bench.listener.stats.times_lost == 1
    bench.feed(silence(2), call(), silence(0.2))
    assert isinstance(bench.heard.next(), WakeHeard)


def test_a_file_is_not_taken_for_a_broken_microphone() -> None:
    device, clock, heard = InMemoryInput(is_live=False), ManualClock(), Heard()
    listener = make_listener(device, clock=clock)
    listener.start(heard)
    clock.advance(60)
    device.end(1.0)
    assert isinstance(heard.next(), InputEnded)
    listener.stop()
    assert listener.stats.times_lost == 0


def test_a_full_queue_drops_the_oldest_and_counts(bench: Bench) -> None:
    is_blocked, go_on = threading.Event(), threading.Event()
    bench.listener.stop()

    def deliver(event: ListenerEvent) -> None:
        is_blocked.set()
        go_on.wait(PATIENCE_S)

    bench.listener.start(deliver)
    before = bench.listener.stats.blocks
    bench.feed(silence(0.2))
    assert is_blocked.wait(PATIENCE_S)
    bench.feed(silence((QUEUE_BLOCKS + 40) * 0.02))
    go_on.set()
    bench.wait_for_blocks(before + QUEUE_BLOCKS)
    assert 40 <= bench.listener.stats.dropped_blocks <= 50


def test_the_end_of_the_input_ends_the_turn_first(bench: Bench) -> None:
    bench.listener.hear(ListeningMode.TURN)
    bench.feed(silence(1), speech(1))
    bench.device.end(bench.clock.monotonic())
    kinds = [type(bench.heard.next()).__name__ for _event in range(3)]
    assert kinds == ["VoiceStarted", "TurnEnded", "InputEnded"]


def test_after_the_end_there_is_nothing_to_listen_for(bench: Bench) -> None:
    bench.feed(silence(1))
    bench.device.end(bench.clock.monotonic())
    assert isinstance(bench.heard.next(), InputEnded)
    bench.listener.hear(ListeningMode.TURN)
    assert isinstance(bench.heard.next(), NoSpeech)


def test_a_bug_is_logged_and_reported_not_lost(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.listener.stop()
    heard = Heard()

    def deliver(event: ListenerEvent) -> None:
        if isinstance(event, LevelMeasured):
            raise ZeroDivisionError
        heard(event)

    bench.listener.start(deliver)
    bench.feed(silence(0.2))
    lost = heard.next()
    assert isinstance(lost, InputLost)
    assert "ZeroDivisionError" in caplog.text
    bench.listener.stop()
    assert not bench.device.is_open


def test_audio_time_is_held_until_everything_was_dealt_with() -> None:
    held = HeldPacing()
    answers: SimpleQueue[Callable[[float | None], None]] = SimpleQueue()

    class SlowJudge(SureJudge):
        @override
        def judge(self, audio: Samples, done: Callable[[float | None], None]) -> None:
            answers.put(done)

    bench = Bench(SlowJudge(), held)
    bench.listener.start(bench.heard)
    bench.listener.hear(ListeningMode.TURN)
    bench.feed(silence(1), speech(1), silence(0.3))
    answer = answers.get(timeout=PATIENCE_S)
    assert held.is_held
    answer(0.99)
    assert held.wait(PATIENCE_S)
    bench.listener.hear(ListeningMode.WAKE)
    bench.listener.stop()
    assert not held.is_held


def test_a_file_as_fast_as_possible_gives_the_same_events_every_time(tmp_path: Path) -> None:
    audio = np.concatenate((silence(2), call(), silence(0.3), speech(1), silence(3)))
    path = write_wav(tmp_path / "in.wav", pcm16(audio), rate_hz=16_000)

    def play() -> list[tuple[str, float]]:
        pair = FilePair(audio_in=path, audio_out=None, is_realtime=False, clock=SystemClock())
        listener = Listener(
            device=pair.input,
            build_perception=partial(build_perception, wake=LoudWake()),
            judge=SureJudge(),
            pacer=pair.pacer,
            clock=SystemClock(),
        )
        events: list[tuple[str, float]] = []
        is_over = threading.Event()

        def deliver(event: ListenerEvent) -> None:
            if isinstance(event, LevelMeasured | VoiceProgressed):
                return
            events.append((type(event).__name__, round(event.at, 3)))
            if isinstance(event, WakeHeard):
                listener.hear(ListeningMode.TURN, no_speech_after_s=5)
            if isinstance(event, InputEnded):
                is_over.set()

        listener.start(deliver)
        assert is_over.wait(PATIENCE_S)
        listener.stop()
        return events

    first = play()
    names = [name for name, _at in first]
    assert names == ["WakeHeard", "VoiceStarted", "VoicePaused", "TurnEnded", "InputEnded"]
    assert all(play() == first for _time in range(3))


class LoudWake:
    """The call after its way through 16 bit audio."""

    def scores(self, frame: Samples) -> dict[str, float]:
        return {"hey_jarvis": 0.9 if bool(np.any(np.abs(frame - 0.75) < 1e-3)) else 0.0}


def test_a_bug_while_starting_is_raised_not_waited_for() -> None:
    def build(ask: Ask | None) -> Perception:
        raise ZeroDivisionError

    listener = make_listener(InMemoryInput(), build)
    with pytest.raises(ZeroDivisionError):
        listener.start(Heard())


def test_orders_to_a_stopped_listener_hold_nothing() -> None:
    held = HeldPacing()
    bench = Bench(SureJudge(), held)
    bench.listener.hear(ListeningMode.TURN)
    bench.listener.start(bench.heard)
    bench.listener.stop()
    bench.listener.hear(ListeningMode.TURN)
    assert not held.is_held


class Doubling(EchoCanceller):
    """Implements `Cancelling`: what it gives without echo is twice as loud, a block late."""

    def __init__(self) -> None:
        self._held = silence(0)

    @override
    def cancel(self, samples: Samples, at: float) -> EchoCancelledAudio:
        raw, self._held = self._held, samples
        late = at - len(samples) / 16_000
        return EchoCancelledAudio(
            raw=-raw, gentle=raw, clean=2 * raw if raw.any() else None, at=late
        )

    @override
    def flush(self) -> Samples:
        return self._held

    @override
    def close(self) -> None:
        pass


class Noting(Perception):
    """Notes what it is given to hear."""

    def __init__(self) -> None:
        self.__dict__.update(build_perception().__dict__)
        self.given: list[tuple[Samples, float, Samples | None]] = []

    @override
    def listen(
        self, samples: Samples, at: float, *, clean: Samples | None = None
    ) -> list[ListenerEvent]:
        self.given.append((samples, at, clean))
        return super().listen(samples, at, clean=clean)


def test_perception_hears_with_and_without_echo_to_the_last_sample() -> None:
    perception, heard, device = Noting(), Heard(), InMemoryInput()
    listener = make_listener(device, lambda _ask: perception, echo=Doubling())
    listener.start(heard)
    audio = np.concatenate((silence(0.02), tone(440, 0.04, peak=0.4)))
    for index in range(3):
        device.feed(audio[index * 320 : (index + 1) * 320], 1.0 + index * 0.02)
    device.end(1.04)
    assert isinstance(heard.next(), InputEnded)
    listener.stop()
    raw = np.concatenate([samples for samples, _at, _clean in perception.given])
    assert np.array_equal(raw, audio)
    assert [at for _samples, at, _clean in perception.given] == pytest.approx([1.0, 1.02, 1.04])
    quiet, loud, rest = (clean for _samples, _at, clean in perception.given)
    assert quiet is None
    assert loud is not None
    assert np.array_equal(loud, 2 * audio[320:640])
    assert rest is None


class Slow(Perception):
    """Stays at its first block until it is let go, and keeps what it was told in order."""

    def __init__(self) -> None:
        self.__dict__.update(build_perception().__dict__)
        self.is_busy = threading.Event()
        self.may_go_on = threading.Event()
        self.story: list[str] = []

    @override
    def listen(
        self, samples: Samples, at: float, *, clean: Samples | None = None
    ) -> list[ListenerEvent]:
        self.story.append("listen")
        self.is_busy.set()
        assert self.may_go_on.wait(PATIENCE_S)
        return super().listen(samples, at, clean=clean)

    @override
    def hear(
        self,
        what: ListeningMode,
        no_speech_after_s: float | None = None,
        *,
        since: float | None = None,
        held: bool = False,
    ) -> list[ListenerEvent]:
        self.story.append(what.value)
        return super().hear(what, no_speech_after_s, since=since, held=held)


def test_a_listener_that_is_behind_obeys_before_it_has_caught_up() -> None:
    slow = Slow()
    device, pacer = InMemoryInput(), HeldPacing()
    listener = make_listener(device, lambda _ask: slow, pacer=pacer)
    listener.start(lambda _event: None)
    try:
        device.feed(silence(0.02), 0.02)
        assert slow.is_busy.wait(PATIENCE_S)
        for number in range(2, 6):
            device.feed(silence(0.02), 0.02 * number)
        listener.hear(ListeningMode.BARGE_IN)
        slow.may_go_on.set()
        assert pacer.wait(PATIENCE_S)
    finally:
        listener.stop()
    assert slow.story == ["listen", "barge_in", *["listen"] * 4]
