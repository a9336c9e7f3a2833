"""The keys that choose a row of a question, the same in the window, a terminal and on a page. Pure.

A row is chosen by the digit or letter before it, or by the number that its label alone says; a place
comes before a label. A letter behind a number belongs to it (`1a`, `1b`), and so do several where
other labels say the number, or it is the place of another. A key acts at once only where no place
and no number of a label goes on from what is typed; otherwise the keys are collected until Enter,
or until none follows for `WAIT_S`.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from assistant.questions.form.choices import choices_of
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import AnswerInput, Question
from assistant.questions.model.sanitizer import label_key

WAIT_S: Final = 0.7
"""Seconds without a key after which what was typed is taken for all of it."""
_NUMBER: Final = re.compile(r"(?<![^\s(\[{$€£¥₩])[-+]?\d+(?:[.,:/-]\d+)*|\d+(?:[.,:/-]\d+)*")
"""A number as a label writes it: `12`, `-5`, `1.5`, `09:05`, `2026-11-29`."""
_LETTERED: Final = re.compile(r"(?<![^\W_])(\d+)[A-Za-z]{1,3}(?![^\W_])")
"""A number with the letters behind it, as sections and sizes are named: `1a`, `2XL`."""
_MARK: Final = re.compile(r"\D.*")
_NOT_DIGITS: Final = re.compile(r"\D")


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedKeys:
    """What keys mean that were typed one after the other."""

    row: int | None = None
    """The row that they choose, from 0; None if they choose none."""
    goes_on: bool = False
    """Whether a place or the number of a label begins with them and is longer."""


def option_keys(question: Question) -> Mapping[str, TypedKeys]:
    """Return what each beginning of a place or of a label's number means.

    The field for the user's own words is the last row. Letters are capital ones.
    """
    rows = _rows(question)
    longer = {code[:end] for code in rows for end in range(1, len(code))}
    return {
        typed: TypedKeys(row=rows.get(typed), goes_on=typed in longer)
        for typed in sorted(longer | rows.keys())
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyEntry:
    """A place or a number that is being typed."""

    keys: Mapping[str, TypedKeys]
    """The `option_keys` of the question."""
    typed: str = ""
    """What was typed and has chosen nothing yet."""

    def press(self, key: str) -> "KeyEntry | None":
        """Return what is typed with another key; None if the key means nothing to the options.

        Args:
            key: One character.
        """
        key = key.upper()
        more = replace(self, typed=self.typed + key)
        if key.isalpha() and not more.is_possible:
            more = replace(self, typed=key)
        # The digits after a number that is no option are not the place of another.
        is_number = key.isdecimal() or (self.typed and not key.isalpha())
        return more if more.is_possible or is_number else None

    @property
    def row(self) -> int | None:
        """The row that is chosen if nothing more is typed."""
        meant = self.keys.get(self.typed)
        return None if meant is None else meant.row

    @property
    def is_complete(self) -> bool:
        """Whether it chooses a row, and no other place or number begins with it."""
        return self.row is not None and not self.keys[self.typed].goes_on

    @property
    def is_possible(self) -> bool:
        """Whether a place or a number begins with it."""
        return self.typed in self.keys


def _rows(question: Question) -> dict[str, int | None]:
    """Return the row of each place and of each number of a label; None where it could be several."""
    count = len(choices_of(question))
    if question.traits.input is not AnswerInput.OPTIONS:
        return {marker(question, row): row for row in range(count)}
    places = {marker(question, row): row for row in range(count + question.allow_other)}
    said = _numbers([_composed(option.label) for option in question.options])
    rows: dict[str, int | None] = {}
    for numbers in (
        [one.whole for one in said],
        [one.written for one in said],
        [one.said for one in said],
    ):
        rows = _alone(numbers) | rows
    for row in range(count):
        for number, code in _lettered(question, row):
            is_elsewhere = places.get(number, row) != row
            is_shared = sum(number in numbers.written for numbers in said) > 1
            if is_shared or is_elsewhere or len(code) == len(number) + 1:
                rows[code] = row if rows.get(code, row) == row else None
    return rows | places


def _alone(said: Sequence[Collection[str]]) -> dict[str, int | None]:
    """Return the row of each number that one row alone says; None for the others."""
    rows: dict[str, int | None] = {}
    for row, numbers in enumerate(said):
        rows |= {number: None if number in rows else row for number in numbers}
    return rows


@dataclass(frozen=True, slots=True, kw_only=True)
class _Numbers:
    """The numbers by which a label may be named, the ways that say most about it first."""

    whole: frozenset[str]
    """The number that is all of it."""
    written: frozenset[str]
    said: frozenset[str]
    """Digits without the marks between them, and number words."""


def _numbers(labels: Sequence[str]) -> list[_Numbers]:
    # Only where options are shown the languages' number words are read.
    from assistant.questions.spoken.labels.label_numbers import told_numbers

    # What follows the mark in a number does not name it: "1.5 GB" is not 5.
    plain = [_NUMBER.sub(_before_mark, label) for label in labels]
    found: list[_Numbers] = []
    for row, label in enumerate(labels):
        written = frozenset[str](_NUMBER.findall(label))
        said = {_NOT_DIGITS.sub("", number) for number in written}
        if written:
            said.add(_NOT_DIGITS.sub("", label))
        said |= {str(number) for number in told_numbers(plain, row)}
        whole = written & {label_key(label)}
        found.append(_Numbers(whole=whole, written=written, said=frozenset(said)))
    return found


def _before_mark(number: re.Match[str]) -> str:
    """Return a number up to the first mark in it; nothing of one with a sign."""
    return _MARK.sub(" ", number[0])


def _lettered(question: Question, row: int) -> Iterator[tuple[str, str]]:
    """Return each number of a label that letters follow, and the two together in capital letters."""
    for found in _LETTERED.finditer(_composed(question.options[row].label)):
        yield found[1], found[0].upper()


def _composed(label: str) -> str:
    """Return a label in the characters that keys type."""
    from assistant.questions.spoken.tokenizer import composed

    return composed(label).replace("\N{MINUS SIGN}", "-")
