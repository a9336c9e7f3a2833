"""Sizes of text, space, corners, shadows and motion, which the window and the pages share. Values only.

Lengths are device-independent pixels at text scale 1, times are milliseconds.
"""

from dataclasses import dataclass
from typing import Final

FAMILY: Final = "Inter"
"""The typeface that comes with Parley (`channels/typeface`). It has no Hangul and no Han."""

CAPTION_PX: Final = 12
"""Keys, times and remarks."""
SMALL_PX: Final = 13
"""Descriptions and hints."""
BODY_PX: Final = 14
"""Controls and lists."""
READING_PX: Final = 15
"""What is read line by line: replies, messages, questions."""
TITLE_PX: Final = 16
HEADING_PX: Final = 20
HEADLINE_PX: Final = 28
"""The first screen's."""
LINE_PX: Final = 23
"""From line to line of reading text, at least; Hangul and Han take about as much by themselves."""

CORNERS: Final = {"tight": 6, "corner": 10, "round": 14, "bubble": 18, "pill": 22}
"""Keys and rows in menus; controls; cards and what floats; the user's words; the composer."""
SPACE: Final = {"hair": 4, "near": 8, "gap": 12, "wide": 16, "far": 24}

QUICK_MS: Final = 120
"""What answers a click."""
CALM_MS: Final = 240
"""What comes or goes."""
LINGER_MS: Final = 450
"""How long an answer shows before its dialog closes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shadow:
    """One layer of what something throws that floats."""

    below: int
    """How far down it lies."""
    blur: int
    light: float
    """How dark it is in a light theme, 0 to 1."""
    dark: float

    def share(self, *, is_dark: bool) -> float:
        """Return how dark it is in a theme."""
        return self.dark if is_dark else self.light


ELEVATION: Final = (
    Shadow(below=1, blur=3, light=0.08, dark=0.30),
    Shadow(below=8, blur=24, light=0.08, dark=0.36),
)
"""Of cards on a page, of the composer, and of a panel that lies over the conversation."""
