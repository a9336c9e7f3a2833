"""What is done with requests. Pure."""

from collections.abc import Iterator
from typing import Final

from benchmarks.model.run import SHARE, Report, Row, Run

_TARGETS: Final = {
    ("good", "en"): "≥ 92 %",
    ("small", "en"): "≥ 85 %",
    ("good", "ko"): "≥ 88 %",
    ("good", "zh"): "≥ 88 %",
    ("small", "ko"): "≥ 80 %",
    ("small", "zh"): "≥ 80 %",
}
_FIRST_WORD_TARGET: Final = {"good": "p50 ≤ 900 ms"}


def _rows(run: Run) -> Iterator[Row]:
    tier = run["tier"]
    for name, of in {**run["languages"], "all languages": run["total"]}.items():
        target = _TARGETS.get((tier, name), "")
        yield of.row(f"{name}: right thing done", "{right} of {count}", target)
        yield from of.rows()
        if of["tokens_per_s"] is not None:
            target = _FIRST_WORD_TARGET.get(tier, "")
            yield of.row("  first word of the model (p50 / p95)", "{first_word_ms}", target)
            yield of.row("  tokens a second", "{tokens_per_s}")


REQUESTS: Final = Report(
    {
        "tier": "",
        "total": "",
        "languages": "",
        "confusions": "",  # how often what was right was taken for what: `action > answer`
        "not_right": "",  # one line for each request with which something else was done
    },
    _rows,
)
REQUEST_GROUP: Final = Report(
    {
        "count": "",
        "right": SHARE,
        "actions": "",
        "action_right": SHARE,
        "answer_or_ask_right": SHARE,
        "decline_right": SHARE,
        "unasked": "",
        "unasked_rate": SHARE,
        "questions": "",
        "question_valid": SHARE,
        "facts": "",
        "wrong_facts": "",
        "first_word_ms": "ms",
        "tokens_per_s": "",
    },
    lambda of: [
        of.row("  actions right", "{action_right} of {actions}"),
        of.row("  answer or question right", "{answer_or_ask_right}"),
        of.row("  refusals right", "{decline_right}"),
        of.row("  actions nobody asked for", "{unasked_rate}, {unasked}", "≤ 0.5 %"),
        of.row("  questions valid", "{question_valid} of {questions}", "100 %"),
        of.row("  wrong facts", "{wrong_facts} of {facts}"),
    ],
)
"""Of the requests in one language, or of all. Where the model was asked: `first_word_ms` until the first
words, or the question, and `tokens_per_s` of answers, from their first word on."""
