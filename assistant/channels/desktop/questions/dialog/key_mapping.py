"""From Qt's keys and widgets to the values that the key table knows."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from assistant.channels.desktop.questions.dialog.card import OTHER, QuestionCard
from assistant.questions.form.key_bindings import FocusPlace, QuestionKey
from assistant.questions.form.option_keys import option_keys
from assistant.questions.model.question import Question

_KEYS: Final = {
    Qt.Key.Key_Up: QuestionKey.UP,
    Qt.Key.Key_Down: QuestionKey.DOWN,
    Qt.Key.Key_Space: QuestionKey.SPACE,
    Qt.Key.Key_Escape: QuestionKey.ESCAPE,
}
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_COMMANDS: Final = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


def question_key_of(event: QKeyEvent, question: Question | None) -> tuple[QuestionKey, int]:
    """Return which key it is, and for a marker which row it chooses, counted from 0."""
    key = Qt.Key(event.key())
    if key in _ENTER:
        is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return (QuestionKey.SHIFT_ENTER if is_shifted else QuestionKey.ENTER), -1
    if key in _KEYS:
        return _KEYS[key], -1
    if event.modifiers() & _COMMANDS or question is None:
        return QuestionKey.OTHER, -1
    is_character = Qt.Key.Key_0 <= key <= Qt.Key.Key_9 or Qt.Key.Key_A <= key <= Qt.Key.Key_Z
    row = option_keys(question).get(chr(key)) if is_character else None
    return (QuestionKey.OTHER, -1) if row is None else (QuestionKey.MARKER, row)


def focus_place_of(
    widget: QWidget | None, card: QuestionCard | None, none_field: QWidget
) -> FocusPlace:
    """Return what the widget with the focus is."""
    if widget is None:
        return FocusPlace.NOWHERE
    if widget is none_field:
        return FocusPlace.NONE_FIELD
    if card is not None:
        row = card.row_of(widget)
        if row is not None:
            return FocusPlace.OTHER_OPTION if row == OTHER else FocusPlace.OPTION
        for field, place in (
            (card.other_field, FocusPlace.OTHER_FIELD),
            (card.text_field, FocusPlace.TEXT_FIELD),
            (card.note_field, FocusPlace.NOTE_FIELD),
        ):
            if widget is field:
                return place
    if isinstance(widget, QAbstractButton):
        return FocusPlace.BUTTON
    follows = Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    if isinstance(widget, QLabel) and widget.textInteractionFlags() & follows:
        return FocusPlace.LINKS
    return FocusPlace.NOWHERE
