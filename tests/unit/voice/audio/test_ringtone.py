import numpy as np
import pytest

from assistant.timer import TimerKind
from assistant.voice.audio.earcons import RATE_HZ
from assistant.voice.audio.ringtone import ring_loop


@pytest.mark.parametrize("kind", TimerKind)
def test_a_melody_is_soft_at_its_ends_and_quieter_than_full_scale(kind: TimerKind) -> None:
    loop = ring_loop(kind)
    assert loop.dtype == np.float32
    assert 2.0 < loop.size / RATE_HZ < 5.0
    assert abs(float(loop[0])) < 1e-3
    assert not loop[-RATE_HZ:].any()  # time to hear oneself think, and to be heard
    assert np.abs(loop).max() == np.float32(0.32)
    assert np.abs(np.diff(loop)).max() < 0.2  # no clicks


def test_kinds_can_be_told_apart() -> None:
    lengths = {ring_loop(kind).size for kind in TimerKind}
    assert len(lengths) == len(TimerKind)


def test_words_are_said_once_in_three_rounds() -> None:
    words = np.full(RATE_HZ, 0.9, np.float32)
    loop = ring_loop(TimerKind.REMINDER, [words, np.zeros(0, np.float32)])
    assert np.count_nonzero(loop == np.float32(0.9)) == RATE_HZ
    plain = ring_loop(TimerKind.REMINDER)
    assert loop.size > 3 * plain.size
    assert np.array_equal(loop[-plain.size :], plain)
