import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.questions.dialog.answer_fields import (
    AnswerLine,
    AnswerText,
    typed_text,
)
from assistant.channels.desktop.widgets.theme import Theme


@pytest.fixture
def line(qtbot: QtBot, theme: Theme) -> AnswerLine:
    field = AnswerLine(theme=theme, limit=8)
    qtbot.addWidget(field)
    return field


@pytest.fixture
def area(qtbot: QtBot, theme: Theme) -> AnswerText:
    field = AnswerText(theme=theme, limit=8)
    qtbot.addWidget(field)
    return field


def paste(field: AnswerText, text: str) -> None:
    source = QMimeData()
    source.setText(text)
    field.insertFromMimeData(source)


def test_a_line_takes_no_more_than_its_limit_and_says_what_is_left(line: AnswerLine) -> None:
    written: list[str] = []
    rooms: list[int] = []
    line.written.connect(written.append)
    line.room_changed.connect(rooms.append)
    QTest.keyClicks(line, "0123456789")
    assert line.text() == "01234567"
    assert written[-1] == "01234567"
    assert (line.room, rooms[-1]) == (0, 0)


def test_characters_are_counted_not_their_halves(line: AnswerLine, area: AnswerText) -> None:
    for field in (line, area):
        assert field.limit == 8
    line.insert("🍜" * 7)
    assert line.room == 1
    paste(area, "🍜" * 20)
    assert area.toPlainText() == "🍜" * 8


def test_what_is_pasted_into_a_line_is_cleaned(line: AnswerLine) -> None:
    QApplication.clipboard().setText("a\u202eb\x07c\nd")
    QTest.keyClick(line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert line.text() == "abc d"


def test_what_is_pasted_into_several_lines_is_cleaned_and_keeps_its_lines(
    area: AnswerText,
) -> None:
    paste(area, "a\u2066b\x00\r\nc")
    assert area.toPlainText() == "ab\nc"


def test_pasting_over_a_selection_has_the_room_of_the_selection(area: AnswerText) -> None:
    paste(area, "12345678")
    area.selectAll()
    paste(area, "abcdefghij")
    assert area.toPlainText() == "abcdefgh"


def test_typing_past_the_limit_keeps_what_was_there(area: AnswerText) -> None:
    QTest.keyClicks(area, "123456789")
    assert area.toPlainText() == "12345678"
    assert area.room == 0


def test_pictures_cannot_be_pasted(area: AnswerText) -> None:
    source = QMimeData()
    source.setImageData(QImage(2, 2, QImage.Format.Format_RGB32))
    area.insertFromMimeData(source)
    assert area.toPlainText() == ""


@given(st.text(max_size=30))
def test_cleaning_while_typing_keeps_spaces_at_the_ends(text: str) -> None:
    kept = typed_text(f" {text} ")
    assert kept.startswith(" ")
    assert kept.endswith(" ")
    assert "\n" not in kept
    assert typed_text(kept) == kept


def test_the_cursor_has_the_themes_colour(qtbot: QtBot, theme: Theme) -> None:
    for field in (AnswerLine(theme=theme, limit=9), AnswerText(theme=theme, limit=9)):
        qtbot.addWidget(field)
        field.resize(200, 40)
        # No border and no selection has the colour of the cursor here.
        field.setStyleSheet("* { border: none; background: #1E293B; color: #F1F5F9; }")
        with qtbot.waitExposed(field):
            field.show()
        field.activateWindow()
        field.setFocus()
        qtbot.waitUntil(field.hasFocus)
        image = field.grab().toImage()
        colours = {image.pixelColor(x, y).name() for x in range(20) for y in range(image.height())}
        assert QColor("#818CF8").name() in colours
        field.hide()
