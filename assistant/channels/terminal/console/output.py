"""Where a conversation is written: a stream of plain text, or a screen that is drawn on."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import Enum

from typing_extensions import override

from assistant.channels.terminal.text.printable import printable

Write = Callable[[str], None]
"""Shows text as it is."""


class LineTone(Enum):
    """What a line is."""

    PLAIN = "plain"
    OWN = "own"
    """Words of the user's."""
    NOTE = "note"
    """What the program did, in passing."""
    OUTCOME = "outcome"
    """How a question ended."""
    TROUBLE = "trouble"


class ConversationOutput(ABC):
    """Takes words and lines, in the order in which they are to stand."""

    @abstractmethod
    def words(self, text: str) -> None:
        """Write more of a reply; it goes on where the last words ended."""

    @abstractmethod
    def line(self, text: str, tone: LineTone = LineTone.PLAIN) -> None:
        """Write a line of its own."""

    @abstractmethod
    def aside(self, text: str, tone: LineTone = LineTone.PLAIN, *, mark: int | None = None) -> None:
        """Write a line that is no part of the reply, which may go on after it.

        Args:
            text: What it says.
            tone: What it is.
            mark: The program that it tells of (`Asker.mark`): where dots are drawn, its dot stands
                in the space that the text must begin with.
        """

    @abstractmethod
    def end(self) -> None:
        """End the line that words stand on; nothing of them is to come."""

    @abstractmethod
    def bell(self) -> None:
        """Let the terminal make its sound."""

    @abstractmethod
    def under_way(self, lines: Sequence[str]) -> None:
        """Say what is under way, until it is told anew; no lines if nothing is."""


class PlainOutput(ConversationOutput):
    """Text without colours and cursor control: for pipes, logs and terminals that cannot draw."""

    def __init__(self, *, write: Write) -> None:
        self._write = write
        self._is_mid_line = False

    @override
    def words(self, text: str) -> None:
        shown = printable(text)
        if shown:
            self._write(shown)
            self._is_mid_line = not shown.endswith("\n")

    @override
    def line(self, text: str, tone: LineTone = LineTone.PLAIN) -> None:
        self.end()
        self._write(printable(text) + "\n")

    @override
    def aside(self, text: str, tone: LineTone = LineTone.PLAIN, *, mark: int | None = None) -> None:
        self.line(text, tone)

    @override
    def end(self) -> None:
        if self._is_mid_line:
            self._write("\n")
            self._is_mid_line = False

    @override
    def bell(self) -> None:
        self.end()
        self._write("\a")

    @override
    def under_way(self, lines: Sequence[str]) -> None:
        pass  # what is written cannot be taken back
