"""What could be better about a question, mended where that is safe. Pure.

Nothing is refused, and ids, order and labels stay. What is mended: options whose labels contain
numbers get letters, so that "three" means one thing; labels that are long or hard to say get a
shorter one for the voice. What only the author could mend is a note for the log.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from rapidfuzz import fuzz

from assistant.languages import LANGUAGES
from assistant.questions.model.option_markers import OPTION_LETTERS
from assistant.questions.model.question import (
    AnswerInput,
    Markers,
    Option,
    Question,
    QuestionSet,
)
from assistant.questions.model.question_words import either_or_pattern
from assistant.questions.model.sanitizer import label_key, one_line

LONG_SPOKEN: Final = 40
"""Characters of a label from which it is shortened to be said; some three seconds of speech."""
LONG_SPOKEN_WIDE: Final = 16
"""The same for Korean and Chinese, where a character is a syllable."""
_CLEAR_TEXT: Final = 40
"""Characters of a question that explains itself."""
_SAME_SOUND: Final = 85
"""Likeness of two Korean or Chinese labels, 0 to 100, from which they are easily confused."""

_CODE: Final = re.compile(r"`+([^`]*)`+")
_URL: Final = re.compile(r"\b[a-z][a-z0-9+.-]*://(?:www\.)?([^\s/)\]}>]+)\S*", re.IGNORECASE)
_PARENTHESES: Final = re.compile(r"\s*[(（\[【][^()（）\[\]【】]*[)）\]】]")
_CLAUSE: Final = re.compile(r"\s*(?:[,;:，、；：。]|\s[-–—]\s|—|\.\s)\s*")
_WIDE: Final = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LOOSE_ENDS: Final = " ,.;:!?-–—/，。；：、（("


@dataclass(frozen=True, slots=True, kw_only=True)
class Linted:
    """A question set with what could be mended mended."""

    questions: QuestionSet
    notes: tuple[str, ...]
    """One line for the log for each thing found; carries ids and numbers, no content."""


def lint(questions: QuestionSet) -> Linted:
    """Return the set as it is to be put, and what is odd about it.

    Doing it again changes nothing.
    """
    notes = [f"{question.id}: {note}" for question in questions.walk() for note in _notes(question)]
    if not questions.description and any(_lacks_context(q) for q in questions.questions):
        notes.append(f"{questions.id}: no context to decide from")
    mended = tuple(_mended(question) for question in questions.questions)
    return Linted(questions=questions.model_copy(update={"questions": mended}), notes=tuple(notes))


def _mended(question: Question) -> Question:
    return question.model_copy(
        update={
            "markers": _markers(question),
            "options": _spoken(question.options),
            "follow_ups": {
                option_id: tuple(_mended(below) for below in nested)
                for option_id, nested in question.follow_ups.items()
            },
        }
    )


def _markers(question: Question) -> Markers:
    if len(question.options) > len(OPTION_LETTERS):
        return question.markers
    # The tables of the languages are a tenth of a second; a start without a question needs none.
    from assistant.questions.spoken.labels.label_numbers import are_ambiguous

    labels = [option.label for option in question.options]
    is_ambiguous = are_ambiguous(labels, has_other=question.allow_other)
    return Markers.LETTERS if is_ambiguous else question.markers


# Labels to be said.


def _spoken(options: Sequence[Option]) -> tuple[Option, ...]:
    """Return the options with shorter labels for the voice, where those still differ."""
    said = [option.spoken or short_label(option.label) for option in options]
    keys = [label_key(text) for text in said]
    return tuple(
        option
        if option.spoken or text == one_line(option.label) or keys.count(key) > 1
        else option.model_copy(update={"spoken": text})
        for option, text, key in zip(options, said, keys, strict=True)
    )


def short_label(label: str) -> str:
    """Return a label as it is best said: without code marks, addresses and asides, and short.

    It ends at a clause if one ends in time, else at a word. The label itself comes back, on one
    line, where there is nothing to shorten.
    """
    whole = one_line(label)
    text = _URL.sub(r"\1", _CODE.sub(r"\1", whole))
    text = _tidy(_PARENTHESES.sub("", text)) or text
    most = LONG_SPOKEN_WIDE if _is_wide(text) else LONG_SPOKEN
    if len(text) <= most:
        return whole if text == whole.rstrip(_LOOSE_ENDS) else text
    ends = [found.start() for found in _CLAUSE.finditer(text) if 0 < found.start() <= most]
    return _tidy(text[: ends[-1]]) if ends else _cut_at_word(text, most)


def _cut_at_word(text: str, most: int) -> str:
    space = text.rfind(" ", 0, most + 1)
    return _tidy(text[:space] if space > most // 2 else text[:most]) or text[:most]


def _tidy(text: str) -> str:
    return one_line(text).strip(_LOOSE_ENDS)


def _is_wide(text: str) -> bool:
    return len(_WIDE.findall(text)) * 2 > len(text)


# What is only noted.


def _notes(question: Question) -> Iterator[str]:
    options = question.options
    folded = [label_key(option.label) for option in options]
    if len(set(folded)) < len(folded):
        yield "two labels are the same"
    elif _sounds_alike([option.label for option in options]):
        yield "two labels sound alike"
    recommended = [n for n, option in enumerate(options) if option.recommended]
    if len(recommended) > 1:
        yield f"{len(recommended)} options are recommended"
    if recommended and recommended[0] != 0:
        yield "the recommended option is not the first"
    if question.markers is not _markers(question):
        yield "labels contain numbers, the options get letters"
    shortened = sum(a != b for a, b in zip(options, _spoken(options), strict=True))
    if shortened:
        yield f"{shortened} labels are shortened for the voice"
    if question.traits.input is AnswerInput.YES_NO and either_or_pattern().search(question.text):
        yield "either-or, put as yes or no"


def _lacks_context(question: Question) -> bool:
    return (
        not question.context
        and len(question.text) < _CLEAR_TEXT
        and not any(option.description for option in question.options)
    )


def _sounds_alike(labels: Sequence[str]) -> bool:
    return any(
        sound_alike(first, second) for n, first in enumerate(labels) for second in labels[n + 1 :]
    )


def sound_alike(first: str, second: str) -> bool:
    """Whether two different labels are easily confused when they are heard.

    By their sounds in a language; by being equal but for a letter or so in Korean and Chinese.
    """
    if _is_wide(first) or _is_wide(second):
        a, b = (unicodedata.normalize("NFD", label_key(text)) for text in (first, second))
        return fuzz.ratio(a, b) >= _SAME_SOUND and not _differ_by_number(first, second)
    pairs = zip(sound_keys(first), sound_keys(second), strict=True)
    return any(a and a == b for a, b in pairs) and not _differ_by_number(first, second)


def _differ_by_number(first: str, second: str) -> bool:
    return _numbers_in(first) != _numbers_in(second)


def _numbers_in(label: str) -> frozenset[int]:
    # The tables of the languages are a tenth of a second; a start without a question needs none.
    from assistant.questions.spoken.labels.label_numbers import numbers_in

    return numbers_in(label)


def sound_keys(text: str) -> tuple[str, ...]:
    """Return rough keys of how a text sounds, in each language that says it; equal for "sea" and "see"."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    words = _LATIN_WORD.findall(folded)
    return tuple("".join(_word_key(word, sounds) for word in words) for sounds in _sounds())


def _word_key(word: str, sounds: Sequence[tuple[re.Pattern[str], str]]) -> str:
    for pattern, sound in sounds:
        word = pattern.sub(sound, word)
    return word


_LATIN_WORD: Final = re.compile(r"[a-z]+|[0-9]+")


@cache
def _sounds() -> tuple[tuple[tuple[re.Pattern[str], str], ...], ...]:
    said = (known.answers().spelling.sounds for known in LANGUAGES.values())
    return tuple(
        tuple((re.compile(pattern), sound) for pattern, sound in rows) for rows in said if rows
    )
