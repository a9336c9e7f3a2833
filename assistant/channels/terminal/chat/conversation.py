"""A conversation at the terminal, with the engine of this process or of another. Any loop."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from assistant.background_tasks import BackgroundTasks
from assistant.channels.terminal.chat.command_handler import SlashCommandHandler, Submit
from assistant.channels.terminal.chat.printer import ConversationPrinter
from assistant.channels.terminal.chat.surface import (
    ChatSurface,
    PlainSurface,
    TerminalConversation,
)
from assistant.channels.terminal.console.interrupts import stop_on_interrupt
from assistant.channels.terminal.console.output import LineTone
from assistant.channels.terminal.text.slash_commands import SlashInvocation, parse_slash
from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened, MessageRejected, Say, Stop
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.turns import TurnFailed, TurnFinished, TurnStarted
from assistant.questions.desk.presenter import Presenter

BuildSurface = Callable[[TerminalConversation], ChatSurface]
"""Builds the terminal."""


class RegisterPresenter(Protocol):
    """Gives questions to a presenter from now on, those that are open included."""

    def __call__(self, presenter: Presenter, *, fallback: bool = False) -> object:
        """Register it; a fallback puts what no other presenter can."""
        ...


class TerminalChat:
    """One conversation at the terminal, from the first event to the last message.

    Args:
        surface: Builds the surface, for this conversation.
    """

    def __init__(self, surface: BuildSurface) -> None:
        self.surface = surface(self)
        self.page = self.surface.page
        self._printer = ConversationPrinter(page=self.page, has_commands=self.surface.is_person)
        self._slash = SlashCommandHandler(
            page=self.page, submit=self.submit, leave=self.surface.left.set
        )
        self._dispatch: Submit | None = None
        self._tasks = BackgroundTasks(owner="terminal")
        self._conversation_id: str | None = None
        self._turn_id: str | None = None
        """The turn under way."""
        self.remembered = ""
        """The conversation whose words the input line brings back."""
        self._is_unshown = False
        """Whether what was typed last does not stand on the screen yet."""
        self._on_screen: list[str] = []
        """What was typed here, stands on the screen, and is being said."""
        self._off_screen: list[str] = []
        """What was typed here, does not stand on the screen, and is being said."""
        self._is_rejected = False
        """Whether what was said last was not taken."""
        self._stopped: set[str | None] = set()
        """The turns that were stopped."""

    def complete(self, begun: str) -> list[tuple[str, str]]:
        """Return what the beginning of a line may become, each with its meaning."""
        return self._slash.complete(begun)

    def held(self) -> AbstractContextManager[None]:
        """Hold the terminal."""
        return self.surface.held()

    def is_busy(self) -> bool:
        """Whether what is typed now waits for a reply; it is shown where its turn comes."""
        self._is_unshown = not self._printer.idle.is_set()
        return self._is_unshown

    def raise_failure(self) -> None:
        """Raise the OSError that ended the conversation because its output takes no more."""
        if isinstance(self.surface, PlainSurface) and self.surface.failure is not None:
            raise self.surface.failure

    def stop(self) -> bool:
        """Stop the reply; returns whether there was one that was not stopped before."""
        if self._dispatch is None or self._printer.idle.is_set() or self._turn_id in self._stopped:
            return False
        self._stopped.add(self._turn_id)
        self._begin_to_submit(Stop(keeps_waiting=True))
        return True

    def say(self, text: str) -> None:
        """Write a line about what the program does."""
        self.page.aside(text, LineTone.NOTE)

    def tell_problem(self, error: AssistantError) -> None:
        """Write what failed, and what to do."""
        self.page.aside(f"! {error.message}", LineTone.TROUBLE)
        if error.hint:
            self.page.aside(f"  {error.hint}")

    def hear(self, event: EngineEvent) -> None:
        """Take an event of the engine."""
        match event:
            case ConversationOpened():
                self._conversation_id, self._turn_id = event.conversation_id, None
            case TurnStarted():
                self._turn_id = event.turn_id
                self._show_words(event)
            case TurnFinished() | TurnFailed():
                self._turn_id = None
            case MessageRejected():
                self._is_rejected = True
            case _:
                pass
        self._printer(event)
        self._slash(event)
        self.surface.follow(event)
        if isinstance(event, HistoryLoaded) and event.conversation_id != self.remembered:
            self.remembered = event.conversation_id
            own = [message for message in event.messages if message.role == "user"]
            self.surface.remember(message.text for message in own if message.answers is None)

    def _show_words(self, event: TurnStarted) -> None:
        """Show the user's words that do not stand on the screen: they came from elsewhere."""
        text = event.text
        if text in self._on_screen or self._printer.has_waiting(text):
            return  # or the printer shows them
        if text and event.answers is None:
            self.page.line(f"> {text}", LineTone.OWN)
            if text in self._off_screen:
                self._off_screen.remove(text)

    def connect(self, *, dispatch: Submit, register: RegisterPresenter, clock: Clock) -> None:
        """Converse with this engine. Called in the task that converses, which Ctrl-C ends.

        Args:
            dispatch: Hands a command to the engine; returns once it was handled and what came of it
                was heard.
            register: Takes what puts questions here.
            clock: Stamps answers.
        """
        self._dispatch = dispatch
        interrupt = stop_on_interrupt(stop=self.stop, line=self.page.line)
        register(
            self.surface.presenter(
                clock=clock, interrupt=interrupt, submit=self._begin_to_submit, obey=self._obey
            )
        )
        fallback = self.surface.fallback(clock=clock, obey=self._obey)
        if fallback is not None:
            register(fallback, fallback=True)

    async def converse(self) -> None:
        """Converse until the user leaves."""
        try:
            while await self._may_read() and not self.surface.left.is_set():
                try:
                    text = (await self.surface.read()).strip()
                except EOFError:
                    break
                if text:
                    await self._take(text)
                elif isinstance(self.surface, PlainSurface) and self.surface.is_person:
                    break
        finally:
            await self._tasks.cancel_all()

    async def tell_unanswered(self) -> None:
        """Tell a person in a line of the questions that only `/questions` shows."""
        if self.surface.is_person:
            await self._slash.tell_unanswered(turn_id=self._turn_id)

    async def _take(self, text: str) -> None:
        """Carry out a line: a command where somebody types, else words."""
        offered = self._printer.offered(text)
        given = parse_slash(text) if self.surface.is_person else None
        is_said = offered is None and given is None
        is_unshown, self._is_unshown = self._is_unshown, False
        if is_unshown and (self._printer.idle.is_set() or not is_said):
            self.page.aside(f"> {text}", LineTone.OWN)
            is_unshown = False
        if is_said:
            await self._say(text, is_unshown=is_unshown)
        elif offered is not None:
            await self.submit(offered)
        elif given is not None:
            await self._slash.do(given)

    async def _say(self, text: str, *, is_unshown: bool) -> None:
        files = self._slash.files
        if not files.may_send():
            return
        typed = self._off_screen if is_unshown else self._on_screen
        typed.append(text)
        self._is_rejected = False
        await self.submit(
            Say(
                text=text,
                conversation_id=self._conversation_id,
                attachments=files.attachments,
            )
        )
        if not self._is_rejected:
            files.sent()
        if text not in typed:
            return  # it was shown as its turn began
        typed.remove(text)
        if is_unshown and not self._printer.has_waiting(text):  # there was no room for it
            self.page.aside(f"> {text}", LineTone.OWN)

    async def _obey(self, typed: str) -> bool:
        """Carry out a command that is typed in a question; whether it is one.

        It goes on where it ends the question it was typed in.
        """
        given = parse_slash(typed) if self.surface.is_person else None
        if self._dispatch is None or not isinstance(given, SlashInvocation):
            return False
        await asyncio.wait({self._tasks.spawn(self._slash.do(given), "command in a question")})
        return True

    def _begin_to_submit(self, command: Command) -> None:
        self._tasks.spawn(self.submit(command), f"submit {type(command).__name__}")

    async def submit(self, command: Command) -> None:
        """Have the engine carry out a command; what prevents that is written."""
        if self._dispatch is None:
            raise RuntimeError("nothing is open yet")
        try:
            await self._dispatch(command)
        except AssistantError as error:
            self._is_rejected = isinstance(command, Say)
            self.tell_problem(error)

    async def _may_read(self) -> bool:
        """Wait until a message can be read; False if a turn asks what nobody is there to answer.

        On lines of text that is after the turn.

        Only a question reads during a turn. Where it meets the end of the input it stays open, and
        is put again at the next start.
        """
        if not self.surface.takes_turns:
            return True
        ended = asyncio.ensure_future(self._end_unseen())
        try:
            while not (self._printer.idle.is_set() or ended.done()):
                # Another turn may begin at the moment in which one ends.
                idle = asyncio.ensure_future(self._printer.idle.wait())
                try:
                    await asyncio.wait({idle, ended}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    idle.cancel()
            return self._printer.idle.is_set()
        finally:
            ended.cancel()

    async def _end_unseen(self) -> None:
        """Wait until the input is over and a question is open that it would have answered."""
        await self.surface.left.wait()
        if not self.surface.is_person:  # a person who leaves is not kept
            await self._printer.unseen.wait()
