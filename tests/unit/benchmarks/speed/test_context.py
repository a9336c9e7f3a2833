"""From the key to the wire, and back into the past, with small numbers."""

import os

import pytest

from assistant.clock import SystemClock
from assistant.home import Home
from benchmarks.progress import BenchProgress
from benchmarks.sample_history import HistorySize
from benchmarks.speed.context import WINDOW, ContextScale, measure_context

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SMALL = ContextScale(
    held=HistorySize(long_messages=60, conversations=0, each_messages=0, recent_characters=WINDOW),
    typed=2,
    past=HistorySize(long_messages=1500, conversations=2, each_messages=4),
    openings=2,
    searches=3,
)


@pytest.mark.usefixtures("qapp")
def test_every_figure_is_measured(home: Home) -> None:
    told: list[str] = []
    figures = measure_context(
        home=home, clock=SystemClock(), progress=BenchProgress(told.append), scale=SMALL
    )
    assert figures["stored"] == 60
    assert figures["characters"] >= 80_000, "history, memory and layers are as large as promised"
    assert figures["request_kb"] > figures["characters"] / 1000
    request = figures["request_ms"]
    assert 0 < request["p50"] <= request["p95"] <= request["largest"]
    assert list(figures["stages_ms"]) == ["to_engine", "stored_and_composed", "sent"]
    assert all(0 <= stage <= request["largest"] for stage in figures["stages_ms"].values())
    past = figures["past"]
    assert (past["opened_messages"], past["searched_messages"]) == (1500, 1508)
    assert 0 < past["open_ms"]["p50"]
    assert past["open_stall_ms"] > 0
    assert len(past["search_kinds_ms"]) == 8
    search = past["search_ms"]
    assert 0 < search["p50"] <= search["largest"]
    assert len(told) == 5
    rows = figures.rows()
    assert f"{figures['characters']:,} characters" in rows[0][0]
    assert rows[0][2] == rows[3][2].replace("100", "50") == "≤ 50 ms"
    assert f"{search['p50']:g} / {search['p95']:g} ms" in rows[3]
