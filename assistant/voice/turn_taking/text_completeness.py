"""Does what was said so far read like a finished sentence? Pure.

The recogniser marks the end of nearly everything with a full stop, so the mark alone says little.
Better witnesses are the last word, which in "set a timer for" cannot be the last, and the length: an
unfinished sentence of five words that gets a full stop and has no such last word is rare, and so is
a finished one of five words that gets none.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language import TurnEndings


class TextCompleteness(Enum):
    """What the words so far look like."""

    FINISHED = "finished"
    """A sentence with its end mark, long enough to be believed."""
    SHORT = "short"
    """The same, but of a few words only."""
    OPEN = "open"
    """Nothing to tell."""
    UNMARKED = "unmarked"
    """Long, but without the end mark that the recogniser would give a finished sentence."""
    DANGLING = "dangling"
    """More must come."""
    EMPTY = "empty"
    """No words."""


@dataclass(frozen=True, slots=True)
class PauseReading:
    """What is known of the words up to a pause."""

    completeness: TextCompleteness
    log_prob: float | None = None
    """Mean log probability of the transcript's tokens; None if it is not known."""
    language: str = ""
    """ISO 639-1 code of what is spoken, as far as that is known."""


_BELIEVED_AT: Final = -0.7
_UNKNOWN: Final = TurnEndings(sounds=frozenset())
_END: Final = re.compile(r"[.!?。！？]+[\"'”’»)）」』]*$")
_QUESTION: Final = re.compile(r"[?？]+[\"'”’»)）」』]*$")
_TRAILING_OFF: Final = re.compile(r"(\.{2,}|…+|[-–—~,;:、，；：])[\"'”’]*$")
_MARKS: Final = re.compile(r"[\s.!?。！？,;:、，；：…\"“”„‘«»()（）「」『』¿¡~–—]+")
_LETTER_NOUNS: Final = frozenset[str]().union(
    *(known.turn_endings.letter_nouns for known in LANGUAGES.values())
)
_LETTER: Final = re.compile(r"[b-hj-np-tv-xz]")


def assess_completeness(text: str, language: str, *, logprob: float = 0.0) -> TextCompleteness:
    """Judge whether the words so far are complete.

    Args:
        text: A transcript with the recogniser's marks.
        language: ISO 639-1; of a language without a table only the marks are read.
        logprob: Mean log probability of its tokens; a finished sentence below -0.7 counts for no
            more than a short one.
    """
    text = text.strip()
    if not any(map(str.isalnum, text)):
        return TextCompleteness.EMPTY
    rules = LANGUAGES[language].turn_endings if language in LANGUAGES else _UNKNOWN
    words = _MARKS.sub(" ", text.lower().replace("’", "'")).split()
    is_ended = _END.search(text) is not None
    is_question = _QUESTION.search(text) is not None
    if _TRAILING_OFF.search(text) or _dangles(
        words, rules, is_ended=is_ended, is_question=is_question
    ):
        return TextCompleteness.DANGLING
    size = len(words) if rules.is_spaced else sum(map(len, words))
    if not is_ended and rules.is_marked and size >= rules.least:
        return TextCompleteness.UNMARKED
    if not is_ended or _LETTER.fullmatch(words[-1]):
        return TextCompleteness.OPEN
    is_long = size >= rules.least and logprob >= _BELIEVED_AT
    return TextCompleteness.FINISHED if is_long else TextCompleteness.SHORT


def _dangles(words: list[str], rules: TurnEndings, *, is_ended: bool, is_question: bool) -> bool:
    if " ".join(words) in rules.starters:
        return True
    last = words[-1]
    if not rules.is_spaced:
        return any(last.endswith(word) for word in rules.sounds) or (
            not is_ended and len(last) > 1 and any(last.endswith(word) for word in rules.bare)
        )
    if last in rules.sounds:
        return True
    if len(words) == 1 or (len(last) == 1 and words[-2] in _LETTER_NOUNS):
        return False
    if last in rules.always:
        return True
    if last in rules.statement and not (is_question and words[0] in rules.asking):
        return True
    if last in rules.bare and not is_ended:
        return True
    return (
        not is_question
        and last not in rules.complete
        and any(last.endswith(ending) and last != ending for ending in rules.endings)
    )
