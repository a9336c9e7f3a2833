import pytest
from pytestqt.qtbot import QtBot

from benchmarks.window.paint_probe import (
    measure_scrolling,
    nearest_ranks_ms,
    sample_history,
    sample_reply,
)


def test_scrolling_is_measured_with_few_widgets(qtbot: QtBot) -> None:
    figures = measure_scrolling(messages=300, steps=6)
    assert figures.messages == 300
    assert figures.load_cpu_ms > 0
    assert 0 < figures.most_widgets < 60
    assert figures.frame_cpu_ms["largest"] > 0


def test_the_samples_are_as_large_as_they_are_asked_to_be() -> None:
    reply = sample_reply(60_000)
    assert len(reply) == 60_000
    assert "|---|" in reply
    assert "```python" in reply
    past = sample_history(100)
    assert len({message.message_id for message in past}) == 100
    assert any(message.parts for message in past)


@pytest.mark.parametrize(
    ("seconds", "p50", "p95", "largest"),
    [([0.002], 2.0, 2.0, 2.0), ([n / 1000 for n in range(100)], 50.0, 95.0, 99.0)],
)
def test_a_spread_is_told_in_milliseconds(
    seconds: list[float], p50: float, p95: float, largest: float
) -> None:
    assert nearest_ranks_ms(seconds) == {"p50": p50, "p95": p95, "largest": largest}
