"""Shows the conversation of a running Parley in an attached terminal. Any loop.

Events arrive over the API and are shown as in a terminal of its own. Typed messages and answers are
sent to the program, which keeps the conversation. Its window does not change.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any, Final, cast

import httpx2

from assistant.assembly.attached.questions import AttachedQuestions
from assistant.channels.terminal.chat.command_handler import SlashCommandHandler
from assistant.channels.terminal.chat.printer import ConversationPrinter
from assistant.channels.terminal.chat.surface import (
    ChatSurface,
    PlainSurface,
    TerminalConversation,
)
from assistant.channels.terminal.console.interrupts import stop_on_interrupt
from assistant.channels.terminal.console.output import LineTone
from assistant.channels.terminal.text.slash_commands import (
    SlashCommand,
    SlashInvocation,
    parse_slash,
)
from assistant.channels.web.api.model.event_decoder import (
    decode_event,
    decode_messages,
    decode_past_answers,
    decode_question,
    decode_unanswered,
)
from assistant.channels.web.client.remote_conversation import RunningConversation, StreamEvent
from assistant.channels.web.client.running_program import RunningProgram
from assistant.channels.web.client.running_sync import RunningSync
from assistant.clock import Clock
from assistant.errors import AssistantError, RequestRefused, UnreachableError
from assistant.locale import _
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened, Say, Stop
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.questions import (
    AmendAnswer,
    ListAnswers,
    ListQuestions,
    PresentQuestionAgain,
    QuestionAsked,
    QuestionClosed,
    ReopenTimedOutQuestion,
    ReturnToQuestion,
    UndoAnswer,
)
from assistant.protocol.sync import ListSync, SyncListed, SyncNow
from assistant.protocol.timers import StopRinging
from assistant.protocol.turns import TurnStarted
from assistant.questions.model.question import Channel

Reach = Callable[[], AbstractAsyncContextManager[RunningProgram | None]]
"""Reaches the program that runs now; None if there is none."""
BuildSurface = Callable[[TerminalConversation], ChatSurface]
"""Builds the terminal."""
_COMMANDS: Final = frozenset(
    {
        SlashCommand.QUESTIONS,
        SlashCommand.ANSWERS,
        SlashCommand.UNDO,
        SlashCommand.STOP,
        SlashCommand.SYNC,
        SlashCommand.HELP,
        SlashCommand.QUIT,
    }
)
"""What a line can do here; the rest is done in the window."""
_AGAIN_S: Final = 3.0
"""How long words wait for the program to be there again."""
_STATE: Final = "missed"
"""The kind of event after which is asked how things stand."""


class AttachedConversation:
    """One terminal, until the user leaves or the program ends. Needs a running loop.

    Args:
        program: What it is attached to.
        again: Reaches the program once the connection is lost; it may have another address.
        surface: Builds the terminal.
        clock: Stamps answers.
    """

    def __init__(
        self, *, program: RunningProgram, again: Reach, surface: BuildSurface, clock: Clock
    ) -> None:
        self._conversation: RunningConversation = program.conversation
        self._sync: RunningSync = program.sync
        self._again = again
        self._clock = clock
        self._surface = surface(self)
        self._page = self._surface.page
        self._printer = ConversationPrinter(page=self._page, has_commands=self._surface.is_person)
        self._slash = SlashCommandHandler(
            page=self._page, submit=self._submit, leave=self._surface.left.set, there=_COMMANDS
        )
        self._questions = AttachedQuestions(conversation=self._conversation, page=self._page)
        self._session_id = ""
        self._seen = ""
        """The id of the last event that was heard."""
        self._heard = asyncio.Event()
        """Set with every event."""
        self._asked_in: dict[str, str] = {}
        """The conversation of each question that was listed."""
        self._own: list[str] = []
        """What was typed here and is not told yet."""
        self._is_unshown = False
        """Whether what was typed last does not stand on the screen yet."""
        self._is_stopped = False
        """Whether the turn under way was stopped from here."""
        self._tasks: set[asyncio.Task[None]] = set()

    def complete(self, begun: str) -> list[tuple[str, str]]:
        """Return what the beginning of a line may become, each with its meaning."""
        return self._slash.complete(begun)

    def is_busy(self) -> bool:
        """Whether what is typed now waits for a reply; it is shown where its turn comes."""
        self._is_unshown = not self._printer.idle.is_set()
        return self._is_unshown

    def stop(self) -> bool:
        """Stop the reply; returns whether there was one that was not stopped before."""
        if self._printer.idle.is_set() or self._is_stopped:
            return False
        self._is_stopped = True
        self._begin_to_submit(Stop())
        return True

    def _begin_to_submit(self, command: Command) -> None:
        self._begin(self._submit(command))

    def _begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.get_running_loop().create_task(work, name="attached-command")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def hold(self) -> None:
        """Converse until the user leaves or the program ends.

        Raises:
            UnreachableError: If it cannot be reached to begin with.
        """
        with self._surface.held():
            await self._hold()

    async def _hold(self) -> None:
        interrupt = stop_on_interrupt(stop=self.stop, line=self._page.line)
        self._questions.put_by(
            self._surface.presenter(
                clock=self._clock,
                interrupt=interrupt,
                submit=self._begin_to_submit,
                obey=self._obey,
            )
        )
        await self._take_up()
        self._page.line(
            _("This terminal is part of the Parley that runs; what is said here stands there too."),
            LineTone.NOTE,
        )
        if self._surface.is_person:
            await self._slash.tell_unanswered()
        listening = asyncio.create_task(self._listen(), name="attached-listening")
        talking = asyncio.create_task(self._talk(), name="attached-talking")
        is_gone = False
        try:
            await asyncio.wait({listening, talking}, return_when=asyncio.FIRST_COMPLETED)
            is_gone = not talking.done()
        finally:
            both = {listening, talking}
            for task in both | self._tasks:
                task.cancel()
            await asyncio.wait(both | self._tasks)
            await self._questions.aclose()
        for task in both:
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error
        if is_gone:  # below the line that was typed on
            self._page.line(
                _("Parley was closed, or does not let this terminal in any more."), LineTone.NOTE
            )

    # What is heard.

    async def _listen(self) -> None:
        """Show what happens until the program ends."""
        await self._follow()
        while True:
            async with self._again() as program:
                if program is None:
                    return
                self._conversation = self._questions.conversation = program.conversation
                self._sync = program.sync
                try:
                    await self._take_up()
                except (RequestRefused, UnreachableError):
                    continue
                self._heard.set()
                await self._follow()

    async def _follow(self) -> None:
        """Show what happens until the connection ends."""
        # Looked for again, or told.
        with contextlib.suppress(RequestRefused, UnreachableError):
            async with contextlib.aclosing(self._conversation.follow(self._seen)) as stream:
                async for one in stream:
                    await self._hear(one)
                    self._heard.set()

    async def _hear(self, one: StreamEvent) -> None:
        if _number(one.event_id) <= _number(self._seen) and one.data.get("type") != _STATE:
            return  # it was part of how things stood
        self._seen = one.event_id
        if one.data.get("type") == _STATE:
            await self._take_up()
            return
        event = decode_event(one.data)
        match event:
            case None:
                return
            case ConversationOpened():
                if event.conversation_id != self._session_id:
                    await self._take_up()
                return
            case QuestionAsked():
                may_answer = one.data.get("may_answer") is True
                self._questions.put(event, may_answer=may_answer)
            case QuestionClosed():
                if await self._questions.close(event.questions.id):
                    event = replace(event, channel=Channel.TERMINAL)  # it was answered here
            case TurnStarted():
                self._show_words(event)
            case Notice(code="question_waiting"):
                return  # here it is put
            case _:
                pass
        self._show(event)

    async def _take_up(self) -> None:
        """Ask how things stand, and show what was not shown yet."""
        state = await self._conversation.state()
        before, self._session_id = self._session_id, str(state["session_id"])
        self._seen = str(state["last_event_id"])
        messages = cast("Sequence[Mapping[str, Any]]", state["messages"])
        history = decode_messages(self._session_id, messages)
        if self._session_id != before:
            self._surface.remember(
                str(one["text"])
                for one in messages
                if one["role"] == "user" and one["answers"] is None
            )
        self._show(
            ConversationOpened(
                conversation_id=self._session_id,
                resumed=bool(history.messages),
                model=str(state["model"]),
            )
        )
        self._show(history)
        if state["is_replying"]:
            self._show(TurnStarted(turn_id="", text="", spoken=False))
        else:
            self._printer.idle.set()
        waiting = cast("Sequence[Mapping[str, Any]]", state["open"])
        await self._questions.take_up(
            (decode_question(one, session_id=str(one["session_id"])), one["may_answer"] is True)
            for one in waiting
        )

    def _show_words(self, event: TurnStarted) -> None:
        """Show the user's words that were not typed here."""
        self._is_stopped = False
        if event.text in self._own:
            self._own.remove(event.text)
        elif event.text and event.answers is None and not self._printer.has_waiting(event.text):
            self._page.line(f"> {event.text}", LineTone.OWN)

    def _show(self, event: EngineEvent) -> None:
        self._printer(event)
        self._slash(event)
        self._surface.follow(event)

    # What is said.

    async def _talk(self) -> None:
        """Send what is typed until the user leaves."""
        while True:
            if self._surface.takes_turns:
                await self._printer.idle.wait()
            if self._surface.left.is_set() and self._surface.is_person:
                return
            try:
                text = (await self._surface.read()).strip()
            except EOFError:
                return
            if text:
                await self._take(text)
            elif isinstance(self._surface, PlainSurface) and self._surface.is_person:
                return
            if self._surface.left.is_set() and self._surface.is_person:
                return

    async def _obey(self, typed: str) -> bool:
        """Carry out a command that is typed in a question; whether it is one."""
        given = parse_slash(typed) if self._surface.is_person else None
        if not isinstance(given, SlashInvocation):
            return False
        task = self._begin(self._slash.do(given))
        await asyncio.wait({task})
        return True

    async def _take(self, text: str) -> None:
        is_unshown, self._is_unshown = self._is_unshown, False
        given = parse_slash(text) if self._surface.is_person else None
        if given is None:
            if not is_unshown:
                self._own.append(text)
            await self._submit(Say(text=text))
            return
        if is_unshown:
            self._page.line(f"> {text}", LineTone.OWN)
        await self._slash.do(given)

    async def _submit(self, command: Command) -> None:
        """Have the program carry out a command, as far as it does that for a terminal."""
        try:
            match command:
                case Say():
                    await self._say(command.text)
                case Stop() | StopRinging():
                    await self._conversation.stop(self._session_id)
                case ListQuestions():
                    listed = decode_unanswered(await self._conversation.questions())
                    self._asked_in = {
                        one.questions.id: one.origin.conversation_id for one in listed.questions
                    }
                    self._slash(listed)
                case PresentQuestionAgain() | ReopenTimedOutQuestion():
                    asked_in = self._asked_in.get(command.questions_id, self._session_id)
                    await self._conversation.reopen(asked_in, command.questions_id)
                case ListAnswers():
                    self._slash(decode_past_answers(await self._conversation.answered()))
                case AmendAnswer():
                    await self._change(command.questions_id, "change")
                case ReturnToQuestion():
                    await self._change(command.questions_id, "go_back")
                case UndoAnswer():
                    await self._change(command.questions_id, "undo")
                case ListSync() | SyncNow():
                    is_wanted = isinstance(command, SyncNow)
                    asking = self._sync.sync_now() if is_wanted else self._sync.status()
                    self._slash(SyncListed(status=await asking))
                case _:
                    raise RuntimeError(f"a terminal cannot ask for {type(command).__name__}")
        except AssistantError as error:
            self._page.line(f"! {error.message}", LineTone.TROUBLE)
            if error.hint:
                self._page.line(f"  {error.hint}")

    async def _change(self, questions_id: str, way: str) -> None:
        await self._conversation.change(self._session_id, questions_id, way)

    async def _say(self, text: str) -> None:
        try:
            last = _number(await self._sent(text))
        except AssistantError:
            if text in self._own:
                self._own.remove(text)
            raise
        # What came of the words so far is shown before the next are read.
        while _number(self._seen) < last:
            self._heard.clear()
            await self._heard.wait()

    async def _sent(self, text: str) -> str:
        """Send words; where nobody is at the old address any more, at the new one."""
        used = self._conversation
        try:
            return await used.say(self._session_id, text)
        except UnreachableError as error:
            if not isinstance(error.__cause__, httpx2.ConnectError):
                raise  # they may have arrived
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_AGAIN_S):
                    while self._conversation is used:
                        self._heard.clear()
                        await self._heard.wait()
        return await self._conversation.say(self._session_id, text)


def _number(event_id: str) -> int:
    """Return the place of an event in its run; 0 if it has none."""
    digits = event_id.rpartition("-")[2]
    return int(digits) if digits.isascii() and digits.isdigit() else 0
