"""Answers as people type and say them, and how many of them are understood. Pure but for the table.

A table has one answer a line: id, language, mode (`typed` or `spoken`), kind (`single`, `multi`,
`yesno`), question, options, the answer, and what it means. Options, and chosen labels, are separated
by ` | `; meanings of which each is right by ` || `. A meaning is `choose: LABELS`, `other: WORDS`,
`yes`, `no`, `none`, `decide`, `later`, `not-an-answer`, or `ask`: nothing may be taken unasked.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, assert_never

from assistant.languages.lexicon import CommandKind
from assistant.questions.desk.model.lint import lint
from assistant.questions.form.line_meaning import (
    DoubtfulAnswer,
    MisreadLine,
    TypedAnswer,
    TypedCommand,
)
from assistant.questions.form.typed_answer import parse_typed_answer
from assistant.questions.model.question import Answer, Option, Question, QuestionKind, QuestionSet
from assistant.questions.model_reading.reading_rules import combined, unread_words
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from assistant.questions.spoken.understanding import (
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    UnclearReason,
    Understanding,
)
from assistant.voice.questions import dialogue
from assistant.voice.questions.voice_prompt import HeardWords
from benchmarks.data import read_table
from benchmarks.model.run import Run
from benchmarks.model.sample_table import read_samples
from benchmarks.reports.answer_report import ANSWER_GROUP, ANSWERS

COLUMNS: Final = ("id", "language", "mode", "kind", "question", "options", "answer", "expected")
_LABELS: Final = " | "
_EITHER: Final = " || "
_OFFERED: Final = "offered"
_QUESTION_ID: Final = "answer"
_KINDS: Final = {
    "single": QuestionKind.SINGLE,
    "multi": QuestionKind.MULTI,
    "yesno": QuestionKind.BOOLEAN,
}


class AnswerMode(Enum):
    """How an answer was given."""

    TYPED = "typed"
    SPOKEN = "spoken"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSample:
    """One line of the table."""

    id: str
    language: str
    """ISO 639-1 code."""
    mode: AnswerMode
    kind: QuestionKind
    question: str
    labels: tuple[str, ...]
    answer: str
    expected: tuple[str, ...]
    """Meanings of which each is right."""


class Meaning(Enum):
    """What became of an answer."""

    CHOOSE = "choose"
    YES = "yes"
    NO = "no"
    OTHER = "other"
    NONE = "none"
    DECIDE = "decide"
    LATER = "later"
    NOT_AN_ANSWER = "not-an-answer"
    ASK = "ask"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAnswer:
    """What the program makes of an answer."""

    meaning: Meaning
    labels: tuple[str, ...] = ()
    """What is chosen, or what is asked about."""
    words: str = ""


class AnswerVerdict(Enum):
    """How an answer was understood."""

    RIGHT = "right"
    ASKED = "asked"
    """Nothing was taken, though the answer was clear: it is asked again, or read back."""
    MISSED = "missed"
    """No option was taken, but something other than what was meant happened."""
    WRONG = "wrong"
    """An option, a yes or a no was taken that was not meant."""


def load_answers(text: str | None = None) -> tuple[AnswerSample, ...]:
    """Return the answers of a table: by default those that the reader was made with.

    Raises:
        ValueError: If the table has other columns, or a line is incomplete; it names the line.
    """
    if text is None:
        text = read_table("answers", "answers.tsv")
    return read_samples(text, COLUMNS, _sample)


def _sample(*row: str) -> AnswerSample:
    name, language, mode, kind, question, options, answer, expected = row
    return AnswerSample(
        id=name,
        language=language,
        mode=AnswerMode(mode),
        kind=_KINDS[kind],
        question=question,
        labels=tuple(options.split(_LABELS)),
        answer=answer,
        expected=tuple(expected.split(_EITHER)),
    )


def read_answer(sample: AnswerSample, by_model: Understanding | None = None) -> ReadAnswer:
    """Return what the program makes of an answer, by the way that users' own answers take.

    Args:
        sample: The answer.
        by_model: What a model read in it, where the rules would ask back.
    """
    question = _question_of(sample)
    match sample.mode:
        case AnswerMode.SPOKEN:
            by_rules = _by_rules(question, sample)
            meant = by_rules if by_model is None else combined(by_rules, by_model)
            return _spoken(question, meant, sample.answer)
        case AnswerMode.TYPED:
            return _typed(question, parse_typed_answer(question, sample.answer, by_model))
        case _:
            assert_never(sample.mode)


def unread_answer(sample: AnswerSample) -> UnreadWords | None:
    """Return what a model may read of an answer; None if the rules are certain."""
    question = _question_of(sample)
    if sample.mode is AnswerMode.SPOKEN:
        by_rules = _by_rules(question, sample)
    else:
        typed = parse_typed_answer(question, sample.answer)
        is_asked_back = isinstance(typed, DoubtfulAnswer | MisreadLine)
        by_rules = typed.by_rules if is_asked_back else None
    if by_rules is None:
        return None
    asked = QuestionSet(id=_QUESTION_ID, questions=(question,))
    return unread_words(asked, question, sample.answer, by_rules)


def some_of(samples: Sequence[AnswerSample], count: int, seed: int) -> tuple[AnswerSample, ...]:
    """Return so many samples, drawn by a seed, in the order of the table."""
    drawn = random.Random(seed).sample(range(len(samples)), min(count, len(samples)))
    return tuple(samples[n] for n in sorted(drawn))


def _question_of(sample: AnswerSample) -> Question:
    return _question(sample.kind, sample.question, sample.labels, sample.language)


def _by_rules(question: Question, sample: AnswerSample) -> Understanding:
    words = HeardWords(text=sample.answer, language=sample.language)
    return dialogue.interpret_answer(question, words)


def judge_answer(sample: AnswerSample, read: ReadAnswer) -> AnswerVerdict:
    if any(_is(meaning, sample, read) for meaning in sample.expected):
        return AnswerVerdict.RIGHT
    if read.meaning in {Meaning.CHOOSE, Meaning.YES, Meaning.NO}:
        return AnswerVerdict.WRONG
    return AnswerVerdict.ASKED if read.meaning is Meaning.ASK else AnswerVerdict.MISSED


def measure_answers(
    samples: Sequence[AnswerSample], by_model: Mapping[str, Understanding] | None = None
) -> Run:
    """Return how many answers are understood.

    Args:
        samples: The answers.
        by_model: What a model read, by the ids of the samples.
    """
    groups: dict[str, Counter[AnswerVerdict | str]] = {}
    total = Counter[AnswerVerdict | str]()
    lines: list[str] = []
    for sample, read in zip(samples, _read_all(samples, by_model or {}), strict=True):
        verdict = judge_answer(sample, read)
        group = groups.setdefault(f"{sample.language} {sample.mode.value}", Counter())
        is_offered = verdict is AnswerVerdict.ASKED and _is_among(sample, read.labels)
        for found in (total, group):
            found[verdict] += 1
            found[_OFFERED] += is_offered
        if verdict is not AnswerVerdict.RIGHT:
            expected = _EITHER.join(sample.expected)
            got = f"{read.meaning.value} {_LABELS.join(read.labels)}".strip()
            lines.append(f"{verdict.value} {sample.id} {sample.answer!r}: {expected}; was {got}")
    shares = {name: _shares(found) for name, found in sorted(groups.items())}
    return Run(ANSWERS, total=_shares(total), groups=shares, not_right=lines)


def _read_all(
    samples: Sequence[AnswerSample], by_model: Mapping[str, Understanding]
) -> list[ReadAnswer]:
    """Read answers to the same labels one after the other, for these are compiled for a question."""
    order = sorted(range(len(samples)), key=lambda n: (samples[n].language, samples[n].labels))
    read = {n: read_answer(samples[n], by_model.get(samples[n].id)) for n in order}
    return [read[n] for n in range(len(samples))]


def _is_among(sample: AnswerSample, labels: Sequence[str]) -> bool:
    """Whether what an answer meant is among the options that it was asked about with."""
    meant = (one.partition(":") for one in sample.expected)
    wanted = [what.strip().split(_LABELS) for name, _colon, what in meant if name == "choose"]
    return any(set(one) <= set(labels) for one in wanted)


def _shares(found: "Counter[AnswerVerdict | str]") -> Run:
    return Run(
        ANSWER_GROUP,
        count=sum(found[verdict] for verdict in AnswerVerdict),
        right=found[AnswerVerdict.RIGHT],
        asked=found[AnswerVerdict.ASKED],
        offered=found[_OFFERED],
        missed=found[AnswerVerdict.MISSED],
        wrong=found[AnswerVerdict.WRONG],
    )


def _is(expected: str, sample: AnswerSample, read: ReadAnswer) -> bool:
    name, _colon, what = expected.partition(":")
    what = what.strip()
    if sample.kind is QuestionKind.BOOLEAN and read.meaning is Meaning.CHOOSE:
        # Two labels that say more than yes and no.
        return name == ("yes" if read.labels == sample.labels[:1] else "no")
    match read.meaning:
        case Meaning.CHOOSE:
            return name == "choose" and tuple(what.split(_LABELS)) == read.labels
        case Meaning.OTHER:
            if name in {"ask", "not-an-answer"}:
                return False
            return name == "other" and what.casefold() in read.words.casefold()
        case Meaning.ASK:
            own = name == "other" and what.casefold() in read.words.casefold()
            return own or name in {"ask", "not-an-answer"}
        case Meaning.NOT_AN_ANSWER:
            return name in {"ask", "not-an-answer"}
        case _:
            return name == read.meaning.value


@lru_cache(maxsize=512)
def _question(kind: QuestionKind, text: str, labels: tuple[str, ...], language: str) -> Question:
    if kind is QuestionKind.BOOLEAN and _is_yes_and_no(labels, language):
        labels = ()
    elif kind is QuestionKind.BOOLEAN:
        kind = QuestionKind.SINGLE
    question = Question(
        id=_QUESTION_ID,
        kind=kind,
        text=text,
        options=tuple(Option(id=f"o{n}", label=label) for n, label in enumerate(labels, start=1)),
        allow_other=kind is not QuestionKind.BOOLEAN,
    )
    put = lint(QuestionSet(id=_QUESTION_ID, questions=(question,))).questions
    return put.questions[0]


def _is_yes_and_no(labels: tuple[str, ...], language: str) -> bool:
    sure = Question(id="sure", kind=QuestionKind.BOOLEAN, text="")
    said = [parse_spoken_answer(sure, label, language) for label in labels]
    return [isinstance(one, SpokenChoice) and one.score == 1 and one.boolean for one in said] == [
        True,
        False,
    ] and not any(" " in label for label in labels)


def _spoken(question: Question, meant: Understanding, answer: str) -> ReadAnswer:
    match meant:
        case SpokenChoice():
            read = _chosen(question, meant.option_ids, meant.boolean)
            if meant.needs_confirming or meant.text is not None:  # own words are read back
                return ReadAnswer(meaning=Meaning.ASK, labels=read.labels, words=meant.text or "")
            return read
        case SpokenCommand(needs_confirming=True):
            return ReadAnswer(meaning=Meaning.ASK)
        case SpokenCommand():
            return _command(meant.kind, meant.words)
        case UnclearAnswer():
            labels = tuple(question.option(one).label for one in meant.candidates)
            is_own = meant.reason is UnclearReason.NO_MATCH and question.allow_other
            return ReadAnswer(meaning=Meaning.ASK, labels=labels, words=answer if is_own else "")
        case _:
            assert_never(meant)


def _typed(question: Question, meant: TypedAnswer) -> ReadAnswer:
    match meant:
        case Answer(other=str(words)):
            return ReadAnswer(
                meaning=Meaning.OTHER, labels=_labels(question, meant.option_ids), words=words
            )
        case Answer():
            return _chosen(question, meant.option_ids, meant.boolean)
        case DoubtfulAnswer():
            return ReadAnswer(
                meaning=Meaning.ASK, labels=_labels(question, meant.answer.option_ids)
            )
        case TypedCommand():
            return ReadAnswer(meaning=Meaning.ASK) if meant.doubt else _command(meant.kind, "")
        case MisreadLine():
            named = (option.label for option in question.options)
            return ReadAnswer(
                meaning=Meaning.ASK, labels=tuple(label for label in named if label in meant.why)
            )
        case _:
            assert_never(meant)


def _chosen(question: Question, option_ids: Sequence[str], boolean: bool | None) -> ReadAnswer:
    if boolean is not None:
        return ReadAnswer(meaning=Meaning.YES if boolean else Meaning.NO)
    if not option_ids:
        return ReadAnswer(meaning=Meaning.NONE)
    return ReadAnswer(meaning=Meaning.CHOOSE, labels=_labels(question, option_ids))


def _labels(question: Question, option_ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(question.option(one).label for one in option_ids)


def _command(kind: CommandKind, words: str) -> ReadAnswer:
    match kind:
        case CommandKind.DECIDE:
            return ReadAnswer(meaning=Meaning.DECIDE)
        case CommandKind.LATER:
            return ReadAnswer(meaning=Meaning.LATER)
        case CommandKind.OTHER if words:
            return ReadAnswer(meaning=Meaning.ASK, words=words)
        case CommandKind.OTHER | CommandKind.SKIP | CommandKind.CANCEL:
            return ReadAnswer(meaning=Meaning.NONE)
        case _:
            return ReadAnswer(meaning=Meaning.NOT_AN_ANSWER)
