"""Questions in the forms that models, programs and servers write, and what programs answer."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from assistant.channels.terminal.questions.model.card_layout import paint_card
from assistant.channels.terminal.questions.model.card_screen import CardScreen
from assistant.errors import AnswerRefused, QuestionError
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.desk.model.lint import lint
from assistant.questions.formats import parse_any
from assistant.questions.formats.answer_json import answer_from_wire, answer_to_wire
from assistant.questions.formats.definition_writer import dump_question
from assistant.questions.formats.lenient_json import loads
from assistant.questions.model.question import (
    Answer,
    Answered,
    AnswerInput,
    QuestionSet,
    Response,
)
from assistant.questions.model.validation import check, check_one
from tests.fuzz.harness import Harness, check_harmless
from tests.helpers.questions.builders import by_click

DATA: Final = Path(__file__).parents[2] / "data"


def check_set(questions: QuestionSet) -> None:
    """A set that was read can be stored, put to the user in a terminal, and written again."""
    assert QuestionSet.model_validate_json(questions.model_dump_json()) == questions
    put = lint(questions).questions
    assert lint(put).questions == put
    painted = paint_card(CardScreen(card=QuestionCard.begin(put)), 80)
    for line in (*painted.framed(painted.body), *painted.foot):
        for _style, words in line:
            check_harmless(words)
            assert "\n" not in words
    for question in put.walk():
        json.dumps(dump_question(question), allow_nan=False, ensure_ascii=False).encode()


def first_answers(questions: QuestionSet) -> Response | None:
    """Return the user's answer with the first choice of each; None if that is none."""
    answers: list[Answer] = []
    for question in questions.questions:
        match question.traits.input:
            case AnswerInput.OPTIONS:
                answers.append(Answer(question_id=question.id, option_ids=question.choice_ids[:1]))
            case AnswerInput.TEXT:
                answers.append(Answer(question_id=question.id, text="1"))
            case AnswerInput.YES_NO:
                answers.append(Answer(question_id=question.id, boolean=True))
    try:
        return Answered(answers=check(questions, answers), provenance=by_click())
    except AnswerRefused:
        return None


def _form(data: bytes) -> None:
    text = data.decode()
    check_set(parse_any(text, set_id="s1").questions)


def _answer(data: bytes) -> None:
    """Only a whole and fitting value is an answer; what is written of it is read as the same."""
    form, _line, value = data.decode().partition("\n")
    question = parse_any(form, set_id="s1").questions.questions[0]
    answer = check_one(question, answer_from_wire(question, json.loads(value)))
    assert set(answer.option_ids) <= set(question.choice_ids)
    assert (
        check_one(question, answer_from_wire(question, answer_to_wire(question, answer))) == answer
    )


def _lenient(data: bytes) -> None:
    """Of an object that is cut off nothing is read; what is JSON means what JSON means."""
    text = data.decode()
    value = loads(text)
    json.dumps(value)
    try:
        assert json.dumps(json.loads(text)) == json.dumps(value)
    except ValueError:
        return
    if isinstance(value, dict):
        whole = text.rstrip()
        for end in Random(len(whole)).sample(range(len(whole)), min(20, len(whole))):
            try:
                half: object = loads(whole[:end])
            except ValueError:
                continue
            raise AssertionError(f"{whole[:end]!r} was read as {half!r}")


def _forms() -> Iterator[bytes]:
    for name in ("text_choices", "tool_questions", "provide_choice", "messages"):
        read: Any = json.loads((DATA / "seeds" / f"{name}.json").read_text("utf-8"))
        every: list[Any] = [*read.values()] if isinstance(read, dict) else read
        for one in every:
            if len(written := json.dumps(one, ensure_ascii=False)) < 1500:
                yield written.encode()
    for path in sorted((DATA / "questions" / "untidy").glob("[te]*.json")):
        if len(written := path.read_bytes()) < 1500:
            yield written


def _answers() -> Iterator[bytes]:
    options = '"options": [{"id": "a", "label": "A"}, {"id": "b", "label": "B"}]'
    one = '{"question_id": "q", "question_text": "Which?", "type": '
    for kind, value in (
        (f'"multiple_choice", {options}', '"a"'),
        (f'"multiple_choice", "allow_other": true, {options}', '{"other": "neither"}'),
        (f'"checkbox", {options}', '["a", "b", {"other": "x"}]'),
        ('"text"', '"two words"'),
        ('"text", "format": "integer", "min": 1, "max": 9', '"3"'),
        ('"boolean", "required": false', "null"),
    ):
        yield f"{one}{kind}}}\n{value}".encode()


def _json_like() -> Iterator[bytes]:
    yield b'{"a": [1, -0.5e3, "x\\u00e9\\ud83d\\ude00", null, true], "b": {"c": {}}}'
    yield b"{a: 'it\\'s', // why\n 'b': [1, 2,], /* c */ \"d\": None, e: True,}"
    yield "{“a”： “b”， ‘c’: 1}".encode()
    yield b"{\"\"\"a\"\"\": '''b\nc'''}"


HARNESSES: Final = (
    Harness(
        name="question-form",
        read=_form,
        errors=(QuestionError, UnicodeDecodeError),
        seeds=_forms,
    ),
    Harness(
        name="question-answer",
        read=_answer,
        # Who calls decodes the JSON.
        errors=(AnswerRefused, QuestionError, UnicodeDecodeError, json.JSONDecodeError),
        seeds=_answers,
    ),
    Harness(
        name="lenient-json",
        read=_lenient,
        errors=(ValueError, RecursionError),
        seeds=_json_like,
    ),
)
