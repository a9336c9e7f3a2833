"""What a key means in a question: a table from where the focus is to what is done. Pure.

The rules are those of every place where a question is answered by keys: arrows move and stop at the
ends, Enter chooses or confirms, Space ticks where several may be chosen, Escape leaves the field and
then cancels, a digit or letter chooses.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.questions.model.question import QuestionKind


class QuestionKey(Enum):
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


class FocusPlace(Enum):
    """Where the focus is."""

    OPTION = "option"
    OTHER_OPTION = "other_option"
    """The option that opens a field for words of the user's own."""
    OTHER_FIELD = "other_field"
    TEXT_FIELD = "text_field"
    NOTE_FIELD = "note_field"
    NONE_FIELD = "none_field"
    """Where what would have fitted is written."""
    REASON_FIELD = "reason_field"
    """Where it is written why the question is cancelled."""
    BUTTON = "button"
    LINKS = "links"
    """Words with links, which keys follow."""
    NOWHERE = "nowhere"
    """The window itself, or text that only shows."""


class KeyAction(Enum):
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
    SUBMIT_REASON = "submit_reason"
    """Cancel with what is written; it may be nothing."""
    CLOSE_NOTE = "close_note"
    """Keep the note and go back to the options."""
    LEAVE_FIELD = "leave_field"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyContext:
    """Everything a key's meaning depends on."""

    place: FocusPlace
    kind: QuestionKind | None
    """The question that is open; None while the answers are reviewed."""
    is_empty: bool = True
    """Whether nothing is chosen yet."""
    can_cancel: bool = True
    is_permission: bool = False

    @property
    def is_multiple(self) -> bool:
        """Whether several options of the question may be ticked."""
        return self.kind is not None and self.kind.traits.is_multiple


_ROWS: Final = frozenset({FocusPlace.OPTION, FocusPlace.OTHER_OPTION})
_FIELDS: Final = frozenset(
    {
        FocusPlace.OTHER_FIELD,
        FocusPlace.TEXT_FIELD,
        FocusPlace.NOTE_FIELD,
        FocusPlace.NONE_FIELD,
        FocusPlace.REASON_FIELD,
    }
)
_ENTER_IN_FIELD: Final = {
    FocusPlace.OTHER_FIELD: KeyAction.SUBMIT_OTHER,
    FocusPlace.TEXT_FIELD: KeyAction.CONFIRM,
    FocusPlace.NOTE_FIELD: KeyAction.CLOSE_NOTE,
    FocusPlace.NONE_FIELD: KeyAction.SUBMIT_NONE,
    FocusPlace.REASON_FIELD: KeyAction.SUBMIT_REASON,
}
_ARROWS: Final = {QuestionKey.UP: KeyAction.MOVE_UP, QuestionKey.DOWN: KeyAction.MOVE_DOWN}


def action_for(key: QuestionKey, at: KeyContext) -> KeyAction:
    """Return what `key` does."""
    if key is QuestionKey.OTHER:
        return KeyAction.PASS
    if at.place in _FIELDS:
        return _in_field(key, at)
    match key:
        case QuestionKey.UP | QuestionKey.DOWN:
            return _ARROWS[key]
        case QuestionKey.ENTER | QuestionKey.SHIFT_ENTER:
            return _enter(at)
        case QuestionKey.SPACE:
            return _space(at)
        case QuestionKey.ESCAPE:
            return KeyAction.CANCEL if at.can_cancel else KeyAction.IGNORE
        case QuestionKey.MARKER:
            return _marker(at)


def _in_field(key: QuestionKey, at: KeyContext) -> KeyAction:
    if key is QuestionKey.ENTER:
        return _ENTER_IN_FIELD[at.place]
    if key is QuestionKey.ESCAPE:
        if at.place is not FocusPlace.TEXT_FIELD:
            return KeyAction.LEAVE_FIELD
        return KeyAction.CANCEL if at.can_cancel else KeyAction.IGNORE
    if key in _ARROWS and at.place is FocusPlace.OTHER_FIELD:
        return _ARROWS[key]
    return KeyAction.PASS


def _enter(at: KeyContext) -> KeyAction:
    if at.place is FocusPlace.BUTTON:
        return KeyAction.PRESS
    if at.place is FocusPlace.LINKS:
        return KeyAction.PASS
    if at.place not in _ROWS:
        return KeyAction.IGNORE
    is_other = at.place is FocusPlace.OTHER_OPTION
    if at.is_multiple:
        if not at.is_empty:
            return KeyAction.CONFIRM
        return KeyAction.OPEN_OTHER if is_other else KeyAction.CHOOSE_AND_CONFIRM
    return KeyAction.OPEN_OTHER if is_other else KeyAction.CHOOSE


def _space(at: KeyContext) -> KeyAction:
    if at.place not in _ROWS:
        return KeyAction.PASS
    return KeyAction.TOGGLE if at.is_multiple else KeyAction.IGNORE


def _marker(at: KeyContext) -> KeyAction:
    if at.kind is None or not at.kind.traits.answers_at_once:
        return KeyAction.IGNORE
    return KeyAction.FOCUS_MARKED if at.is_permission else KeyAction.CHOOSE_MARKED
