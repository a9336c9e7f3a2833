"""What types into other programs, and where that is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why nothing is typed; texts in the user's language."""

    text: str
    hint: str = ""
    """What to do about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypingPlace:
    """Where the focus is."""

    window: str = ""
    """Tells it from other windows; empty where the desktop does not say."""
    is_secret: bool = False
    """Whether it is known to be a field for a password."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedText:
    """How far typing came."""

    characters: int
    """So many of the text are there."""
    problem: str = ""
    """Why not all of them, in the user's language; empty if all are, or the user stopped it."""


class TextTyper(Protocol):
    """Types. Its methods block for as long as typing takes; one thread at a time calls them."""

    @property
    def means(self) -> str:
        """What it types by, as users and packages call it."""
        ...

    def place(self) -> TypingPlace:
        """Return where the focus is now."""
        ...

    def type(
        self, text: str, *, erase: int, into: TypingPlace, is_stopped: Callable[[], bool]
    ) -> TypedText:
        """Press Backspace so often, then type a text.

        Types nothing more once another window than `into` has the focus, where that can be known.

        Args:
            text: Composed (NFC); a line feed is the Return key.
            erase: Characters.
            into: Where it is meant to go.
            is_stopped: Asked every few characters.
        """
        ...

    def close(self) -> None:
        """Let go of the desktop; idempotent."""
        ...
