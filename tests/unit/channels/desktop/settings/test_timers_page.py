"""The settings page about timers."""

from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QStyle, QStyleOptionFrame
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.settings.timers_page import TimersPage
from assistant.channels.desktop.widgets.theme import Theme
from tests.helpers.engine.fake_client import FakeEngineClient

NOW = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(("kind", "field"), [(0, "timer_minutes"), (1, "timer_time")])
@pytest.mark.parametrize("is_focused", [False, True])
def test_the_number_of_a_new_timer_can_be_read_in_its_field(
    qtbot: QtBot, theme: Theme, kind: int, field: str, is_focused: bool
) -> None:
    made = TimersPage(theme=theme, engine=FakeEngineClient(), now=lambda: NOW)
    qtbot.addWidget(made)
    made.retranslate()
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
