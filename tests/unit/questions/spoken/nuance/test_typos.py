"""Common words of which letters changed places when they were typed."""

import pytest

from assistant.questions.form.line_meaning import TypedAnswer
from assistant.questions.form.typed_answer import parse_typed_answer
from assistant.questions.model.question import Answer, Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short

SURE = Question(id="q1", kind=QuestionKind.BOOLEAN, text="14 Dateien löschen?")


def _boolean(answer: TypedAnswer) -> bool | None:
    return answer.boolean if isinstance(answer, Answer) else None


@pytest.mark.parametrize(("typed", "option"), [("teh long draft", "2"), ("sned it", "")])
def test_a_common_word_is_told_though_it_is_mistyped(typed: str, option: str) -> None:
    asked = choice("The short draft", "The long draft")
    read = parse_typed_answer(asked, typed)
    chosen = read.option_ids if isinstance(read, Answer) else ()
    assert chosen == ((option,) if option else ())


def test_a_mistyped_no_is_one() -> None:
    assert _boolean(parse_typed_answer(SURE, "nien")) is False
    assert _boolean(parse_typed_answer(SURE, "nine")) is None


def test_what_was_heard_is_not_mistyped() -> None:
    asked = choice("The short draft", "The long draft")
    assert short(parse_spoken_answer(asked, "teh long draft", "en")) != "2"


def test_of_two_labels_with_a_mistyped_word_the_one_that_denies_nothing_is_meant() -> None:
    asked = choice("Send", "Don't send", "Edit")
    assert parse_typed_answer(asked, "Sned") == Answer(question_id=asked.id, option_ids=("1",))
