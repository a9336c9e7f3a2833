"""Lines of standard input, and what a conversation looks like as plain text."""

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field, replace
from typing import TextIO

import pytest
import pytest_asyncio

from assistant.call_ending import CallEnding
from assistant.channels.terminal.chat.printer import SHOWN_MESSAGES, ConversationPrinter
from assistant.channels.terminal.console.line_reader import LineReader
from assistant.channels.terminal.console.output import PlainOutput
from assistant.engine.memory.notices import MemoryNotices
from assistant.memory.model.outcomes import KeptFact
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import HistoryLoaded, HistoryMessage, PastQuestion
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import (
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.questions.model.question import (
    Cancelled,
    Channel,
    Later,
    Origin,
    Purpose,
    QuestionRoute,
    Response,
    TimedOut,
)
from tests.helpers.questions.builders import AT, by_click, choice, chose, question_set

# Lines.


@dataclass
class Typist:
    """Somebody at a keyboard: writes into the pipe that is standard input."""

    out: TextIO
    shown: list[str] = field(default_factory=list[str])
    was_shown: asyncio.Event = field(default_factory=asyncio.Event)

    def type(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()

    def show(self, prompt: str) -> None:
        self.shown.append(prompt)
        self.was_shown.set()


@dataclass
class Terminal:
    lines: LineReader
    typist: Typist


@pytest_asyncio.fixture
async def terminal() -> AsyncGenerator[Terminal]:
    read_end, write_end = os.pipe()
    stream = os.fdopen(read_end, encoding="utf-8")
    typist = Typist(out=os.fdopen(write_end, "w", encoding="utf-8"))
    lines = LineReader(stream=stream, write=typist.show, is_prompting=True)
    yield Terminal(lines=lines, typist=typist)
    typist.out.close()
    with contextlib.suppress(EOFError):  # lets the thread find the end
        while True:
            await lines.read("")
    stream.close()


async def test_a_line_comes_without_its_end_and_after_its_prompt(terminal: Terminal) -> None:
    terminal.typist.type("hello\r\nthere\n")

    assert await terminal.lines.read("> ") == "hello"
    assert await terminal.lines.read("? ") == "there"
    assert terminal.typist.shown == ["> ", "? "]


async def test_the_end_is_told_to_everybody_and_ever_after(terminal: Terminal) -> None:
    first = asyncio.ensure_future(terminal.lines.read("1"))
    second = asyncio.ensure_future(terminal.lines.read("2"))
    await asyncio.sleep(0)
    terminal.typist.out.close()

    for reader in (first, second):
        with pytest.raises(EOFError):
            await reader
    with pytest.raises(EOFError):
        await terminal.lines.read("3")
    assert terminal.lines.ended.is_set()
    assert terminal.typist.shown == ["1", "2"]


async def test_a_line_without_an_end_is_the_last_one(terminal: Terminal) -> None:
    terminal.typist.type("bye")
    terminal.typist.out.close()

    assert await terminal.lines.read("> ") == "bye"
    with pytest.raises(EOFError):
        await terminal.lines.read("> ")


async def test_who_asked_last_is_answered_first_and_the_other_prompts_again(
    terminal: Terminal,
) -> None:
    conversation = asyncio.ensure_future(terminal.lines.read("> "))
    question = asyncio.ensure_future(terminal.lines.read("? "))
    await asyncio.sleep(0)
    terminal.typist.was_shown.clear()
    terminal.typist.type("2\n")

    assert await question == "2"
    await terminal.typist.was_shown.wait()
    assert terminal.typist.shown == ["> ", "? ", "> "]
    terminal.typist.type("and now?\n")
    assert await conversation == "and now?"


async def test_a_question_that_follows_at_once_is_the_only_prompt(terminal: Terminal) -> None:
    conversation = asyncio.ensure_future(terminal.lines.read("> "))
    await asyncio.sleep(0)

    async def ask_twice() -> list[str]:
        return [await terminal.lines.read("1? "), await terminal.lines.read("2? ")]

    questions = asyncio.ensure_future(ask_twice())
    await asyncio.sleep(0)
    terminal.typist.type("a\nb\n")

    assert await questions == ["a", "b"]
    assert terminal.typist.shown == ["> ", "1? ", "2? "]
    terminal.typist.type("c\n")
    assert await conversation == "c"


async def test_what_was_typed_for_a_question_that_was_withdrawn_goes_to_the_next_reader(
    terminal: Terminal,
) -> None:
    question = asyncio.ensure_future(terminal.lines.read("? "))
    await asyncio.sleep(0)
    question.cancel()
    await asyncio.wait({question})
    terminal.typist.type("hello\n")

    assert await terminal.lines.read("> ") == "hello"


@pytest.mark.requirement("Q-TERM-16")
async def test_without_a_person_nothing_prompts() -> None:
    read_end, write_end = os.pipe()
    os.write(write_end, b"hello\n")
    os.close(write_end)
    shown: list[str] = []
    with os.fdopen(read_end, encoding="utf-8") as stream:
        lines = LineReader(stream=stream, write=shown.append, is_prompting=False)
        assert await lines.read("> ") == "hello"
        with pytest.raises(EOFError):
            await lines.read("> ")
    assert shown == []


async def test_a_stream_that_breaks_is_at_its_end() -> None:
    read_end, write_end = os.pipe()
    os.write(write_end, b"\xff\xfe\n")
    os.close(write_end)
    with os.fdopen(read_end, encoding="utf-8", errors="strict") as stream:
        lines = LineReader(stream=stream, write=lambda _prompt: None, is_prompting=False)
        with pytest.raises(EOFError):
            await lines.read("> ")


# Printer.


def printed(*events: EngineEvent) -> str:
    out: list[str] = []
    printer = ConversationPrinter(page=PlainOutput(write=out.append))
    for event in events:
        printer(event)
    return "".join(out)


def delta(text: str) -> TextDelta:
    return TextDelta(turn_id="t", text=text)


FINISHED = TurnFinished(turn_id="t", text="", stop_reason="end_turn", spoken=False)


def tool(name: str) -> ToolStarted:
    return ToolStarted(turn_id="t", tool_use_id="u", name=name, arguments='{"expression": "1+1"}')


def test_words_are_written_as_they_come_and_the_line_is_ended() -> None:
    assert printed(delta("Hel"), delta("lo."), FINISHED) == "Hello.\n"
    assert printed(delta("Hello.\n"), FINISHED) == "Hello.\n"
    assert printed(FINISHED) == ""


def test_a_tool_has_a_line_of_its_own() -> None:
    assert printed(delta("Let me see."), tool("calculator"), delta("2")) == (
        'Let me see.\n· calculator {"expression": "1+1"}\n2'
    )


def test_only_a_tool_that_failed_tells_its_result() -> None:
    result = ToolFinished(
        turn_id="t", tool_use_id="u", name="calculator", content="no", is_error=False
    )
    assert printed(result) == ""
    failed = ToolFinished(
        turn_id="t", tool_use_id="u", name="calculator", content="no", is_error=True
    )
    assert printed(failed) == "· calculator: no\n"
    for ending, told in (
        (CallEnding.REFUSED, "You did not allow it."),
        (CallEnding.PUT_OFF, "You put the decision off; it was not run."),
        (CallEnding.UNANSWERED, "Nobody answered in time; it was not run."),
        (CallEnding.SWITCHED_OFF, "It is switched off in the settings."),
        (CallEnding.TOO_LONG, "It took too long and was stopped."),
    ):
        assert printed(replace(failed, ending=ending)) == f"· calculator: {told}\n"


@pytest.mark.parametrize(
    "name", ["ask_user_question", "AskUserQuestion", "local:UIAskUserQuestion"]
)
def test_the_call_that_asks_is_not_shown_beside_its_question(name: str) -> None:
    assert printed(tool(name)) == ""


def test_trouble_is_told_with_its_hint_below() -> None:
    notice = Notice(code="x", text="No network", hint="Check the cable.")
    assert printed(delta("Half"), notice) == "Half\n! No network\n  Check the cable.\n"
    assert printed(Notice(code="x", text="No network")) == "! No network\n"


def test_trouble_that_is_over_is_not_told_again() -> None:
    assert printed(Notice(code="x", text="No network", resolved=True)) == ""


def test_a_turn_that_fails_says_why_and_one_that_was_stopped_only_that() -> None:
    failed = TurnFailed(turn_id="t", text="", reason="Network error", hint="Try again.")
    assert printed(delta("Ha"), failed) == "Ha\n! Network error\n  Try again.\n"
    stopped = TurnFailed(turn_id="t", text="", reason="", cancelled=True)
    assert printed(delta("Ha"), stopped) == "Ha\nStopped.\n"


def test_a_question_that_is_open_when_the_program_ends_was_not_stopped() -> None:
    origin = Origin(channel=Channel.TERMINAL, turn_id="t", conversation_id="c")
    asked = QuestionAsked(questions=DATABASE, origin=origin)
    closed = QuestionClosed(questions=DATABASE, response=Cancelled(), channel=None)
    stopped = TurnFailed(turn_id="t", text="", reason="", cancelled=True)
    assert (
        printed(asked, stopped) == "The question stays open; it is asked again at the next start.\n"
    )
    assert printed(asked, replace(stopped, turn_id="another")) == "Stopped.\n"
    assert printed(asked, closed, stopped).endswith("Stopped.\n")


def test_thinking_is_not_shown() -> None:
    assert printed(ThinkingDelta(turn_id="t", text="hm")) == ""


def test_it_says_with_whom_one_talks_and_what_was_said_last() -> None:
    messages = tuple(
        HistoryMessage(message_id=str(n), role=("user", "assistant")[n % 2], text=f"m{n}")
        for n in range(SHOWN_MESSAGES + 2)
    )
    shown = printed(
        ConversationOpened(conversation_id="c", resumed=True, model="m"),
        HistoryLoaded(conversation_id="c", messages=messages),
    ).splitlines()

    assert shown == ["You are talking to m.", "> m2", "m3", "> m4", "m5", "> m6", "m7"]


def test_of_what_another_device_added_the_new_messages_alone_are_printed() -> None:
    messages = tuple(
        HistoryMessage(message_id=f"m{n}", role="user" if n % 2 else "assistant", text=f"m{n}")
        for n in range(1, 5)
    )
    shown = printed(HistoryLoaded(conversation_id="c", messages=messages, shown=2))
    assert shown.splitlines() == ["> m3", "m4"]


DATABASE = question_set(choice())


@pytest.mark.requirement("Q-PRES-03")
@pytest.mark.parametrize("channel", [Channel.DESKTOP, Channel.VOICE])
def test_an_answer_is_confirmed_wherever_it_was_given(channel: Channel) -> None:
    closed = QuestionClosed(questions=DATABASE, response=chose("2"), channel=channel)
    assert printed(delta("Half"), closed) == "Half\n✔ Database: SQLite\n"


@pytest.mark.requirement("Q-TERM-17")
def test_after_an_answer_given_here_it_says_what_is_carried_out() -> None:
    closed = QuestionClosed(questions=DATABASE, response=chose("2"), channel=Channel.TERMINAL)
    assert printed(closed) == "✔ Database: SQLite\nCarrying out: SQLite...\n"


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"purpose": Purpose.CONFIRM}, id="a permission"),
        pytest.param({"route": QuestionRoute.PROGRAM}, id="a question of the program's own"),
    ],
)
def test_only_answers_that_the_model_waits_for_are_carried_out(changed: dict[str, object]) -> None:
    closed = QuestionClosed(
        questions=DATABASE.model_copy(update=changed),
        response=chose("2"),
        channel=Channel.TERMINAL,
    )
    assert printed(closed) == "✔ Database: SQLite\n"


def test_a_fact_that_was_kept_is_told_once_with_its_undo() -> None:
    told: list[EngineEvent] = []
    notices = MemoryNotices(emit=told.append)
    notices.kept(KeptFact(change_id="c", scope=MemoryScope.PERSONAL, fact="Likes tea."))
    assert printed(*told) == "· Remembered: Likes tea.\n  In your personal memory.\n  /1  Undo\n"


@pytest.mark.requirement("MSG-19", "Q-PRES-23")
def test_a_question_of_the_past_is_shown_with_its_answer_below_its_message() -> None:
    messages = (
        HistoryMessage(message_id="m1", role="user", text="Set it up"),
        HistoryMessage(message_id="m2", role="assistant", text="Done."),
    )
    past = PastQuestion(
        questions=DATABASE,
        response=chose("2"),
        asked_at=AT,
        channel=Channel.DESKTOP,
        after="m1",
    )
    told_model = HistoryMessage(message_id="m3", role="user", text="Raw", answers=DATABASE.id)
    messages = (*messages, told_model)
    shown = printed(HistoryLoaded(conversation_id="c", messages=messages, questions=(past,)))
    assert shown.splitlines() == [
        "> Set it up",
        "? Which database should we use for this project?",
        "╭─ Database ─╮",
        "│ ✔ SQLite",
        "╰────────────╯",
        "Done.",
    ]


def test_nothing_that_is_said_can_steer_the_terminal() -> None:
    assert "\x1b" not in printed(delta("\x1b[2J"), Notice(code="x", text="\x1b]0;x\x07"))


@pytest.mark.parametrize(
    "ending", [FINISHED, TurnFailed(turn_id="t", text="", reason="", cancelled=True)]
)
def test_it_is_idle_again_when_the_turn_is_over(ending: EngineEvent) -> None:
    printer = ConversationPrinter(page=PlainOutput(write=lambda _text: None))
    assert printer.idle.is_set()
    printer.idle.clear()
    printer(delta("x"))
    assert not printer.idle.is_set()
    printer(ending)
    assert printer.idle.is_set()


@pytest.mark.parametrize(
    ("response", "is_idle"),
    [
        (chose("2"), False),  # the answer begins a turn
        (Cancelled(), True),
        (TimedOut(after_s=1), True),
    ],
)
def test_a_choice_in_the_reply_comes_before_the_next_message(
    response: Response, is_idle: bool
) -> None:
    printer = ConversationPrinter(page=PlainOutput(write=lambda _text: None))
    printer(TurnStarted(turn_id="t", text="Hi", spoken=False))
    printer(replace(FINISHED, has_user_choice=True))
    assert not printer.idle.is_set()
    choice = DATABASE.model_copy(update={"route": QuestionRoute.TEXT})
    printer(QuestionClosed(questions=choice, response=response, channel=Channel.TERMINAL))
    assert printer.idle.is_set() is is_idle


def test_a_choice_that_cannot_be_put_holds_nobody_up() -> None:
    printer = ConversationPrinter(page=PlainOutput(write=lambda _text: None))
    printer.idle.clear()
    printer(Notice(code="question_failed", text="A question could not be put."))
    assert printer.idle.is_set()


def test_a_question_that_nobody_sees_is_noticed() -> None:
    printer = ConversationPrinter(page=PlainOutput(write=lambda _text: None))
    assert not printer.unseen.is_set()
    printer(Notice(code="question_waiting", text="A question is waiting."))
    assert printer.unseen.is_set()


def told(event: EngineEvent, *, has_commands: bool = True) -> str:
    """Return what is written of an event."""
    written: list[str] = []
    printer = ConversationPrinter(page=PlainOutput(write=written.append), has_commands=has_commands)
    printer(event)
    return "".join(written)


@pytest.mark.requirement("Q-LIFE-06", "Q-LIFE-15")
@pytest.mark.parametrize(
    "event",
    [
        QuestionClosed(
            questions=DATABASE,
            response=Later(provenance=by_click()),
            channel=Channel.TERMINAL,
        ),
        QuestionClosed(questions=DATABASE, response=TimedOut(after_s=5), channel=None),
        Notice(code="question_waiting", text="x", hint="Open the list of open questions."),
        Notice(code="question_presenter_failed", text="x", hint="Answer it from the list."),
    ],
)
def test_where_a_question_stays_open_the_command_is_named_that_lists_it(
    event: EngineEvent,
) -> None:
    assert "/questions" in told(event)
    assert "list of" not in told(event)
    assert "/questions" not in told(event, has_commands=False), "a pipe takes no commands"


def test_a_permission_that_timed_out_is_not_said_to_be_listed() -> None:
    permission = DATABASE.model_copy(update={"purpose": Purpose.CONFIRM})
    event = QuestionClosed(questions=permission, response=TimedOut(after_s=5), channel=None)
    assert "/questions" not in told(event)
