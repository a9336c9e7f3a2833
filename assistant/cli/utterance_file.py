"""Answers in words from a file: what each one means, as the voice would take it. Pure but for I/O.

For reports from the field and for regression: what was asked and what was heard go in, what was
understood comes out. No model is called.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, assert_never

from assistant.errors import QuestionError
from assistant.locale import _
from assistant.questions.desk.model.lint import lint
from assistant.questions.formats.detection import parse_any
from assistant.questions.formats.input_reader import is_object
from assistant.questions.model.question import Question, QuestionSet
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from assistant.questions.spoken.understanding import (
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    Understanding,
)

_SET_ID: Final = "heard"
_DEFAULT_LANGUAGE: Final = "en"


class BadLineError(Exception):
    """A line that cannot be used.

    Args:
        localized: Why, in the interface's language, without a full stop.
    """

    def __init__(self, localized: str) -> None:
        super().__init__(localized)
        self.localized = localized


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """What one line says."""

    question: Question
    heard: str
    lang: str
    current: int | None
    """Zero-based index of the option that was being read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UtteranceResult:
    """What became of one line."""

    line: int
    """From 1."""
    heard: str = ""
    record: Mapping[str, Any] | None = None
    """What was understood, as it is printed; None for a line that cannot be used."""
    problem: str = ""
    """Why it cannot be used, in the interface's language."""


def results(lines: Iterable[bytes]) -> Iterator[UtteranceResult]:
    """What each line means, in order; skips empty lines.

    A line that cannot be used is yielded with its problem, and the ones after it are read on.
    """
    for number, raw in enumerate(lines, start=1):
        if not raw.strip(b" \t\r\n\xef\xbb\xbf"):
            continue
        try:
            utterance = read_line(raw)
        except BadLineError as error:
            yield UtteranceResult(line=number, problem=error.localized)
            continue
        meant = parse_spoken_answer(
            utterance.question, utterance.heard, utterance.lang, current_option=utterance.current
        )
        record = {"line": number, **understood_record(meant)}
        yield UtteranceResult(line=number, heard=utterance.heard, record=record)


def read_line(raw: bytes) -> Utterance:
    """Parse `{"question", "heard", "lang", "question_id", "current"}`; the last three are optional.

    Ignores other fields.

    Raises:
        BadLineError: If it is not UTF-8 or not JSON, lacks a field, or has one of another kind; or
            if the question is in no accepted form.
    """
    try:
        fields = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadLineError(_("it is not UTF-8 text")) from error
    except json.JSONDecodeError as error:
        raise BadLineError(
            _("it is not JSON: there is a mistake in column {column}").format(column=error.colno)
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadLineError(_("it is not JSON that can be read")) from error
    if not is_object(fields):
        raise BadLineError(_("it is not a JSON object"))
    record = fields
    for key in ("question", "heard"):
        if key not in record:
            raise BadLineError(_("{field} is missing").format(field=f'"{key}"'))
    question = _chosen_question(_questions(record["question"]), _text(record, "question_id"))
    lang = _text(record, "lang") or _DEFAULT_LANGUAGE
    heard = _text(record, "heard")
    assert heard is not None, "it is there and a text"
    return Utterance(
        question=question,
        heard=heard,
        lang=lang.replace("_", "-").partition("-")[0].casefold(),
        current=_index(question, _text(record, "current")),
    )


def _text(record: Mapping[str, Any], key: str) -> str | None:
    value = record.get(key)
    if isinstance(value, str) or (value is None and key not in {"heard"}):
        return value
    raise BadLineError(_("{field} is no text").format(field=f'"{key}"'))


def _questions(value: object) -> QuestionSet:
    try:
        return lint(parse_any(value, set_id=_SET_ID).questions).questions
    except QuestionError as error:
        raise BadLineError(error.localized.rstrip(".")) from error


def _chosen_question(questions: QuestionSet, question_id: str | None) -> Question:
    found = list(questions.walk())
    if not found:
        raise BadLineError(_("there is no question in it"))
    if question_id is None:
        return found[0]
    for question in found:
        if question.id == question_id:
            return question
    raise _unknown("question_id", question_id, [question.id for question in found])


def _index(question: Question, option_id: str | None) -> int | None:
    if option_id is None:
        return None
    ids = [option.id for option in question.options]
    if option_id not in ids:
        raise _unknown("current", option_id, ids)
    return ids.index(option_id)


def _unknown(field: str, given: str, known: Iterable[str]) -> BadLineError:
    return BadLineError(
        _("{field} is {given}, not one of {known}").format(
            field=f'"{field}"', given=repr(given), known=", ".join(map(repr, known))
        )
    )


def understood_record(meant: Understanding) -> dict[str, Any]:
    """As JSON: an answer, a text, a command, or why it is unclear."""
    match meant:
        case SpokenChoice():
            return _answer_record(meant)
        case SpokenCommand():
            record: dict[str, Any] = {
                "command": meant.kind.value,
                "options": list(meant.option_ids),
                "score": round(meant.score, 3),
            }
            return record | ({"words": meant.words} if meant.words else {})
        case UnclearAnswer():
            return {
                "unclear": meant.reason.value,
                "options": list(meant.candidates),
                "score": round(meant.score, 3),
            }
        case _:
            assert_never(meant)


def _answer_record(chosen: SpokenChoice) -> dict[str, Any]:
    record: dict[str, Any]
    if chosen.text is not None:
        record = {"text": chosen.text}
    elif chosen.boolean is not None:
        record = {"answer": chosen.boolean}
    else:
        record = {"answer": list(chosen.option_ids)}
    record["score"] = round(chosen.score, 3)
    return record | ({"confirm": True} if chosen.needs_confirming else {})


def as_json(record: Mapping[str, Any]) -> str:
    """On one line; a lone surrogate becomes its escape."""
    text = json.dumps(record, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def as_row(result: UtteranceResult) -> str:
    """One row of the table for people: line, what was heard, what it means."""
    record = dict(result.record or {})
    score = record.pop("score", 0.0)
    if "answer" in record:
        said = record["answer"]
        if isinstance(said, bool):
            meant = _("yes") if said else _("no")
        else:
            meant = ", ".join(said) or _("none")
    elif "text" in record:
        meant = _("text {words}").format(words=repr(record["text"]))
    elif "command" in record:
        meant = f"[{' '.join([record['command'], *record['options']])}]"
        meant += f" {record['words']!r}" if "words" in record else ""
    else:
        meant = _("unclear: {reason}").format(reason=record["unclear"])
        meant += f" ({', '.join(record['options'])})" if record["options"] else ""
    doubt = f"  {_('to be confirmed')}" if record.get("confirm") else ""
    heard = result.heard.encode("utf-8", "backslashreplace").decode("utf-8")
    return f"{result.line:>5}  {score:4.2f}  {heard!r}  →  {meant}{doubt}"
