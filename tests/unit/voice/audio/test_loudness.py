import numpy as np
import pytest

from assistant.voice.audio.loudness import FLOOR_DBFS, rms_dbfs, white_noise
from tests.helpers.audio.signals import silence, tone


@pytest.mark.parametrize(
    ("peak", "expected"),
    [
        pytest.param(1.0, -3.01, id="full-scale sine"),
        pytest.param(0.1, -23.01, id="a tenth"),
        pytest.param(0.01, -43.01, id="a hundredth"),
    ],
)
def test_a_sine_is_three_decibels_below_its_peak(peak: float, expected: float) -> None:
    assert rms_dbfs(tone(1000, 0.1, peak=peak)) == pytest.approx(expected, abs=0.01)


def test_hiss_is_as_loud_as_asked_for_and_always_the_same() -> None:
    assert rms_dbfs(white_noise(16_000, dbfs=-40)) == pytest.approx(-40, abs=0.2)
    assert np.array_equal(white_noise(100), white_noise(100))


def test_silence_has_the_level_of_the_floor() -> None:
    assert rms_dbfs(silence(0.1)) == FLOOR_DBFS
    assert rms_dbfs(np.full(100, 1e-9, np.float32)) == FLOOR_DBFS


@pytest.mark.parametrize("shape", [(0,), (2, 3)])
def test_refuses_what_is_not_one_block(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="mono"):
        rms_dbfs(np.zeros(shape, np.float32))
