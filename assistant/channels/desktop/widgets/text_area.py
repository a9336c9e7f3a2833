"""Fields for longer texts: what stands in them as it is, and changes that can be undone."""

import math
from typing import Final

from PySide6.QtGui import QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit

from assistant.channels.desktop.widgets.text_metrics import line_height

_LINE_ENDS: Final = ("\r\n", "\r", "\u2028", "\u2029")
_MARGIN_PX: Final = 34
"""Above and below the lines: padding, frame, and a bar that scrolls sideways."""


class TextArea(QPlainTextEdit):
    """Plain text that wraps; Tab leaves it.

    `toPlainText` would turn no-break spaces into others; `text` leaves every character as it is
    but the ends of lines.
    """

    def __init__(self, name: str, *, read_only: bool = False) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("role", "field")
        self.setTabChangesFocus(True)
        self.setReadOnly(read_only)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    @property
    def text(self) -> str:
        """What stands in the field."""
        return _with_line_feeds(self.document().toRawText())

    def begin(self, text: str) -> None:
        """Show another text; there is nothing to undo."""
        self.setPlainText(_with_line_feeds(text))

    def fit_lines(self, *, least: int, most: int) -> None:
        """Be as high as the lines of the text, within limits; what has more scrolls."""
        lines = min(max(least, self.blockCount()), most)
        self.setFixedHeight(math.ceil(lines * line_height(self.font()) + _MARGIN_PX))

    def replace(self, text: str) -> None:
        """Change the text into another; it can be undone, and the cursor stays where it can."""
        old, new = self.text, _with_line_feeds(text)
        if old == new:
            return
        start = _common(old, new)
        end = _common(old[start:][::-1], new[start:][::-1])
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.setPosition(_units(old[:start]))
        cursor.setPosition(_units(old[: len(old) - end]), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(new[start : len(new) - end])
        cursor.endEditBlock()


def _with_line_feeds(text: str) -> str:
    for end in _LINE_ENDS:
        text = text.replace(end, "\n")
    return text


def _common(first: str, second: str) -> int:
    """Return how many characters both begin with."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def _units(text: str) -> int:
    """Return the length as Qt counts it, in units of UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
