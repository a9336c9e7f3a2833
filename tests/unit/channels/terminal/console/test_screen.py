"""What stands on a screen that is drawn on."""

import io
from collections.abc import Callable

import pyte
import pytest
from prompt_toolkit.application import Application
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.controls import FormattedTextControl
from typing_extensions import override

from assistant.channels.terminal.console.capabilities import can_draw, has_light_background
from assistant.channels.terminal.console.output import LineTone
from assistant.channels.terminal.console.screen import StyledOutput, TerminalScreen
from tests.helpers.terminal.keyboard import drawn_into, keyboard


class Monitor:
    """A screen, and what would be seen on it."""

    def __init__(self) -> None:
        self.written = io.StringIO()
        self.output = drawn_into(self.written)
        self.screen = TerminalScreen(output=self.output)
        self.page = StyledOutput(screen=self.screen)

    def lines(self) -> list[str]:
        """Return the lines a terminal would show."""
        terminal = pyte.Screen(60, 24)
        pyte.Stream(terminal).feed(self.written.getvalue())
        return "\n".join(line.rstrip() for line in terminal.display).rstrip().split("\n")


@pytest.fixture
def monitor() -> Monitor:
    return Monitor()


def test_a_reply_is_markdown_and_lines_stand_alone(monitor: Monitor) -> None:
    monitor.page.words("Hello **the")
    monitor.page.words("re**.")
    monitor.page.line("· tool", LineTone.NOTE)
    monitor.page.words("More.")
    monitor.page.end()
    assert monitor.lines() == ["Hello there.", "· tool", "More."]


def test_ending_nothing_writes_nothing(monitor: Monitor) -> None:
    monitor.page.end()
    monitor.page.end()
    assert monitor.lines() == [""]


def test_a_long_line_is_broken_below_its_words(monitor: Monitor) -> None:
    monitor.page.line("  1  2026-01-02  A title that is so long that it does not fit on its line")
    monitor.page.line("/again   make the last reply anew, with whatever has been set since then")
    monitor.page.line("가나다라 " * 7 + "끝")
    monitor.page.line("x" * 70)
    assert monitor.lines() == [
        "  1  2026-01-02  A title that is so long that it does not",
        "     fit on its line",
        "/again   make the last reply anew, with whatever has been",
        "         set since then",
        "가나다라 가나다라 가나다라 가나다라 가나다라 가나다라",
        "가나다라 끝",
        "x" * 59,
        "x" * 11,
    ]


def test_the_dot_of_a_program_stands_in_the_space_before_the_line(monitor: Monitor) -> None:
    monitor.page.aside("     Codex · api", LineTone.NOTE, mark=3)
    monitor.page.aside("no room", mark=3)
    assert monitor.lines() == ["   ● Codex · api", "no room"]
    assert {"mark-3", "mark-7"} <= monitor.screen.style.keys()


def test_a_tab_is_some_spaces(monitor: Monitor) -> None:
    monitor.page.line("a\tb")
    assert monitor.lines() == ["a    b"]


@pytest.mark.requirement("SEC-13")
def test_a_line_cannot_steer_the_terminal(monitor: Monitor) -> None:
    monitor.page.line("a\x1b[2Jb\x07")
    assert monitor.lines() == ["ab"]


async def test_whole_lines_are_put_above_what_is_drawn(monitor: Monitor) -> None:
    with keyboard() as keys:
        drawn: Application[None] = Application(
            layout=Layout(Window(FormattedTextControl("below"), height=1)),
            input=keys.pipe,
            output=monitor.output,
            erase_when_done=True,
        )

        def write_meanwhile() -> None:
            monitor.page.line("above")
            monitor.page.words("half a ")

        await run_with(drawn, write_meanwhile)
    assert monitor.lines() == ["above"]
    monitor.page.end()
    assert monitor.lines() == ["above", "half a"]


@pytest.mark.requirement("SEC-13")
def test_a_line_that_is_being_written_is_for_the_input_line_to_draw(monitor: Monitor) -> None:
    monitor.page.words("Whole.\nHalf a ")
    monitor.page.under_way(["working\x1b[2J", "a\nb"])
    assert monitor.lines() == ["Whole."]
    above = "".join(part[1] for part in monitor.screen.above())
    assert above == "Half a \nworking\na b\n"
    monitor.page.under_way([])
    monitor.page.words("line.\n")
    assert monitor.screen.above() == []
    assert monitor.lines() == ["Whole.", "Half a line."]


def test_what_is_under_way_fits_on_its_line(monitor: Monitor) -> None:
    monitor.page.under_way(["가" * 60])
    (line,) = [part[1] for part in monitor.screen.above()]
    assert line == "가" * 29 + "…\n"


def test_more_than_one_empty_line_says_no_more(monitor: Monitor) -> None:
    monitor.page.words("\n\nOne.\n\n\n\nTwo.")
    monitor.page.line("· tool")
    monitor.page.words("\n\n\nThree.\n\n```\na\n\n\nb\n```")
    monitor.page.end()
    assert monitor.lines() == [
        *("One.", "", "Two.", "· tool", "", "Three.", "", "  a", "", "", "  b"),
    ]


async def run_with(drawn: "Application[None]", meanwhile: Callable[[], None]) -> None:
    """Run what is drawn; do something meanwhile, and end it once that is on the screen."""

    def begun() -> None:
        meanwhile()
        loop = drawn.loop
        assert loop is not None
        loop.call_later(0.1, lambda: drawn.exit(result=None))

    await drawn.run_async(pre_run=begun, handle_sigint=False, set_exception_handler=False)


class Stream(io.StringIO):
    """A stream that may be a terminal."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    @override
    def isatty(self) -> bool:
        return self._is_terminal


@pytest.mark.requirement("Q-TERM-16")
@pytest.mark.parametrize(
    ("stdin", "stdout", "term", "can"),
    [
        (True, True, "xterm-256color", True),
        (True, True, "dumb", False),
        (True, True, "", False),
        (False, True, "xterm", False),
        (True, False, "xterm", False),
    ],
)
def test_a_terminal_is_drawn_on_if_it_can_move_its_cursor(
    stdin: bool, stdout: bool, term: str, can: bool
) -> None:
    streams = Stream(is_terminal=stdin), Stream(is_terminal=stdout)
    assert can_draw(*streams, {"TERM": term}) is can


@pytest.mark.parametrize(
    ("colours", "is_light"),
    [("0;15", True), ("0;default;7", True), ("15;0", False), ("", False), ("nonsense", False)],
)
def test_a_light_background_is_known_where_the_terminal_tells(colours: str, is_light: bool) -> None:
    assert has_light_background({"COLORFGBG": colours}) is is_light


def test_a_terminal_that_tells_nothing_counts_as_dark() -> None:
    assert not has_light_background({})
