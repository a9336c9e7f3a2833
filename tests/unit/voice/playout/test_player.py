import threading
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import cast

import numpy as np
import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.pacers import HeldPacing
from assistant.voice.events import (
    ClipFinished,
    ClipStarted,
    OutputLost,
    OutputRestored,
    PlaybackEvent,
    Samples,
)
from assistant.voice.playout.player import STALL_S, Player, PlayerStats, resampled
from assistant.voice.protocols import AudioOutput, Clip, ClipProgress
from tests.helpers.audio.memory_speaker import MemorySpeaker
from tests.helpers.clock import ManualClock

RATE_HZ = 16_000
WAIT_S = 10.0


def near(value: float) -> float:
    """A number that equals those that differ by rounding."""
    return cast("float", pytest.approx(value))


class Rig:
    """A player with a speaker that asks on command.

    Preparing clips and delivering events hold audio time, so `settle` knows when both are done.
    """

    def __init__(self, *, latency_s: float = 0.0, stall_s: float | None = STALL_S) -> None:
        self.speaker = MemorySpeaker(sample_rate_hz=RATE_HZ, latency_s=latency_s)
        self.clock = ManualClock()
        self.pacer = HeldPacing()
        self.arrived: SimpleQueue[PlaybackEvent] = SimpleQueue()
        self.threads: set[str] = set()
        self.references: list[tuple[Samples, float]] = []
        self.gain = 1.0
        self.player = Player(
            output=self.speaker,
            clock=self.clock,
            pacer=self.pacer,
            stall_s=stall_s,
            tick_s=0.002,
            on_played=lambda block, at: self.references.append((block, at)),
            gain=lambda: self.gain,
        )

    def deliver(self, event: PlaybackEvent) -> None:
        self.threads.add(threading.current_thread().name)
        self.arrived.put(event)

    def start(self) -> None:
        self.player.start(self.deliver)

    def settle(self) -> None:
        assert self.pacer.wait(WAIT_S)

    def play(self, clip_id: int, seconds: float, *, rate_hz: int = RATE_HZ) -> None:
        samples = np.full(round(seconds * rate_hz), 0.5, np.float32)
        clip = Clip(clip_id=clip_id, text="words", samples=samples, sample_rate_hz=rate_hz)
        self.player.play(clip)
        self.settle()

    def pull(self, seconds: float) -> list[PlaybackEvent]:
        self.speaker.pull(seconds)
        self.settle()
        return [self.arrived.get_nowait() for _ in range(self.arrived.qsize())]

    def advance_until_opened(self, times: int) -> None:
        """Let time pass, step by step, until the player has opened the speaker so often."""
        for _ in range(2000):
            self.clock.advance(0.5)
            with suppress(Empty):
                if self.speaker.openings.get(timeout=0.005) == times:
                    return
        raise AssertionError("the speaker was not opened again")

    def next_event(self) -> PlaybackEvent:
        return self.arrived.get(timeout=WAIT_S)


@pytest.fixture
def rig() -> Iterator[Rig]:
    rig = Rig()
    rig.start()
    yield rig
    rig.player.close()


def test_it_is_what_the_session_plays_on(rig: Rig) -> None:
    playing: AudioOutput = rig.player
    assert playing.is_idle


def test_clips_are_told_when_they_start_and_finish(rig: Rig) -> None:
    rig.play(1, 0.1)
    rig.play(2, 0.2)
    assert rig.pull(0.5) == [
        ClipStarted(at=near(0.0), clip_id=1),
        ClipFinished(at=near(0.1), clip_id=1),
        ClipStarted(at=near(0.1), clip_id=2),
        ClipFinished(at=near(0.3), clip_id=2),
    ]
    assert rig.threads == {"player"}


def test_moments_are_those_at_which_the_sound_is_heard() -> None:
    rig = Rig(latency_s=0.2)
    rig.start()
    rig.pull(1.0)
    rig.play(1, 0.1)
    assert rig.pull(0.1)[0] == ClipStarted(at=near(1.2), clip_id=1)
    rig.player.close()


def test_it_is_idle_only_when_nothing_is_queued_or_sounding(rig: Rig) -> None:
    rig.play(1, 0.1)
    assert not rig.player.is_idle
    rig.pull(0.05)
    assert not rig.player.is_idle
    rig.pull(0.05)
    assert rig.player.is_idle


def test_a_clip_is_not_idle_while_it_is_being_prepared(rig: Rig) -> None:
    samples = np.zeros(RATE_HZ, np.float32)
    rig.player.play(Clip(clip_id=1, text="", samples=samples, sample_rate_hz=22_050))
    assert not rig.player.is_idle


def test_clips_are_brought_to_the_rate_of_the_device(rig: Rig) -> None:
    rig.play(1, 1.0, rate_hz=22_050)
    rig.pull(2.0)
    loud = np.flatnonzero(np.abs(rig.speaker.recording) > 0.1)
    assert loud.size / RATE_HZ == pytest.approx(1.0, abs=0.002)


def test_each_clip_is_as_loud_as_the_voice_is_when_it_is_prepared(rig: Rig) -> None:
    rig.play(1, 0.1)
    rig.gain = 0.4
    rig.play(2, 0.1)
    rig.pull(0.3)
    recording = rig.speaker.recording
    assert recording[RATE_HZ // 20] == near(0.5)
    assert recording[RATE_HZ * 3 // 20] == near(0.2)


def test_a_stop_is_heard_at_once_and_says_where(rig: Rig) -> None:
    rig.play(1, 1.0)
    rig.play(2, 1.0)
    rig.pull(0.5)
    assert rig.player.stop_now() == ClipProgress(clip_id=1, fraction=near(0.508))
    assert rig.pull(1.0) == []
    played = rig.speaker.recording
    assert np.flatnonzero(played)[-1] / RATE_HZ < 0.51
    assert rig.player.is_idle


def test_a_stop_also_drops_clips_that_are_being_prepared(rig: Rig) -> None:
    samples = np.ones(10 * 22_050, np.float32)
    rig.player.play(Clip(clip_id=1, text="", samples=samples, sample_rate_hz=22_050))
    assert rig.player.stop_now() is None
    assert rig.player.is_idle
    rig.settle()
    rig.pull(1.0)
    assert not rig.speaker.recording.any()


def test_a_clip_played_after_a_stop_is_heard(rig: Rig) -> None:
    rig.play(1, 1.0)
    rig.pull(0.5)
    rig.player.stop_now()
    rig.play(2, 0.1)
    assert [event.clip_id for event in rig.pull(0.5) if isinstance(event, ClipFinished)] == [2]


def test_the_voice_can_be_lowered_and_brought_back(rig: Rig) -> None:
    rig.play(1, 1.0)
    rig.player.duck(0.2)
    rig.pull(0.2)
    assert rig.speaker.recording[-1] == pytest.approx(0.1)
    rig.player.unduck()
    rig.pull(0.2)
    assert rig.speaker.recording[-1] == pytest.approx(0.5)


def test_the_reference_is_what_was_really_played(rig: Rig) -> None:
    rig.play(1, 0.5)
    rig.player.duck(0.2)
    rig.pull(0.1)
    blocks = [block for block, _ in rig.references]
    np.testing.assert_array_equal(np.concatenate(blocks), rig.speaker.recording)
    assert [at for _, at in rig.references] == pytest.approx([index * 0.01 for index in range(10)])


def test_late_clips_are_counted(rig: Rig) -> None:
    rig.play(1, 0.1)
    rig.pull(0.2)
    rig.play(2, 0.1)
    assert rig.player.stats == PlayerStats(starved=1)


def test_no_speaker_is_an_error_of_start() -> None:
    rig = Rig()
    rig.speaker.error = DeviceError("no speaker")
    with pytest.raises(DeviceError, match="no speaker"):
        rig.start()
    rig.speaker.error = None
    rig.start()
    rig.player.close()


def test_it_starts_once(rig: Rig) -> None:
    with pytest.raises(RuntimeError, match="running"):
        rig.start()


def test_it_can_be_started_again_after_it_was_closed(rig: Rig) -> None:
    rig.player.close()
    rig.player.close()
    assert not rig.speaker.is_open
    rig.start()
    rig.play(1, 0.1)
    assert len(rig.pull(0.2)) == 2


def test_nothing_is_held_after_closing(rig: Rig) -> None:
    rig.player.play(Clip(clip_id=1, text="", samples=np.ones(8, np.float32), sample_rate_hz=22_050))
    rig.player.close()
    assert not rig.pacer.is_held


def test_a_speaker_that_says_it_stopped_is_lost_and_opened_again(rig: Rig) -> None:
    rig.play(1, 1.0)
    rig.pull(0.1)
    rig.arrived = SimpleQueue()
    rig.speaker.lose("pulled out")
    lost = rig.next_event()
    assert lost == OutputLost(at=rig.clock.monotonic(), reason="pulled out")
    assert rig.player.is_idle
    rig.advance_until_opened(2)
    rig.speaker.pull(0.01)
    assert isinstance(rig.next_event(), OutputRestored)
    rig.play(2, 0.1)
    assert len(rig.pull(0.2)) == 2
    assert rig.player.stats.times_lost == 1


def test_a_speaker_that_asks_for_nothing_is_lost(rig: Rig) -> None:
    rig.clock.advance(STALL_S)
    assert rig.next_event() == OutputLost(
        at=rig.clock.monotonic(), reason="The speaker stopped working."
    )


def test_clips_without_a_speaker_are_dropped_and_counted(rig: Rig) -> None:
    rig.speaker.error = DeviceError("gone")
    rig.speaker.lose("pulled out")
    rig.next_event()
    rig.play(1, 0.1)
    assert rig.player.is_idle
    assert rig.player.stop_now() is None
    assert rig.player.stats == PlayerStats(dropped=1, times_lost=1)


def test_a_speaker_that_does_not_open_is_tried_again(rig: Rig) -> None:
    rig.speaker.error = DeviceError("gone")
    rig.speaker.lose("pulled out")
    rig.next_event()
    rig.clock.advance(1.0)
    rig.speaker.error = None
    rig.advance_until_opened(2)
    rig.speaker.pull(0.01)
    assert isinstance(rig.next_event(), OutputRestored)


def test_a_speaker_that_opens_again_but_asks_for_nothing_is_not_restored(rig: Rig) -> None:
    rig.speaker.lose("pulled out")
    rig.next_event()
    rig.advance_until_opened(2)
    rig.play(1, 0.1)
    rig.advance_until_opened(3)
    assert rig.player.is_idle
    assert rig.arrived.empty()


def test_an_unexpected_failure_to_open_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig()

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(rig.speaker, "open", fail)
    with pytest.raises(ZeroDivisionError):
        rig.start()


def test_a_failure_of_the_thread_is_logged_and_told(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    broken = Clip(clip_id=1, text="", samples=np.ones((4, 4, 4), np.float32), sample_rate_hz=22_050)
    rig.player.play(broken)
    lost = rig.next_event()
    assert isinstance(lost, OutputLost)
    assert lost.reason == "The speaker stopped working."
    assert "The player's thread failed" in caplog.text


def test_a_device_that_may_pause_is_not_watched() -> None:
    rig = Rig(stall_s=None)
    rig.start()
    rig.clock.advance(100.0)
    rig.play(1, 0.1)
    assert [type(event) for event in rig.pull(0.2)] == [ClipStarted, ClipFinished]
    rig.player.close()


def test_resampling_keeps_the_tone_and_the_length() -> None:
    time_s = np.arange(22_050) / 22_050
    tone = (0.5 * np.sin(2 * np.pi * 440 * time_s)).astype(np.float32)
    result = resampled(tone, 22_050, 48_000)
    spectrum = np.abs(np.fft.rfft(result))
    assert result.size == pytest.approx(48_000, abs=1)
    assert result.dtype == np.float32
    assert np.argmax(spectrum) == pytest.approx(440, abs=1)


def test_resampling_does_not_exceed_full_scale() -> None:
    square = np.sign(np.sin(np.arange(22_050) * 0.1)).astype(np.float32)
    assert np.abs(resampled(square, 22_050, 48_000)).max() <= 1.0


def test_resampling_to_the_same_rate_changes_nothing() -> None:
    samples = np.ones(10, np.float32)
    assert resampled(samples, 16_000, 16_000) is samples


def test_a_cue_sounds_at_the_device_without_a_clip(rig: Rig) -> None:
    rig.player.cue(np.full(2400, 0.25, np.float32), 24_000)  # 0.1 s at another rate
    rig.settle()
    assert rig.player.is_idle
    assert rig.pull(0.2) == []
    recording = rig.speaker.recording
    assert np.abs(recording[400:1200] - 0.25).max() < 0.01
    assert not recording[1700:].any()
    np.testing.assert_array_equal(np.concatenate([block for block, _ in rig.references]), recording)


def test_a_cue_does_not_put_off_a_clip_and_is_not_what_was_heard(rig: Rig) -> None:
    rig.player.cue(np.full(RATE_HZ, 0.25, np.float32), RATE_HZ)
    rig.play(1, 0.1)
    assert rig.pull(0.05) == [ClipStarted(at=near(0.0), clip_id=1)]
    assert rig.speaker.recording[:800].max() == 0.75
    heard = rig.player.stop_now()
    assert heard is not None
    assert heard.fraction == pytest.approx(0.58, abs=0.01)
    rig.pull(0.1)
    assert rig.speaker.recording[-1] == 0.25  # the stop is the voice's, not the tone's


def test_a_cue_without_a_speaker_holds_nothing() -> None:
    rig = Rig()
    rig.player.cue(np.full(100, 0.25, np.float32), RATE_HZ)
    rig.settle()


def test_the_voice_can_be_held_and_goes_on_where_it_was(rig: Rig) -> None:
    rig.play(1, 2.0)
    rig.pull(0.5)
    rig.player.hold()
    assert rig.pull(5.0) == []
    assert not rig.player.is_idle
    assert np.flatnonzero(rig.speaker.recording)[-1] / RATE_HZ < 0.55
    rig.player.resume()
    assert [type(event) for event in rig.pull(2.1)] == [ClipFinished]


def test_a_held_voice_can_be_stopped(rig: Rig) -> None:
    rig.play(1, 2.0)
    rig.pull(0.5)
    rig.player.hold()
    rig.pull(1.0)
    assert rig.player.stop_now() == ClipProgress(clip_id=1, fraction=near(0.27))
    rig.play(2, 0.1)
    assert len(rig.pull(0.2)) == 2


def test_without_a_speaker_nothing_is_held(rig: Rig) -> None:
    rig.speaker.lose("pulled out")
    rig.next_event()
    rig.player.hold()
    rig.player.resume()
    rig.advance_until_opened(2)
    rig.play(1, 0.1)
    told = rig.pull(0.2)
    assert {ClipStarted, ClipFinished} <= {type(event) for event in told}


def test_a_clip_that_waits_can_be_taken_back_and_one_that_plays_cannot(rig: Rig) -> None:
    for clip_id in (1, 2, 3):
        rig.play(clip_id, 0.1)
    rig.pull(0.05)
    assert not rig.player.withdraw(1)
    assert rig.player.withdraw(2)
    events = rig.pull(0.5)
    assert [e.clip_id for e in events if isinstance(e, ClipFinished)] == [1, 3]
    assert rig.player.is_idle


def test_a_clip_that_is_being_prepared_can_be_taken_back(rig: Rig) -> None:
    samples = np.ones(10 * 22_050, np.float32)
    rig.player.play(Clip(clip_id=1, text="", samples=samples, sample_rate_hz=22_050))
    assert rig.player.withdraw(1)
    assert rig.player.is_idle
    rig.settle()
    rig.pull(1.0)
    assert not rig.speaker.recording.any()
