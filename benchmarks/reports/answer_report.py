"""The figures of understood answers as a table beside their targets. Pure."""

from typing import TYPE_CHECKING

from benchmarks.model.table import Row, percent

if TYPE_CHECKING:
    from benchmarks.answer_set import AnswerFigures, AnswerShares


def answer_rows(figures: "AnswerFigures") -> list[Row]:
    """Return the rows of `parley bench answers`."""
    rows: list[Row] = [
        ("answers: right / asked / missed / wrong", _shares(figures.total), "≥ 98 % … ≤ 0.2 %"),
        ("  of the asked, the meant option offered", _offered(figures.total), ""),
    ]
    rows += [(f"  {name}", _shares(shares), "") for name, shares in figures.groups.items()]
    return rows


def _offered(shares: "AnswerShares") -> str:
    return f"{percent(shares.offered / max(shares.asked, 1))} of {shares.asked}"


def _shares(shares: "AnswerShares") -> str:
    parts = (shares.right, shares.asked, shares.missed, shares.wrong)
    of = max(shares.count, 1)
    return f"{' / '.join(percent(part / of) for part in parts)} of {shares.count}"
