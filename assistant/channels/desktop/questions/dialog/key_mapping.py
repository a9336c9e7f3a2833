"""From Qt's keys and widgets to the values that the key table knows."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from assistant.channels.desktop.questions.dialog.card import OTHER, QuestionCard
from assistant.questions.form.key_bindings import Key, Place
from assistant.questions.model.option_markers import has_letters
from assistant.questions.model.question import Question

_KEYS: Final = {
    Qt.Key.Key_Up: Key.UP,
    Qt.Key.Key_Down: Key.DOWN,
    Qt.Key.Key_Space: Key.SPACE,
    Qt.Key.Key_Escape: Key.ESCAPE,
}
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_COMMANDS: Final = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


def key_of(event: QKeyEvent, question: Question | None) -> tuple[Key, int]:
    """Return which key it is, and for a marker which row it stands before, counted from 0."""
    key = Qt.Key(event.key())
    if key in _ENTER:
        is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return (Key.SHIFT_ENTER if is_shifted else Key.ENTER), -1
    if key in _KEYS:
        return _KEYS[key], -1
    if event.modifiers() & _COMMANDS or question is None:
        return Key.OTHER, -1
    first, last = (
        (Qt.Key.Key_A, Qt.Key.Key_Z) if has_letters(question) else (Qt.Key.Key_1, Qt.Key.Key_9)
    )
    if first <= key <= last:
        return Key.MARKER, key - first
    return Key.OTHER, -1


def place_of(widget: QWidget | None, card: QuestionCard | None, none_field: QWidget) -> Place:
    """Return what the widget with the focus is."""
    if widget is None:
        return Place.NOWHERE
    if widget is none_field:
        return Place.NONE_FIELD
    if card is not None:
        row = card.row_of(widget)
        if row is not None:
            return Place.OTHER_OPTION if row == OTHER else Place.OPTION
        for field, place in (
            (card.other_field, Place.OTHER_FIELD),
            (card.text_field, Place.TEXT_FIELD),
            (card.note_field, Place.NOTE_FIELD),
        ):
            if widget is field:
                return place
    if isinstance(widget, QAbstractButton):
        return Place.BUTTON
    follows = Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    if isinstance(widget, QLabel) and widget.textInteractionFlags() & follows:
        return Place.LINKS
    return Place.NOWHERE
