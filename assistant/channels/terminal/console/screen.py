"""A conversation on a screen that is drawn on: styled, and above whatever is being drawn below.

Whole lines are printed, above the question or the input line where one is on the screen, and then
stand there for good. The line that is being written is not printed before it is complete: the input
line draws it, and what is under way, directly above itself.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import get_app_or_none
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.output import Output
from prompt_toolkit.renderer import print_formatted_text
from prompt_toolkit.styles import Style
from typing_extensions import override

from assistant.channels.terminal.console.output import ConversationOutput, LineTone
from assistant.channels.terminal.text.line_wrap import Span, drawable, elided, folded
from assistant.channels.terminal.text.mark_style import (
    DOT,
    MARK_STYLE,
    MARK_STYLE_ON_LIGHT,
    mark_span,
)
from assistant.channels.terminal.text.markdown import STYLE as MARKDOWN_STYLE
from assistant.channels.terminal.text.markdown import StreamedMarkdown

STYLE: Final[dict[str, str]] = {
    **MARKDOWN_STYLE,
    "own": "#94A3B8",
    "note": "#64748B",
    "outcome": "#34D399",
    "trouble": "#FBBF24",
    **MARK_STYLE,
}
"""Colours by the name of what they are for."""
_ON_LIGHT: Final[dict[str, str]] = {
    "heading": "#4F46E5 bold",
    "code": "#047857",
    "quote": "#475569",
    "bullet": "#4F46E5",
    "own": "#475569",
    "outcome": "#047857",
    "trouble": "#B45309",
    **MARK_STYLE_ON_LIGHT,
}
"""What differs where the background is light."""


def style_on(*, is_light: bool) -> dict[str, str]:
    """Return the colours for a dark background, or for a light one."""
    return STYLE | _ON_LIGHT if is_light else STYLE


_ENOUGH: Final = 2
"""Line ends after which a line is empty; more of them say no more."""


class TerminalScreen:
    """Prints styled text, above what is drawn. Event loop only.

    Args:
        output: The terminal.
        is_light: Whether its background is.
    """

    def __init__(self, *, output: Output, is_light: bool = False) -> None:
        self._output = output
        self.style = style_on(is_light=is_light)
        self._printing = Style(list(self.style.items()))
        self._unfinished: list[Span] = []
        self._under_way: tuple[str, ...] = ()

    @property
    def columns(self) -> int:
        """The width of the terminal, as it is now."""
        return self._output.get_size().columns

    def put(self, spans: Iterable[Span]) -> None:
        """Write text after all that was put before; it is printed up to its last line end."""
        lines, self._unfinished = _split([*self._unfinished, *spans])
        self.put_lines(lines)

    def put_lines(self, spans: Sequence[Span]) -> None:
        """Print whole lines, above the line that is being written."""
        drawn = _drawn()
        if spans:
            if drawn is not None:
                drawn.renderer.erase()
            print_formatted_text(self._output, _fragments(spans), self._printing)
        if drawn is not None:
            drawn.invalidate()

    def show_under_way(self, lines: Sequence[str]) -> None:
        """Show what is under way below the conversation, until it is told anew."""
        if self._under_way != tuple(lines):
            self._under_way = tuple(lines)
            self.put_lines(())

    def above(self) -> StyleAndTextTuples:
        """Return what stands above the input line: the line being written, what is under way."""
        spans = [*self._unfinished, ("", "\n")] if self._unfinished else []
        room = max(1, self.columns - 1)
        spans += [("note", elided(line, room) + "\n") for line in self._under_way]
        return _fragments(spans)

    def bell(self) -> None:
        """Let the terminal make its sound."""
        self._output.bell()
        self._output.flush()


class StyledOutput(ConversationOutput):
    """A page on a screen: replies are Markdown, lines have a colour each."""

    def __init__(self, *, screen: TerminalScreen) -> None:
        self._screen = screen
        self._markdown = StreamedMarkdown(width=lambda: screen.columns)
        self._line_ends = _ENOUGH
        """How many stand behind the last word."""

    @override
    def words(self, text: str) -> None:
        self._screen.put(self._without_gaps(self._markdown.feed(text)))

    @override
    def line(self, text: str, tone: LineTone = LineTone.PLAIN) -> None:
        self.end()
        self.aside(text, tone)
        self._line_ends = 1

    @override
    def aside(self, text: str, tone: LineTone = LineTone.PLAIN, *, mark: int | None = None) -> None:
        style = "" if tone is LineTone.PLAIN else tone.value
        room = max(20, self._screen.columns - 1)
        shown = folded(drawable(text), room) + "\n"
        space = len(shown) - len(shown.lstrip(" ")) - len(DOT)
        if mark is None or space < 0:
            self._screen.put_lines([(style, shown)])
        else:
            dot = ("", " " * space), mark_span(mark)
            self._screen.put_lines([*dot, (style, shown[space + len(DOT) :])])

    @override
    def end(self) -> None:
        spans = self._markdown.end()
        if self._markdown.is_mid_line:
            spans.append(("", "\n"))
            self._markdown = StreamedMarkdown(width=lambda: self._screen.columns)
        self._screen.put(self._without_gaps(spans))

    @override
    def bell(self) -> None:
        self._screen.bell()

    @override
    def under_way(self, lines: Sequence[str]) -> None:
        self._screen.show_under_way([drawable(line).replace("\n", " ") for line in lines])

    def _without_gaps(self, spans: Iterable[Span]) -> list[Span]:
        """Leave out line ends of which more than one empty line would come."""
        kept: list[Span] = []
        for style, text in spans:
            shown = ""
            for character in text:
                self._line_ends = self._line_ends + 1 if character == "\n" else 0
                if self._line_ends <= _ENOUGH:
                    shown += character
            if shown:
                kept.append((style, shown))
        return kept


def _drawn() -> "Application[Any] | None":
    """Return what is on the screen below the conversation."""
    drawn = get_app_or_none()
    return drawn if drawn is not None and drawn.is_running else None


def _fragments(spans: Iterable[Span]) -> StyleAndTextTuples:
    return [(f"class:{style}" if style else "", text) for style, text in spans]


def _split(spans: list[Span]) -> tuple[list[Span], list[Span]]:
    """Return what stands up to the last line end, and what comes after it."""
    for place in range(len(spans) - 1, -1, -1):
        style, text = spans[place]
        head, newline, tail = text.rpartition("\n")
        if newline:
            after = [(style, tail)] if tail else []
            return [*spans[:place], (style, head + newline)], [*after, *spans[place + 1 :]]
    return [], spans
