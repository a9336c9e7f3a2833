"""The two ways to hold a conversation in a terminal: drawn, or as plain lines.

A surface is everything that depends on which of them it is: where is written, how questions are put,
where the next message comes from.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TextIO

from typing_extensions import override

from assistant.channels.terminal.console.capabilities import echo_disabled
from assistant.channels.terminal.console.line_reader import LineReader
from assistant.channels.terminal.console.output import ConversationOutput, PlainOutput, Write
from assistant.channels.terminal.questions.plain_presenter import PlainPresenter, ReadLine
from assistant.clock import Clock
from assistant.questions.desk.presenter import Presenter
from assistant.questions.model.question import Origin, QuestionSet


class TerminalConversation(Protocol):
    """The conversation that a terminal is built for."""

    def complete(self, begun: str) -> list[tuple[str, str]]:
        """Return what the beginning of a line may become, each with its meaning."""
        ...

    def is_busy(self) -> bool:
        """Whether what is typed now waits for a reply; it is shown where its turn comes."""
        ...

    def stop(self) -> bool:
        """Stop the reply; returns whether there was one that was not stopped before."""
        ...


class ChatSurface(Protocol):
    """One terminal, or a pipe."""

    is_person: bool
    """Whether somebody sits there; otherwise lines come from a file or a program."""
    takes_turns: bool
    """Whether nothing can be typed during a reply."""
    left: asyncio.Event
    """Set once nothing more will be typed."""

    @property
    def page(self) -> ConversationOutput:
        """Where the conversation is written."""
        ...

    def held(self) -> AbstractContextManager[None]:
        """Hold the terminal while the conversation lasts: it does not show keys by itself then."""
        ...

    def presenter(self, *, clock: Clock, interrupt: Callable[[], None]) -> Presenter:
        """Return what puts questions here.

        Args:
            clock: Stamps answers.
            interrupt: What Ctrl-C does in a question that cannot be cancelled.
        """
        ...

    def fallback(self, *, clock: Clock) -> Presenter | None:
        """Return what puts questions as text if they cannot be put otherwise; None if nothing."""
        ...

    async def read(self) -> str:
        """Return the next message; raises EOFError if there is none."""
        ...

    def remember(self, texts: Iterable[str]) -> None:
        """Have the user's earlier words at hand, oldest first."""
        ...


class PlainSurface:
    """Lines of text. Needs a running loop.

    Args:
        stdin: Where lines come from.
        write: Shows text as it is.
    """

    takes_turns = True

    def __init__(self, *, stdin: TextIO, write: Write) -> None:
        self.is_person = stdin.isatty()
        self._write = write
        self._lines = LineReader(stream=stdin, write=write, is_prompting=self.is_person)
        self.left = self._lines.ended
        self._page = PlainOutput(write=write)

    @property
    def page(self) -> ConversationOutput:
        """Where the conversation is written."""
        return self._page

    def held(self) -> AbstractContextManager[None]:
        """Do nothing: lines are typed into the terminal itself."""
        return nullcontext()

    def presenter(self, *, clock: Clock, interrupt: Callable[[], None]) -> Presenter:
        """Return what puts questions as numbered lists; Ctrl-C is a signal here, not a key."""
        return PlainPresenter(
            write=lambda line: self._write(line + "\n"), read_line=self._lines.read, clock=clock
        )

    def fallback(self, *, clock: Clock) -> Presenter | None:
        """Return None: questions are text already."""
        return None

    async def read(self) -> str:
        """Return the next line."""
        return await self._lines.read("\n> ")

    def remember(self, texts: Iterable[str]) -> None:
        """Do nothing: a plain line cannot be filled in."""


class StyledSurface:
    """A terminal that is drawn on. Needs a running loop.

    Args:
        stdin: Where keys come from.
        stdout: The terminal.
        complete: Knows the commands.
        warning: What Ctrl-C on an empty line says, before a second one leaves.
        arm_delay_s: How long keys are ignored after a question appeared.
        is_busy: Whether a reply is under way.
        stop: Stops the reply; returns whether there was one to stop.
    """

    takes_turns = False

    def __init__(
        self,
        *,
        stdin: TextIO,
        stdout: TextIO,
        complete: Callable[[str], Sequence[tuple[str, str]]],
        warning: str,
        arm_delay_s: float,
        is_busy: Callable[[], bool],
        stop: Callable[[], bool],
    ) -> None:
        # Only here the terminal is drawn on; a pipe starts without these.
        from assistant.channels.terminal.console.input_line import InputLine
        from assistant.channels.terminal.console.screen import StyledOutput, TerminalScreen
        from assistant.channels.terminal.console.session import TerminalSession

        self.is_person = True
        self.left = asyncio.Event()
        self._stdin = stdin
        self._arm_delay_s = arm_delay_s
        self._seat = TerminalSession.at(stdin, stdout)
        screen = TerminalScreen(output=self._seat.output, is_light=self._seat.is_light)
        self._page = StyledOutput(screen=screen)
        self._seat.on_taken = self._page.end
        self._line = InputLine(
            seat=self._seat,
            screen=screen,
            complete=complete,
            warn_leaving=lambda: self._page.line(warning),
            is_busy=is_busy,
            stop=stop,
        )

    @property
    def page(self) -> ConversationOutput:
        """Where the conversation is written."""
        return self._page

    def held(self) -> AbstractContextManager[None]:
        """Keep keys that are typed while nothing is drawn for what is drawn next."""
        self._seat.clear_line()
        return echo_disabled(self._stdin)

    def presenter(self, *, clock: Clock, interrupt: Callable[[], None]) -> Presenter:
        """Return what draws questions and takes keys."""
        from assistant.channels.terminal.questions.keyed_presenter import KeyedPresenter

        return KeyedPresenter(
            seat=self._seat,
            clock=clock,
            arm_delay_s=self._arm_delay_s,
            interrupt=interrupt,
            leave=self.left.set,
        )

    def fallback(self, *, clock: Clock) -> Presenter | None:
        """Return what writes questions as lists, answered on the input line."""
        return _TextList(
            write=self._page.line, read_line=self._read_answer, clock=clock, left=self.left
        )

    async def read(self) -> str:
        """Return what was typed on the input line."""
        return await self._line.read(self.left.is_set)

    def remember(self, texts: Iterable[str]) -> None:
        """Have the arrow keys bring these back."""
        self._line.remember(texts)

    async def _read_answer(self, _prompt: str) -> str:
        try:
            return await self.read()
        except EOFError:
            self.left.set()
            raise


class _TextList(PlainPresenter):
    """Questions as text where they could not be drawn; not for somebody who leaves."""

    def __init__(
        self, *, write: Write, read_line: ReadLine, clock: Clock, left: asyncio.Event
    ) -> None:
        super().__init__(write=write, read_line=read_line, clock=clock)
        self._left = left

    @override
    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came from this terminal and somebody sits there still."""
        return not self._left.is_set() and super().fits(questions, where)
