"""How high a line is, as documents lay it out."""

import itertools

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from assistant.channels.desktop.widgets.text_metrics import line_height

SYSTEM = QFontDatabase.SystemFont


def test_a_line_is_as_high_as_a_document_makes_it(qapp: QApplication) -> None:
    for system, size in itertools.product((SYSTEM.FixedFont, SYSTEM.GeneralFont), range(8, 40)):
        font = QFont(QFontDatabase.systemFont(system))
        font.setPixelSize(size)
        field = QPlainTextEdit("first\nsecond")
        field.setFont(font)
        layout = field.document().documentLayout()
        assert layout.blockBoundingRect(field.document().firstBlock()).height() == line_height(font)
