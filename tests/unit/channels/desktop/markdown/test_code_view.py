"""Every line of a box of code can be read: the box scrolls sideways alone."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.conversation.message_entries import ReplyEntry
from assistant.channels.desktop.conversation.model.rows import ReplyRow
from assistant.channels.desktop.markdown.code_view import CodeView
from assistant.channels.desktop.markdown.document_view import MarkdownView
from assistant.channels.desktop.widgets.theme import Theme

LINES = 60
WRITINGS = {
    "letters": "value_{} = 1",
    "Korean": "# {} 값은 하나예요",
    "Chinese": "# {} 这是一个注释",
    "Hebrew": "# {} שלום עולם",
    "mixed": "value_{} = '값' # 注释",
}
"""By name: a line of code, some of them of fonts whose lines are higher."""


@pytest.fixture
def host(qtbot: QtBot, theme: Theme) -> Iterator[QWidget]:
    """A window that stands already, as the one in which a conversation is opened."""
    theme.apply()
    host = QWidget()
    host.resize(600, 400)
    with qtbot.waitExposed(host):
        host.show()
    yield host
    host.close()


def box_of(view: MarkdownView) -> CodeView:
    (box,) = view.findChildren(CodeView)
    return box


def seen_px(box: CodeView) -> int:
    """Return how much height there is for lines."""
    return min(box.edit.viewport().height(), box.height() - box.edit.y())


def hidden_px(box: CodeView) -> float:
    """Return how much of the lines is below what is seen of the box."""
    layout = box.edit.document().documentLayout()
    heights = 0.0
    block = box.edit.document().firstBlock()
    while block.isValid():
        heights += layout.blockBoundingRect(block).height()
        block = block.next()
    return heights - seen_px(box)


@pytest.mark.parametrize("writing", WRITINGS)
def test_the_last_line_is_seen_in_any_writing(host: QWidget, theme: Theme, writing: str) -> None:
    code = "\n".join(WRITINGS[writing].format(number) for number in range(LINES))
    view = MarkdownView(theme=theme, text=f"```\n{code}\n```\n")
    view.setParent(host)
    view.take_width(600)
    view.show()
    QApplication.processEvents()
    assert hidden_px(box_of(view)) <= 0


@pytest.mark.parametrize("writing", WRITINGS)
def test_code_that_grows_before_it_is_shown_has_room(
    host: QWidget, theme: Theme, writing: str
) -> None:
    view = MarkdownView(theme=theme)
    view.setParent(host)
    view.take_width(600)
    view.append("```\n")
    for number in range(LINES):
        view.append(f"{WRITINGS[writing].format(number)}\n")
    view.append("```\n")
    view.show()
    QApplication.processEvents()
    assert hidden_px(box_of(view)) <= 0


def test_code_of_a_reply_that_is_opened_is_seen_whole(
    qtbot: QtBot, host: QWidget, theme: Theme
) -> None:
    code = "\n".join(WRITINGS["letters"].format(number) for number in range(LINES))
    reply = ReplyEntry(theme=theme, row=ReplyRow(text=f"Look:\n\n```\n{code}\n```\n"), width=560)
    reply.setParent(host)
    reply.resize(560, 400)
    reply.show()
    qtbot.waitUntil(lambda: reply.is_built)
    QApplication.processEvents()
    box = box_of(reply.markdown)
    assert hidden_px(box) <= 0
    assert reply.markdown.height() >= box.geometry().bottom()


@pytest.mark.parametrize("line", ["x" * 200, "가" * 120, "\t" * 12 + "x"], ids=["x", "가", "tabs"])
def test_the_bar_below_wide_lines_hides_none(host: QWidget, theme: Theme, line: str) -> None:
    view = MarkdownView(theme=theme, text=f"```\n{line}\nend\n```\n")
    view.setParent(host)
    view.take_width(600)
    view.show()
    QApplication.processEvents()
    box = box_of(view)
    assert box.edit.horizontalScrollBar().maximum() > 0
    assert hidden_px(box) <= 0


def test_other_text_of_the_box_is_measured_anew(host: QWidget, theme: Theme) -> None:
    box = CodeView(theme=theme)
    box.setParent(host)
    box.resize(600, 10)
    box.set_code("\n".join(["x" * 300] * 50), "")
    tall = box.height()
    box.set_code("short", "")
    assert box.height() < tall / 10


@pytest.mark.parametrize("writing", WRITINGS)
def test_a_box_that_becomes_narrower_keeps_no_room_for_a_bar_that_is_not_there(
    host: QWidget, theme: Theme, writing: str
) -> None:
    box = CodeView(theme=theme)
    box.setParent(host)
    box.resize(600, 10)
    box.show()
    box.set_code(WRITINGS[writing].format(1), "")
    QApplication.processEvents()
    high = box.height()
    box.resize(400, box.height())
    QApplication.processEvents()
    assert box.edit.horizontalScrollBar().maximum() == 0
    assert box.height() == high
