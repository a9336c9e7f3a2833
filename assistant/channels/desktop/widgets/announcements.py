"""Tells a screen reader what changed without moving the focus."""

from collections.abc import Callable

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

Announcer = Callable[[QWidget, str], None]
"""Says a text of the interface about a widget."""


def announce_politely(widget: QWidget, text: str) -> None:
    """Have a screen reader say `text` when it has finished what it is saying."""
    event = QAccessibleAnnouncementEvent(widget, text)
    event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
    QAccessible.updateAccessibility(event)
