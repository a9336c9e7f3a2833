"""What a key means in a question: a table from where the focus is to what is done. Pure.

The rules are those of every place where a question is answered by keys: arrows move and stop at the
ends, Enter chooses or confirms, Space ticks where several may be chosen, Escape leaves the field and
then cancels, a digit or letter chooses.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.questions.model.question import Kind


class Key(Enum):
    """A key that means something in a question; every other one is the control's own."""

    UP = "up"
    DOWN = "down"
    ENTER = "enter"
    SHIFT_ENTER = "shift_enter"
    SPACE = "space"
    ESCAPE = "escape"
    MARKER = "marker"
    """The digit or letter that stands before an option."""
    OTHER = "other"


class Place(Enum):
    """Where the focus is."""

    OPTION = "option"
    OTHER_OPTION = "other_option"
    """The option that opens a field for words of the person's own."""
    OTHER_FIELD = "other_field"
    TEXT_FIELD = "text_field"
    NOTE_FIELD = "note_field"
    NONE_FIELD = "none_field"
    """Where what would have fitted is written."""
    BUTTON = "button"
    LINKS = "links"
    """Words with links, which keys follow."""
    NOWHERE = "nowhere"
    """The window itself, or text that only shows."""


class Action(Enum):
    """What is done with a key."""

    PASS = "pass"
    """The control takes it."""
    IGNORE = "ignore"
    """Nobody takes it."""
    MOVE_UP = "move_up"
    MOVE_DOWN = "move_down"
    CHOOSE = "choose"
    """Choose the option with the focus, and answer with it where that is all there is to say."""
    TOGGLE = "toggle"
    CHOOSE_AND_CONFIRM = "choose_and_confirm"
    """Tick the option with the focus and confirm."""
    CONFIRM = "confirm"
    OPEN_OTHER = "open_other"
    CHOOSE_MARKED = "choose_marked"
    """As `CHOOSE`, with the option whose digit or letter it was."""
    FOCUS_MARKED = "focus_marked"
    """Only go to that option: what gives a permission takes a second gesture."""
    PRESS = "press"
    SUBMIT_OTHER = "submit_other"
    SUBMIT_NONE = "submit_none"
    CLOSE_NOTE = "close_note"
    """Keep the note and go back to the options."""
    LEAVE_FIELD = "leave_field"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Everything a key's meaning depends on."""

    place: Place
    kind: Kind | None
    """The question that is open; None while the answers are reviewed."""
    is_empty: bool = True
    """Whether nothing is chosen yet."""
    can_cancel: bool = True
    is_permission: bool = False


_ROWS: Final = frozenset({Place.OPTION, Place.OTHER_OPTION})
_FIELDS: Final = frozenset(
    {Place.OTHER_FIELD, Place.TEXT_FIELD, Place.NOTE_FIELD, Place.NONE_FIELD}
)
_ENTER_IN_FIELD: Final = {
    Place.OTHER_FIELD: Action.SUBMIT_OTHER,
    Place.TEXT_FIELD: Action.CONFIRM,
    Place.NOTE_FIELD: Action.CLOSE_NOTE,
    Place.NONE_FIELD: Action.SUBMIT_NONE,
}
_ARROWS: Final = {Key.UP: Action.MOVE_UP, Key.DOWN: Action.MOVE_DOWN}


def action_for(key: Key, at: Situation) -> Action:
    """Return what `key` does."""
    if key is Key.OTHER:
        return Action.PASS
    if at.place in _FIELDS:
        return _in_field(key, at)
    match key:
        case Key.UP | Key.DOWN:
            return _ARROWS[key]
        case Key.ENTER | Key.SHIFT_ENTER:
            return _enter(at)
        case Key.SPACE:
            return _space(at)
        case Key.ESCAPE:
            return Action.CANCEL if at.can_cancel else Action.IGNORE
        case Key.MARKER:
            return _marker(at)


def _in_field(key: Key, at: Situation) -> Action:
    if key is Key.ENTER:
        return _ENTER_IN_FIELD[at.place]
    if key is Key.ESCAPE:
        if at.place is not Place.TEXT_FIELD:
            return Action.LEAVE_FIELD
        return Action.CANCEL if at.can_cancel else Action.IGNORE
    if key in _ARROWS and at.place is Place.OTHER_FIELD:
        return _ARROWS[key]
    return Action.PASS


def _enter(at: Situation) -> Action:
    if at.place is Place.BUTTON:
        return Action.PRESS
    if at.place is Place.LINKS:
        return Action.PASS
    if at.place not in _ROWS:
        return Action.IGNORE
    is_other = at.place is Place.OTHER_OPTION
    if at.kind is Kind.MULTI:
        if not at.is_empty:
            return Action.CONFIRM
        return Action.OPEN_OTHER if is_other else Action.CHOOSE_AND_CONFIRM
    return Action.OPEN_OTHER if is_other else Action.CHOOSE


def _space(at: Situation) -> Action:
    if at.place not in _ROWS:
        return Action.PASS
    return Action.TOGGLE if at.kind is Kind.MULTI else Action.IGNORE


def _marker(at: Situation) -> Action:
    if at.kind not in {Kind.SINGLE, Kind.BOOLEAN}:
        return Action.IGNORE
    return Action.FOCUS_MARKED if at.is_permission else Action.CHOOSE_MARKED
