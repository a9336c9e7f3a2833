"""A conversation on a screen that is drawn on: styled, and above whatever is being drawn below.

While a question or the input line is on the screen, whole lines are put above it; the words of a
line that is not complete wait until it is, or until the screen is free.
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.application.current import get_app_or_none
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.output import Output
from prompt_toolkit.renderer import print_formatted_text
from prompt_toolkit.styles import Style

from assistant.channels.terminal.markdown import STYLE as MARKDOWN_STYLE
from assistant.channels.terminal.markdown import StreamedMarkdown
from assistant.channels.terminal.page import Tone
from assistant.channels.terminal.printing import printable
from assistant.channels.terminal.wrapping import Span

_log = logging.getLogger(__name__)

STYLE: Final[dict[str, str]] = {
    **MARKDOWN_STYLE,
    "own": "#94A3B8",
    "note": "#64748B",
    "outcome": "#34D399",
    "trouble": "#FBBF24",
}
"""Colours by the name of what they are for."""


class Screen:
    """Prints styled text, above what is drawn. Event loop only.

    Args:
        output: The terminal.
    """

    def __init__(self, *, output: Output) -> None:
        self._output = output
        self._style = Style(list(STYLE.items()))
        self._waiting: list[Span] = []
        self._above: asyncio.Future[None] | None = None
        """Lines on their way to above what is drawn."""

    @property
    def columns(self) -> int:
        """The width of the terminal, as it is now."""
        return self._output.get_size().columns

    def put(self, spans: Iterable[Span]) -> None:
        """Print text after all that was put before."""
        self._waiting += spans
        drawn = get_app_or_none()
        if drawn is None or not drawn.is_running:
            self.flush()
        elif self._above is None and any("\n" in text for _style, text in self._waiting):
            self._above = asyncio.ensure_future(run_in_terminal(self._print_lines))
            self._above.add_done_callback(self._printed)

    def bell(self) -> None:
        """Let the terminal make its sound."""
        self._output.bell()

    def flush(self) -> None:
        """Print all that waits. Only while nothing is drawn."""
        waiting, self._waiting = self._waiting, []
        self._print(waiting)

    def _print_lines(self) -> None:
        """Print what waits up to the end of its last line."""
        lines, rest = _split(self._waiting)
        self._waiting = rest
        self._print(lines)

    def _printed(self, done: "asyncio.Future[None]") -> None:
        self._above = None
        if not done.cancelled() and (error := done.exception()) is not None:
            _log.error("Lines could not be printed.", exc_info=error)

    def _print(self, spans: list[Span]) -> None:
        if spans:
            fragments: StyleAndTextTuples = [
                (f"class:{style}" if style else "", text) for style, text in spans
            ]
            print_formatted_text(self._output, fragments, self._style)


class DrawnPage:
    """A page on a screen: replies are Markdown, lines have a colour each.

    Args:
        screen: Where it is printed.
    """

    def __init__(self, *, screen: Screen) -> None:
        self._screen = screen
        self._markdown = StreamedMarkdown(width=lambda: screen.columns)

    def words(self, text: str) -> None:
        """Write more of a reply."""
        self._screen.put(self._markdown.feed(text))

    def line(self, text: str, tone: Tone = Tone.PLAIN) -> None:
        """Write a line of its own."""
        self.end()
        style = "" if tone is Tone.PLAIN else tone.value
        self._screen.put([(style, printable(text) + "\n")])

    def end(self) -> None:
        """End the line that words stand on."""
        spans = self._markdown.end()
        if self._markdown.is_mid_line:
            spans.append(("", "\n"))
            self._markdown = StreamedMarkdown(width=lambda: self._screen.columns)
        self._screen.put(spans)

    def bell(self) -> None:
        """Let the terminal make its sound."""
        self._screen.bell()


def _split(spans: list[Span]) -> tuple[list[Span], list[Span]]:
    """Return what stands up to the last line end, and what comes after it."""
    for place in range(len(spans) - 1, -1, -1):
        style, text = spans[place]
        head, newline, tail = text.rpartition("\n")
        if newline:
            after = [(style, tail)] if tail else []
            return [*spans[:place], (style, head + newline)], [*after, *spans[place + 1 :]]
    return [], spans
