"""Commands of a conversation in the terminal, and what they ask of the engine."""

from collections.abc import Awaitable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.channels.terminal.chat.command_handler import LISTED, SlashCommandHandler
from assistant.channels.terminal.console.output import PlainOutput
from assistant.channels.terminal.text.slash_commands import (
    SlashCommand,
    SlashInvocation,
    UnknownSlash,
    completions,
    help_lines,
    parse_slash,
)
from assistant.decision_log.decision import DecisionConversation, decision_of
from assistant.memory.model.outcomes import StoredMemory
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened, NewConversation, RetryReply, Stop
from assistant.protocol.decisions import DecisionsListed, ListDecisions, OpenDecision
from assistant.protocol.events import EngineEvent
from assistant.protocol.history import (
    ConversationsListed,
    ConversationSummary,
    HistoryFound,
    ListConversations,
    OpenConversation,
    SearchHistory,
    SearchHit,
)
from assistant.protocol.memory import FactKept, MemoryRead, ReadMemory, Remember, UndoMemory
from assistant.protocol.models import FetchModelFiles, ModelSwitched, SwitchModel
from assistant.protocol.questions import QuestionClosed, UndoAnswer
from assistant.protocol.timers import (
    ListTimers,
    RingingStopped,
    StopRinging,
    TimerRang,
    TimersListed,
)
from assistant.questions.model.question import Cancelled, Channel, Purpose
from assistant.timer import Timer, TimerKind
from tests.helpers.clock import ManualClock
from tests.helpers.questions.builders import chose, question_set
from tests.helpers.questions.settled import START, answered, asked

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
OPENED = ConversationOpened(conversation_id="c", resumed=False, model="one", models=("one", "two"))
TIMER = Timer(timer_id="t", kind=TimerKind.TIMER, label="tea", due_at=AT, zone="UTC")


# What a line is.


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("/new", SlashInvocation(command=SlashCommand.NEW)),
        ("/NEW", SlashInvocation(command=SlashCommand.NEW)),
        ("/open  2 ", SlashInvocation(command=SlashCommand.OPEN, words="2")),
        ("/history red shoes", SlashInvocation(command=SlashCommand.HISTORY, words="red shoes")),
        ("/nwe", UnknownSlash(name="/nwe")),
        ("/etc/hosts is a file", None),
        ("/1", UnknownSlash(name="/1")),
        ("/1 and /2 of it", None),
        ("／questions", SlashInvocation(command=SlashCommand.QUESTIONS)),
        ("／ｏｐｅｎ\u3000２", SlashInvocation(command=SlashCommand.OPEN, words="２")),
        ("/open\t2", SlashInvocation(command=SlashCommand.OPEN, words="2")),
        ("／etc/hosts", None),
        ("/", None),
        ("hello /new", None),
        (" /new", None),
    ],
)
def test_a_line_is_a_command_or_words(
    line: str, given: SlashInvocation | UnknownSlash | None
) -> None:
    assert parse_slash(line) == given


def test_beginnings_are_completed_with_what_they_mean() -> None:
    assert completions("/mem") == [("/memory", "show what is remembered")]
    assert [text for text, _meaning in completions("/")] == [
        "/new", "/history", "/open ", "/attach", "/model ", "/fetch", "/questions", "/answers", "/decisions", "/stop",
        "/again",
        "/undo", "/memory",
        "/remember ", "/timers", "/agents", "/folders", "/sync", "/telegram", "/help", "/quit",
    ]  # fmt: skip
    assert completions("/zzz") == []


def test_models_are_completed() -> None:
    assert completions("/model t", ("one", "two")) == [("/model two", "")]


def test_every_command_is_in_the_help() -> None:
    shown = "\n".join(help_lines())
    assert all(command.value in shown for command in SlashCommand)
    for key in ("Enter", "Ctrl-J", "↑ ↓", "Ctrl-R", "Ctrl-C", "Ctrl-D", "Tab", "Space", "←", "Esc"):
        assert key in shown


# What it does.


@dataclass
class Desk:
    """Commands on a page, and what they asked for."""

    asked: list[Command] = field(default_factory=list[Command])
    written: list[str] = field(default_factory=list[str])
    left: list[bool] = field(default_factory=list[bool])

    def __post_init__(self) -> None:
        self.commands = SlashCommandHandler(
            page=PlainOutput(write=self.written.append),
            submit=self._submit,
            leave=lambda: self.left.append(True),
            clock=ManualClock(AT),
        )

    async def _submit(self, command: Command) -> None:
        self.asked.append(command)

    def do(self, line: str) -> Awaitable[None]:
        given = parse_slash(line)
        assert given is not None
        return self.commands.do(given)

    def hear(self, *events: EngineEvent) -> None:
        for event in events:
            self.commands(event)

    @property
    def text(self) -> str:
        return "".join(self.written)


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.hear(OPENED)
    return desk


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("/new", NewConversation()),
        ("/again", RetryReply()),
        ("/stop", Stop()),
        ("/history", ListConversations()),
        ("/history tea", SearchHistory(query="tea")),
        ("/memory", ReadMemory()),
        ("/timers", ListTimers()),
        ("/model two", SwitchModel(model="two")),
        ("/remember I like tea", Remember(scope=MemoryScope.PERSONAL, fact="I like tea")),
    ],
)
async def test_a_command_asks_the_engine(line: str, command: Command, desk: Desk) -> None:
    await desk.do(line)
    assert desk.asked == [command]


@pytest.mark.parametrize("line", ["/open", "/open x", "/open 7", "/model three", "/remember", "/x"])
async def test_what_cannot_be_done_is_told(line: str, desk: Desk) -> None:
    await desk.do(line)
    assert desk.asked == []
    assert desk.text.strip()


async def test_the_number_of_a_notice_that_is_gone_is_no_message(desk: Desk) -> None:
    await desk.do("/1")
    assert desk.asked == []
    assert desk.text.strip() == "There is nothing to choose with /1 now."


@pytest.mark.parametrize(
    ("line", "name"), [("/fetch", ""), ("/fetch whisper-base", "whisper-base")]
)
async def test_a_model_is_fetched(line: str, name: str, desk: Desk) -> None:
    await desk.do(line)
    assert desk.asked == [FetchModelFiles(name=name)]


async def test_quit_leaves(desk: Desk) -> None:
    await desk.do("/quit")
    assert desk.left == [True]


async def test_help_lists_the_commands(desk: Desk) -> None:
    await desk.do("/help")
    assert "/history" in desk.text


async def test_models_are_listed_with_the_one_in_use(desk: Desk) -> None:
    desk.hear(ModelSwitched(model="two"))
    await desk.do("/model")
    assert desk.text == "○ one\n● two\n"


def summary(number: int) -> ConversationSummary:
    return ConversationSummary(
        conversation_id=f"c{number}",
        title=f"Title {number}",
        updated_at=AT,
        model="m",
        workspace="w",
        agent="a",
    )


async def test_a_conversation_of_the_list_is_opened_by_its_number(desk: Desk) -> None:
    await desk.do("/history")
    desk.hear(ConversationsListed(conversations=(summary(1), summary(2)), current="c2"))
    assert "  1  " in desk.text
    assert "● Title 2" in desk.text
    await desk.do("/open 2")
    assert desk.asked[-1] == OpenConversation(conversation_id="c2")


async def test_a_list_that_nobody_asked_for_is_not_shown(desk: Desk) -> None:
    await desk.do("/history")
    listed = ConversationsListed(conversations=(summary(1),), current="c1")
    desk.hear(listed)
    shown = desk.text
    desk.hear(listed, TimersListed(timers=(TIMER,)))
    assert desk.text == shown


async def test_what_was_found_is_opened_where_it_was_said(desk: Desk) -> None:
    await desk.do("/history tea")
    hit = SearchHit(
        conversation_id="c9",
        title="Drinks",
        message_id="m3",
        role="user",
        snippet="I like tea.",
        matches=((7, 10),),
        said_at=AT,
    )
    desk.hear(HistoryFound(query="tea", hits=(hit,)))
    assert "I like tea." in desk.text
    await desk.do("/open 1")
    assert desk.asked[-1] == OpenConversation(conversation_id="c9", message_id="m3")


async def test_nothing_found_and_nothing_listed_are_told(desk: Desk) -> None:
    await desk.do("/history tea")
    desk.hear(HistoryFound(query="tea", hits=()))
    await desk.do("/history")
    desk.hear(ConversationsListed(conversations=(), current="c"))
    assert len(desk.text.splitlines()) == 2


async def test_decisions_are_listed_and_opened(desk: Desk) -> None:
    await desk.do("/decisions database")
    asked_for = ListDecisions(words="database", limit=LISTED)
    assert desk.asked[-1] == asked_for
    decision = decision_of(
        asked(set_id="q7"),
        answered(),
        conversation=DecisionConversation(id="c1", is_kept=True),
        asked_at=START,
    )
    assert decision is not None
    desk.hear(DecisionsListed(asked=asked_for, decisions=(decision,), next=("x", 1)))
    question, outcome, about, more = desk.text.splitlines()
    assert question == "  1  Which database should we use?"
    assert outcome.strip() == "✔ PostgreSQL"
    assert about.endswith("Parley · in the window, by a click")
    assert "/decisions WORDS" in more
    await desk.do("/open 1")
    assert desk.asked[-1] == OpenDecision(questions_id="q7")
    await desk.do("/decisions")
    desk.hear(DecisionsListed(asked=ListDecisions(limit=LISTED), decisions=()))
    assert "You have decided nothing yet." in desk.text


async def test_memory_is_shown_by_whom_it_is_about(desk: Desk) -> None:
    await desk.do("/memory")
    file = StoredMemory(
        scope=MemoryScope.PERSONAL, path=Path("p"), text="- tea\n", digest="d", limit=1
    )
    desk.hear(MemoryRead(files=(file,)))
    assert desk.text.splitlines()[:4] == [
        "About you",
        "  - tea",
        "About this persona",
        "  (nothing)",
    ]


async def test_timers_are_listed(desk: Desk) -> None:
    await desk.do("/timers")
    alarm = replace(TIMER, kind=TimerKind.ALARM, label="", due_at=AT + timedelta(days=1))
    desk.hear(TimersListed(timers=(replace(TIMER, length_s=60.0), alarm)))
    assert desk.text == "03:04:05  Timer: tea\ntomorrow 03:04  Alarm\n"


async def test_stop_stops_what_rings_first(desk: Desk) -> None:
    desk.hear(TimerRang(timer=TIMER))
    await desk.do("/stop")
    desk.hear(RingingStopped(timer_id="t"))
    await desk.do("/stop")
    assert desk.asked == [StopRinging(), Stop()]


async def test_undo_takes_back_the_last_answer_or_fact(desk: Desk) -> None:
    questions = question_set()
    desk.hear(
        QuestionClosed(questions=questions, response=chose("2"), channel=Channel.TERMINAL),
        FactKept(change_id="k", scope=MemoryScope.PERSONAL, fact="Likes tea."),
    )
    for _time in range(3):
        await desk.do("/undo")
    assert desk.asked == [UndoMemory(change_id="k"), UndoAnswer(questions_id="set1")]
    assert "nothing to take back" in desk.text


@pytest.mark.parametrize(
    "closed",
    [
        QuestionClosed(questions=question_set(), response=Cancelled(), channel=None),
        QuestionClosed(
            questions=question_set().model_copy(update={"purpose": Purpose.CONFIRM}),
            response=chose("1"),
            channel=Channel.TERMINAL,
        ),
    ],
)
async def test_what_cannot_be_taken_back_is_not_offered(closed: QuestionClosed, desk: Desk) -> None:
    desk.hear(closed)
    await desk.do("/undo")
    assert desk.asked == []


async def test_another_conversation_has_nothing_to_take_back(desk: Desk) -> None:
    desk.hear(FactKept(change_id="k", scope=MemoryScope.PERSONAL, fact="x"), OPENED)
    await desk.do("/undo")
    assert desk.asked == []


def test_help_lists_every_command() -> None:
    names = [line.split()[0] for line in help_lines()]
    assert [name for name in names if name.startswith("/")] == [one.value for one in SlashCommand]
