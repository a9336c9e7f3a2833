"""Which lines of a card that is taller than its terminal are shown. Pure, but for the language.

The view moves as little as it must to show the row with the pointer, and by pages when the user
wants to read. A line at either end says how much more there is.
"""

from dataclasses import dataclass
from typing import Final

from assistant.channels.terminal.text.line_wrap import Line
from assistant.locale import _
from assistant.questions.form.icons import ICONS

FEWEST: Final = 3
"""Lines that are shown of the shortest terminal: one, and what is above and below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewport:
    """A part of the lines of a card."""

    lines: tuple[Line, ...]
    """What is shown, with the lines that say what is not."""
    top: int = 0
    """How many lines are above it."""
    below: int = 0
    """How many lines are below it."""
    shows_row: bool = True
    """Whether the row with the pointer begins in it."""

    @property
    def page(self) -> int:
        """By how many lines a page moves: one less than are shown."""
        return max(1, len(self.lines) - bool(self.top) - bool(self.below) - 1)


def viewport(
    lines: tuple[Line, ...], *, row: range, rows: range, room: int, top: int, follows: bool
) -> Viewport:
    """Return what is shown of a card.

    Args:
        lines: All of it.
        row: The lines of the row with the pointer.
        rows: Those of all rows, which are shown with it where there is room.
        room: How many lines there are for it.
        top: How many lines were above the view, or shall be.
        follows: Whether the row with the pointer is to be shown.
    """
    room = max(FEWEST, room)
    if len(lines) <= room:
        return Viewport(lines=lines)
    top = max(0, min(top, len(lines) - room + 1))
    if follows:
        seen = rows if len(rows) <= room - 2 else row
        while top < seen.start and _end(len(lines), room, top) < seen.stop:
            top += 1
        top = min(top, seen.start)
    end = _end(len(lines), room, top)
    shown = lines[top:end]
    below = len(lines) - end
    above_line = [_more(_above_text(top))] if top else []
    below_line = [_more(_below_text(below))] if below else []
    return Viewport(
        lines=(*above_line, *shown, *below_line),
        top=top,
        below=below,
        shows_row=top <= row.start < end,
    )


def _end(count: int, room: int, top: int) -> int:
    """Return the line behind the last one that is shown, beside those that say what is not."""
    free = room - bool(top)
    return count if count - top <= free else top + free - 1


def _above_text(count: int) -> str:
    return _("▲ {n} more above: Page Up").format(n=count)


def _below_text(count: int) -> str:
    return _("▼ {n} more below: Page Down").format(n=count)


def _more(text: str) -> Line:
    return (("frame", f"{ICONS['boxVertical']}  "), ("mark", text))
