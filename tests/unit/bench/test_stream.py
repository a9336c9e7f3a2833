"""The bench of the filter and of the way to the dialog, with small numbers."""

import os

import pytest

from assistant.bench import stream
from assistant.bench.stream import StreamFigures, measure_stream
from assistant.clock import SystemClock

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bench measure little."""
    monkeypatch.setattr(stream, "MEGABYTE", 20_000)
    monkeypatch.setattr(stream, "SMALL_CHARACTERS", 5_000)
    monkeypatch.setattr(stream, "DIALOGS", 2)
    monkeypatch.setattr(stream, "STORED_QUESTIONS", 20)


@pytest.mark.usefixtures("qapp", "small")
def test_every_figure_is_measured() -> None:
    figures = measure_stream(clock=SystemClock())
    assert isinstance(figures, StreamFigures)
    assert figures.stored == 20
    assert 0 < figures.ordinary_characters_mb_s < figures.ordinary_mb_s
    assert figures.hostile_mb_s > 0
    assert figures.hostile_growth > 0
    for spread in (figures.on_screen_ms, figures.form_on_screen_ms):
        assert 0 < spread["p50"] <= spread["largest"]
    assert figures.start_empty_ms > 0
    assert figures.start_full_ms > 0
