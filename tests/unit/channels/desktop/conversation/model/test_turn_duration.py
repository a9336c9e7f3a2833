import pytest

from assistant.channels.desktop.conversation.model.turn_duration import duration_without_waits


@pytest.mark.parametrize(
    ("waits", "took"),
    [
        ([], 10.0),
        ([(2.0, 5.0)], 7.0),
        ([(6.0, 8.0), (2.0, 5.0)], 5.0),
        ([(2.0, 6.0), (4.0, 8.0)], 4.0),
        ([(2.0, 8.0), (3.0, 4.0)], 4.0),
        ([(-5.0, 1.0), (9.0, 20.0)], 8.0),
        ([(-5.0, -1.0), (11.0, 20.0)], 10.0),
    ],
    ids=["none", "one", "two", "overlapping", "nested", "beyond its ends", "of other turns"],
)
def test_waits_are_left_out_once(waits: list[tuple[float, float]], took: float) -> None:
    assert duration_without_waits(0.0, 10.0, waits) == took
