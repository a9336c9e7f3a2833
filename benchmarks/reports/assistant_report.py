"""The figures of treated requests as a table beside their targets. Pure."""

from typing import TYPE_CHECKING, Final

from benchmarks.model.table import Row, number, number_pair, percent

if TYPE_CHECKING:
    from benchmarks.requests.figures import AssistantFigures, RequestFigures

_TARGETS: Final = {
    ("good", "en"): "≥ 92 %",
    ("small", "en"): "≥ 85 %",
    ("good", "ko"): "≥ 88 %",
    ("good", "zh"): "≥ 88 %",
    ("small", "ko"): "≥ 80 %",
    ("small", "zh"): "≥ 80 %",
}
_FIRST_WORD_TARGET: Final = {"good": "p50 ≤ 900 ms"}


def assistant_rows(figures: "AssistantFigures") -> list[Row]:
    """Return the rows of `parley bench assistant`."""
    rows: list[Row] = []
    for language, of in figures.languages.items():
        rows += _rows(language, of, figures.tier)
    return rows + _rows("all languages", figures.total, figures.tier)


def _rows(name: str, of: "RequestFigures", tier: str) -> list[Row]:
    first = of.first_word_ms
    rows: list[Row] = [
        (
            f"{name}: right thing done",
            f"{percent(of.right)} of {of.count}",
            _TARGETS.get((tier, name), ""),
        ),
        ("  actions right", f"{percent(of.action_right)} of {of.actions}", ""),
        ("  answer or question right", percent(of.answer_or_ask_right), ""),
        ("  refusals right", percent(of.decline_right), ""),
        ("  actions nobody asked for", f"{percent(of.unasked_rate)}, {of.unasked}", "≤ 0.5 %"),
        ("  questions valid", f"{percent(of.question_valid)} of {of.questions}", "100 %"),
        ("  wrong facts", f"{of.wrong_facts} of {of.facts}", ""),
    ]
    if of.tokens_per_s is not None:
        rows += [
            (
                "  first word of the model (p50 / p95)",
                number_pair(first["p50"], first["p95"], "ms"),
                _FIRST_WORD_TARGET.get(tier, ""),
            ),
            ("  tokens a second", number(of.tokens_per_s), ""),
        ]
    return rows
