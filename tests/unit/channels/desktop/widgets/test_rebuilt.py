"""What the user did in a window stays when its content is built again."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from assistant.channels.desktop.widgets.controls import Dropdown, tab_bar
from assistant.channels.desktop.widgets.dialogs import ChoiceDialog, DialogChoice
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import scroll_column, vbox
from assistant.channels.desktop.widgets.rebuilt import Rebuilt
from assistant.channels.desktop.widgets.text_area import TextArea
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _, use_language
from tests.unit.channels.desktop.windows import child


class Form(Rebuilt, QDialog):
    """A window with something of everything."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: Sequence[str] = ("one", "two", "three")
        self.begin()
        self.resize(300, 400)

    @override
    def build(self) -> QWidget:
        content = QWidget()
        chosen, listed = Dropdown(theme=self._theme), QListWidget()
        chosen.setObjectName("chosen")
        listed.setObjectName("listed")
        for row in self.rows:
            chosen.addItem(row, row)
            item = QListWidgetItem(row)
            item.setData(Qt.ItemDataRole.UserRole, row)
            listed.addItem(item)
        line, same = QLineEdit(), QLineEdit()
        line.setObjectName("line")
        same.setObjectName("line")
        area, _column = scroll_column(*(plain_label(f"{n}") for n in range(60)))
        area.setObjectName("area")
        vbox(
            plain_label(_("Save"), name="words"),
            tab_bar("tabs", "a", "b"),
            line,
            same,
            TextArea("text"),
            chosen,
            listed,
            area,
            inside=content,
        )
        return content


@pytest.fixture
def form(qtbot: QtBot, theme: Theme) -> Form:
    form = Form(theme)
    qtbot.addWidget(form)
    with qtbot.waitExposed(form):
        form.show()
    form.activateWindow()
    return form


def lines(form: Form) -> list[str]:
    return [line.text() for line in form.content.findChildren(QLineEdit, "line")]


def test_words_are_of_the_new_language_and_what_was_typed_is_there(form: Form) -> None:
    line = child(form, QLineEdit, "line")
    line.setText("half a th")
    line.setCursorPosition(4)
    line.setFocus()
    use_language("ko")
    form.rebuild()
    assert child(form, QLabel, "words").text() == "저장"
    again = child(form, QLineEdit, "line")
    assert again is not line
    assert lines(form) == ["half a th", ""]
    assert form.focusWidget() is again
    assert again.cursorPosition() == 4


def test_what_was_written_can_still_be_undone(form: Form) -> None:
    text = child(form, TextArea, "text")
    text.begin("kept")
    QTest.keyClicks(text, "new ")
    form.rebuild()
    again = child(form, TextArea, "text")
    assert again.text == "new kept"
    assert again.textCursor().position() == 4
    again.undo()
    assert again.text == "kept"


def test_what_was_chosen_stays_where_it_is_still_there(form: Form) -> None:
    child(form, Dropdown, "chosen").setCurrentIndex(1)
    child(form, QListWidget, "listed").setCurrentRow(2)
    form.rows = ("zero", "one", "two")
    form.rebuild()
    assert child(form, Dropdown, "chosen").currentText() == "two"
    assert child(form, QListWidget, "listed").currentRow() == -1


def test_the_place_is_scrolled_to_as_soon_as_there_is_so_much(form: Form, qtbot: QtBot) -> None:
    def bar() -> QScrollBar:
        return child(form, QScrollArea, "area").verticalScrollBar()

    bar().setValue(200)
    form.rebuild()
    qtbot.waitUntil(lambda: bar().value() == 200)


def test_a_dialog_that_is_open_is_answered_first(form: Form) -> None:
    asked: list[str] = []
    choice = DialogChoice(name="yes", label="Yes", act=lambda: asked.append("yes"))
    dialog = ChoiceDialog(title="Sure?", text="", choices=(choice,), parent=form)
    dialog.open()
    before = form.content
    form.rebuild()
    assert form.content is before
    dialog.accept()
    assert form.content is not before
