"""What stands round the options: letters, rules, previews, notes, files, and the room for words."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QTextBrowser

from assistant.channels.desktop.markdown.prose_view import ProseView
from assistant.channels.desktop.questions.dialog.card_widget import OTHER
from assistant.channels.desktop.questions.dialog.option_controls import AnswerButton
from assistant.questions.model.question import Draft, Markers, Method, Option, TextFormat
from tests.unit.channels.desktop.conversation.samples import (
    asked,
    multi,
    options,
    single,
    text,
)
from tests.unit.channels.desktop.questions.dialog.question_stage import Desk, Put, settle

Key = Qt.Key


# Letters.


def test_letters_stand_before_the_options_and_choose_them(put: Put) -> None:
    desk = put(asked(single(markers=Markers.LETTERS)))
    assert {"A", "B", "C", "D"} <= set(desk.texts())
    desk.key(Key.Key_2)
    assert desk.responses == []
    desk.key(Key.Key_B)
    assert desk.answers[0].option_ids == ("green",)
    assert desk.method is Method.KEY


@pytest.mark.requirement("Q-PRES-32", "Q-DLG-16")
def test_a_digit_chooses_the_label_that_says_it_where_options_have_letters(put: Put) -> None:
    players = (Option(id="two", label="Two players"), Option(id="three", label="Three players"))
    question = single(markers=Markers.LETTERS).model_copy(update={"options": players})
    desk = put(asked(question))
    desk.key(Key.Key_3)
    assert desk.answers[0].option_ids == ("three",)


def test_the_letter_after_the_options_opens_the_field(put: Put) -> None:
    desk = put(asked(single(markers=Markers.LETTERS)))
    desk.key(Key.Key_D)
    assert desk.focus == "custom_input_text"
    desk.type("beige")
    assert desk.dialog.card.draft.answers["q"].other == "beige"


def test_letters_with_a_command_key_choose_nothing(put: Put) -> None:
    desk = put(asked(single(markers=Markers.LETTERS)))
    QTest.keyClick(desk.dialog.focusWidget(), Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert desk.responses == []


def test_numbers_show_where_several_may_be_chosen_but_are_no_keys(put: Put) -> None:
    desk = put(asked(multi()))
    shown = {
        label.text(): label.property("role")
        for label in desk.dialog.findChildren(QLabel)
        if label.isVisible() and label.text() in {"1", "2", "3", "4"}
    }
    assert shown == dict.fromkeys("1234", "description")


# Rules.


def test_how_many_may_be_ticked_is_said(put: Put) -> None:
    assert put(asked(multi(max_choices=1))).label("rule") == "Choose up to 1."


def test_a_text_of_the_wrong_form_is_refused_with_the_reason(put: Put) -> None:
    desk = put(asked(text(text_format=TextFormat.DATE)))
    assert desk.label("rule") == "A date, such as 2026-11-22."
    desk.type("tomorrow")
    desk.key(Key.Key_Return)
    assert desk.responses == []
    assert "tomorrow" in desk.label("message")
    assert desk.spoken[-1] == desk.label("message")
    assert desk.widget("text_input").property("invalid") == "true"
    desk.dialog.focusWidget().setPlainText("2026-11-22")  # pyright: ignore[reportAttributeAccessIssue]
    assert desk.widget("text_input").property("invalid") == "false"
    assert not desk.shows("message")
    desk.key(Key.Key_Return)
    assert desk.answers[0].text == "2026-11-22"


def test_the_room_for_words_is_shown_and_kept(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("custom_input_single")
    assert desk.label("room") == "256 characters left"
    desk.type("abc")
    assert desk.label("room") == "253 characters left"
    QApplication.clipboard().setText("x" * 300)
    QTest.keyClick(desk.dialog.focusWidget(), Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert desk.label("room") == "0 characters left"
    assert len(desk.dialog.card.draft.answers["q"].other or "") == 256


def test_the_field_says_what_it_wants(put: Put) -> None:
    desk = put(asked(single()))
    assert "Provide custom input" in desk.texts()
    desk.click("custom_input_single")
    assert "Please specify:" in desk.texts()
    field = desk.widget("custom_input_text")
    assert field.property("placeholderText") == "Type something else..."
    assert field.accessibleName() == "Please specify:"


# Previews.

PREVIEWED = single(
    options=(
        Option(id="a", label="A", preview="**bold** ![x](https://example.org/p.png)"),
        Option(id="b", label="B", preview="```py\nprint(1)\n```\n<img src='file:///etc/passwd'>"),
        Option(id="c", label="C"),
    ),
    allow_other=True,
)


def prose(desk: Desk, option_id: str) -> ProseView:
    return next(
        part for part in desk.dialog.preview.view(option_id).parts if isinstance(part, ProseView)
    )


def test_a_preview_follows_the_focus(put: Put) -> None:
    desk = put(asked(PREVIEWED))
    assert desk.dialog.preview.shown == "a"
    desk.key(Key.Key_Down)
    assert desk.dialog.preview.shown == "b"
    assert "Preview: B" in desk.texts()
    desk.key(Key.Key_Down)
    assert desk.dialog.preview.shown is None
    assert "This choice has no preview." in desk.texts()


def test_a_preview_follows_the_mouse(put: Put) -> None:
    desk = put(asked(PREVIEWED))
    row = desk.button("user_choice_b")
    middle = row.rect().center().toPointF()
    QApplication.sendEvent(row, QEnterEvent(middle, middle, row.mapToGlobal(middle)))
    assert desk.dialog.preview.shown == "b"


def test_a_preview_is_rendered_once_however_often_it_is_shown(put: Put) -> None:
    desk = put(asked(PREVIEWED))
    first = prose(desk, "a")
    rendered = first.rendered
    for _ in range(4):
        desk.key(Key.Key_Down, Key.Key_Up)
    desk.click("custom_input_single")
    desk.type("nothing is rendered for a key")
    desk.key(*[Key.Key_Up] * 4)
    assert desk.dialog.preview.shown == "a"
    assert prose(desk, "a") is first
    assert first.rendered == rendered


def test_a_preview_loads_and_runs_nothing(put: Put) -> None:
    desk = put(asked(PREVIEWED))
    desk.key(Key.Key_Down)
    for option_id in ("a", "b"):
        html = prose(desk, option_id).toHtml()
        assert "<img" not in html
    links: list[str] = []
    desk.dialog.link_wanted.connect(links.append)
    prose(desk, "a").link_clicked.emit("https://example.org/p.png")
    assert links == ["https://example.org/p.png"]  # the user decides; nothing was opened


@pytest.mark.parametrize(("width", "beside"), [(900, True), (420, False)])
def test_the_preview_stands_beside_or_below_as_the_width_allows(
    put: Put, width: int, beside: bool
) -> None:
    desk = put(asked(PREVIEWED), width=width)
    preview, row = desk.dialog.preview, desk.button("user_choice_a")
    top_left = preview.mapTo(desk.dialog, preview.rect().topLeft())
    row_right = row.mapTo(desk.dialog, row.rect().topRight())
    assert desk.dialog.is_preview_beside is beside
    assert (top_left.x() > row_right.x()) is beside


def test_without_previews_there_is_no_pane(put: Put) -> None:
    assert not put(asked(single())).dialog.preview.isVisible()


# Notes.


def test_enter_in_the_note_goes_back_to_the_options(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("add_note")
    assert desk.focus == "note_text"
    desk.type("for now")
    desk.key(Key.Key_Return)
    assert desk.focus == "user_choice_red"


def test_escape_takes_the_note_away_and_cancels_nothing(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("add_note")
    desk.type("oops")
    desk.key(Key.Key_Escape)
    assert desk.responses == []
    assert desk.dialog.card.draft.answers["q"].note is None
    assert desk.shows("add_note")
    assert not desk.shows("note_text")


def test_a_note_of_before_is_there_again(put: Put) -> None:
    desk = put(asked(single()))
    desk.click("add_note")
    desk.type("kept")
    saved = Draft.model_validate_json(desk.drafts[-1].model_dump_json())
    again = put(asked(single()), draft=saved)
    assert again.widget("note_text").property("text") == "kept"
    again.key(Key.Key_1)
    assert again.answers[0].note == "kept"


# Files.


def resolve(reference: str) -> Path | None:
    return Path("/made-up/plan.md") if reference == "plan.md" else None


def test_a_file_of_the_workspace_is_a_link_and_is_asked_for(put: Put) -> None:
    question = single(text="As <b>@plan.md</b> says?", context="See @none.md")
    desk = put(asked(question), resolve=resolve)
    label = next(
        label
        for label in desk.dialog.findChildren(QLabel)
        if label.textFormat() == Qt.TextFormat.RichText and label.isVisible()
    )
    assert "&lt;b&gt;" in label.text()
    assert ">@plan.md</a>" in label.text()
    assert label.accessibleName() == "As <b>@plan.md</b> says?"
    label.linkActivated.emit("0")
    assert desk.files == [Path("/made-up/plan.md")]
    assert desk.responses == []
    assert "See @none.md" in desk.texts()


def test_a_link_is_followed_with_the_keyboard(put: Put) -> None:
    desk = put(asked(single(text="As @plan.md says?")), resolve=resolve)
    for _step in range(40):
        if isinstance(desk.dialog.focusWidget(), QLabel):
            break
        desk.key(Key.Key_Tab)
    desk.key(Key.Key_Tab)  # from the words to their first link
    assert isinstance(desk.dialog.focusWidget(), QLabel)
    desk.key(Key.Key_Return)
    assert desk.files == [Path("/made-up/plan.md")]
    assert desk.responses == []


def test_without_a_file_the_words_are_plain(put: Put) -> None:
    desk = put(asked(single(text="As @none.md says?")), resolve=resolve)
    assert not any(
        label.textFormat() == Qt.TextFormat.RichText for label in desk.dialog.findChildren(QLabel)
    )
    assert not desk.dialog.findChildren(QTextBrowser)


# What a button carries.


@pytest.mark.requirement("Q-DLG-01")
def test_a_simple_choice_has_a_numbered_button_for_each_option(put: Put) -> None:
    question = single(count=4)
    desk = put(asked(question))
    for number, choice_id in enumerate(question.choice_ids, 1):
        button = desk.button(f"user_choice_{choice_id}")
        assert isinstance(button, AnswerButton)
        assert str(number) in {label.text() for label in button.findChildren(QLabel)}


@pytest.mark.requirement("Q-DLG-04")
def test_the_button_of_an_option_carries_its_session_and_choice(put: Put) -> None:
    desk = put(asked(single()), session_key="home:agent:c1")
    assert desk.button("user_choice_green").property("value") == {
        "sessionKey": "home:agent:c1",
        "choiceId": "green",
        "label": "Green",
        "question": "Which colour?",
    }


def test_recommended_is_a_mark_and_no_part_of_the_label(put: Put) -> None:
    desk = put(asked(single(options=options("Red", "Green", recommended="Green"))))
    row = desk.button("user_choice_green")
    assert row.accessibleName() == "Green (Recommended) - about Green"
    desk.key(Key.Key_2)
    assert desk.answers[0].option_ids == ("green",)


@pytest.mark.requirement("Q-DLG-03")
def test_there_is_one_field_for_other_words_and_it_comes_last(put: Put) -> None:
    for question in (single(), multi()):
        desk = put(asked(question))
        assert desk.dialog.card_widget is not None
        ids = desk.dialog.card_widget.choice_ids
        assert ids.count(OTHER) == 1
        assert ids[-1] == OTHER


def test_moving_the_mouse_over_options_changes_no_focus(put: Put) -> None:
    desk = put(asked(single()))
    row = desk.button("user_choice_blue")
    QApplication.sendEvent(row, QEvent(QEvent.Type.Leave))
    assert desk.focus == "user_choice_red"


# Room.


@pytest.mark.parametrize("width", range(340, 420, 5))
def test_nothing_scrolls_where_there_is_room_for_all(put: Put, width: int) -> None:
    desk = put(asked(single(text="请选择一个功能，write_file 想在 shop/ 中写入 3 个文件。" * 2)))
    dialog = desk.dialog
    dialog.resize(width, 200)
    settle()
    dialog.resize(width, dialog.wanted_height())
    settle()
    bar = dialog.findChildren(QScrollArea)[0].verticalScrollBar()
    assert not bar.isVisible()
    dialog.resize(width, dialog.wanted_height() - 40)
    settle()
    assert bar.isVisible()


@pytest.mark.requirement("MCP-07")
def test_the_title_of_a_choice_stands_above_its_question(put: Put) -> None:
    questions = asked(single()).model_copy(update={"title": "Database"})
    texts = put(questions).texts()
    assert texts.index("Database") < texts.index(questions.questions[0].text)
