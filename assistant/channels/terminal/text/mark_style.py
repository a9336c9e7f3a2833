"""The signs that tell programs that ask from one another, as styles of the terminal. Values only."""

from typing import Final

from assistant.questions.form.mark_colours import ON_DARK, ON_LIGHT
from assistant.questions.model.asker import MARK_COLOURS

DOT: Final = "● "
SQUARE: Final = "■ "
MARK_STYLE: Final = {f"mark-{number}": colour for number, colour in enumerate(ON_DARK * 2)}
"""By `mark-` and the number of the mark, for a dark background."""
MARK_STYLE_ON_LIGHT: Final = {
    f"mark-{number}": colour for number, colour in enumerate(ON_LIGHT * 2)
}


def mark_span(mark: int) -> tuple[str, str]:
    """Return the style and the sign of a mark."""
    return f"mark-{mark}", DOT if mark < MARK_COLOURS else SQUARE
