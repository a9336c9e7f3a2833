"""A terminal on a pipe, attached to a real core through its real API."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from assistant.assembly.web.api import open_api
from assistant.channels.terminal.chat.surface import PlainSurface, TerminalConversation
from assistant.cli.attached_chat import attached_chat
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import ErrorCategory, HomeBusyError, ProviderError
from assistant.home import Home
from assistant.protocol.conversation import NewConversation, Say
from assistant.protocol.questions import QuestionClosed
from assistant.protocol.turns import TurnFailed, TurnFinished
from assistant.questions.model.question import (
    Answered,
    Channel,
    Origin,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from assistant.settings import load
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says, uses_tool
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import QUESTION, question_set
from tests.helpers.web.api_program import PORT, calling

ASKS = uses_tool("ask_user_question", QUESTION)
BUSY = HomeBusyError("Parley is already running.", hint="Use that window.", holder="desktop")


def plan_of(home: Home) -> LaunchOptions:
    loaded = load(home, {})
    return LaunchOptions(
        home=home,
        settings=loaded.settings,
        problems=(),
        clock=SystemClock(),
        channel=Channel.TERMINAL,
    )


class Terminal:
    """The other end of the pipe."""

    def __init__(self, keys: int, heard: asyncio.Event) -> None:
        self._keys = keys
        self._heard = heard
        self._is_open = True
        self.shown = ""

    def write(self, text: str) -> None:
        """Take what the chat shows."""
        self.shown += text
        self._heard.set()

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._keys, f"{line}\n".encode())

    def end(self) -> None:
        """Type nothing more."""
        if self._is_open:
            self._is_open = False
            os.close(self._keys)

    async def until(self, condition: Callable[[str], bool]) -> None:
        """Wait until what is shown is so."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition(self.shown):
                self._heard.clear()
                await self._heard.wait()

    async def until_shown(self, text: str) -> None:
        """Wait for text."""
        await self.until(lambda shown: text in shown)


class Attached:
    """An attached terminal, and the task that ends with it."""

    def __init__(
        self, terminal: Terminal, task: "asyncio.Task[None]", talks: list[TerminalConversation]
    ) -> None:
        self.terminal = terminal
        self._task = task
        self._talks = talks

    def stop(self) -> None:
        """Press Ctrl-C."""
        assert self._talks[-1].stop()

    async def ended(self) -> None:
        """Wait for its end; raises what it ended with."""
        async with asyncio.timeout(PATIENCE_S):
            await self._task


@asynccontextmanager
async def chatting(home: Home) -> AsyncGenerator[Attached]:
    """Attach a terminal to the core that runs with a home."""
    reading, writing = os.pipe()
    terminal = Terminal(writing, asyncio.Event())
    with os.fdopen(reading, encoding="utf-8") as stdin:
        talks: list[TerminalConversation] = []

        def surface(talk: TerminalConversation) -> PlainSurface:
            talks.append(talk)
            return PlainSurface(stdin=stdin, write=terminal.write)

        task = asyncio.create_task(attached_chat(plan_of(home), BUSY, surface=surface))
        try:
            await terminal.until_shown("You are talking to")
            await terminal.until_shown("This terminal is part of the Parley that runs")
            yield Attached(terminal, task, talks)
        finally:
            terminal.end()
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def test_what_is_typed_is_said_there_and_the_reply_streams_here(home: Home) -> None:
    gate = asyncio.Event()
    reply = says("One two three.", chunks=["One two", " three."])
    model = ScriptedModel([[reply[0], Wait(gate=gate), *reply[1:]]])
    async with calling(home, model) as program, chatting(home) as chat:
        chat.terminal.type("Count")
        await chat.terminal.until_shown("One two")
        assert "three" not in chat.terminal.shown
        gate.set()
        await chat.terminal.until_shown("One two three.")
        assert (await program.running.until(TurnFinished)).text == "One two three."
        assert model.requests[0].messages[-1].role == "user"
        chat.terminal.end()
        await chat.ended()
        assert "> Count" not in chat.terminal.shown, "who typed it has seen it"


async def test_the_end_of_the_input_waits_for_the_reply(home: Home) -> None:
    model = ScriptedModel([says("First."), says("Second.")])
    async with calling(home, model), chatting(home) as chat:
        chat.terminal.type("one")
        chat.terminal.type("two")
        chat.terminal.end()
        await chat.ended()
        assert chat.terminal.shown.index("First.") < chat.terminal.shown.index("Second.")


async def test_what_was_said_before_and_what_is_said_in_the_window_stand_here(home: Home) -> None:
    model = ScriptedModel([says("Hello."), says("Good.")])
    async with calling(home, model) as program:
        await program.running.do(Say(text="Good morning"))
        await program.running.until(TurnFinished)
        async with chatting(home) as chat:
            assert "> Good morning\nHello.\n" in chat.terminal.shown
            await program.running.do(Say(text="How are you?"))
            await chat.terminal.until_shown("> How are you?\nGood.")


async def test_a_question_is_answered_here(home: Home) -> None:
    model = ScriptedModel([ASKS, says("B it is.")])
    async with calling(home, model) as program, chatting(home) as chat:
        chat.terminal.type("Help me")
        await chat.terminal.until_shown("/help lists")
        chat.terminal.type("2")
        await chat.terminal.until_shown("B it is.")
        response = (await program.running.until(QuestionClosed)).response
        assert isinstance(response, Answered)
        assert response.answers[0].option_ids == ("2",)
        assert response.provenance.channel is Channel.API
        assert chat.terminal.shown.count("✔") == 1


async def test_each_way_not_to_answer_reaches_the_asker(home: Home) -> None:
    ways = {
        "/decide": "you_decide",
        "/none I want another": "none_fit",
        "/later": "later",
        "/cancel": "cancelled",
    }
    async with calling(home) as program, chatting(home) as chat:
        for count, (typed, outcome) in enumerate(ways.items(), 1):
            await program.put(PORT)
            await chat.terminal.until(lambda shown, n=count: shown.count("/help lists") == n)
            chat.terminal.type(typed)
            closed = await program.running.until(QuestionClosed, count)
            assert closed.response.outcome == outcome


async def test_a_question_that_the_window_answers_is_taken_away_here(home: Home) -> None:
    model = ScriptedModel([ASKS, says("B it is."), says("Yes.")])
    async with calling(home, model) as program, chatting(home) as chat:
        chat.terminal.type("Help me")
        await chat.terminal.until_shown("/help lists")
        await program.running.answer_b()
        await chat.terminal.until_shown("B it is.")
        chat.terminal.type("2")  # words now, no answer
        await chat.terminal.until_shown("Yes.")
        assert len(program.running.of(QuestionClosed)) == 1


async def test_a_question_that_nobody_is_left_to_answer_ends_the_terminal_and_stays_open(
    home: Home,
) -> None:
    model = ScriptedModel([ASKS])
    async with calling(home, model) as program, chatting(home) as chat:
        chat.terminal.type("Help me")
        chat.terminal.end()
        await chat.ended()
        assert "A question is waiting for your answer." in chat.terminal.shown
        assert program.running.core.desk.pending()


async def test_words_that_wait_are_sent_after_a_reply_that_was_stopped_here(home: Home) -> None:
    model = ScriptedModel([[says("One two")[0], Wait(gate=asyncio.Event())], says("Next.")])
    async with calling(home, model) as program, chatting(home) as chat:
        chat.terminal.type("Count")
        await chat.terminal.until_shown("One two")
        await program.running.do(Say(text="And then?"))
        chat.stop()
        await chat.terminal.until_shown("Stopped.")
        await chat.terminal.until_shown("> And then?\nNext.")


async def test_a_question_that_was_open_before_is_put_here(home: Home) -> None:
    async with calling(home) as program:
        core = program.running.core
        asking = asyncio.create_task(
            core.desk.ask(question_set(), Origin(channel=Channel.DESKTOP, conversation_id="else"))
        )
        await program.running.until_asked()
        async with chatting(home) as chat:
            await chat.terminal.until_shown("/help lists")
        assert core.desk.pending(), "who leaves answers nothing"
        asking.cancel()
        await asyncio.wait({asking})


async def test_a_confirmation_is_left_to_the_window(home: Home) -> None:
    question = Question(id="sure", kind=QuestionKind.BOOLEAN, text="Delete everything?")
    questions = QuestionSet(id="confirm", questions=(question,), purpose=Purpose.CONFIRM)
    async with calling(home) as program, chatting(home) as chat:
        core = program.running.core
        origin = Origin(
            channel=Channel.DESKTOP, conversation_id=core.conversations.current.conversation_id
        )
        asking = asyncio.create_task(core.desk.ask(questions, origin))
        await chat.terminal.until_shown("Delete everything?\n  This is decided in the window.")
        assert "/help lists" not in chat.terminal.shown
        asking.cancel()
        await asyncio.wait({asking})


async def test_another_conversation_is_followed(home: Home) -> None:
    model = ScriptedModel([says("Hello."), says("Again.")])
    async with calling(home, model) as program, chatting(home) as chat:
        chat.terminal.type("Good morning")
        await chat.terminal.until_shown("Hello.")
        await program.running.until(TurnFinished)
        await program.running.do(NewConversation())
        # Said of each conversation; words typed before are meant for the one that is left.
        await chat.terminal.until(lambda shown: shown.count("You are talking to") == 2)
        chat.terminal.type("And now?")
        await chat.terminal.until_shown("Again.")
        assert len(model.requests[1].messages) == 1


async def test_words_that_are_not_taken_say_why(home: Home) -> None:
    model = ScriptedModel()
    model.refusal = ProviderError(
        "There is no key.", category=ErrorCategory.AUTHENTICATION, hint="Add one."
    )
    async with calling(home, model), chatting(home) as chat:
        chat.terminal.type("Hi")
        await chat.terminal.until_shown("There is no key.")


async def test_a_reply_is_stopped_from_here(home: Home) -> None:
    model = ScriptedModel([[says("One two")[0], Wait(gate=asyncio.Event())]])
    async with calling(home, model) as program, chatting(home) as chat:
        chat.terminal.type("Count")
        await chat.terminal.until_shown("One two")
        session_id = program.running.core.conversations.current.conversation_id
        assert (await program.post("stop", {"session_id": session_id})).status_code == 200
        await chat.terminal.until_shown("Stopped.")
        assert (await program.running.until(TurnFailed)).cancelled


async def test_the_end_of_the_program_is_told_and_ends_it(home: Home) -> None:
    async with AsyncExitStack() as program:
        await program.enter_async_context(calling(home))
        async with chatting(home) as chat:
            await program.aclose()
            await chat.ended()
            assert "Parley was closed" in chat.terminal.shown


async def test_a_program_that_moves_is_found_again(home: Home) -> None:
    """As when the port is changed in the settings: the API closes and opens elsewhere."""
    async with opened(home, ScriptedModel([says("Back.")])) as running, AsyncExitStack() as api:
        settings = running.core.plan.settings.api
        await api.enter_async_context(open_api(running.core, settings))
        async with chatting(home) as chat:
            await api.aclose()
            await api.enter_async_context(open_api(running.core, settings))
            chat.terminal.type("There?")
            await chat.terminal.until_shown("Back.")
            assert chat.terminal.shown.count("You are talking to") == 1
