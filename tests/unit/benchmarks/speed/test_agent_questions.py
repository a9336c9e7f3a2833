"""What the bench of agents' questions tells; `parley bench agents --quick` runs it."""

from benchmarks.model.run import Run
from benchmarks.reports.speed_report import AGENTS


def test_the_figures_are_shown_beside_their_targets() -> None:
    spread = {"p50": 120.0, "p95": 180.5, "largest": 300.0}
    measured = {name: spread for name in AGENTS.figures if name.endswith("_ms")}
    rows = Run(AGENTS, questions=20, long_characters=200_000, **measured).rows()
    assert rows[0] == (
        "agent's call to question on the screen p50 / p95",
        "120 / 180.5 ms",
        "≤ 250 ms",
    )
    assert {target for _title, _measured, target in rows} == {"≤ 250 ms", "≤ 100 ms", ""}
    assert any("200,000 characters" in title for title, _measured, _target in rows)
