"""A start of the real program, measured."""

import pytest

from assistant.clock import SystemClock
from assistant.home import Home
from benchmarks.progress import BenchProgress
from benchmarks.sample_history import HistorySize
from benchmarks.speed.startup import measure_startup

pytestmark = pytest.mark.e2e

SMALL = HistorySize(long_messages=40, conversations=2, each_messages=4)


async def test_the_moments_of_a_start_are_told_in_their_order(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setenv("PARLEY_VOICE__ENABLED", "false")
    told: list[str] = []
    figures = await measure_startup(
        home=home,
        clock=SystemClock(),
        progress=BenchProgress(told.append),
        stock=SMALL,
        runs=1,
        has_voice=False,
        profile=True,
        warm=False,
    )
    of_window = ["begun", "built", "painted", "interactive", "entered"]
    assert list(figures["stages"]) == [*of_window, "opened", "composed"]
    stages = [figures["stages"][moment]["median"] for moment in of_window]
    assert stages == sorted(stages)
    assert (
        0
        < stages[0]
        < figures["window_ms"]["median"]
        <= stages[-1]
        < figures["request_ms"]["median"]
    )
    opened, composed = (
        figures["stages"]["opened"]["median"],
        figures["stages"]["composed"]["median"],
    )
    assert (
        figures["stages"]["painted"]["median"]
        < opened
        <= composed
        <= figures["request_ms"]["median"]
    )
    assert figures["first_request_ms"]["median"] < figures["request_ms"]["median"]
    assert figures["voice_ms"] is figures["speech_ms"] is None
    assert 20 < figures["rss_mb"]["median"] <= figures["rss_mb"]["worst"]
    assert (figures["messages"], figures["runs"]) == (48, 1)
    imports = figures["imports"]
    assert "PySide6" in imports["packages"]
    assert imports["count"] > 300
    assert "httpx2" not in imports["packages"], "the model is reached before the window"
    assert len(told) == 1 + 1 + 2
    rows = figures.rows()
    assert rows[0][0].startswith("window to type into, 48 messages stored")
    assert rows[0][1] == f"{figures['window_ms']['median']} / {figures['window_ms']['worst']} ms"
    assert figures.as_json()["imports"]["count"] == imports["count"]
