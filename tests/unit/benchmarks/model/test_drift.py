import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.model.drift import slope


@given(
    rate=st.integers(min_value=-50, max_value=50),
    start=st.integers(min_value=0, max_value=1000),
    times=st.lists(st.integers(min_value=0, max_value=500), min_size=2, max_size=20, unique=True),
)
def test_a_line_has_its_slope(rate: int, start: int, times: list[int]) -> None:
    points = [(float(at), float(start + rate * at)) for at in times]
    assert slope(points) == pytest.approx(rate)


def test_one_wild_figure_does_not_lead_it() -> None:
    points = [(float(at), 100.0 + 0.5 * at) for at in range(20)]
    points[7] = (7.0, 9_000.0)
    assert slope(points) == pytest.approx(0.5, abs=0.01)


def test_a_step_at_the_beginning_is_no_growth() -> None:
    points = [(float(at), 100.0 if at < 2 else 130.0) for at in range(20)]
    assert slope(points) == 0.0


@pytest.mark.parametrize("points", [[], [(1.0, 2.0)], [(1.0, 2.0), (1.0, 3.0)]])
def test_growth_needs_two_moments(points: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="two different points"):
        slope(points)
