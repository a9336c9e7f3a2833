"""Code gets its colours, and no reading is made for nothing."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.markdown.code_colouring import CodeColouring
from assistant.channels.desktop.markdown.code_view import CodeView
from assistant.channels.desktop.style.tokens import DARK, LIGHT
from assistant.channels.desktop.widgets.theme import Theme
from tests.unit.channels.desktop.windows import line_colours


@pytest.fixture
def edit(qtbot: QtBot, theme: Theme) -> QPlainTextEdit:
    assert theme
    edit = QPlainTextEdit()
    qtbot.addWidget(edit)
    return edit


def show(colouring: CodeColouring, edit: QPlainTextEdit, code: str, language: str) -> None:
    edit.setPlainText(code)
    colouring.follow(code, language)


def test_code_takes_the_colours_of_the_theme(
    qtbot: QtBot, theme: Theme, edit: QPlainTextEdit
) -> None:
    colouring = CodeColouring(edit, theme=theme)
    show(colouring, edit, "pass\nx = 1\n", "python")
    qtbot.waitUntil(lambda: line_colours(edit, 0) == {"pass": DARK.code_keyword})
    assert line_colours(edit, 1) == {"1": DARK.code_value}
    theme.choose("light")
    assert line_colours(edit, 1) == {"1": LIGHT.code_value}
    assert colouring.readings == 1


def test_a_long_text_is_coloured_to_its_end(
    qtbot: QtBot, theme: Theme, edit: QPlainTextEdit
) -> None:
    colouring = CodeColouring(edit, theme=theme)
    show(colouring, edit, "pass\n" * 1_000 + "pass", "python")
    qtbot.waitUntil(lambda: bool(line_colours(edit, 1_000)))


def test_what_is_shown_instead_has_colours_of_its_own(
    qtbot: QtBot, theme: Theme, edit: QPlainTextEdit
) -> None:
    colouring = CodeColouring(edit, theme=theme)
    show(colouring, edit, "pass\npass", "python")
    show(colouring, edit, "x\ny = 'a'", "python")  # while the first is read
    qtbot.waitUntil(lambda: line_colours(edit, 1) == {"'a'": DARK.code_string})
    assert line_colours(edit, 0) == {}
    colouring.follow("x\ny = 'a'", "unheard-of")
    qtbot.waitUntil(lambda: line_colours(edit, 1) == {})


def test_growing_code_is_read_a_few_times_and_coloured_to_its_end(
    qtbot: QtBot, theme: Theme
) -> None:
    box = CodeView(theme=theme)
    qtbot.addWidget(box)
    code = ""
    for number in range(400):
        code += f"value_{number} = {number}\n"
        box.set_code(code, "python")
        QApplication.processEvents()
    box.set_code(f"{code}pass", "python")
    qtbot.waitUntil(lambda: line_colours(box.edit, 400) == {"pass": DARK.code_keyword})
    assert line_colours(box.edit, 399) == {"399": DARK.code_value}
    (colouring,) = box.edit.findChildren(CodeColouring)
    assert colouring.readings <= 40
    assert box.rendered == 1


def test_the_words_that_are_copied_are_those_of_the_code(qtbot: QtBot, theme: Theme) -> None:
    box = CodeView(theme=theme)
    qtbot.addWidget(box)
    box.set_code("pass  # 1", "python")
    qtbot.waitUntil(lambda: bool(line_colours(box.edit, 0)))
    box.edit.selectAll()
    box.edit.copy()
    assert QGuiApplication.clipboard().text() == "pass  # 1"
    assert not box.edit.document().isModified()


def test_a_text_that_is_put_in_anew_keeps_its_colours(
    qtbot: QtBot, theme: Theme, edit: QPlainTextEdit
) -> None:
    colouring = CodeColouring(edit, theme=theme)
    for code in ("pass", "pass\npass"):
        edit.setPlainText(code)
        colouring.follow(code, "python", is_anew=True)
        qtbot.waitUntil(lambda: bool(line_colours(edit, 0)))
