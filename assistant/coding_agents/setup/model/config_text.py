"""What the text of a settings file can be asked and told, whatever it is written in."""

from collections.abc import Mapping
from typing import Any, Protocol

KeyPath = tuple[str, ...]
"""Keys that lead to a value."""


class ConfigTextError(ValueError):
    """A text that cannot be read.

    Args:
        problem: What is wrong.
        line: Where, from 1; 0 if that is not known.
        column: From 1; 0 if that is not known.
    """

    def __init__(self, problem: str, *, line: int = 0, column: int = 0) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line
        self.column = column


class ConfigNotation(Protocol):
    """How a settings file is written. All else of a text stays as it is, to the byte.

    Every method raises `ConfigTextError` for a text that cannot be read, and where something that
    has no members stands on the way.
    """

    def read(self, text: str) -> Mapping[str, Any]:
        """Return what is said; nothing for an empty text."""
        ...

    def put(self, text: str, path: KeyPath, value: Any) -> str:
        """Set a value, and make the tables on the way that are missing."""
        ...

    def append(self, text: str, path: KeyPath, value: Any) -> str:
        """Add a value to a list, which is made if it is missing."""
        ...

    def remove(self, text: str, path: KeyPath, index: int | None = None) -> str:
        """Take a value away, or one of the list there.

        Undoes `put` of a new value, or `append`, but for the tables that were made.

        Raises:
            LookupError: If nothing is there.
        """
        ...
