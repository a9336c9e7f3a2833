import math

from PySide6.QtGui import QFontInfo
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.conversation.composer import InputField
from assistant.channels.desktop.widgets.text_metrics import line_height

PLACEHOLDER = "输入消息"


def test_what_stands_in_the_empty_field_is_whole_and_the_first_letter_moves_nothing(
    qtbot: QtBot,
) -> None:
    field = InputField()
    qtbot.addWidget(field)
    field.resize(300, field.height())
    field.show()
    font = field.font()
    font.setPixelSize(2 * QFontInfo(font).pixelSize())
    field.setFont(font)
    field.show_placeholder(PLACEHOLDER)
    empty = field.height()
    assert empty >= math.ceil(line_height(field.font(), PLACEHOLDER)) + 4
    field.setPlainText(PLACEHOLDER)
    assert field.height() == empty
