"""The two ways to hold a conversation in a terminal: drawn, or as plain lines.

A surface is everything that depends on which of them it is: where is written, how questions are put,
where the next message comes from.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from typing_extensions import override

from assistant.channels.terminal.console.capabilities import echo_disabled
from assistant.channels.terminal.console.line_reader import LineReader
from assistant.channels.terminal.console.output import ConversationOutput, PlainOutput, Write
from assistant.channels.terminal.questions.plain_presenter import Obey, PlainPresenter, ReadLine
from assistant.clock import Clock
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.questions import AmendAnswer, QuestionClosed, ReturnToQuestion
from assistant.questions.desk.presenter import Presenter
from assistant.questions.model.question import Origin, QuestionSet
from assistant.questions.model.round_history import RoundHistory

if TYPE_CHECKING:  # it draws; a pipe starts without it
    from assistant.channels.terminal.questions.model.card_screen import AnswerRevision


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


class ChatSurface(ABC):
    """One terminal, or a pipe. Needs a running loop.

    Attributes:
        page: Where the conversation is written.
        left: Set once nothing more will be typed.
        rounds: The questions of the turn that are settled.
        is_person: Whether somebody sits there; otherwise lines come from a file or a program.
        takes_turns: Whether nothing can be typed during a reply.
    """

    takes_turns = False

    def __init__(self, *, page: ConversationOutput, left: asyncio.Event, is_person: bool) -> None:
        self.page: Final = page
        self.left: Final = left
        self.is_person: Final = is_person
        self.rounds: Final = RoundHistory()

    def held(self) -> AbstractContextManager[None]:
        """Hold the terminal while the conversation lasts: it does not show keys by itself then."""
        return nullcontext()

    @abstractmethod
    def presenter(
        self,
        *,
        clock: Clock,
        interrupt: Callable[[], None],
        submit: Callable[[Command], None],
        obey: Obey,
    ) -> Presenter:
        """Return what puts questions here.

        Args:
            clock: Stamps answers.
            interrupt: What Ctrl-C does in a question that cannot be cancelled, where it is a key.
            submit: Hands a command to the engine; returns at once.
            obey: Carries out what is typed as a command of the conversation, where lines are typed.
        """

    def fallback(self, *, clock: Clock, obey: Obey) -> Presenter | None:
        """Return what puts questions as text if they cannot be put otherwise; None if nothing."""
        return None

    @abstractmethod
    async def read(self) -> str:
        """Return the next message; raises EOFError if there is none."""

    @property
    def half_written(self) -> str:
        """What is typed and not sent yet, where a line can be edited."""
        return ""

    def follow(self, event: EngineEvent) -> None:
        """Note which questions of the turn are settled."""
        match event:
            case ConversationOpened():
                self.rounds.forget()
            case HistoryLoaded():
                for past in event.questions:
                    self.rounds.remember(past.questions, past.response)
            case QuestionClosed():
                self.rounds.remember(event.questions, event.response)
            case _:
                pass

    def remember(self, texts: Iterable[str]) -> None:  # noqa: B027  # plain lines have no memory
        """Have the user's earlier words at hand, oldest first, where a line can be filled in."""


class PlainSurface(ChatSurface):
    """Lines of text.

    Where nobody reads what is written any more, as with `| head -1`, the conversation is left.

    Args:
        stdin: Where lines come from.
        write: Shows text as it is; an OSError means that no more is taken.

    Attributes:
        failure: Why no more is taken; None while it is.
    """

    takes_turns = True

    def __init__(self, *, stdin: TextIO, write: Write) -> None:
        is_person = stdin.isatty()
        self.failure: OSError | None = None
        self._write_out = write
        self._lines = LineReader(stream=stdin, write=self._write, is_prompting=is_person)
        super().__init__(
            page=PlainOutput(write=self._write), left=self._lines.ended, is_person=is_person
        )

    def _write(self, text: str) -> None:
        if self.failure is not None:
            return
        try:
            self._write_out(text)
        except OSError as failure:
            self.failure = failure
            self.left.set()

    @override
    def presenter(
        self,
        *,
        clock: Clock,
        interrupt: Callable[[], None],
        submit: Callable[[Command], None],
        obey: Obey,
    ) -> Presenter:
        return PlainPresenter(
            write=self.page.line, read_line=self._lines.read, clock=clock, obey=obey
        )

    @override
    async def read(self) -> str:
        return await self._lines.read("\n> ")


class StyledSurface(ChatSurface):
    """A terminal that is drawn on.

    Args:
        stdin: Where keys come from.
        stdout: The terminal.
        complete: Knows the commands.
        warning: What Ctrl-C on an empty line says, before a second one leaves.
        arm_delay_s: How long keys are ignored after a question appeared.
        numbers: Whether each option of a question bears its number or letter.
        is_busy: Whether a reply is under way.
        stop: Stops the reply; returns whether there was one to stop.
    """

    def __init__(
        self,
        *,
        stdin: TextIO,
        stdout: TextIO,
        complete: Callable[[str], Sequence[tuple[str, str]]],
        warning: str,
        arm_delay_s: float,
        numbers: bool,
        is_busy: Callable[[], bool],
        stop: Callable[[], bool],
    ) -> None:
        # Only here the terminal is drawn on; a pipe starts without these.
        from assistant.channels.terminal.console.input_line import InputLine
        from assistant.channels.terminal.console.screen import StyledOutput, TerminalScreen
        from assistant.channels.terminal.console.session import TerminalSession

        self._stdin = stdin
        self._arm_delay_s = arm_delay_s
        self._numbers = numbers
        self._seat = TerminalSession.at(stdin, stdout)
        screen = TerminalScreen(output=self._seat.output, is_light=self._seat.is_light)
        page = StyledOutput(screen=screen)
        super().__init__(page=page, left=asyncio.Event(), is_person=True)
        self._seat.on_taken = page.end
        self._line = InputLine(
            seat=self._seat,
            screen=screen,
            complete=complete,
            warn_leaving=lambda: page.line(warning),
            is_busy=is_busy,
            stop=stop,
        )

    @override
    def held(self) -> AbstractContextManager[None]:
        self._seat.clear_line()
        return echo_disabled(self._stdin)

    @override
    def presenter(
        self,
        *,
        clock: Clock,
        interrupt: Callable[[], None],
        submit: Callable[[Command], None],
        obey: Obey,
    ) -> Presenter:
        from assistant.channels.terminal.questions.keyed_presenter import KeyedPresenter

        return KeyedPresenter(
            seat=self._seat,
            clock=clock,
            arm_delay_s=self._arm_delay_s,
            numbers=self._numbers,
            interrupt=interrupt,
            leave=self.left.set,
            earlier=self.rounds.before,
            revise=lambda revision: submit(_revising(revision)),
        )

    @override
    def fallback(self, *, clock: Clock, obey: Obey) -> Presenter | None:
        return _TextList(
            write=self.page.line,
            read_line=self._read_answer,
            clock=clock,
            obey=obey,
            left=self.left,
        )

    @override
    async def read(self) -> str:
        return await self._line.read(self.left.is_set)

    @property
    @override
    def half_written(self) -> str:
        return self._line.half_written

    @override
    def remember(self, texts: Iterable[str]) -> None:
        self._line.remember(texts)

    async def _read_answer(self, _prompt: str) -> str:
        try:
            return await self.read()
        except EOFError:
            self.left.set()
            raise


def _revising(revision: "AnswerRevision") -> Command:
    kind = ReturnToQuestion if revision.is_return else AmendAnswer
    return kind(questions_id=revision.questions_id)


class _TextList(PlainPresenter):
    """Questions as text where they could not be drawn; not for somebody who leaves."""

    def __init__(
        self, *, write: Write, read_line: ReadLine, clock: Clock, obey: Obey, left: asyncio.Event
    ) -> None:
        super().__init__(write=write, read_line=read_line, clock=clock, obey=obey)
        self._left = left

    @override
    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came from this terminal and somebody sits there still."""
        return not self._left.is_set() and super().fits(questions, where)
