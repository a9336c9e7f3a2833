"""What rings, in the mixer and in the player."""

from collections.abc import Iterator

import numpy as np
import pytest

from assistant.errors import DeviceError
from assistant.voice.audio.mixer import Mixer, make_track
from assistant.voice.events import OutputLost, OutputRestored, Samples
from tests.unit.voice.audio.test_mixer import constant, near, play
from tests.unit.voice.playout.test_player import RATE_HZ, Rig

RAMP = 40  # samples of a full change of volume at 1,000 Hz


def ringing(length: int = 100, level: float = 0.4) -> Mixer:
    mixer = Mixer(1000)
    mixer.ring(constant(length, level))
    return mixer


def test_it_is_repeated_without_end_and_without_a_gap() -> None:
    mixer = Mixer(1000)
    mixer.ring(np.linspace(0.1, 0.7, 7, dtype=np.float32))
    play(mixer, RAMP)
    start = RAMP % 7
    played, events = play(mixer, 5, 11, 3)
    expected = [((start + n) % 7 + 1) / 10 for n in range(19)]
    assert played.tolist() == near(expected)  # type: ignore[comparison-overlap]
    assert events == []


def test_it_begins_and_ends_softly() -> None:
    mixer = ringing()
    played, _ = play(mixer, 2 * RAMP)
    assert np.abs(np.diff(played)).max() <= 0.4 / RAMP + 1e-6
    mixer.stop_ring()
    played, _ = play(mixer, 2 * RAMP)
    assert np.abs(np.diff(played)).max() <= 0.4 / RAMP + 1e-6
    assert not played[RAMP:].any()


def test_a_stop_of_the_voice_leaves_it_and_it_leaves_the_voice() -> None:
    mixer = ringing()
    mixer.add(make_track(1, constant(500, 0.2)))
    play(mixer, 100)
    assert not mixer.is_empty
    mixer.stop()
    played, _ = play(mixer, 100)
    assert mixer.is_empty
    assert played[-1] == near(0.4)


def test_ducking_lowers_it_alone() -> None:
    mixer = ringing()
    mixer.add(make_track(1, constant(500, 0.2)))
    play(mixer, 100)
    mixer.set_ring_volume(0.25)
    played, _ = play(mixer, 100)
    assert played[-1] == near(0.2 + 0.1)
    assert mixer.volume == 1.0
    mixer.set_volume(0.5)
    played, _ = play(mixer, 100)
    assert played[-1] == near(0.1 + 0.1)


def test_another_one_takes_its_place_at_the_volume_of_the_moment() -> None:
    mixer = ringing()
    mixer.set_ring_volume(0.5)
    play(mixer, 100)
    mixer.ring(constant(10, 0.8))
    played, _ = play(mixer, 100)
    assert played[-1] == near(0.4)


def test_the_sum_stays_within_full_scale() -> None:
    mixer = ringing(level=0.9)
    mixer.add(make_track(1, constant(500, 0.9)))
    played, _ = play(mixer, 200)
    assert played.max() == 1.0


def test_nothing_cannot_be_repeated() -> None:
    mixer = ringing(length=0)
    played, _ = play(mixer, 10)
    assert not played.any()


@pytest.fixture
def rig() -> Iterator[Rig]:
    rig = Rig()
    rig.start()
    yield rig
    rig.player.close()


def heard(rig: Rig, seconds: float = 0.2) -> Samples:
    before = len(rig.references)
    rig.pull(seconds)
    return np.concatenate([block for block, _at in rig.references[before:]])


def tone(level: float = 0.4, rate_hz: int = RATE_HZ) -> Samples:
    return np.full(rate_hz // 2, level, np.float32)


def test_the_player_rings_until_it_is_stopped(rig: Rig) -> None:
    rig.player.ring(tone(rate_hz=24_000), 24_000)
    rig.settle()
    for _ in range(3):
        assert np.abs(heard(rig, 0.4)).max() > 0.3
    assert rig.player.is_idle  # it is no clip
    rig.player.stop_now()
    assert np.abs(heard(rig)).max() > 0.3
    rig.player.stop_ring()
    heard(rig)
    assert not heard(rig).any()


def test_the_player_ducks_what_rings_and_what_will(rig: Rig) -> None:
    rig.player.duck_ring(0.25)
    rig.player.ring(tone(), RATE_HZ)
    rig.settle()
    assert np.abs(heard(rig)).max() == near(0.1)
    rig.player.duck_ring(1.0)
    heard(rig)
    assert np.abs(heard(rig)).max() == near(0.4)


def test_one_that_is_stopped_at_once_is_never_heard(rig: Rig) -> None:
    rig.player.ring(tone(), RATE_HZ)
    rig.player.stop_ring()
    rig.settle()
    heard(rig)
    assert not heard(rig).any()


def test_it_goes_on_when_a_lost_speaker_is_there_again(rig: Rig) -> None:
    rig.player.ring(tone(), RATE_HZ)
    rig.settle()
    rig.speaker.lose("pulled out")
    assert isinstance(rig.next_event(), OutputLost)
    rig.advance_until_opened(2)
    rig.speaker.pull(0.01)
    assert isinstance(rig.next_event(), OutputRestored)
    heard(rig)
    assert np.abs(heard(rig)).max() == near(0.4)


def test_it_begins_when_a_speaker_is_there(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    rig.speaker.error = DeviceError("no sound system")
    rig.speaker.lose("gone")
    assert isinstance(rig.next_event(), OutputLost)
    rig.player.ring(tone(), RATE_HZ)
    rig.settle()
    assert "failed" not in caplog.text
    rig.speaker.error = None
    rig.advance_until_opened(2)
    rig.speaker.pull(0.01)
    assert isinstance(rig.next_event(), OutputRestored)
    heard(rig)
    assert np.abs(heard(rig)).max() == near(0.4)
