"""The settings page about timers."""

import pytest
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QStyle, QStyleOptionFrame
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.timers_page import TimersPage


@pytest.mark.parametrize(("kind", "field"), [(0, "timer_minutes"), (1, "timer_time")])
@pytest.mark.parametrize("is_focused", [False, True])
def test_the_number_of_a_new_timer_can_be_read_in_its_field(
    qtbot: QtBot, context: DesktopContext, kind: int, field: str, is_focused: bool
) -> None:
    made = TimersPage(context)
    qtbot.addWidget(made)
    made.kind.setCurrentIndex(kind)
    made.show()
    spin = made.findChild(QAbstractSpinBox, field)
    assert spin is not None
    inner = spin.findChild(QLineEdit)
    assert inner is not None
    if is_focused:
        spin.setFocus()
    option = QStyleOptionFrame()
    inner.initStyleOption(option)
    room = inner.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, inner)
    assert inner.text()
    assert room.width() >= inner.fontMetrics().horizontalAdvance(inner.text())
    assert room.height() >= inner.fontMetrics().height()
