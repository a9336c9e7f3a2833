"""Which pieces of a reply are shown when, while a request may be sent again. Pure.

The words of a broken try stay until the first words of the next one come. Its reasoning is held
back as long, for it would stand below words that are about to go.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class VisiblePieces:
    """What is to be shown now, in this order."""

    begins_again: bool = False
    """What was shown since the last segment goes first."""
    thinking: str = ""
    words: str = ""


class VisibleReply:
    """Follows one turn."""

    def __init__(self) -> None:
        self._has_words = False
        """Words of this segment are shown."""
        self._is_restarted = False
        self._held: list[str] = []

    def restart(self) -> None:
        """The connection broke; what comes next is a new try."""
        self._is_restarted = True
        self._held.clear()

    def words(self, text: str) -> VisiblePieces:
        """Take words; returns what is to be shown."""
        begins_again, held = self._begin()
        self._has_words = (self._has_words and not begins_again) or bool(text.strip())
        return VisiblePieces(begins_again=begins_again, thinking=held, words=text)

    def thinking(self, text: str) -> VisiblePieces:
        """Take reasoning; returns what is to be shown."""
        if self._is_restarted and self._has_words:
            self._held.append(text)
            return VisiblePieces()
        begins_again, _held = self._begin()
        return VisiblePieces(begins_again=begins_again, thinking=text)

    def end(self) -> VisiblePieces:
        """The segment is complete; returns what is still to be shown."""
        begins_again, held = self._begin()
        self._has_words = False
        return VisiblePieces(begins_again=begins_again, thinking=held)

    def _begin(self) -> tuple[bool, str]:
        was_restarted, self._is_restarted = self._is_restarted, False
        held = "".join(self._held)
        self._held.clear()
        return was_restarted, held
