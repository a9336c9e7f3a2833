from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.conversation.model.rows import QuestionRow
from assistant.channels.desktop.conversation.question_entry import MOST_OPTIONS, QuestionEntry
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import use_language
from assistant.questions.model.question import (
    Answer,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    Method,
    Option,
    QuestionSet,
    Response,
    TimedOut,
)
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.conversation.samples import (
    HERE,
    answered,
    asked,
    permission,
    single,
)
from tests.unit.channels.desktop.windows import child

GREEN = answered(Answer(question_id="q", option_ids=("green",)))


Show = Callable[..., QuestionEntry]


@pytest.fixture
def show(theme: Theme, clock: ManualClock, qtbot: QtBot) -> Show:
    """Show a question, one of a single choice unless another is given."""

    def show(
        questions: QuestionSet | None = None,
        response: Response | None = None,
        channel: Channel | None = Channel.DESKTOP,
    ) -> QuestionEntry:
        channel = None if response is None else channel
        questions = questions or asked(single())
        row = QuestionRow(questions=questions, response=response, channel=channel)
        entry = QuestionEntry(theme=theme, clock=clock, row=row)
        entry.resize(600, 300)
        with qtbot.waitExposed(entry):
            entry.show()
        entry.activateWindow()
        return entry

    return show


def shown(entry: QuestionEntry) -> list[str]:
    return [label.text() for label in entry.findChildren(QLabel) if label.isVisible()]


def can_answer(entry: QuestionEntry) -> bool:
    return child(entry, QToolButton, "answer").isVisible()


def button(entry: QuestionEntry, name: str) -> QPushButton | None:
    found = entry.findChild(QPushButton, name)
    return found if found is not None and found.isVisible() else None


def press(entry: QuestionEntry, name: str) -> None:
    found = button(entry, name)
    assert found is not None
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


def test_an_open_question_shows_its_options_and_leads_to_the_dialog(
    show: Show, qtbot: QtBot
) -> None:
    entry = show(asked(single(context="For the logo."), round=2, total_rounds=3))
    words = shown(entry)
    assert {"Which colour?", "For the logo.", "Round 2/3"} <= set(words)
    assert {"1. Red (Recommended)", "about Red"} <= set(words)
    assert words.count("○") == 3
    answer = child(entry, QToolButton, "answer")
    with qtbot.waitSignal(entry.open_wanted) as wanted:
        answer.click()
    assert wanted.args == ["s"]
    assert button(entry, "change") is None
    assert button(entry, "go_back") is None


def test_a_settled_question_keeps_its_options_with_what_was_chosen_and_how(
    show: Show,
) -> None:
    entry = show(response=GREEN)
    words = shown(entry)
    assert words.count("●") == 1
    assert {"1. Red", "2. Green", "about Green"} <= set(words)
    assert "about Red" not in words
    weights = {label.text(): label.property("role") for label in entry.findChildren(QLabel)}
    assert (weights["2. Green"], weights["about Green"]) == ("chosen", "description")
    assert weights["●"] == "success", "as light as the empty ones, and so of one font with them"
    assert entry.outcome == "✔ Colour: Green"
    assert entry.outcome not in words, "it is marked above"
    how = child(entry, QLabel, "how")
    assert how.text().startswith("with the mouse, ")
    assert not can_answer(entry)
    assert entry.accessibleDescription() == "✔ Colour: Green"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(question_id="q", option_ids=("green",), other="a dark one"), "Green, a dark one"),
        (Answer(question_id="q", other="a dark one"), "a dark one"),
        (Answer(question_id="q"), "(left out)"),
    ],
)
def test_what_no_option_shows_is_said_below_them(show: Show, answer: Answer, said: str) -> None:
    entry = show(response=answered(answer))
    assert f"✔ Colour: {said}" in shown(entry)


def test_a_question_put_off_can_still_be_answered_here(show: Show) -> None:
    entry = show(response=Later(provenance=HERE))
    assert entry.is_open
    assert entry.outcome == "Put off until later."
    assert can_answer(entry)


def test_long_lists_of_a_settled_question_show_the_chosen_ones_and_more_on_demand(
    show: Show,
) -> None:
    options = tuple(Option(id=str(n), label=f"Option {n}") for n in range(20))
    entry = show(
        asked(single(options=options)), answered(Answer(question_id="q", option_ids=("15",)))
    )
    labels = [words for words in shown(entry) if ". Option" in words]
    assert len(labels) == MOST_OPTIONS + 1
    assert labels[-1] == "16. Option 15"
    more = button(entry, "show_all")
    assert more is not None
    assert more.text() == "Show 11 more"
    press(entry, "show_all")
    assert len([words for words in shown(entry) if ". Option" in words]) == 20


def test_a_default_taken_at_a_time_out_is_not_shown_as_a_choice(show: Show) -> None:
    by_default = GREEN.model_copy(
        update={"provenance": HERE.model_copy(update={"method": Method.TIMEOUT_DEFAULT})}
    )
    entry = show(response=by_default)
    assert entry.outcome == "⏱ Colour: Green"
    assert any("You did not choose this." in words for words in shown(entry))
    outcome = child(entry, QLabel, "outcome")
    assert outcome.property("role") == "secondary"
    assert not any(label.property("role") == "chosen" for label in entry.findChildren(QLabel))


# Afterwards.


def test_the_answer_can_be_changed(show: Show, qtbot: QtBot) -> None:
    entry = show(response=GREEN)
    with qtbot.waitSignal(entry.change_wanted) as wanted:
        press(entry, "change")
    assert wanted.args == ["s"]


def test_going_back_is_confirmed_in_the_card(show: Show, qtbot: QtBot) -> None:
    entry = show(response=GREEN)
    with qtbot.assertNotEmitted(entry.return_wanted):
        press(entry, "go_back")
    assert any("branch" in words for words in shown(entry))
    stay = button(entry, "return_stay")
    assert stay is not None
    assert stay.hasFocus()
    with qtbot.waitSignal(entry.return_wanted) as wanted:
        press(entry, "return_confirm")
    assert wanted.args == ["s"]
    assert button(entry, "return_confirm") is None


def test_staying_changes_nothing(show: Show, qtbot: QtBot) -> None:
    entry = show(response=GREEN)
    press(entry, "go_back")
    with qtbot.assertNotEmitted(entry.return_wanted):
        press(entry, "return_stay")
    assert button(entry, "return_confirm") is None
    back = button(entry, "go_back")
    assert back is not None
    assert back.hasFocus()


def test_a_question_that_timed_out_is_dimmed_and_can_be_reopened_or_ended(
    show: Show, qtbot: QtBot
) -> None:
    entry = show(response=TimedOut(after_s=60.0), channel=None)
    assert entry.outcome.splitlines() == [
        "⚠ Timed out",
        "Nobody answered in time. Nothing was chosen.",
    ]
    assert entry.property("dimmed") is True
    with qtbot.waitSignal(entry.reopen_wanted) as wanted:
        press(entry, "reopen")
    assert wanted.args == ["s"]
    press(entry, "end")
    assert button(entry, "reopen") is None
    assert button(entry, "end") is None


def test_a_reopened_question_can_be_answered_again(show: Show) -> None:
    entry = show(response=TimedOut(after_s=60.0), channel=None)
    entry.show_row(QuestionRow(questions=asked(single())))
    assert entry.outcome == ""
    assert entry.property("dimmed") is False
    assert button(entry, "reopen") is None
    assert can_answer(entry)


def test_a_cancelled_question_says_so_and_leads_back(show: Show) -> None:
    entry = show(response=Cancelled(reason=CancelReason.USER, provenance=HERE))
    assert entry.outcome == "Cancelled"
    assert button(entry, "reopen") is None
    assert button(entry, "change") is None
    assert button(entry, "go_back") is not None


def test_a_permission_offers_nothing_afterwards(show: Show) -> None:
    entry = show(permission(), answered(Answer(question_id="b", boolean=True)))
    assert [button(entry, name) for name in ("change", "go_back")] == [None, None]


def test_what_an_answer_was_changed_to_stands_below_it(show: Show) -> None:
    entry = show(response=GREEN)
    blue = answered(Answer(question_id="q", option_ids=("blue",)))
    change = (asked(single(), set_id="s2", amends="s"), blue)
    entry.show_row(
        QuestionRow(
            questions=asked(single()), response=GREEN, channel=Channel.DESKTOP, changes=(change,)
        )
    )
    changed = child(entry, QLabel, "changed")
    assert changed.text() == "Changed to:\n✔ Colour: Blue"
    assert entry.outcome == "✔ Colour: Green"


def test_a_card_of_a_change_says_that_it_is_one(show: Show) -> None:
    entry = show(asked(single(), amends="x"))
    assert any(words.startswith("Changing an answer") for words in shown(entry))


def test_without_a_dialog_the_question_is_a_list_to_answer_by_typing(show: Show) -> None:
    entry = show()
    row = QuestionRow(
        questions=asked(single()), as_text="Which colour?\n1. Red\nPlease reply with the number"
    )
    entry.show_row(row)
    assert "Answer in the input line below." in shown(entry)
    assert not can_answer(entry)
    entry.show_row(replace(row, response=GREEN, channel=Channel.DESKTOP))
    assert "Answer in the input line below." not in shown(entry)
    assert entry.outcome == "✔ Colour: Green"


def test_it_takes_the_words_of_another_language(show: Show) -> None:
    entry = show()
    use_language("ko")
    entry.rebuild()
    answer = child(entry, QToolButton, "answer")
    assert answer.text() == "답하기"
    assert "1. Red (추천)" in shown(entry)
