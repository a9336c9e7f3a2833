"""The dots that tell programs that ask from one another, as styles of the terminal. Values only."""

from typing import Final

from assistant.questions.form.mark_colours import ON_DARK, ON_LIGHT

DOT: Final = "● "
MARK_STYLE: Final = {f"mark-{number}": colour for number, colour in enumerate(ON_DARK)}
"""By `mark-` and the number of the mark, for a dark background."""
MARK_STYLE_ON_LIGHT: Final = {f"mark-{number}": colour for number, colour in enumerate(ON_LIGHT)}
