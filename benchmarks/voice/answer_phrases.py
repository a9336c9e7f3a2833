"""Spoken answers as a table, and how many of them are understood. Pure but for reading the table.

`phrases.tsv` has one answer a line: language, kind of the question, labels, what was heard, what
it means. Labels are separated by `|`; one that begins with `*` was being read when the user
spoke. What an answer means is written as `2` or `1,3` (places of options, from 1), `-` (chooses
none), `true`, `false`, `!repeat` (a command), `!explain:2` (with the options it names), and `?`:
nothing may be taken without asking.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, assert_never

from assistant.questions.desk.model.lint import lint
from assistant.questions.model.question import Option, Question, QuestionKind, QuestionSet
from assistant.questions.spoken.understanding import (
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    Understanding,
)
from assistant.voice.questions import dialogue
from assistant.voice.questions.voice_prompt import HeardWords
from benchmarks.data import read_table
from benchmarks.model.sample_table import read_samples

COLUMNS: Final = ("lang", "kind", "labels", "heard", "expected")
UNSURE: Final = "?"
NONE: Final = "-"
_BEING_READ: Final = "*"
_QUESTION_ID: Final = "phrase"


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """One line of the table."""

    lang: str
    """ISO 639-1 code."""
    kind: QuestionKind
    labels: tuple[str, ...]
    current: int | None = None
    """Zero-based index of the option that was being read."""
    heard: str
    expected: str

    @property
    def question(self) -> Question:
        """The question it answers, as it would be put; option ids are places, from "1"."""
        return _question(self.kind, self.labels)


class PhraseVerdict(Enum):
    """How an answer was understood."""

    RIGHT = "right"
    """As it was meant, if need be after reading it back."""
    MISSED = "missed"
    """Not as it was meant, but nothing was taken: it would be asked again, or read back."""
    WRONG = "wrong"
    """An option was taken that was not meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseRates:
    """Shares of answers, 0 to 1."""

    count: int
    right: float
    wrong: float


def load_phrases(text: str | None = None) -> tuple[Phrase, ...]:
    """Return the answers of a table: by default of the recorded answers.

    Raises:
        ValueError: If the table has other columns, or a line is incomplete; it names the line.
    """
    if text is None:
        text = read_table("answers", "phrases.tsv")
    return read_samples(text, COLUMNS, _phrase)


def understood(phrase: Phrase, *, log_prob: float = 0.0) -> Understanding:
    """Return what the program makes of an answer.

    Args:
        log_prob: Mean log probability of its transcript, if it was recognised.
    """
    words = HeardWords(
        text=phrase.heard, language=phrase.lang, option=phrase.current, log_prob=log_prob
    )
    return dialogue.interpret_answer(phrase.question, words)


def judge(expected: str, meant: Understanding) -> PhraseVerdict:
    """Compare what was understood with what was meant, in the notation of the table."""
    match meant:
        case SpokenChoice():
            if _written(meant) == expected:
                return PhraseVerdict.RIGHT
            if meant.needs_confirming:
                return PhraseVerdict.RIGHT if expected == UNSURE else PhraseVerdict.MISSED
            return PhraseVerdict.WRONG
        case SpokenCommand():
            return PhraseVerdict.RIGHT if _command(meant) == expected else PhraseVerdict.MISSED
        case UnclearAnswer():
            return PhraseVerdict.RIGHT if expected == UNSURE else PhraseVerdict.MISSED
        case _:
            assert_never(meant)


def rates(verdicts: Iterable[PhraseVerdict]) -> PhraseRates:
    """Return the shares of what was right and of what was wrongly taken.

    Raises:
        ValueError: If there are no verdicts.
    """
    found = list(verdicts)
    if not found:
        raise ValueError("the rates of no answers")
    return PhraseRates(
        count=len(found),
        right=found.count(PhraseVerdict.RIGHT) / len(found),
        wrong=found.count(PhraseVerdict.WRONG) / len(found),
    )


def _phrase(lang: str, kind: str, written: str, heard: str, expected: str) -> Phrase:
    labels = written.split("|") if written else []
    marked = [i for i, label in enumerate(labels) if label.startswith(_BEING_READ)]
    return Phrase(
        lang=lang,
        kind=QuestionKind(kind),
        labels=tuple(label.removeprefix(_BEING_READ) for label in labels),
        current=marked[0] if marked else None,
        heard=heard,
        expected=expected,
    )


@lru_cache(maxsize=256)
def _question(kind: QuestionKind, labels: tuple[str, ...]) -> Question:
    question = Question(
        id=_QUESTION_ID,
        kind=kind,
        text="Which one?",
        options=tuple(Option(id=str(n), label=label) for n, label in enumerate(labels, start=1)),
    )
    put = lint(QuestionSet(id=_QUESTION_ID, questions=(question,))).questions
    return put.questions[0]


def _written(chosen: SpokenChoice) -> str:
    if chosen.boolean is not None:
        return "true" if chosen.boolean else "false"
    return ",".join(chosen.option_ids) or NONE


def _command(command: SpokenCommand) -> str:
    named = f":{','.join(command.option_ids)}" if command.option_ids else ""
    return f"!{command.kind.value}{named}"
