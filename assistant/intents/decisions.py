"""Helps with everyday decisions by rule: asks what they depend on, and advises by the answers. Pure.

"Help me choose a weekend trip" is asked about before a model that cannot ask. Only words that are
*whole* such a sentence count; the sentences, questions and advice are with the sentences of each
language.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from assistant.intents.folding import fold
from assistant.intents.recogniser import languages_of
from assistant.languages import LANGUAGES
from assistant.languages.language_files import SENTENCES_FILE, read_part
from assistant.languages.lexicon import WritingScript
from assistant.languages.request_form import plain_request

_PART: Final = "decisions"
_SUBJECT: Final = "{subject}"
"""Stands in a frame for what is to be chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionWords:
    """A question that a decision depends on."""

    ask: str
    options: tuple[tuple[str, str, str], ...]
    """Label, description, and the advice that follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicWords:
    """What users cannot decide, in one language."""

    name: str
    subject: str
    """A pattern of what is to be chosen, as it stands in a frame."""
    sentence: str | None = None
    """A pattern of whole requests besides."""
    questions: tuple[QuestionWords, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionWords:
    """The decisions of one language, as its file has them."""

    frames: tuple[str, ...]
    """Patterns of requests around a subject."""
    tail: str
    """A pattern of what may follow: "for tonight"."""
    you_decide: str
    own_words: str
    topics: tuple[TopicWords, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionOption:
    """One answer to a question."""

    label: str
    description: str
    advice: str
    """A sentence, or several, that follow from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionQuestion:
    """What a decision depends on."""

    text: str
    options: tuple[DecisionOption, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the user cannot decide, and how to help."""

    name: str
    language: str
    """ISO 639-1 code of the words below."""
    pattern: re.Pattern[str]
    """Of whole requests, as `plain_request` and `fold` leave them."""
    questions: tuple[DecisionQuestion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionTable:
    """All of one language."""

    decisions: tuple[Decision, ...]
    you_decide: str
    """Names what was taken where the user left it to Parley; holds `{choice}`."""
    own_words: str
    """Says that rules cannot weigh the user's own words; holds `{words}`."""


@cache
def decision_table(language: str) -> DecisionTable | None:
    """None if the language has no decisions."""
    known = LANGUAGES.get(language)
    forms = None if known is None else known.request_forms()
    if known is None or forms is None:
        return None
    words = read_part(known.folder / SENTENCES_FILE, _PART, DecisionWords)
    if words is None:
        return None
    before, after = f"(?:{forms.before})", f"(?:{words.tail})?(?:{forms.after})"
    return DecisionTable(
        decisions=tuple(
            Decision(
                name=topic.name,
                language=language,
                pattern=re.compile(f"{before}(?:{'|'.join(_sentences(topic, words))}){after}"),
                questions=tuple(map(_question, topic.questions)),
            )
            for topic in words.topics
        ),
        you_decide=words.you_decide,
        own_words=words.own_words,
    )


def decision_for(text: str, *, prefer: str) -> Decision | None:
    """The decision that a text asks for as a whole; None if it is something else.

    Args:
        text: What the user said.
        prefer: ISO 639-1 code of the language that is tried first.
    """
    plain = fold(plain_request(text))
    if not plain or "\n" in plain:
        return None
    tables = map(decision_table, languages_of(plain, prefer=prefer))
    return next(
        (
            decision
            for table in tables
            if table is not None
            for decision in table.decisions
            if decision.pattern.fullmatch(plain)
        ),
        None,
    )


def decision_input(decision: Decision) -> dict[str, Any]:
    """Input of the question tool for what a decision depends on."""
    return {
        "questions": [
            {
                "question": question.text,
                "options": [
                    {"label": option.label, "description": option.description}
                    for option in question.options
                ],
                "multiSelect": False,
            }
            for question in decision.questions
        ]
    }


def decision_advice(decision: Decision, given: Mapping[str, Any]) -> str:
    """Advice by the answers; "" if the user did not answer.

    Args:
        decision: What was asked about.
        given: `toolUseResult` of the question tool, see `structured_result`.
    """
    table = decision_table(decision.language)
    if table is None:
        return ""
    is_spaced = LANGUAGES[decision.language].writing is not WritingScript.CHARACTERS
    return (" " if is_spaced else "").join(_advice(decision, table, given))


def _advice(decision: Decision, table: DecisionTable, given: Mapping[str, Any]) -> Iterator[str]:
    match given:
        case {"outcome": "you_decide"}:
            taken = [question.options[0] for question in decision.questions]
            choice = ", ".join(option.label for option in taken)
            yield table.you_decide.format(choice=choice)
            yield from (option.advice for option in taken)
        case {"outcome": "none_fit", "words": str(words)}:
            yield table.own_words.format(words=words)
        case {"outcome": "answered", "answers": [*answers]}:
            for question in decision.questions:
                chosen, own = _answer_to(question, answers)
                yield from (o.advice for o in question.options if o.label in chosen)
                if own:
                    yield table.own_words.format(words=own)
        case _:
            pass


def _answer_to(
    question: DecisionQuestion, answers: Sequence[Mapping[str, Any]]
) -> tuple[Sequence[str], str]:
    for answer in answers:
        if answer.get("question") == question.text:
            return answer.get("selectedOptions") or (), answer.get("customInput") or ""
    return (), ""


def _sentences(topic: TopicWords, words: DecisionWords) -> Iterator[str]:
    for frame in words.frames:
        yield f"(?:{frame.replace(_SUBJECT, f'(?:{topic.subject})')})"
    if topic.sentence is not None:
        yield f"(?:{topic.sentence})"


def _question(words: QuestionWords) -> DecisionQuestion:
    return DecisionQuestion(
        text=words.ask,
        options=tuple(
            DecisionOption(label=label, description=description, advice=advice)
            for label, description, advice in words.options
        ),
    )
