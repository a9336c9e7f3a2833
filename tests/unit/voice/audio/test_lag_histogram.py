import pytest

from assistant.voice.audio.lag_histogram import LIMIT_S, LagHistogram


def counted(*lags_s: float) -> LagHistogram:
    counter = LagHistogram()
    for lag_s in lags_s:
        counter.add(lag_s)
    return counter


@pytest.mark.parametrize(
    ("lags_s", "percent", "expected"),
    [
        pytest.param([], 99, None, id="nothing counted"),
        pytest.param([0.0104], 50, 0.011, id="rounded up"),
        pytest.param([0.001] * 99 + [0.5], 99, 0.002, id="one in a hundred is beyond"),
        pytest.param([0.001] * 98 + [0.5] * 2, 99, 0.501, id="two are not"),
        pytest.param([0.001, 0.5], 100, 0.501, id="the longest"),
        pytest.param([0.3, 0.1], 0, 0.101, id="the shortest"),
        pytest.param([99.0], 50, LIMIT_S, id="beyond the histogram"),
        pytest.param([-0.2], 50, 0.001, id="clocks that disagree"),
    ],
)
def test_a_percentile_of_the_lags(
    lags_s: list[float], percent: float, expected: float | None
) -> None:
    found = counted(*lags_s).percentile(percent)
    assert found == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize("percent", [-1, 101])
def test_a_percentile_lies_within_the_whole(percent: float) -> None:
    with pytest.raises(ValueError, match="within"):
        LagHistogram().percentile(percent)
