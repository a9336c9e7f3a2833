"""The figures of turns with a pause as a table beside their targets. Pure."""

from benchmarks.model.table import Row, number_pair, percent
from benchmarks.voice.pauses import PauseFigures


def pause_rows(figures: PauseFigures) -> list[Row]:
    """Return what was measured, its value and the target, for people."""
    delay = figures.delay_ms
    return [
        ("speakers", str(figures.speakers), ""),
        (
            "turn cut at a pause of 0.3 to 2 s",
            f"{percent(figures.cut_rate)} of {figures.pauses}",
            "≤ 5 %",
        ),
        (
            "delay of complete turns p50 / p95",
            number_pair(delay["p50"], delay["p95"], "ms"),
            "",
        ),
        ("  ended late", f"{percent(figures.late_rate)} of {figures.sentences}", ""),
    ]
