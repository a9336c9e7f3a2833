"""The box of what an approval is about: as high as its lines, whatever letters they have."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.questions.dialog.verbatim_text import VerbatimText
from assistant.channels.desktop.style.tokens import DARK
from assistant.channels.desktop.widgets.theme import Theme
from tests.unit.channels.desktop.windows import line_colours


def _shown(qtbot: QtBot, text: str) -> VerbatimText:
    box = VerbatimText(text, theme=Theme(choice="dark"))
    qtbot.addWidget(box)
    box.resize(360, 400)
    box.show()
    QApplication.processEvents()
    return box


@pytest.mark.parametrize(
    "text",
    [
        "",
        "git push",
        "git push\n\n설명: 올리기",
        "漢字\n한글\nかな\nlatin",
        "word " * 60,
        "한글 " * 60,
    ],
)
def test_what_is_short_is_seen_without_scrolling(qtbot: QtBot, text: str) -> None:
    assert _shown(qtbot, text).lines.verticalScrollBar().maximum() == 0


def test_what_is_long_scrolls_in_a_box_of_fourteen_lines(qtbot: QtBot) -> None:
    boxes = [_shown(qtbot, "x\n" * n) for n in (20, 40, 4_000)]
    assert len({box.lines.height() for box in boxes}) == 1
    assert boxes[1].lines.verticalScrollBar().maximum() > 0


def test_lines_that_a_change_removes_and_adds_have_colours(qtbot: QtBot) -> None:
    box = _shown(qtbot, "  a\n- x = 1\n+ x = 2")
    lines = box.lines
    qtbot.waitUntil(lambda: line_colours(lines, 2) == {"+ x = 2": DARK.success})
    assert line_colours(lines, 1) == {"- x = 1": DARK.danger}
    assert line_colours(lines, 0) == {}
