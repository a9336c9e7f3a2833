"""Turns with a pause. Pure."""

from typing import Final

from benchmarks.model.run import SHARE, Report

PAUSES: Final = Report(
    {
        "speakers": "",
        "pauses": "",
        "cut_rate": SHARE,  # of the recordings with a pause
        "sentences": "",  # the same without one
        "delay_ms": "ms",  # from the end of speech to the end of turn, without a pause
        "late_rate": SHARE,
        "details": "",
    },
    lambda run: [
        run.row("speakers", "{speakers}"),
        run.row("turn cut at a pause of 0.3 to 2 s", "{cut_rate} of {pauses}", "≤ 5 %"),
        run.row("delay of complete turns p50 / p95", "{delay_ms}"),
        run.row("  ended late", "{late_rate} of {sentences}"),
    ],
)
