"""The keys that choose a row of a question, the same in the window, a terminal and on a page. Pure.

A row is chosen by the digit or letter before it, or by the number that its label alone says; a place
comes before a label. A key acts at once only where no place and no number of a label goes on from
what is typed; otherwise the keys are collected until Enter, or until none follows for `WAIT_S`.
"""

import re
from collections.abc import Iterator, Mapping
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
        more = replace(self, typed=key if key.isalpha() else self.typed + key)
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
    said = [set(_numbers(question, row)) for row in range(count)]
    rows: dict[str, int | None] = {}
    for number in set[str]().union(*said):
        saying = [row for row in range(count) if number in said[row]]
        whole = [row for row in saying if label_key(question.options[row].label) == number]
        (row, *others) = whole or saying
        rows[number] = None if others else row
    return rows | places


def _numbers(question: Question, row: int) -> Iterator[str]:
    """Return the numbers that a label says: as written, its digits alone, and number words."""
    # Only where options are shown the languages' number words are read.
    from assistant.questions.spoken.labels.label_numbers import told_numbers
    from assistant.questions.spoken.tokenizer import composed

    labels = [option.label for option in question.options]
    label = composed(labels[row]).replace("\N{MINUS SIGN}", "-")
    for number in _NUMBER.findall(label):
        yield number
        yield _NOT_DIGITS.sub("", number)
    if any(character.isdecimal() for character in label):
        yield _NOT_DIGITS.sub("", label)
    for number in told_numbers(labels, row):
        yield str(number)
