"""The bench of the filter and of the way to the dialog, with small numbers."""

import os

import pytest

from assistant.clock import SystemClock
from benchmarks.progress import BenchProgress
from benchmarks.speed import stream
from benchmarks.speed.stream import measure_stream

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bench measure little."""
    monkeypatch.setattr(stream, "MEGABYTE", 20_000)
    monkeypatch.setattr(stream, "HOSTILE_CHARACTERS", 20_000)
    monkeypatch.setattr(stream, "SMALL_CHARACTERS", 5_000)
    monkeypatch.setattr(stream, "DIALOGS", 2)
    monkeypatch.setattr(stream, "STORED_QUESTIONS", 20)
    monkeypatch.setattr(stream, "REPLY_CHARACTERS", 3_000)
    monkeypatch.setattr(stream, "SCROLLED_MESSAGES", 40)
    monkeypatch.setattr(stream, "LISTENED_S", 0.5)


@pytest.mark.timeout(90)  # a whole program and eight windows
@pytest.mark.usefixtures("qapp", "small")
def test_every_figure_is_measured() -> None:
    told: list[str] = []
    figures = measure_stream(clock=SystemClock(), progress=BenchProgress(told.append))
    assert figures["stored"] == 20
    assert figures["ordinary_characters_mb_s"] > 0
    assert figures["ordinary_mb_s"] > 0
    assert figures["hostile_mb_s"] > 0
    assert figures["hostile_growth"] > 0
    for spread in (figures["on_screen_ms"], figures["form_on_screen_ms"]):
        assert 0 < spread["p50"] <= spread["largest"]
    assert figures["start_empty_ms"] > 0
    assert figures["start_full_ms"] > 0
    painting = figures["painting"]
    assert (painting["characters"], painting["scrolled_messages"]) == (3_000, 40)
    assert (
        0
        < painting["painted_ms"]["p50"]
        <= painting["painted_ms"]["p95"]
        <= painting["painted_ms"]["largest"]
    )
    assert painting["frames"] > 1
    assert 0 < painting["largest_step_ms"] / 1000 < painting["window_cpu_s"] + 0.001
    assert painting["seconds"] > painting["largest_gap_ms"] / 1000 > 0
    assert 0 < painting["scroll_frame_ms"]["p50"] <= painting["scroll_frame_ms"]["largest"]
    assert 0 < painting["listening_core_share"] < 1
    assert len(told) == 3
    rows = figures.rows()
    assert rows[0][:2] == (
        "reply of 3 KB: delta to painted p50 / p95",
        f"{painting['painted_ms']['p50']:g} / {painting['painted_ms']['p95']:g} ms",
    )
    assert len({name for name, _value, _target in rows}) == len(rows)
