"""`parley chat`: converse in the terminal."""

import asyncio
import contextlib
import io
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.assembly.core import open_core
from assistant.assembly.outside_access import outside_access
from assistant.channels.terminal.chat.command_handler import SlashCommandHandler
from assistant.channels.terminal.chat.printer import ConversationPrinter
from assistant.channels.terminal.chat.surface import (
    ChatSurface,
    PlainSurface,
    StyledSurface,
    TerminalConversation,
)
from assistant.channels.terminal.console.capabilities import can_draw
from assistant.channels.terminal.console.interrupts import stop_on_interrupt
from assistant.channels.terminal.console.output import LineTone
from assistant.channels.terminal.text.slash_commands import SlashInvocation, parse_slash
from assistant.cli.model_fetch import BackgroundFetch, ModelFetch
from assistant.cli.options import HomeOption, ModelsOption
from assistant.clock import SystemClock
from assistant.engine.core import Core
from assistant.engine.history.past_conversations import latest_user_messages
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.startup_loader import LoadQueue
from assistant.errors import AssistantError, HomeBusyError
from assistant.home import Home
from assistant.locale import _
from assistant.protocol.commands import Command
from assistant.protocol.conversation import Say
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.models import FetchModelFiles, StarterFilesChanged
from assistant.questions.model.question import Channel
from assistant.settings import load

if TYPE_CHECKING:
    from assistant.catalog import ModelStore


def command(
    home: HomeOption = None,
    models: ModelsOption = None,
    resume: Annotated[
        bool, typer.Option("--continue", help="Go on with the latest conversation.")
    ] = False,
) -> None:
    """Converse in the terminal. Ctrl-C stops a reply, Ctrl-D leaves, /help lists commands.

    Lines that come through a pipe are messages, one after the other; the output is plain then.
    """
    place = Home.locate(root=home, models=models)
    loaded = load(place)
    plan = LaunchOptions(
        home=place,
        settings=loaded.settings,
        problems=loaded.problems,
        clock=SystemClock(),
        channel=Channel.TERMINAL,
    )
    with contextlib.suppress(asyncio.CancelledError):  # ended by a signal
        try:
            asyncio.run(_chat(plan, resume=resume))
        except HomeBusyError as busy:
            from assistant.assembly.attached.connection import (
                attached_chat,  # only here HTTP is needed
            )

            asyncio.run(attached_chat(plan, busy, surface=lambda talk: _surface(plan, talk)))


async def _chat(plan: LaunchOptions, *, resume: bool) -> None:
    for stream in (sys.stdin, sys.stdout):
        # A letter that the encoding lacks becomes a question mark, not the end of the program.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    talk = _Talk(lambda talk: _surface(plan, talk))
    with talk.held():
        await _open(plan, talk, resume=resume)
    talk.raise_failure()


async def _open(plan: LaunchOptions, talk: "_Talk", *, resume: bool) -> None:
    async with open_core(plan, emit=talk.hear) as core:
        # What was cut off goes on in any case: no other way leads back to it from a terminal.
        if not (
            resume or core.conversations.current.is_empty or await core.answers.is_unfinished()
        ):
            await core.conversations.open(None)
        await talk.hold(core)


def _surface(plan: LaunchOptions, talk: TerminalConversation) -> ChatSurface:
    if not can_draw(sys.stdin, sys.stdout, os.environ):
        return PlainSurface(stdin=sys.stdin, write=_write)
    return StyledSurface(
        stdin=sys.stdin,
        stdout=sys.stdout,
        complete=talk.complete,
        warning=_("Press Ctrl-C again, or Ctrl-D, to leave."),
        arm_delay_s=plan.settings.questions.arm_delay_ms / 1000,
        numbers=plan.settings.questions.terminal_numbers,
        is_busy=talk.is_busy,
        stop=talk.stop,
    )


class _Talk:
    """One conversation at the terminal, from the first event to the last message.

    Args:
        surface: Builds the surface, for this conversation.
    """

    def __init__(self, surface: "Callable[[_Talk], ChatSurface]") -> None:
        self._surface = surface(self)
        self._page = self._surface.page
        self._printer = ConversationPrinter(page=self._page, has_commands=self._surface.is_person)
        self._slash = SlashCommandHandler(
            page=self._page,
            submit=self._submit,
            leave=self._surface.left.set,
            fetch=self._begin_to_fetch,
        )
        self._core: Core | None = None
        self._model_fetch: ModelFetch | None = None
        self._background_fetch: BackgroundFetch | None = None
        self._remembered = ""
        """The conversation whose words the input line brings back."""
        self._is_unshown = False
        """Whether what was typed last does not stand on the screen yet."""
        self._stopped: set[str | None] = set()
        """The turns that were stopped."""

    def complete(self, begun: str) -> list[tuple[str, str]]:
        """Completions of the line, each with its meaning."""
        return self._slash.complete(begun)

    def held(self) -> AbstractContextManager[None]:
        """Hold the terminal."""
        return self._surface.held()

    def is_busy(self) -> bool:
        self._is_unshown = not self._printer.idle.is_set()
        return self._is_unshown

    def raise_failure(self) -> None:
        """Raise the OSError that ended the conversation because its output failed."""
        if isinstance(self._surface, PlainSurface) and self._surface.failure is not None:
            raise self._surface.failure

    def stop(self) -> bool:
        """Stop the reply; returns whether there was one that was not stopped before."""
        if self._core is None or self._printer.idle.is_set():
            return False
        turn = self._core.conversations.current.turn_id
        if turn in self._stopped:
            return False
        self._stopped.add(turn)
        self._core.hold(self._core.conversations.stop_turn(), "stop")
        return True

    def hear(self, event: EngineEvent) -> None:
        self._printer(event)
        self._slash(event)
        self._surface.follow(event)
        if isinstance(event, HistoryLoaded) and event.conversation_id != self._remembered:
            self._remembered = event.conversation_id
            own = [message for message in event.messages if message.role == "user"]
            self._surface.remember(message.text for message in own if message.answers is None)

    async def hold(self, core: Core) -> None:
        """Converse until the user leaves."""
        self._core = core
        interrupt = stop_on_interrupt(stop=self.stop, line=self._page.line)
        core.desk.register(
            self._surface.presenter(
                clock=core.plan.clock,
                interrupt=interrupt,
                submit=self._begin_to_submit,
                obey=self._obey,
            )
        )
        fallback = self._surface.fallback(clock=core.plan.clock, obey=self._obey)
        if fallback is not None:
            core.desk.register(fallback, fallback=True)
        self._remembered = core.conversations.current.conversation_id
        self._surface.remember(await latest_user_messages(core.store))
        loading = LoadQueue()
        core.subscribe(loading.on_event)
        core.commands.register(FetchModelFiles, self._fetch_files)
        async with outside_access(core, loading=loading, has_api=False) as access:
            core.announce()
            core.servers.begin()
            core.sync.begin()
            await core.taken_up()
            if self._surface.is_person:  # who only sends lines through a pipe is soon gone
                access.begin()
                core.starter.begin(self._background(core))
            try:
                await self._converse(core)
            finally:
                if self._background_fetch is not None:
                    self._background_fetch.stop()

    def _background(self, core: Core) -> BackgroundFetch:
        """Fetches the better built-in model while the user goes on."""
        self._background_fetch = BackgroundFetch(
            open_store=lambda: _model_store(core.plan.home),
            say=self._say,
            arrived=lambda: self._model_arrived(core),
            hold=core.hold,
        )
        return self._background_fetch

    async def _fetch_files(self, command: FetchModelFiles) -> None:
        await self._begin_to_fetch(command.name)

    async def _converse(self, core: Core) -> None:
        if self._surface.is_person:
            turn_id = core.conversations.current.turn_id
            await self._slash.tell_unanswered(turn_id=turn_id)
            await self._tell_missing_model(core)
        while await self._may_read() and not self._surface.left.is_set():
            try:
                text = (await self._surface.read()).strip()
            except EOFError:
                break
            if text:
                await self._take(text)
            elif isinstance(self._surface, PlainSurface) and self._surface.is_person:
                break

    async def _take(self, text: str) -> None:
        """Carry out a line: a command typed in a terminal, else words."""
        offered = self._printer.offered(text)
        given = parse_slash(text) if self._surface.is_person else None
        is_said = offered is None and given is None
        is_unshown, self._is_unshown = self._is_unshown, False
        if is_unshown and (self._printer.idle.is_set() or not is_said):
            self._page.aside(f"> {text}", LineTone.OWN)
            is_unshown = False
        if offered is not None or given is None:
            await self._submit(offered or Say(text=text))
        else:
            await self._slash.do(given)
        if is_unshown and not self._printer.has_waiting(text):  # there was no room for it
            self._page.aside(f"> {text}", LineTone.OWN)

    async def _obey(self, typed: str) -> bool:
        """Carry out a command typed in a question; returns whether it is one.

        Goes on where it ends the question it was typed in.
        """
        given = parse_slash(typed) if self._surface.is_person else None
        if self._core is None or not isinstance(given, SlashInvocation):
            return False
        await asyncio.wait({self._core.hold(self._slash.do(given), "command in a question")})
        return True

    async def _tell_missing_model(self, core: Core) -> None:
        """Say how to get the built-in model, if it should answer and is missing."""
        model = await core.starter.to_fetch()
        if model is not None and model == core.starter.model:
            self._page.aside(
                _(
                    "The built-in model is not here yet: /fetch fetches it ({size} MB). Timers,"
                    " memory and calculations do without."
                ).format(size=round(model.size_bytes / 1e6)),
                LineTone.NOTE,
            )

    async def _begin_to_fetch(self, name: str) -> None:
        """Fetch a model, by default the best built-in one."""
        core = self._core
        if core is None:
            raise RuntimeError("nothing is open yet")
        if not name:
            model = await core.starter.to_fetch()
            if model is None:
                self._say(_("No better built-in model would run here."))
                return
            name = model.name
        if self._background_fetch is not None and self._background_fetch.fetching == name:
            self._say(_("{name} is being fetched already.").format(name=name))
            return
        if self._model_fetch is None:
            self._model_fetch = ModelFetch(
                open_store=lambda: _model_store(core.plan.home),
                say=self._say,
                refused=self._tell_problem,
                arrived=lambda: self._model_arrived(core),
                hold=core.hold,
            )
        self._model_fetch.begin(name)

    async def _model_arrived(self, core: Core) -> None:
        await core.commands.dispatch(StarterFilesChanged())

    def _say(self, text: str) -> None:
        self._page.aside(text, LineTone.NOTE)

    def _begin_to_submit(self, command: Command) -> None:
        if self._core is not None:
            self._core.hold(self._submit(command), "command of a question's card")

    async def _submit(self, command: Command) -> None:
        if self._core is None:
            raise RuntimeError("nothing is open yet")
        try:
            await self._core.commands.dispatch(command)
        except AssistantError as error:
            self._tell_problem(error)

    def _tell_problem(self, error: AssistantError) -> None:
        self._page.aside(f"! {error.message}", LineTone.TROUBLE)
        if error.hint:
            self._page.aside(f"  {error.hint}")

    async def _may_read(self) -> bool:
        """Wait until a message can be read; False if a turn asks what nobody is there to answer.

        On lines of text that is after the turn.

        Only a question reads during a turn. Where it meets the end of the input it stays open, and
        is put again at the next start.
        """
        if not self._surface.takes_turns:
            return True
        idle = asyncio.ensure_future(self._printer.idle.wait())
        ended = asyncio.ensure_future(self._end_unseen())
        try:
            await asyncio.wait({idle, ended}, return_when=asyncio.FIRST_COMPLETED)
            return self._printer.idle.is_set()
        finally:
            idle.cancel()
            ended.cancel()

    async def _end_unseen(self) -> None:
        """Wait until the input has ended with an open question that it would have answered."""
        await self._surface.left.wait()
        if not self._surface.is_person:  # a person who leaves is not kept
            await self._printer.unseen.wait()


def _model_store(home: Home) -> "ModelStore":
    from assistant.catalog import Catalog, ModelStore  # much to import, and seldom needed

    return ModelStore(catalog=Catalog.load(), folder=home.models)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
