import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import use_language
from assistant.questions.model.question import (
    Answer,
    Cancelled,
    Draft,
    Later,
    Method,
    NoneFit,
    Option,
    YouDecide,
)
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.conversation.samples import (
    asked,
    boolean,
    multi,
    options,
    permission,
    single,
    text,
)
from tests.unit.channels.desktop.questions.dialog.question_stage import Put, putting

Key = Qt.Key


@pytest.fixture
def put(qtbot: QtBot, theme: Theme, clock: ManualClock) -> Put:
    """Put a question; the dialog is armed unless told otherwise."""
    return putting(qtbot, theme, clock)


# Single choice, answered at once.


def test_a_click_on_an_option_answers(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("user_choice_green")
    assert desk.answers == (Answer(question_id="q", option_ids=("green",)),)
    assert desk.method is Method.CLICK
    assert not desk.dialog.isVisible()


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


def test_enter_chooses_the_option_with_the_focus(put: Put) -> None:
    desk = put(asked(single()))
    desk.key(Key.Key_Down, Key.Key_Return)
    assert desk.answers[0].option_ids == ("green",)
    assert desk.method is Method.KEY


def test_space_does_nothing_in_a_single_choice(put: Put) -> None:
    desk = put(asked(single()))
    desk.key(Key.Key_Space)
    assert desk.responses == []
    assert desk.drafts == []


@pytest.mark.parametrize(("digit", "chosen"), [(1, "red"), (2, "green"), (3, "blue")])
def test_a_digit_chooses_at_once(put: Put, digit: int, chosen: str) -> None:
    desk = put(asked(single()))
    desk.key(Qt.Key(Key.Key_0 + digit))
    assert desk.answers[0].option_ids == (chosen,)


def test_digits_go_up_to_nine(put: Put) -> None:
    desk = put(asked(single(count=9)))
    desk.key(Key.Key_9)
    assert desk.answers[0].option_ids == ("gold",)


def test_a_digit_without_an_option_does_nothing(put: Put) -> None:
    desk = put(asked(single(count=2, allow_other=False)))
    desk.key(Key.Key_3)
    assert desk.responses == []


def test_escape_cancels(put: Put) -> None:
    desk = put(asked(single()))
    desk.key(Key.Key_Escape)
    assert [type(response) for response in desk.responses] == [Cancelled]


def test_escape_does_nothing_where_cancelling_is_not_allowed(put: Put) -> None:
    desk = put(asked(single(), allow_cancel=False))
    desk.key(Key.Key_Escape)
    assert desk.responses == []
    assert desk.dialog.isVisible()
    assert not desk.button("cancel").isVisible()


def test_closing_the_window_cancels_where_that_is_allowed(put: Put) -> None:
    desk = put(asked(single()))
    desk.dialog.close()
    assert [type(response) for response in desk.responses] == [Cancelled]


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


def test_other_opens_a_field_and_enter_sends_its_words(put: Put) -> None:
    desk = put(asked(single()))
    desk.key(Key.Key_4)
    assert desk.focus == "custom_input_text"
    desk.type("dark red 1")
    desk.key(Key.Key_Return)
    assert desk.answers == (Answer(question_id="q", other="dark red 1"),)
    assert desk.method is Method.TYPED


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
    assert desk.dialog.form.answer("q").is_empty
    desk.key(Key.Key_Escape)
    assert [type(response) for response in desk.responses] == [Cancelled]


def test_without_other_there_is_no_field(put: Put) -> None:
    desk = put(asked(single(allow_other=False)))
    assert desk.dialog.findChild(QWidget, "custom_input_single") is None


# Select, then confirm.


def test_more_than_four_options_are_selected_and_then_confirmed(put: Put) -> None:
    desk = put(asked(single(count=5)))
    desk.click("user_choice_white")
    assert desk.responses == []
    desk.click("user_choice_green")
    desk.click("confirm")
    assert desk.answers[0].option_ids == ("green",)


def test_enter_selects_and_confirms_in_a_long_single_choice(put: Put) -> None:
    desk = put(asked(single(count=6)))
    desk.key(Key.Key_Down, Key.Key_Enter)
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
    assert desk.dialog.card is not None
    assert desk.dialog.card.property("invalid") == "true"


def test_space_ticks_and_enter_confirms_all_that_is_ticked(put: Put) -> None:
    desk = put(asked(multi()))
    desk.key(Key.Key_Space, Key.Key_Down, Key.Key_Down, Key.Key_Space)
    desk.key(Key.Key_Up, Key.Key_Space, Key.Key_Space)
    assert desk.responses == []
    desk.key(Key.Key_Return)
    assert desk.answers[0].option_ids == ("cheese", "basil")


def test_enter_with_nothing_ticked_answers_with_the_option_in_focus(put: Put) -> None:
    desk = put(asked(multi()))
    desk.key(Key.Key_Down, Key.Key_Return)
    assert desk.answers[0].option_ids == ("olives",)


def test_enter_on_other_with_nothing_ticked_opens_the_field(put: Put) -> None:
    desk = put(asked(multi()))
    desk.key(Key.Key_Down, Key.Key_Down, Key.Key_Down, Key.Key_Return)
    assert desk.focus == "custom_input_text"
    desk.type("ham")
    desk.key(Key.Key_Return)
    assert desk.answers == (Answer(question_id="m", other="ham"),)


def test_digits_do_nothing_where_several_may_be_chosen(put: Put) -> None:
    desk = put(asked(multi()))
    desk.key(Key.Key_1)
    assert desk.drafts == []


def test_a_text_is_sent_with_enter_and_broken_with_shift_enter(put: Put) -> None:
    desk = put(asked(text()))
    assert desk.focus == "text_input"
    desk.type("Ada")
    QTest.keyClick(desk.dialog.focusWidget(), Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    desk.type("L")
    desk.key(Key.Key_Return)
    assert desk.answers == (Answer(question_id="n", text="Ada\nL"),)
    assert desk.method is Method.TYPED


def test_an_empty_text_is_refused_unless_it_may_be_left_out(put: Put) -> None:
    desk = put(asked(text()))
    desk.key(Key.Key_Return)
    assert desk.responses == []
    assert desk.widget("text_input").property("invalid") == "true"
    assert not desk.button("skip").isVisible()
    optional = put(asked(text(required=False)))
    optional.click("skip")
    assert optional.answers[0].is_empty


def test_yes_and_no_are_selected_and_confirmed(put: Put) -> None:
    desk = put(asked(boolean()))
    desk.click("user_choice_true")
    assert desk.responses == []
    desk.click("confirm")
    assert desk.answers == (Answer(question_id="b", boolean=True),)


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


def test_the_choice_can_be_left_to_the_model_or_put_off(put: Put) -> None:
    for name, kind in (("you_decide", YouDecide), ("later", Later), ("cancel", Cancelled)):
        desk = put(asked(single()))
        desk.click(name)
        assert [type(response) for response in desk.responses] == [kind]


def test_none_of_these_asks_what_would_fit(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("none_fit")
    desk.key(Key.Key_Return)
    assert desk.responses == []
    desk.type("something warm")
    desk.key(Key.Key_Return)
    (response,) = desk.responses
    assert isinstance(response, NoneFit)
    assert (response.words, response.provenance.method) == ("something warm", Method.TYPED)


def test_enter_on_a_button_presses_it(put: Put) -> None:
    desk = put(asked(single()))
    desk.button("you_decide").setFocus()
    desk.key(Key.Key_Return)
    assert [type(response) for response in desk.responses] == [YouDecide]


# Several questions.


def test_several_questions_come_one_by_one_with_their_progress(put: Put) -> None:
    desk = put(asked(single("1"), multi("2"), set_id="f_1"))
    assert desk.dialog.findChild(QLabel, "form_progress").text() == "○○ 0/2"  # pyright: ignore[reportOptionalMemberAccess]
    assert desk.dialog.findChild(QLabel, "progress").text() == "Question 1 of 2"  # pyright: ignore[reportOptionalMemberAccess]
    desk.click("multi_choice_f_1_1_green")
    assert desk.dialog.findChild(QLabel, "progress").text() == "Question 2 of 2"  # pyright: ignore[reportOptionalMemberAccess]
    assert desk.dialog.findChild(QLabel, "form_progress").text() == "●○ 1/2"  # pyright: ignore[reportOptionalMemberAccess]
    desk.click("multi_choice_f_1_2_basil")
    desk.click("confirm")
    assert desk.responses == []
    desk.click("submit_form_f_1")
    assert [answer.option_ids for answer in desk.answers] == [("green",), ("basil",)]


def test_submit_and_reset_appear_only_when_all_is_answered(put: Put) -> None:
    desk = put(asked(single("1"), single("2"), set_id="f"))
    assert not desk.button("submit_form_f").isVisible()
    assert not desk.button("reset_form_f").isVisible()
    desk.key(Key.Key_1, Key.Key_2)
    assert desk.button("submit_form_f").isVisible()
    assert desk.focus == "submit_form_f"
    desk.click("reset_form_f")
    assert desk.dialog.form.settled_count == 0
    assert not desk.button("submit_form_f").isVisible()


def test_an_answered_question_can_be_changed(put: Put) -> None:
    desk = put(asked(single("1"), single("2"), set_id="f"))
    desk.key(Key.Key_1, Key.Key_2)
    desk.click("edit_choice_f_1")
    desk.click("multi_choice_f_1_blue")
    desk.click("submit_form_f")
    assert [answer.option_ids for answer in desk.answers] == [("blue",), ("green",)]


def test_words_that_fill_the_last_gap_send_the_form(put: Put) -> None:
    desk = put(asked(single("1"), single("2"), set_id="f"))
    desk.key(Key.Key_1)
    desk.click("custom_input_multi_f_2")
    desk.type("mauve")
    desk.key(Key.Key_Return)
    assert [answer.other for answer in desk.answers] == [None, "mauve"]


def test_follow_ups_appear_with_the_choice_that_calls_them(put: Put) -> None:
    desk = put(asked(single("1", follow_ups={"red": (text("2"),)}), set_id="f"))
    desk.key(Key.Key_1)
    desk.type("scarlet")
    desk.key(Key.Key_Return)
    assert [answer.question_id for answer in desk.answers] == ["1", "2"]


def test_ids_with_underscores_find_their_option(put: Put) -> None:
    tricky = single(
        "a_b",
        options=(Option(id="c_d", label="One"), Option(id="b_c_d", label="Two")),
    )
    desk = put(asked(tricky, single("a"), set_id="f_1_a"))
    desk.click("multi_choice_f_1_a_a_b_b_c_d")
    assert desk.dialog.form.answer("a_b").option_ids == ("b_c_d",)


# Drafts, looks, accessibility.


def test_every_change_is_reported_as_a_draft_and_a_touch(put: Put) -> None:
    desk = put(asked(multi()))
    desk.click("user_choice_basil")
    assert desk.drafts[-1].answers["m"].option_ids == ("basil",)
    assert desk.touches


def test_a_draft_is_shown_and_can_be_confirmed(put: Put) -> None:
    draft = Draft(answers={"m": Answer(question_id="m", option_ids=("olives",), other="ham")})
    desk = put(asked(multi()), draft=draft)
    desk.click("confirm")
    assert desk.answers == (draft.answers["m"],)


def test_a_draft_from_another_channel_is_shown(put: Put) -> None:
    desk = put(asked(single("1"), single("2"), set_id="f"))
    desk.dialog.show_draft(Draft(answers={"1": Answer(question_id="1", option_ids=("blue",))}))
    desk.clock.advance(0.31)
    desk.key(Key.Key_1)
    desk.click("submit_form_f")
    assert [answer.option_ids for answer in desk.answers] == [("blue",), ("red",)]


def test_the_answer_shows_with_everything_disabled_before_the_dialog_goes(put: Put) -> None:
    desk = put(asked(single()), linger_ms=60_000)
    desk.button("user_choice_red").click()
    settled = desk.widget("settled")
    assert [label.text() for label in settled.findChildren(QLabel)] == ["✔ Colour: Red"]
    assert not any(b.isEnabled() for b in desk.dialog.findChildren(QPushButton))


def test_the_title_names_round_and_header_in_the_persons_language(put: Put) -> None:
    desk = put(asked(single(), round=2))
    assert desk.dialog.windowTitle() == "💬 Round 2: Colour"


def test_the_words_follow_the_language_while_it_is_open(put: Put) -> None:
    desk = put(asked(multi()))
    desk.click("user_choice_basil")
    use_language("ko")
    QApplication.sendEvent(desk.dialog, QEvent(QEvent.Type.LanguageChange))
    assert desk.button("confirm").text() == "확인"
    assert desk.button("cancel").text() == "취소"
    assert desk.dialog.form.answer("m").option_ids == ("basil",)


def test_long_headers_are_elided_and_whole_in_the_tooltip(put: Put) -> None:
    desk = put(asked(single(header="A very long header")))
    chip = desk.dialog.findChild(QLabel, "chip")
    assert chip is not None
    assert (chip.text(), chip.toolTip()) == ("A very long…", "A very long header")


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


def test_every_control_has_a_name_and_tab_goes_down_the_dialog(put: Put) -> None:
    desk = put(asked(single()))
    controls = [b for b in desk.dialog.findChildren(QPushButton) if b.isVisible()]
    assert all(control.accessibleName() for control in controls)
    order: list[tuple[int, int]] = []
    for _ in controls:
        here = desk.dialog.focusWidget()
        corner = here.mapTo(desk.dialog, here.rect().topLeft())
        order.append((corner.y(), corner.x()))
        QTest.keyClick(here, Key.Key_Tab)
    assert order == sorted(order)
    assert len(set(order)) == len(controls)


def test_the_recommended_option_is_marked(put: Put) -> None:
    desk = put(asked(single()))
    marked = [
        label.parent()
        for label in desk.dialog.findChildren(QLabel)
        if label.text() == "(Recommended)" and label.isVisible()
    ]
    assert marked == [desk.button("user_choice_red")]


def test_it_never_blocks_other_windows(put: Put) -> None:
    assert put(asked(single())).dialog.windowModality() == Qt.WindowModality.NonModal


def test_others_that_wait_are_counted(put: Put) -> None:
    desk = put(asked(single()))
    desk.dialog.set_waiting(2)
    assert any(label.text() == "2 more waiting" for label in desk.dialog.findChildren(QLabel))
