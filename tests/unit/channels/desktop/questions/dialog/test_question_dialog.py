import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from assistant.locale import InterfaceLanguage, use_language
from assistant.questions.model.question import (
    Answer,
    Cancelled,
    Method,
    Option,
    QuestionSet,
    YouDecide,
)
from tests.unit.channels.desktop.conversation.samples import (
    asked,
    multi,
    options,
    permission,
    single,
    text,
)
from tests.unit.channels.desktop.questions.dialog.question_stage import Put
from tests.unit.channels.desktop.windows import child

Key = Qt.Key


# Keys.

CHOSEN = [
    pytest.param(asked(single()), [Key.Key_Down, Key.Key_Return], ("green",), id="enter"),
    pytest.param(asked(single()), [Key.Key_1], ("red",), id="first digit"),
    pytest.param(asked(single(count=9)), [Key.Key_9], ("gold",), id="last digit"),
    pytest.param(asked(single(count=6)), [Key.Key_Down, Key.Key_Enter], ("green",), id="long"),
    pytest.param(asked(multi()), [Key.Key_Down, Key.Key_Return], ("olives",), id="none ticked"),
    pytest.param(
        asked(multi()),
        [
            *(Key.Key_Space, Key.Key_Down, Key.Key_Down, Key.Key_Space),
            *(Key.Key_Up, Key.Key_Space, Key.Key_Space, Key.Key_Return),
        ],
        ("cheese", "basil"),
        id="ticked",
    ),
]


@pytest.mark.requirement("TEST-10", "TEST-11", "TEST-14")
@pytest.mark.parametrize(("questions", "keys", "chosen"), CHOSEN)
def test_keys_choose_and_answer(
    put: Put, questions: QuestionSet, keys: list[Qt.Key], chosen: tuple[str, ...]
) -> None:
    desk = put(questions)
    desk.key(*keys[:-1])
    assert desk.responses == []
    desk.key(keys[-1])
    assert desk.answers[0].option_ids == chosen
    assert desk.method is Method.KEY


@pytest.mark.parametrize(
    ("questions", "key"),
    [
        pytest.param(asked(single()), Key.Key_Space, id="space in a single choice"),
        pytest.param(asked(single(count=2, allow_other=False)), Key.Key_3, id="no such option"),
        pytest.param(asked(multi()), Key.Key_1, id="digit where several may be chosen"),
        pytest.param(asked(single(), allow_cancel=False), Key.Key_Escape, id="not to be cancelled"),
    ],
)
def test_other_keys_do_nothing(put: Put, questions: QuestionSet, key: Qt.Key) -> None:
    desk = put(questions)
    desk.key(key)
    assert (desk.responses, desk.drafts) == ([], [])
    assert desk.dialog.isVisible()
    assert desk.button("cancel").isVisible() is questions.allow_cancel


MONTHS = tuple(Option(id=f"m{n}", label=f"Month {chr(96 + n)}") for n in range(1, 13))
TWELVE = asked(single().model_copy(update={"options": MONTHS}))


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        ([Key.Key_1, Key.Key_2], "m12"),
        ([Key.Key_1, Key.Key_0], "m10"),
        ([Key.Key_1, Key.Key_Return], "m1"),
        ([Key.Key_1, Key.Key_2, Key.Key_5], "m12"),
        ([Key.Key_1, Key.Key_Backspace, Key.Key_4], "m4"),
        ([Key.Key_1, Key.Key_Escape, Key.Key_2], "m2"),
        ([Key.Key_1, Key.Key_Tab, Key.Key_2], "m2"),
        ([Key.Key_0, Key.Key_2, Key.Key_Return, Key.Key_3], "m3"),
    ],
)
def test_a_number_that_may_go_on_is_collected(put: Put, keys: list[Qt.Key], chosen: str) -> None:
    desk = put(TWELVE)
    for key in keys:
        if not desk.responses:
            desk.key(key)
    assert desk.answers[0].option_ids == (chosen,)
    assert desk.method is Method.KEY


def test_a_number_is_taken_when_no_other_key_follows(put: Put) -> None:
    desk = put(TWELVE)
    desk.key(Key.Key_1)
    assert desk.responses == []
    assert desk.focus == "user_choice_m1"
    assert desk.label("key_hint") == "1…  •  enter select  •  esc back"
    waiting = desk.dialog.waiting
    assert waiting.isActive()
    assert waiting.interval() == 700
    waiting.timeout.emit()
    assert desk.answers[0].option_ids == ("m1",)


def test_a_number_that_is_no_option_says_which_ones_there_are(put: Put) -> None:
    desk = put(TWELVE)
    desk.key(Key.Key_0, Key.Key_2)
    assert desk.label("message") == "There are only the options 1 to 12."
    desk.dialog.waiting.timeout.emit()
    assert desk.responses == []
    desk.key(Key.Key_2)
    assert desk.answers[0].option_ids == ("m2",)


def test_a_click_forgets_what_was_typed(put: Put) -> None:
    desk = put(asked(single().model_copy(update={"options": MONTHS}), text()))
    desk.key(Key.Key_1)
    desk.click("add_note")
    assert not desk.dialog.waiting.isActive()


@pytest.mark.parametrize("name", ["cancel_with_reason", "none_fit"])
def test_a_button_that_a_screen_reader_presses_forgets_what_was_typed(put: Put, name: str) -> None:
    desk = put(TWELVE)
    desk.key(Key.Key_1)
    desk.button(name).click()
    assert not desk.dialog.waiting.isActive()
    assert desk.responses == []


def test_a_number_of_two_digits_is_shown_as_a_key(put: Put) -> None:
    desk = put(TWELVE)
    markers = [label for label in desk.dialog.findChildren(QLabel) if label.text() in {"1", "12"}]
    assert {label.property("role") for label in markers} == {"kbd"}


# Single choice, answered at once.


def test_a_click_on_an_option_answers(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("user_choice_green")
    assert desk.answers == (Answer(question_id="q", option_ids=("green",)),)
    assert desk.method is Method.CLICK
    assert not desk.dialog.isVisible()


@pytest.mark.requirement("TEST-14")
def test_the_first_option_has_the_focus_and_arrows_stop_at_both_ends(put: Put) -> None:
    desk = put(asked(single()))
    assert desk.focus == "user_choice_red"
    desk.key(Key.Key_Up)
    assert desk.focus == "user_choice_red"
    desk.key(Key.Key_Down, Key.Key_Down)
    assert desk.focus == "user_choice_blue"
    desk.key(Key.Key_Down, Key.Key_Down)
    assert desk.focus == "custom_input_single"
    assert desk.responses == []


@pytest.mark.requirement("Q-DLG-13", "Q-DLG-19", "TEST-15")
def test_escape_and_closing_the_window_cancel_where_that_is_allowed(put: Put) -> None:
    for way in ("escape", "close"):
        desk = put(asked(single()))
        if way == "escape":
            desk.key(Key.Key_Escape)
        else:
            desk.dialog.close()
        assert [type(response) for response in desk.responses] == [Cancelled]


@pytest.mark.requirement("Q-DLG-19")
def test_closing_the_window_leaves_the_question_open_where_it_may_not_be_cancelled(
    put: Put,
) -> None:
    desk = put(asked(single(), allow_cancel=False))
    desk.dialog.close()
    assert desk.responses == []
    assert len(desk.aside) == 1


def test_a_withdrawn_dialog_closes_and_says_nothing(put: Put) -> None:
    desk = put(asked(single()))
    desk.dialog.withdraw()
    assert desk.responses == []
    assert desk.aside == []
    assert not desk.dialog.isVisible()


# What must not answer.


def test_keys_and_clicks_count_only_after_the_delay(put: Put) -> None:
    desk = put(asked(single()), armed=False)
    for _ in range(2):
        desk.key(Key.Key_Return, Key.Key_1, Key.Key_Escape)
        desk.click("user_choice_green")
        desk.click("cancel")
        desk.clock.advance(0.14)
    assert desk.responses == []
    desk.clock.advance(0.03)
    desk.key(Key.Key_Return)
    assert desk.answers[0].option_ids == ("red",)


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Space, Key.Key_1, Key.Key_Escape])
def test_the_repeat_of_a_key_held_down_answers_nothing(put: Put, key: Qt.Key) -> None:
    for questions in (asked(single()), asked(multi(options=options("A", "B", default="A")))):
        desk = put(questions)
        desk.hold(key)
        assert desk.responses == []
        assert desk.drafts == []
        desk.dialog.withdraw()


def test_the_repeat_of_enter_does_not_send_words(put: Put) -> None:
    desk = put(asked(text()))
    desk.type("Ada")
    desk.hold(Key.Key_Return)
    assert desk.responses == []


def test_only_the_first_answer_counts(put: Put) -> None:
    desk = put(asked(single()))
    button = desk.button("user_choice_red")
    button.click()
    button.click()
    desk.button("cancel").click()
    assert len(desk.responses) == 1


# Words of one's own.


@pytest.mark.requirement("Q-DLG-08", "TEST-13")
def test_other_opens_a_field_and_enter_sends_its_words(put: Put) -> None:
    desk = put(asked(single()))
    desk.key(Key.Key_4)
    assert desk.focus == "custom_input_text"
    desk.type("dark red 1")
    desk.key(Key.Key_Return)
    assert desk.answers == (Answer(question_id="q", other="dark red 1"),)
    assert desk.method is Method.TYPED


@pytest.mark.requirement("Q-DLG-07")
def test_other_can_be_sent_with_its_button(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("custom_input_single")
    desk.type("mauve")
    desk.click("custom_input_submit")
    assert desk.answers[0].other == "mauve"


def test_empty_words_are_refused_with_a_red_border_and_the_question_stays(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("custom_input_single")
    desk.type("   ")
    desk.key(Key.Key_Return)
    assert desk.responses == []
    assert desk.widget("custom_input_text").property("invalid") == "true"
    desk.type("x")
    assert desk.widget("custom_input_text").property("invalid") == "false"


def test_escape_leaves_the_field_before_it_cancels(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("custom_input_single")
    desk.type("mau")
    desk.key(Key.Key_Escape)
    assert desk.focus == "custom_input_single"
    assert desk.dialog.card.draft.answers["q"].is_empty
    desk.key(Key.Key_Escape)
    assert [type(response) for response in desk.responses] == [Cancelled]


def test_without_other_there_is_no_field(put: Put) -> None:
    desk = put(asked(single(allow_other=False)))
    assert desk.dialog.findChild(QWidget, "custom_input_single") is None


# Select, then confirm.


@pytest.mark.requirement("Q-DLG-12")
def test_more_than_four_options_are_selected_and_then_confirmed(put: Put) -> None:
    desk = put(asked(single(count=5)))
    desk.click("user_choice_white")
    assert desk.responses == []
    desk.click("user_choice_green")
    desk.click("confirm")
    assert desk.answers[0].option_ids == ("green",)


def test_a_preselection_is_shown_and_has_the_focus_and_answers_nothing(put: Put) -> None:
    desk = put(asked(single(options=options("A", "B", "C", default="B"))))
    assert desk.focus == "user_choice_b"
    assert desk.responses == []
    desk.click("confirm")
    assert desk.answers[0].option_ids == ("b",)


def test_confirming_without_a_choice_is_refused(put: Put) -> None:
    desk = put(asked(single(count=5)))
    desk.click("confirm")
    assert desk.responses == []
    assert desk.dialog.card_widget is not None
    assert desk.dialog.card_widget.property("invalid") == "true"


def test_a_text_is_sent_with_enter_and_broken_with_shift_enter(put: Put) -> None:
    desk = put(asked(text()))
    assert desk.focus == "text_input"
    desk.type("Ada")
    QTest.keyClick(desk.dialog.focusWidget(), Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    desk.type("L")
    desk.key(Key.Key_Return)
    assert desk.answers == (Answer(question_id="n", text="Ada\nL"),)
    assert desk.method is Method.TYPED


# Permission.


def test_a_permission_looks_different_and_the_refusal_has_the_focus(put: Put) -> None:
    desk = put(permission())
    assert desk.widget("confirm_banner").isVisible()
    assert desk.focus == "user_choice_false"
    desk.key(Key.Key_Return)
    assert desk.answers == (Answer(question_id="b", boolean=False),)


def test_one_digit_gives_no_permission(put: Put) -> None:
    desk = put(permission())
    desk.key(Key.Key_1)
    assert desk.responses == []
    assert desk.focus == "user_choice_true"
    desk.key(Key.Key_Return)
    assert desk.answers[0].boolean is True


def test_a_permission_cannot_be_left_to_the_model(put: Put) -> None:
    desk = put(permission())
    for name in ("you_decide", "none_fit", "later"):
        assert not desk.button(name).isVisible()


# Ways not to answer.


@pytest.mark.parametrize("why", ["too dear", ""])
def test_a_cancel_may_say_why(put: Put, why: str) -> None:
    desk = put(asked(single()))
    desk.click("cancel_with_reason")
    assert desk.focus == "reason_text"
    assert desk.button("reason_submit").text() == "Cancel"
    desk.type(why)
    desk.key(Key.Key_Return)
    (response,) = desk.responses
    assert isinstance(response, Cancelled)
    assert response.text == why


def test_escape_leaves_the_field_for_the_reason_and_a_second_one_cancels(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("cancel_with_reason")
    desk.type("to")
    desk.key(Key.Key_Escape)
    assert desk.responses == []
    assert not desk.shows("reason_text")
    desk.key(Key.Key_Escape)
    (response,) = desk.responses
    assert isinstance(response, Cancelled)
    assert not response.text


def test_one_of_the_two_fields_is_shown(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("none_fit")
    desk.click("cancel_with_reason")
    assert (desk.shows("none_fit_text"), desk.shows("reason_text")) == (False, True)


def test_enter_on_a_button_presses_it(put: Put) -> None:
    desk = put(asked(single()))
    desk.button("you_decide").setFocus()
    desk.key(Key.Key_Return)
    assert [type(response) for response in desk.responses] == [YouDecide]


# Several questions.


@pytest.mark.requirement("TEST-12")
def test_several_questions_come_one_by_one_with_their_progress(put: Put) -> None:
    desk = put(asked(single("1"), multi("2"), set_id="f_1"))
    assert desk.label("form_progress") == "○○ 0/2"
    assert desk.label("progress") == "Question 1 of 2"
    desk.click("multi_choice_f_1_1_green")
    assert desk.label("progress") == "Question 2 of 2"
    assert desk.label("form_progress") == "●○ 1/2"
    desk.click("multi_choice_f_1_2_basil")
    desk.click("confirm")
    assert desk.responses == []
    desk.click("submit_form_f_1")
    assert [answer.option_ids for answer in desk.answers] == [("green",), ("basil",)]


# Drafts, looks, accessibility.


def test_every_change_is_reported_as_a_draft_and_a_touch(put: Put) -> None:
    desk = put(asked(multi()))
    desk.click("user_choice_basil")
    assert desk.drafts[-1].answers["m"].option_ids == ("basil",)
    assert desk.touches


@pytest.mark.requirement("Q-DLG-09")
@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "💬 Round 2: Colour"), ("ko", "💬 2라운드 Colour"), ("zh", "💬 第2轮Colour")],
)
def test_the_title_names_round_and_header_in_the_persons_language(
    put: Put, language: InterfaceLanguage, title: str
) -> None:
    use_language(language)
    try:
        assert put(asked(single(), round=2)).dialog.windowTitle() == title
    finally:
        use_language("en")


@pytest.mark.requirement("Q-DLG-10")
def test_the_words_follow_the_language_while_it_is_open(put: Put) -> None:
    desk = put(asked(multi()))
    desk.click("user_choice_basil")
    use_language("ko")
    QApplication.sendEvent(desk.dialog, QEvent(QEvent.Type.LanguageChange))
    assert desk.button("confirm").text() == "확인"
    assert desk.button("cancel").text() == "취소"
    assert desk.dialog.card.draft.answers["m"].option_ids == ("basil",)


def test_long_headers_are_elided_and_whole_in_the_tooltip(put: Put) -> None:
    desk = put(asked(single(header="A very long header")))
    chip = child(desk.dialog, QLabel, "chip")
    assert (chip.text(), chip.toolTip()) == ("A very long…", "A very long header")


@pytest.mark.requirement("TEST-16")
def test_long_labels_wrap_and_very_long_ones_are_elided_with_the_whole_in_reach(
    put: Put,
) -> None:
    label = "x " * 125
    desk = put(asked(single(options=(Option(id="a", label=label), Option(id="b", label="B")))))
    row = desk.button("user_choice_a")
    assert row.toolTip() == label
    assert row.accessibleName().startswith(label.strip()[:200])
    assert row.height() > desk.button("user_choice_b").height()


def test_markup_in_a_question_is_shown_as_it_is_written(put: Put) -> None:
    desk = put(asked(single(text="<b>Bold</b> <img src='file:///etc/passwd'>")))
    labels = desk.dialog.findChildren(QLabel)
    assert all(
        label.textFormat() == Qt.TextFormat.PlainText for label in labels if "<b>" in label.text()
    )
    assert any("<b>Bold</b>" in label.text() for label in labels)


@pytest.mark.requirement("Q-DLG-17")
def test_it_never_blocks_other_windows(put: Put) -> None:
    assert put(asked(single())).dialog.windowModality() == Qt.WindowModality.NonModal
