"""What is told of a fetch in plain lines."""

from collections.abc import Callable
from typing import Final

from assistant.catalog.fetch_progress import FetchProgress, FetchStage
from assistant.locale import _

STEP_PERCENT: Final = 10
"""How much must be added before another line is printed."""


class FetchLineReport:
    """Tells of a fetch in plain lines: one for each stage, and one for each tenth downloaded."""

    def __init__(self, print_line: Callable[[str], None]) -> None:
        self._print_line = print_line
        self._last: tuple[str, str, FetchStage, int] | None = None

    def __call__(self, progress: FetchProgress) -> None:
        step = -1
        if progress.stage is FetchStage.DOWNLOADING and progress.total_bytes:
            step = 100 * progress.received_bytes // progress.total_bytes // STEP_PERCENT
        now = (progress.name, progress.source, progress.stage, step)
        if now == self._last:
            return
        self._last = now
        line = f"{progress.name}: {stage_text(progress.stage)}"
        if step >= 0:
            line += f" {step * STEP_PERCENT} %"
        if progress.source:
            line += f" ({progress.source})"
        self._print_line(line)


def stage_text(stage: FetchStage) -> str:
    """The user's word for a stage."""
    return {
        FetchStage.DOWNLOADING: _("downloading"),
        FetchStage.UNPACKING: _("unpacking"),
        FetchStage.VERIFYING: _("verifying"),
        FetchStage.DONE: _("done"),
    }[stage]
