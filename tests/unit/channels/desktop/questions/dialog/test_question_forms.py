"""Several questions as one form: order, parts, review, submitting."""

from PySide6.QtCore import Qt

from assistant.questions.model.question import Answer, Draft, Option, QuestionSet
from tests.unit.channels.desktop.conversation.samples import (
    asked,
    boolean,
    multi,
    options,
    single,
    text,
)
from tests.unit.channels.desktop.questions.dialog.question_stage import Desk, Put, settle

Key = Qt.Key


def colours(count: int) -> QuestionSet:
    return asked(*(single(f"q{n}", header=f"No {n}") for n in range(1, count + 1)), set_id="f")


def lines(desk: Desk) -> list[str]:
    return [line.text for line in desk.dialog._body.lines]


def test_what_is_answered_and_what_is_to_come_stand_round_the_open_question(put: Put) -> None:
    desk = put(asked(single("1"), single("2"), text("3", required=False), set_id="f"))
    desk.key(Key.Key_1)
    assert lines(desk) == ["✔ Colour: Red", "○ 3. Name  (optional)"]
    assert desk.label("form_progress") == "●○○ 1/3"


def test_thirteen_questions_come_in_parts_of_six_and_are_sent_as_one_answer(put: Put) -> None:
    desk = put(colours(13))
    parts: list[str] = []
    for n in range(1, 14):
        parts.append(desk.label("form_part"))
        assert len(lines(desk)) == (5 if n <= 12 else 0)
        desk.click(f"multi_choice_f_q{n}_green")
        assert desk.responses == []
    assert parts == ["Part 1 of 3"] * 6 + ["Part 2 of 3"] * 6 + ["Part 3 of 3"]
    assert len(lines(desk)) == 13
    desk.click("submit_form_f")
    assert [answer.question_id for answer in desk.answers] == [f"q{n}" for n in range(1, 14)]


def test_every_answer_is_reviewed_before_it_is_sent(put: Put) -> None:
    desk = put(asked(single("1"), multi("2"), boolean("3"), set_id="f"))
    desk.key(Key.Key_1, Key.Key_Space, Key.Key_Down, Key.Key_Space, Key.Key_Return, Key.Key_1)
    assert desk.shows("review")
    assert lines(desk) == [
        "✔ Colour: Red",
        "✔ Toppings: Cheese, Olives",
        "✔ Permission: Yes",
    ]
    assert desk.responses == []
    assert desk.focus == "submit_form_f"
    desk.key(Key.Key_Return)
    assert len(desk.answers) == 3


def test_the_review_is_walked_with_the_arrows(put: Put) -> None:
    desk = put(colours(2))
    desk.key(Key.Key_1, Key.Key_1)
    desk.key(Key.Key_Down)
    assert desk.focus == "submit_form_f"
    desk.key(Key.Key_Up)
    assert desk.focus == "edit_choice_f_q2"
    desk.key(Key.Key_Up, Key.Key_Up)
    assert desk.focus == "edit_choice_f_q1"
    desk.key(Key.Key_Return)
    assert desk.label("progress") == "Question 1 of 2"
    desk.key(Key.Key_2)
    assert desk.shows("review")


def test_optional_questions_may_stay_open_and_the_review_says_so(put: Put) -> None:
    desk = put(asked(single("1"), text("2", required=False), set_id="f"))
    assert not desk.shows("review_form_f")
    desk.key(Key.Key_1)
    assert desk.shows("review_form_f")
    desk.click("review_form_f")
    assert desk.label("review_left_out").startswith("⚠ 1 optional")
    desk.click("submit_form_f")
    assert desk.answers == (
        Answer(question_id="1", option_ids=("red",)),
        Answer(question_id="2"),
    )


def test_moving_on_starts_from_the_first_option_without_words(put: Put) -> None:
    desk = put(colours(2))
    desk.key(Key.Key_Down, Key.Key_Down, Key.Key_Return)
    assert desk.focus == "multi_choice_f_q2_red"
    assert not desk.shows("custom_input_text")


def test_names_that_spell_alike_choose_their_own_option(put: Put) -> None:
    first = single("a", options=(Option(id="b_c", label="One"), *options("Two")))
    second = single("a_b", options=(Option(id="c", label="Three"), *options("Four")))
    desk = put(asked(first, second, set_id="f"))
    desk.click("multi_choice_f_a_b_c")
    desk.click("multi_choice_f_a_b_c#2")
    assert desk.dialog.card.draft.answers["a"].option_ids == ("b_c",)
    assert desk.dialog.card.draft.answers["a_b"].option_ids == ("c",)


def test_a_form_that_is_changed_after_it_was_sent_opens_at_its_review(put: Put) -> None:
    draft = Draft(
        answers={
            "1": Answer(question_id="1", option_ids=("blue",)),
            "2": Answer(question_id="2", option_ids=("red",), note="why"),
        }
    )
    questions = asked(single("1"), single("2"), set_id="f", amends="old")
    desk = put(questions, draft=draft)
    assert desk.shows("amends_banner")
    assert lines(desk) == ["✔ Colour: Blue", "✔ Colour: Red\n    Note: why"]


def test_after_enter_the_next_question_is_in_view_from_its_beginning(put: Put) -> None:
    desk = put(asked(*(text(f"q{n}") for n in range(1, 6)), set_id="f"))
    desk.dialog.setMaximumHeight(400)
    settle()
    for _question in range(4):
        card = desk.dialog.card_widget
        assert card is not None
        assert card.text_field is not None
        card.text_field.setPlainText("Ada")
        desk.key(Key.Key_Return)
        settle()
        card = desk.dialog.card_widget
        assert card is not None
        assert card.text_field is not None
        assert card.text_field.hasFocus()
        assert card.visibleRegion().boundingRect().top() == 0
        assert card.text_field.visibleRegion().boundingRect() == card.text_field.rect()


def test_a_field_whose_words_were_sent_has_no_focus(put: Put) -> None:
    desk = put(asked(single("q1"), text("q2"), set_id="f"))
    desk.key(Key.Key_1)
    card = desk.dialog.card_widget
    assert card is not None
    assert card.text_field is not None
    card.text_field.setPlainText("Ada")
    desk.key(Key.Key_Return)
    assert len(desk.responses) == 1
    assert not card.text_field.hasFocus()
    assert desk.dialog.focusWidget() is desk.dialog
