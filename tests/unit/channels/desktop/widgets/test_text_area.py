import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from assistant.channels.desktop.widgets.text_area import TextArea

WORDS = st.text(alphabet="ab가\U0001f600\u0301\u00a0\n", max_size=12)


@given(old=WORDS, new=WORDS)
def test_a_change_gives_the_new_text_and_can_be_undone(
    qapp: QApplication, old: str, new: str
) -> None:
    field = TextArea("field")
    field.begin(old)

    field.replace(new)
    assert field.text == new
    field.undo()
    assert field.text == old


@pytest.mark.parametrize("text", ["a\u00a0b", "a\tb", "  a", "👩\u200d👩\u200d👧"])
def test_every_character_stays_as_it_is(qapp: QApplication, text: str) -> None:
    field = TextArea("field")
    field.begin(text)

    assert field.text == text


@pytest.mark.parametrize("end", ["\r\n", "\r", "\u2028", "\u2029"])
def test_lines_end_in_line_feeds(qapp: QApplication, end: str) -> None:
    field = TextArea("field")
    field.begin(f"a{end}b")
    assert field.text == "a\nb"

    field.replace(f"a{end}b{end}c")
    assert field.text == "a\nb\nc"


def test_the_cursor_stays_in_what_did_not_change(qapp: QApplication) -> None:
    field = TextArea("field")
    field.begin("- tea\n- cake")
    cursor = field.textCursor()
    cursor.setPosition(3)
    field.setTextCursor(cursor)

    field.replace("- tea\n- cake\n- coffee")

    assert field.textCursor().position() == 3


def test_typing_can_be_undone_after_a_change_from_elsewhere(qapp: QApplication) -> None:
    field = TextArea("field")
    field.begin("- tea")
    QTest.keyClicks(field, "x")
    field.replace("- coffee")
    field.undo()
    assert field.text == "x- tea"
    field.undo()
    assert field.text == "- tea"
    field.redo()
    field.redo()
    assert field.text == "- coffee"


def test_a_new_beginning_cannot_be_undone(qapp: QApplication) -> None:
    field = TextArea("field")
    field.begin("- tea")
    field.begin("- another file")
    field.undo()

    assert field.text == "- another file"
