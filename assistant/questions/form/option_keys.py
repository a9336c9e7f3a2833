"""The keys that choose a row of a question, the same in the window, a terminal and on a page. Pure.

A row is chosen by the digit or letter before it. Where options have letters, because a digit could
mean a place or what a label says, a digit chooses the option whose label alone says it.
"""

import string
from collections.abc import Mapping
from typing import Final

from assistant.questions.form.choices import choices_of
from assistant.questions.model.option_markers import has_letters, marker
from assistant.questions.model.question import AnswerInput, Question

_DIGITS: Final = string.digits[1:]


def option_keys(question: Question) -> Mapping[str, int]:
    """Return the row that each key chooses, from 0; the field for own words is the last row.

    Letters are capital ones.
    """
    count = len(choices_of(question))
    if question.allow_other and question.traits.input is AnswerInput.OPTIONS:
        count += 1
    keys = {name: row for row in range(count) if len(name := marker(question, row)) == 1}
    if has_letters(question):
        # Only here the languages' number words are read.
        from assistant.questions.form.typed_answer import find_option

        places = {option.id: row for row, option in enumerate(question.options)}
        named = {digit: find_option(question, digit) for digit in _DIGITS}
        keys |= {digit: places[found] for digit, found in named.items() if found is not None}
    return keys
