"""From Qt's keys and widgets to the values that the key table knows."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from assistant.channels.desktop.questions.dialog.card_widget import QuestionCardWidget
from assistant.channels.desktop.questions.dialog.footer import QuestionFooter
from assistant.questions.card.gestures import OTHER
from assistant.questions.form.key_bindings import FocusPlace, QuestionKey
from assistant.questions.form.option_keys import KeyEntry

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


def question_key_of(event: QKeyEvent, entry: KeyEntry | None) -> QuestionKey:
    """Return which key it is; `entry` is what is typed of a place or of a label's number."""
    key = Qt.Key(event.key())
    if key in _ENTER:
        is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return QuestionKey.SHIFT_ENTER if is_shifted else QuestionKey.ENTER
    if key in _KEYS:
        return _KEYS[key]
    if event.modifiers() & _COMMANDS or entry is None:
        return QuestionKey.OTHER
    character = character_of(event)
    is_marker = bool(character) and entry.press(character) is not None
    return QuestionKey.MARKER if is_marker else QuestionKey.OTHER


def character_of(event: QKeyEvent) -> str:
    """Return the character of a key as the key names it, whatever the keyboard's language."""
    key = Qt.Key(event.key())
    return chr(key) if Qt.Key.Key_Space < key <= Qt.Key.Key_AsciiTilde else ""


def focus_place_of(
    widget: QWidget | None, card: QuestionCardWidget | None, foot: QuestionFooter
) -> FocusPlace:
    """Return what the widget with the focus is."""
    if widget is None:
        return FocusPlace.NOWHERE
    if widget is foot.none_line.field:
        return FocusPlace.NONE_FIELD
    if widget is foot.reason_line.field:
        return FocusPlace.REASON_FIELD
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
