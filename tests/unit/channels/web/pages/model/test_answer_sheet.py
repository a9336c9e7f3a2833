"""What a person does on a page, and what it makes of the question."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from assistant.channels.web.pages.model.actions import read_action
from assistant.channels.web.pages.model.answer_sheet import AnswerSheet
from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.form.form_state import FormState
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Later,
    Method,
    NoneFit,
    Provenance,
    Purpose,
    Question,
    QuestionSet,
    Response,
    YouDecide,
)
from assistant.questions.model.validation import check_response
from tests.helpers.questions.builders import AT, choice, question_set
from tests.helpers.questions.strategies import question_sets
from tests.helpers.web.page_forms import NAME, SURE, TOPPINGS, does, form


def sheet_of(questions: QuestionSet, draft: Draft | None = None) -> AnswerSheet:
    return AnswerSheet(questions=questions, draft=draft or Draft())


def doing(sheet: AnswerSheet, *actions: dict[str, Any]) -> Response | None:
    """Do one thing after the other; return what the last gives, which alone may answer."""
    response: Response | None = None
    for action in actions:
        assert response is None, "it was answered already"
        response = sheet.take(read_action(json.dumps(action)), AT)
    return response


def answers_of(response: Response | None) -> tuple[Answer, ...]:
    assert isinstance(response, Answered)
    return response.answers


# One question.


def test_a_click_chooses_and_confirming_answers() -> None:
    sheet = sheet_of(question_set())
    assert doing(sheet, {"do": "choose", "question": "q1", "option": "2"}) is None
    assert sheet.form.choices("q1") == ("2",)
    response = doing(sheet, {"do": "confirm", "question": "q1"})
    assert response == Answered(
        answers=(Answer(question_id="q1", option_ids=("2",)),),
        provenance=Provenance(channel=Channel.WEB, method=Method.CLICK, at=AT),
    )


def test_enter_on_an_option_answers_with_it() -> None:
    response = doing(
        sheet_of(question_set()),
        {"do": "choose", "question": "q1", "option": "3", "is_final": True, "by": "key"},
    )
    assert answers_of(response)[0].option_ids == ("3",)
    assert isinstance(response, Answered)
    assert response.provenance.method is Method.KEY


def test_enter_confirms_what_is_ticked_and_ticks_what_has_the_focus_if_nothing_is() -> None:
    enter = {"do": "choose", "question": "toppings", "is_final": True, "by": "key"}
    ticked = sheet_of(question_set(TOPPINGS))
    doing(ticked, {"do": "choose", "question": "toppings", "option": "basil"})
    assert answers_of(doing(ticked, enter | {"option": "cheese"}))[0].option_ids == ("basil",)
    empty = sheet_of(question_set(TOPPINGS))
    assert answers_of(doing(empty, enter | {"option": "cheese"}))[0].option_ids == ("cheese",)


def test_nothing_chosen_is_told_and_leaves_it_open() -> None:
    sheet = sheet_of(question_set())
    assert doing(sheet, {"do": "confirm", "question": "q1"}) is None
    assert sheet.message == "Please choose an option."
    assert doing(sheet, {"do": "confirm", "question": "q1"}) is None
    assert sheet.message_number == 2
    doing(sheet, {"do": "choose", "question": "q1", "option": "1"})
    assert sheet.message == ""


def test_own_words_answer_and_are_typed() -> None:
    sheet = sheet_of(question_set())
    response = doing(
        sheet,
        {"do": "open_other", "question": "q1"},
        {"do": "write_other", "question": "q1", "words": " DuckDB "},
        {"do": "confirm", "question": "q1"},
    )
    assert answers_of(response)[0].other == "DuckDB"
    assert isinstance(response, Answered)
    assert response.provenance.method is Method.TYPED


@pytest.mark.requirement("Q-PRES-33", "Q-PRES-34")
def test_an_open_field_without_words_does_not_answer_with_the_choice_behind_it() -> None:
    sheet = sheet_of(question_set())
    response = doing(
        sheet,
        {"do": "choose", "question": "q1", "option": "1"},
        {"do": "open_other", "question": "q1"},
        {"do": "confirm", "question": "q1"},
    )
    assert response is None
    assert sheet.message == "Please write something, or choose an option."


def test_choosing_an_option_closes_the_field_and_drops_its_words() -> None:
    sheet = sheet_of(question_set())
    doing(
        sheet,
        {"do": "write_other", "question": "q1", "words": "DuckDB"},
        {"do": "choose", "question": "q1", "option": "1"},
    )
    (question,) = sheet.questions.questions
    assert not sheet.is_other_open(question)
    assert sheet.form.answer("q1") == Answer(question_id="q1", option_ids=("1",))


@pytest.mark.requirement("Q-PRES-33", "Q-PRES-34")
def test_own_words_stand_beside_ticks_and_go_when_they_are_put_away() -> None:
    sheet = sheet_of(question_set(TOPPINGS))
    doing(
        sheet,
        {"do": "choose", "question": "toppings", "option": "basil"},
        {"do": "write_other", "question": "toppings", "words": "Figs"},
    )
    expected = Answer(question_id="toppings", option_ids=("basil",), other="Figs")
    assert sheet.form.answer("toppings") == expected
    doing(sheet, {"do": "open_other", "question": "toppings", "is_open": False})
    assert sheet.form.answer("toppings").other is None


def test_no_more_than_allowed_can_be_ticked() -> None:
    sheet = sheet_of(question_set(TOPPINGS.model_copy(update={"max_choices": 1})))
    doing(
        sheet,
        {"do": "choose", "question": "toppings", "option": "basil"},
        {"do": "choose", "question": "toppings", "option": "cheese"},
    )
    assert sheet.form.choices("toppings") == ("basil",)
    assert sheet.message == "No more than 1 can be chosen. Take one back first."
    doing(sheet, {"do": "choose", "question": "toppings", "option": "basil"})
    assert sheet.form.choices("toppings") == ()


def test_a_remark_goes_along() -> None:
    response = doing(
        sheet_of(question_set(SURE)),
        {"do": "write_note", "question": "sure", "words": "slowly"},
        {"do": "choose", "question": "sure", "option": "true"},
        {"do": "confirm", "question": "sure"},
    )
    assert answers_of(response) == (Answer(question_id="sure", boolean=True, note="slowly"),)


@pytest.mark.requirement("Q-PRES-39")
def test_an_optional_question_can_be_left_out_and_a_required_one_not() -> None:
    sheet = sheet_of(question_set(NAME.model_copy(update={"required": False})))
    assert answers_of(doing(sheet, {"do": "skip", "question": "name"}))[0].is_empty
    with pytest.raises(AnswerRefused) as refused:
        doing(sheet_of(question_set(NAME)), {"do": "skip", "question": "name"})
    assert refused.value.reason is RefusalReason.NOT_ALLOWED


def test_a_text_that_breaks_its_rule_is_told() -> None:
    sheet = sheet_of(question_set(NAME.model_copy(update={"min_length": 5})))
    response = doing(
        sheet,
        {"do": "write_text", "question": "name", "words": "abc"},
        {"do": "confirm", "question": "name", "by": "typed"},
    )
    assert response is None
    assert sheet.message


def test_a_restored_choice_leaves_one_question_alone_open() -> None:
    draft = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})
    sheet = sheet_of(question_set(), draft)
    assert sheet.form.current is not None
    assert answers_of(doing(sheet, {"do": "confirm", "question": "q1"}))[0].option_ids == ("2",)


# Ways not to answer.


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"do": "you_decide"}, YouDecide),
        ({"do": "none_fit", "words": "a paper list"}, NoneFit),
        ({"do": "later"}, Later),
        ({"do": "cancel"}, Cancelled),
    ],
)
def test_each_way_not_to_answer_is_a_response_of_its_own(
    action: dict[str, Any], expected: type
) -> None:
    assert isinstance(doing(sheet_of(question_set()), action), expected)


@pytest.mark.parametrize("why", ["", "too dear"])
def test_a_cancel_may_say_why(why: str) -> None:
    response = doing(sheet_of(question_set()), {"do": "cancel", "words": why})
    assert isinstance(response, Cancelled)
    assert (response.reason, response.text) == (CancelReason.USER, why)


def test_what_would_fit_has_to_be_said() -> None:
    sheet = sheet_of(question_set())
    assert doing(sheet, {"do": "none_fit", "words": " "}) is None
    assert sheet.message == "Please write what would fit."


def test_what_may_not_be_cancelled_is_not() -> None:
    questions = question_set().model_copy(update={"allow_cancel": False})
    with pytest.raises(AnswerRefused) as refused:
        doing(sheet_of(questions), {"do": "cancel"})
    assert refused.value.reason is RefusalReason.NOT_ALLOWED


@pytest.mark.parametrize("what", ["you_decide", "later", "stop_asking"])
def test_a_conflict_is_decided_or_cancelled_and_nothing_else(what: str) -> None:
    questions = question_set(SURE).model_copy(update={"purpose": Purpose.CONFLICT})
    with pytest.raises(AnswerRefused) as refused:
        doing(sheet_of(questions), {"do": what})
    assert refused.value.reason is RefusalReason.NOT_ALLOWED


def test_a_chain_is_ended_from_its_second_round_on() -> None:
    with pytest.raises(AnswerRefused):
        doing(sheet_of(question_set()), {"do": "stop_asking"})
    second = question_set().model_copy(update={"round": 2})
    response = doing(sheet_of(second), {"do": "stop_asking"})
    assert isinstance(response, Cancelled)
    assert response.reason is CancelReason.EXIT


# Forms.


@pytest.mark.requirement("Q-PRES-36")
def test_a_form_goes_from_question_to_question_and_is_reviewed() -> None:
    sheet = sheet_of(form())
    doing(sheet, {"do": "choose", "question": "q1", "option": "1"})
    assert sheet.form.current == TOPPINGS
    doing(
        sheet,
        {"do": "choose", "question": "toppings", "option": "basil"},
        {"do": "confirm", "question": "toppings"},
        {"do": "write_text", "question": "name", "words": "Pat"},
        {"do": "confirm", "question": "name", "by": "typed"},
        {"do": "choose", "question": "sure", "option": "false"},
    )
    assert sheet.form.current is None
    assert [answer.question_id for answer in answers_of(doing(sheet, {"do": "submit"}))] == [
        "q1",
        "toppings",
        "name",
        "sure",
    ]


@pytest.mark.requirement("Q-FORM-11", "Q-FORM-12")
def test_words_that_fill_the_last_gap_send_the_form() -> None:
    sheet = sheet_of(form(choice(), NAME))
    response = doing(
        sheet,
        {"do": "choose", "question": "q1", "option": "1"},
        {"do": "write_text", "question": "name", "words": "Pat"},
        {"do": "confirm", "question": "name", "by": "typed"},
    )
    assert len(answers_of(response)) == 2


@pytest.mark.requirement("Q-FORM-11", "Q-FORM-12")
def test_a_button_that_fills_the_last_gap_does_not_send_the_form() -> None:
    sheet = sheet_of(form(choice(), SURE))
    response = doing(
        sheet,
        {"do": "choose", "question": "q1", "option": "1"},
        {"do": "choose", "question": "sure", "option": "true"},
    )
    assert response is None
    assert sheet.form.current is None


@pytest.mark.requirement("Q-FORM-12")
def test_an_answer_that_is_changed_to_own_words_is_reviewed_again() -> None:
    sheet = sheet_of(form(choice(), SURE))
    response = doing(
        sheet,
        {"do": "choose", "question": "q1", "option": "1"},
        {"do": "choose", "question": "sure", "option": "true"},
        {"do": "open", "question": "q1"},
        {"do": "write_other", "question": "q1", "words": "DuckDB"},
        {"do": "confirm", "question": "q1", "by": "typed"},
    )
    assert response is None
    assert sheet.form.current is None
    assert answers_of(doing(sheet, {"do": "submit"}))[0].other == "DuckDB"


def test_an_answer_can_be_changed_before_it_is_sent() -> None:
    sheet = sheet_of(form(choice(), SURE))
    response = doing(
        sheet,
        {"do": "choose", "question": "q1", "option": "1"},
        {"do": "choose", "question": "sure", "option": "true"},
        {"do": "open", "question": "q1"},
        {"do": "choose", "question": "q1", "option": "4"},
        {"do": "submit"},
    )
    assert answers_of(response)[0].option_ids == ("4",)


@pytest.mark.requirement("Q-FORM-10")
def test_a_form_is_not_sent_while_a_question_is_open_and_names_it() -> None:
    sheet = sheet_of(form(choice(), SURE))
    assert doing(sheet, {"do": "submit"}) is None
    assert sheet.message == "Still open: Database, Start"
    doing(sheet, {"do": "review"})
    assert sheet.form.current is not None


@pytest.mark.requirement("Q-FORM-04", "Q-FORM-05")
def test_resetting_begins_again() -> None:
    sheet = sheet_of(form(choice(), SURE))
    doing(sheet, {"do": "choose", "question": "q1", "option": "1"}, {"do": "reset"})
    assert sheet.form.settled_count == 0
    assert sheet.form.draft == Draft()


def test_follow_ups_come_with_the_option_they_hang_on() -> None:
    below = Question(id="port", kind=NAME.kind, text="Which port?")
    sheet = sheet_of(question_set(choice(follow_ups={"1": (below,)})))
    doing(sheet, {"do": "choose", "question": "q1", "option": "1"})
    assert sheet.form.current == below
    doing(
        sheet,
        {"do": "open", "question": "q1"},
        {"do": "choose", "question": "q1", "option": "2"},
    )
    with pytest.raises(AnswerRefused) as refused:
        doing(sheet, {"do": "write_text", "question": "port", "words": "1"})
    assert refused.value.reason is RefusalReason.NOT_FOUND


def test_confirming_a_question_that_another_tab_confirmed_changes_nothing() -> None:
    sheet = sheet_of(form(choice(), SURE))
    doing(sheet, {"do": "choose", "question": "q1", "option": "1"})
    assert doing(sheet, {"do": "confirm", "question": "q1"}) is None
    assert (sheet.message, sheet.form.settled_count) == ("", 1)


# What does not fit.


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"do": "choose", "question": "no", "option": "1"}, RefusalReason.NOT_FOUND),
        ({"do": "choose", "question": "q1", "option": "9"}, RefusalReason.INVALID),
        ({"do": "choose", "question": "name", "option": "1"}, RefusalReason.INVALID),
        ({"do": "choose", "question": "sure", "option": "maybe"}, RefusalReason.INVALID),
        ({"do": "write_text", "question": "q1", "words": "x"}, RefusalReason.INVALID),
        ({"do": "write_other", "question": "name", "words": "x"}, RefusalReason.INVALID),
        ({"do": "open_other", "question": "sure"}, RefusalReason.INVALID),
    ],
)
def test_what_fits_no_question_is_refused_and_changes_nothing(
    action: dict[str, Any], reason: RefusalReason
) -> None:
    sheet = sheet_of(form())
    with pytest.raises(AnswerRefused) as refused:
        doing(sheet, action)
    assert refused.value.reason is reason
    assert sheet.form.draft == Draft()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"do": "open_sesame"}',
        '{"do": "choose", "question": "q1"}',
        '{"do": "cancel", "more": 1}',
        '{"do": "cancel", "by": "voice"}',
        '{"do": "write_note", "question": "q1", "words": "%s"}' % ("x" * 4001),
    ],
)
def test_what_is_no_action_is_not_read(text: str) -> None:
    with pytest.raises(ValidationError):
        read_action(text)


_ABOUT_ONE = (
    "choose",
    "open_other",
    "write_other",
    "write_text",
    "write_note",
    "confirm",
    "open",
    "skip",
)
_ACTIONS = st.sampled_from(_ABOUT_ONE)
_REST = st.sampled_from(["review", "submit", "reset", "you_decide", "later", "cancel"])


@given(st.data())
def test_whatever_is_pressed_an_answer_is_one_that_is_taken(data: st.DataObject) -> None:
    """Any run of actions keeps the form whole, and what it gives the desk takes."""
    questions = data.draw(question_sets())
    sheet = sheet_of(questions)
    known = [question.id for question in questions.walk()]
    for _n in range(data.draw(st.integers(1, 12))):
        fields: dict[str, Any] = {}
        what = data.draw(_ACTIONS | _REST)
        if what in _ABOUT_ONE:
            question = questions.find(data.draw(st.sampled_from(known)))
            fields["question"] = question.id
            options = [option.id for option in question.options] or ["true", "false"]
            if what == "choose":
                fields["option"] = data.draw(st.sampled_from(options))
            if what.startswith("write"):
                fields["words"] = data.draw(st.sampled_from(["", " ", "7", "words", "a@b.c"]))
        try:
            by = data.draw(st.sampled_from(["key", "typed"]))
            response = sheet.take(does(what, by=by, **fields), AT)
        except AnswerRefused:
            continue
        restored = FormState.begin(questions, sheet.form.draft)
        assert restored.visible == sheet.form.visible
        if response is not None:
            assert check_response(questions, response, Channel.WEB) == response
            return
        assert sheet.is_form or sheet.form.current is not None
