import numpy as np
import pytest

from assistant.voice.listening.resampler import Resampler
from tests.helpers.audio.signals import tone


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 22_050, 44_100, 48_000, 96_000])
@pytest.mark.parametrize("block", [1, 480, 1_000])
def test_a_tone_keeps_its_pitch_length_and_level_in_any_blocks(rate_hz: int, block: int) -> None:
    if block == 1:
        rate_hz = min(rate_hz, 22_050)  # sample by sample is slow
    original = tone(440, 0.5, rate_hz, peak=0.5)
    resampler = Resampler(rate_hz)
    pieces = [
        resampler.convert(original[first : first + block])
        for first in range(0, len(original), block)
    ]
    converted = np.concatenate([*pieces, resampler.flush()])
    assert len(converted) == pytest.approx(8_000, abs=2)
    assert converted.dtype == np.float32
    middle = slice(1_000, 7_000)
    np.testing.assert_allclose(
        converted[middle], tone(440, 0.5, peak=0.5)[: len(converted)][middle], atol=2e-3
    )


def test_sixteen_kilohertz_pass_through_untouched() -> None:
    samples = tone(440, 0.1)
    resampler = Resampler(16_000)
    assert resampler.convert(samples) is samples
    assert resampler.delay_s == 0
    assert resampler.flush().size == 0


def test_says_how_far_the_output_is_behind() -> None:
    resampler = Resampler(48_000)
    out = resampler.convert(tone(440, 0.2, 48_000))
    assert len(out) / 16_000 + resampler.delay_s == pytest.approx(0.2, abs=0.001)


@pytest.mark.parametrize("rates", [(0, 16_000), (16_000, 0), (-1, 16_000)])
def test_refuses_rates_that_are_none(rates: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="positive"):
        Resampler(*rates)
