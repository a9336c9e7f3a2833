"""What a dialog shows once its question is over, and the rounds before it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QGraphicsOpacityEffect, QLabel, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.questions.dialog.header import Countdown
from assistant.channels.desktop.questions.dialog.outcome_frame import OutcomeFrame
from assistant.channels.desktop.widgets.labels import without_missing_sign
from assistant.locale import use_language
from assistant.questions.model.question import (
    Answer,
    Cancelled,
    Channel,
    Later,
    TimedOut,
)
from assistant.questions.model.round_history import EarlierRound
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.conversation.samples import (
    HERE,
    answered,
    asked,
    multi,
    options,
    single,
    text,
)
from tests.unit.channels.desktop.questions.dialog.question_stage import Desk, Put, settle

Key = Qt.Key
LONG = 60_000
RED = answered(Answer(question_id="q", option_ids=("red",)))


def outcome(desk: Desk) -> list[str]:
    """Return the lines of the outcome that shows."""
    settle()
    (frame,) = (f for f in desk.dialog.findChildren(OutcomeFrame) if not f.isHidden())
    return [label.text() for label in frame.findChildren(QLabel)]


def enabled(desk: Desk) -> set[str]:
    settle()
    return {
        button.objectName()
        for button in desk.dialog.findChildren(QAbstractButton)
        if button.isEnabled() and button.isVisibleTo(desk.dialog) and button.objectName()
    }


# Answered here.


@pytest.mark.requirement("Q-DLG-05", "TEST-17")
def test_an_answer_flashes_and_then_shows_what_was_chosen(put: Put, qtbot: QtBot) -> None:
    desk = put(asked(single()), linger_ms=LONG)
    desk.click("user_choice_green")
    frame = desk.find(QWidget, "settled")
    assert outcome(desk) == ["✔ Colour: Green"]
    assert frame.property("flash") == "true"
    assert frame.property("tone") == "success"
    assert enabled(desk) == set()
    qtbot.waitUntil(lambda: frame.property("flash") == "false")


def test_nothing_can_be_written_after_the_answer(put: Put) -> None:
    desk = put(asked(text()), linger_ms=LONG)
    desk.type("Ada")
    field = desk.widget("text_input")
    desk.key(Key.Key_Return)
    drafts = len(desk.drafts)
    QTest.keyClicks(field, "xyz")
    QTest.keyClick(field, Key.Key_Return)
    assert len(desk.drafts) == drafts
    assert desk.answers[0].text == "Ada"


def test_a_word_that_no_line_can_hold_is_broken_and_not_cut_off(put: Put) -> None:
    desk = put(asked(single(options=options("W" * 60, "Green"))))
    desk.dialog.resize(360, desk.dialog.height())
    settle()
    row = desk.dialog.card_widget.rows["w" * 60] if desk.dialog.card_widget else None
    assert row is not None
    label = next(one for one in row.findChildren(QLabel) if "W" in one.text())
    room = label.contentsRect()
    wraps = Qt.TextFlag.TextWordWrap.value
    drawn = label.fontMetrics().boundingRect(room, wraps, label.text())
    assert drawn.width() <= room.width()
    assert drawn.height() <= room.height()
    assert "\u200b" not in row.accessibleName()


def test_failed_validation_shows_a_red_border_and_the_question_stays(put: Put) -> None:
    desk = put(asked(multi(min_choices=2)))
    desk.click("user_choice_basil")
    desk.click("confirm")
    assert desk.responses == []
    assert desk.dialog.card_widget is not None
    assert desk.dialog.card_widget.property("invalid") == "true"
    row = desk.widget("user_choice_basil")
    settle()
    assert row.x() > desk.dialog.card_widget.contentsRect().x(), "the border stands off the words"
    desk.click("user_choice_olives")
    assert desk.dialog.card_widget.property("invalid") == "false"
    settle()
    assert row.x() == desk.dialog.card_widget.contentsRect().x()
    desk.click("confirm")
    assert len(desk.answers[0].option_ids) == 2


# Answered elsewhere.


def test_an_answer_from_elsewhere_shows_where_and_what_for_a_moment(put: Put, qtbot: QtBot) -> None:
    desk = put(asked(single()), linger_ms=40)
    with qtbot.waitSignal(desk.dialog.closed):
        desk.dialog.retire()
        assert desk.dialog.isVisible()
        desk.dialog.show_elsewhere(RED, Channel.VOICE)
        assert outcome(desk) == ["Answered by voice:", "✔ Colour: Red"]
        assert desk.spoken[-1] == "Answered by voice:\n✔ Colour: Red"
        assert enabled(desk) == set()
    assert desk.responses == []
    assert desk.aside == []


def test_what_was_selected_here_gives_way_to_the_answer_from_elsewhere(put: Put) -> None:
    desk = put(asked(single("a"), single("b")), linger_ms=LONG)
    desk.click("multi_choice_s_a_green")
    response = answered(
        Answer(question_id="a", option_ids=("red",)), Answer(question_id="b", option_ids=("blue",))
    )
    desk.dialog.retire()
    desk.dialog.show_elsewhere(response, Channel.VOICE)
    settle()
    assert [desk.dialog.card.draft.answers[known].option_ids for known in ("a", "b")] == [
        ("red",),
        ("blue",),
    ]
    shown = [label.text() for label in desk.dialog.findChildren(QLabel) if label.isVisible()]
    assert not any("Green" in line for line in shown)
    assert enabled(desk) == set()


def test_a_click_after_it_was_settled_elsewhere_answers_nothing(put: Put) -> None:
    desk = put(asked(single()), linger_ms=LONG)
    row = desk.button("user_choice_green")
    desk.dialog.retire()
    row.click()
    desk.key(Key.Key_1, Key.Key_Return, Key.Key_Escape)
    assert desk.responses == []


def test_the_answer_that_won_replaces_the_one_given_here_too_late(put: Put) -> None:
    desk = put(asked(single()), linger_ms=LONG)
    desk.click("user_choice_green")
    desk.dialog.show_elsewhere(RED, Channel.DESKTOP)
    assert outcome(desk) == ["✔ Colour: Green"]
    desk.dialog.show_elsewhere(RED, Channel.VOICE)
    assert outcome(desk) == ["Answered by voice:", "✔ Colour: Red"]


@pytest.mark.parametrize(
    ("response", "line"),
    [
        (Cancelled(), "Cancelled. (by voice)"),
        (Later(provenance=HERE), "Put off until later. (by voice)"),
    ],
)
def test_what_is_no_answer_is_shown_without_the_colour_of_success(
    put: Put, response: Cancelled | Later, line: str
) -> None:
    desk = put(asked(single()), linger_ms=LONG)
    desk.dialog.show_elsewhere(response, Channel.VOICE)
    assert outcome(desk) == [line]
    assert desk.find(QWidget, "settled").property("tone") == "plain"


# Timed out.


def test_a_question_that_timed_out_is_dimmed_and_stays_with_a_warning(put: Put) -> None:
    desk = put(asked(single(), timeout_s=5.0))
    desk.dialog.show_elsewhere(TimedOut(after_s=5.0), None)
    assert desk.dialog.isVisible()
    assert outcome(desk) == ["⚠ Nobody answered in time. Nothing was chosen."]
    assert desk.dialog.card_widget is not None
    effect = desk.dialog.card_widget.graphicsEffect()
    assert isinstance(effect, QGraphicsOpacityEffect)
    assert effect.opacity() < 1
    assert enabled(desk) == {"reopen_question", "end_question"}
    assert not desk.shows("countdown")


def test_it_can_be_opened_again(put: Put) -> None:
    desk = put(asked(single(), timeout_s=5.0))
    desk.dialog.show_elsewhere(TimedOut(after_s=5.0), None)
    desk.click("reopen_question")
    assert len(desk.reopened) == 1
    assert not desk.dialog.isVisible()
    assert desk.responses == []


@pytest.mark.parametrize("way", ["button", "escape", "close"])
def test_or_it_can_be_left_at_that(put: Put, way: str) -> None:
    desk = put(asked(single(), timeout_s=5.0))
    desk.dialog.show_elsewhere(TimedOut(after_s=5.0), None)
    match way:
        case "button":
            desk.button("end_question").setFocus()
            desk.key(Key.Key_Return)
        case "escape":
            desk.key(Key.Key_Escape)
        case _:
            desk.dialog.close()
    assert not desk.dialog.isVisible()
    assert (desk.reopened, desk.responses, desk.aside) == ([], [], [])


# Nobody waits any more.


@pytest.mark.requirement("Q-DLG-06")
def test_the_person_is_told_when_the_conversation_is_gone(put: Put) -> None:
    desk = put(asked(single()))
    desk.dialog.responded.connect(desk.dialog.show_orphaned)
    desk.click("user_choice_green")
    assert desk.dialog.isVisible()
    assert outcome(desk) == [
        "✔ Colour: Green",
        "⚠ The conversation this belongs to is gone. Nothing was sent.",
    ]
    desk.key(Key.Key_Escape)
    assert not desk.dialog.isVisible()


# The clock.


def test_the_time_left_is_shown_runs_and_rests_while_the_person_is_at_it(
    put: Put, clock: ManualClock
) -> None:
    desk = put(asked(multi(), timeout_s=60.0))
    countdown = desk.find(Countdown, "countdown")
    clock.advance(10)
    countdown.refresh()
    assert countdown.text() == without_missing_sign("⏱ 0:50")
    desk.click("user_choice_basil")
    assert countdown.text() == without_missing_sign("⏸ 0:50 left, resting")
    clock.advance(14)
    countdown.refresh()
    assert countdown.text() == without_missing_sign("⏸ 0:50 left, resting")
    clock.advance(11)
    countdown.refresh()
    assert countdown.text() == without_missing_sign("⏱ 0:40")
    assert countdown.property("urgent") == "false"
    clock.advance(25)
    countdown.refresh()
    assert countdown.property("urgent") == "true"
    assert countdown.accessibleName() == "0:15 left"


def test_the_clock_only_shows(put: Put, clock: ManualClock) -> None:
    desk = put(asked(single(), timeout_s=5.0))
    clock.advance(100)
    countdown = desk.find(Countdown, "countdown")
    countdown.refresh()
    assert countdown.text() == without_missing_sign("⏱ 0:00")
    assert desk.dialog.isVisible()
    assert desk.responses == []


def test_without_a_time_out_there_is_no_clock(put: Put) -> None:
    assert not put(asked(single())).shows("countdown")


# Rounds.

PAST = (
    EarlierRound(
        questions=asked(multi("m", header="First"), set_id="one"),
        response=answered(Answer(question_id="m", option_ids=("basil",), other="ham")),
    ),
    EarlierRound(questions=asked(single(), set_id="two", round=2), response=Cancelled()),
)


def test_earlier_rounds_can_be_looked_at_while_the_question_is_open(put: Put) -> None:
    desk = put(asked(single(), round=3), earlier=PAST)
    assert desk.button("earlier_rounds").text() == "▸ Earlier rounds (2)"
    assert not desk.shows("earlier")
    desk.click("earlier_rounds")
    shown = [label.text() for label in desk.find(QWidget, "earlier").findChildren(QLabel)]
    assert shown[0] == "Round 1"
    assert "● 3. Basil" in shown[1]
    assert "○ 1. Cheese" in shown[1]
    assert shown[2] == "✔ First: Basil, ham"
    assert shown[3] == "Round 2"
    assert shown[5] == "Cancelled."
    assert not desk.find(QWidget, "earlier").findChildren(QAbstractButton)
    desk.click("user_choice_red")
    assert desk.answers[0].option_ids == ("red",)


def test_earlier_rounds_stay_open_while_a_form_goes_on(put: Put) -> None:
    desk = put(asked(single("1"), single("2"), round=2, set_id="f"), earlier=PAST[:1])
    desk.click("earlier_rounds")
    desk.widget("multi_choice_f_1_red").setFocus()
    desk.key(Key.Key_1)
    assert desk.shows("earlier")
    assert desk.button("earlier_rounds").isChecked()


def test_a_first_round_has_none(put: Put) -> None:
    assert not put(asked(single())).shows("earlier_rounds")


def test_the_card_says_round_and_question(put: Put) -> None:
    desk = put(asked(single("1"), single("2"), round=2, total_rounds=3, set_id="f"))
    assert desk.label("progress") == "Round 2/3 – Question 1 of 2"


# Several at once.


def test_an_answer_can_be_meant_for_every_similar_question(put: Put) -> None:
    others = [asked(single(header=name), set_id=name) for name in ("logs", "tests")]
    desk = put(asked(single()))
    assert not desk.shows("apply_to_all")
    desk.dialog.set_similar(others)
    assert desk.widget("apply_to_all").accessibleName() == (
        "Apply to all 3 similar questions - Colour · logs · tests"
    )
    desk.click("apply_to_all")
    desk.click("user_choice_red")
    assert [(r, ids) for r, ids in desk.for_all] == [(desk.responses[0], ("logs", "tests"))]


def test_an_offer_that_changed_is_not_taken_yet(put: Put) -> None:
    desk = put(asked(single()))
    desk.dialog.set_similar([asked(single(), set_id="x")])
    desk.click("apply_to_all")
    desk.dialog.set_similar([asked(single(), set_id=name) for name in ("x", "y")])
    desk.click("user_choice_red")
    assert desk.for_all == []
    assert len(desk.responses) == 1


@pytest.mark.parametrize("name", ["you_decide", "later", "cancel"])
def test_only_an_answer_is_meant_for_all(put: Put, name: str) -> None:
    desk = put(asked(single()))
    desk.dialog.set_similar([asked(single(), set_id="x")])
    desk.click("apply_to_all")
    desk.click(name)
    assert desk.for_all == []


def test_how_many_wait_is_shown(put: Put) -> None:
    desk = put(asked(single()))
    assert not desk.shows("waiting")
    desk.dialog.set_waiting(2)
    assert desk.label("waiting") == "2 more waiting"


def test_every_state_speaks_the_language_of_the_interface(put: Put) -> None:
    use_language("ko")
    desk = put(asked(single()), linger_ms=LONG)
    desk.dialog.show_elsewhere(Later(provenance=HERE), Channel.VOICE)
    assert "나중" in outcome(desk)[0]
