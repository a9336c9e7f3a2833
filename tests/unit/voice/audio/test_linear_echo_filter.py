import numpy as np
import pytest

from assistant.voice.audio.linear_echo_filter import REACH, LinearEchoFilter
from assistant.voice.audio.loudness import rms_dbfs
from assistant.voice.events import Samples
from tests.helpers.audio.signals import noise

FRAME = 160
RATE_HZ = 16_000


def run(near: Samples, far: Samples, echo: LinearEchoFilter | None = None) -> Samples:
    echo = echo or LinearEchoFilter(FRAME)
    return np.concatenate(
        [
            echo.process(near[first : first + FRAME], far[first : first + FRAME])
            for first in range(0, len(near), FRAME)
        ]
    )


def echo_of(far: Samples, *, delay: int, seed: int = 0) -> Samples:
    """Return `far` as a small room would give it back."""
    rng = np.random.default_rng(seed)
    response = rng.standard_normal(800) * np.exp(-np.arange(800) / 150)
    response /= 2 * np.linalg.norm(response)
    full = np.convolve(far, response)
    return np.concatenate((np.zeros(delay), full))[: len(far)].astype(np.float32)


@pytest.mark.parametrize("delay", [0, 160, 1777, (REACH - 8) * FRAME])
def test_an_echo_within_reach_goes_whatever_its_delay(delay: int) -> None:
    far = noise(6, 0.3)
    near = echo_of(far, delay=delay)
    left = run(near, far)
    assert rms_dbfs(near[4 * RATE_HZ :]) - rms_dbfs(left[4 * RATE_HZ :]) > 20


def test_an_echo_out_of_reach_stays_and_gets_no_louder() -> None:
    far = noise(4, 0.3)
    near = echo_of(far, delay=(REACH + 5) * FRAME)
    left = run(near, far)
    frames = near.reshape(-1, FRAME), left.reshape(-1, FRAME)
    before, after = (np.sum(np.square(each), axis=1) for each in frames)
    assert np.all(after <= before * (1 + 1e-5))
    assert rms_dbfs(near[RATE_HZ:]) - rms_dbfs(left[RATE_HZ:]) < 3


def test_the_person_stays_whole_and_the_room_is_not_unlearnt() -> None:
    far = noise(8, 0.3)
    echo = echo_of(far, delay=800)
    person = np.zeros_like(echo)
    person[5 * RATE_HZ : 6 * RATE_HZ] = noise(1, 0.15, seed=4)
    left = run(echo + person, far)
    spoken = slice(5 * RATE_HZ, 6 * RATE_HZ)
    heard, said = left[spoken], person[spoken]
    likeness = float(np.dot(heard, said) / (np.linalg.norm(heard) * np.linalg.norm(said)))
    assert likeness > 0.97
    after = slice(6 * RATE_HZ + 1600, 7 * RATE_HZ)
    assert rms_dbfs(echo[after]) - rms_dbfs(left[after]) > 15


def test_a_room_that_changes_is_learnt_again() -> None:
    far = noise(16, 0.3)
    half = 8 * RATE_HZ
    near = np.concatenate((echo_of(far[:half], delay=300), echo_of(far[half:], delay=900, seed=3)))
    left = run(near, far)
    assert rms_dbfs(near[-RATE_HZ:]) - rms_dbfs(left[-RATE_HZ:]) > 8


def test_while_nothing_is_played_nothing_is_touched() -> None:
    near = noise(1, 0.3)
    assert np.array_equal(run(near, np.zeros_like(near)), near)
