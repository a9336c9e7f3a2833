"""How fast the text of a reply comes, against how fast it is said. Pure.

A sentence whose beginning is said before its end is there must not run dry in its middle. A service
writes ten times as fast as one speaks; a small model on this computer twice as fast, or slower than
one speaks while the machine has other work.
"""

from typing import Final

_CLAUSES_PER_S: Final = 0.75
"""How many of the shortest clauses are said in a second: 15 letters, or 7 syllables of Korean."""
_NEXT_CLAUSES: Final = 4
"""How long the piece after a clause is thought to be: the splitter cuts none that is shorter than three."""
_MARGIN: Final = 1.2
"""Text that comes hardly faster than it is said is waited for."""
_SYNTHESIS_S: Final = 0.3
"""What it takes until a piece that is there is heard."""


class TextPace:
    """The pace of one text.

    Args:
        clause_chars: Length from which a clause of the language is worth saying.
    """

    def __init__(self, clause_chars: int) -> None:
        self._said_per_s = clause_chars * _CLAUSES_PER_S
        self._next_chars = clause_chars * _NEXT_CLAUSES
        self._began: float | None = None
        self._chars = 0
        """What came after the first piece, for which there is no time to measure."""
        self._elapsed_s = 0.0

    def arrived(self, chars: int, at: float) -> None:
        """Record characters and their time of arrival."""
        if self._began is None:
            self._began = at
        else:
            self._chars += chars
            self._elapsed_s = at - self._began

    def covers(self, clause: int, waiting: int) -> bool:
        """Whether the next text arrives before a clause is spoken.

        Args:
            clause: Characters of the clause.
            waiting: Characters after it that have arrived.
        """
        if not self._elapsed_s:
            return True
        per_s = self._chars / self._elapsed_s
        missing_s = max(0, self._next_chars - waiting) / per_s if per_s else float("inf")
        is_faster = per_s >= _MARGIN * self._said_per_s
        return is_faster and missing_s + _SYNTHESIS_S <= clause / self._said_per_s
