"""Where shortcuts come from while other programs have the keyboard."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject, Signal

from assistant.channels.desktop.shortcuts.model.key_combination import KeyCombination
from assistant.locale import _


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedShortcut:
    """A shortcut that is to work everywhere."""

    keys: KeyCombination
    description: str
    """What it does, in the user's language."""


class Refusal(Enum):
    """Why a shortcut does not work."""

    TAKEN = "taken"
    NO_KEY = "no key"
    DECLINED = "declined"
    NO_SOURCE = "no source"

    def text(self, keys: KeyCombination) -> str:
        """Say so, in the interface's language."""
        match self:
            case Refusal.TAKEN:
                text = _("Another program has the shortcut {keys} already.")
            case Refusal.NO_KEY:
                text = _("This keyboard has no keys for the shortcut {keys}.")
            case Refusal.DECLINED:
                text = _("The desktop did not give Parley the shortcut {keys}.")
            case Refusal.NO_SOURCE:
                text = _("On this desktop Parley cannot have the shortcut {keys}.")
        return text.format(keys=keys.text)


Wanted = Mapping[str, WantedShortcut]


class ShortcutSource(QObject):
    """Gives shortcuts until it is closed; GUI thread.

    Signals:
        pressed: A shortcut is pressed; carries its name, and the token with which the desktop lets a
            window take the focus, or "". Not repeated while it is held.
        released: It is not any more.
        cancelled: Escape was pressed while `watch_escape`, or a shortcut is held.
        given: A shortcut works from now on; carries its name and, where the desktop chose the keys,
            the desktop's words for them, else "".
        refused: It does not; carries its name and a `Refusal`.
    """

    pressed = Signal(str, str)
    released = Signal(str)
    cancelled = Signal()
    given = Signal(str, str)
    refused = Signal(str, object)

    def open(self, wanted: Wanted) -> None:
        """Ask for shortcuts, by name; once."""
        raise NotImplementedError

    def close(self) -> None:
        """Give them back."""
        raise NotImplementedError

    def watch_escape(self, *, is_on: bool) -> None:
        """Hear Escape too, which other programs then do not; nothing where that cannot be."""

    def refuse_all(self, wanted: Wanted, why: Refusal) -> None:
        """None of them works."""
        for name in wanted:
            self.refused.emit(name, why)
