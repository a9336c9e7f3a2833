"""Failures in the terminal: what can be done is a line, and no words stand there twice."""

from collections.abc import Sequence

import pytest
from typing_extensions import override

from assistant.channels.terminal.chat.printer import ConversationPrinter
from assistant.channels.terminal.console.output import PlainOutput
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.tasks.agent_task import AgentTask, TaskState
from assistant.engine.memory.notices import TURNS, MemoryNotices
from assistant.memory.model.outcomes import KeptFact
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.coding_agents import AgentReported
from assistant.protocol.conversation import ConversationOpened, RetryReply, UnsentMessagesReturned
from assistant.protocol.events import EngineEvent
from assistant.protocol.memory import UndoMemory
from assistant.protocol.messages import HistoryLoaded, HistoryMessage
from assistant.protocol.models import ModelSwitched, UseLocalServer
from assistant.protocol.notices import ModelAdvice, NoticeAction, OpenSettings
from assistant.protocol.turns import (
    ReplyRestarted,
    ReplySegmentFinished,
    TextDelta,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.questions.model.asker import Asker

ACTIONS = (
    NoticeAction(label="Try again", command=RetryReply()),
    NoticeAction(label="Use two", command=RetryReply(model="two")),
)


class Terminal:
    """A printer and what it wrote."""

    def __init__(self) -> None:
        self.text = ""
        self.printer = ConversationPrinter(page=PlainOutput(write=self._write))

    def _write(self, text: str) -> None:
        self.text += text

    def play(self, *events: EngineEvent) -> None:
        for event in events:
            self.printer(event)


@pytest.fixture
async def terminal() -> Terminal:
    return Terminal()


def told(pieces: Sequence[str | None]) -> list[EngineEvent]:
    """Return the events of words that break off where a piece is None."""
    events: list[EngineEvent] = [TurnStarted(turn_id="t", text="Hi", spoken=False)]
    events += [
        ReplyRestarted(turn_id="t", text="", attempt=1)
        if piece is None
        else TextDelta(turn_id="t", text=piece)
        for piece in pieces
    ]
    return [*events, ReplySegmentFinished(turn_id="t")]


class Watched(PlainOutput):
    """A page whose lines of what is under way can be read."""

    lines: Sequence[str] = ()

    @override
    def under_way(self, lines: Sequence[str]) -> None:
        self.lines = lines


@pytest.mark.requirement("TF-08")
async def test_it_is_told_while_a_request_is_sent_again() -> None:
    page = Watched(write=lambda _text: None)
    printer = ConversationPrinter(page=page)
    for event, told in (
        (TurnStarted(turn_id="t", text="Hi", spoken=False), "Replying…"),
        (ReplyRestarted(turn_id="t", text="", attempt=1), "The connection broke; trying again…"),
        (TextDelta(turn_id="t", text="Hello"), "Replying…"),
        (ReplyRestarted(turn_id="t", text="", attempt=2), "The connection broke; trying again…"),
        (ReplySegmentFinished(turn_id="t"), "Replying…"),
    ):
        printer(event)
        assert page.lines == [f"{told}  Ctrl-C stops"]


async def test_words_that_were_not_sent_last_time_are_told(terminal: Terminal) -> None:
    terminal.play(UnsentMessagesReturned(conversation_id="c", texts=("second", "third")))
    assert terminal.text == "Not sent last time: second\nNot sent last time: third\n"


async def test_what_needs_a_window_is_not_offered(terminal: Terminal) -> None:
    key = NoticeAction(label="Add a key", command=OpenSettings(page="model"))
    terminal.play(TurnFailed(turn_id="t", text="", reason="No key", actions=(key, *ACTIONS)))
    assert terminal.text.splitlines() == ["! No key", "  /1  Try again", "  /2  Use two"]
    assert terminal.printer.offered("/1") == RetryReply()


async def test_who_answered_is_told_under_the_reply(terminal: Terminal) -> None:
    use = NoticeAction(label="Use llama of this computer", command=UseLocalServer())
    terminal.play(ModelAdvice(text="The built-in model answered.", actions=(use,)))
    assert terminal.text.splitlines() == [
        "  The built-in model answered.",
        "  /1  Use llama of this computer",
    ]
    assert terminal.printer.offered("/1") == UseLocalServer()


async def test_the_result_of_an_agent_is_told_whole(terminal: Terminal) -> None:
    task = AgentTask(
        agent=CodingAgent.CODEX,
        folder="/src",
        words="fix it",
        state=TaskState.DONE,
        text="It passes.\n\nMore.",
    )
    terminal.play(AgentReported(asker=Asker(agent="Codex", project="webshop"), task=task))
    lines = [line.strip() for line in terminal.text.splitlines()]
    assert [line for line in lines if line] == ["Codex · webshop is done.", "It passes.", "More."]


async def test_what_can_be_done_is_listed_and_chosen_by_number(terminal: Terminal) -> None:
    terminal.play(
        TurnFailed(turn_id="t", text="", reason="Network error", hint="Check.", actions=ACTIONS)
    )
    assert terminal.text.splitlines() == [
        "! Network error",
        "  Check.",
        "  /1  Try again",
        "  /2  Use two",
    ]
    assert terminal.printer.offered("/2") == RetryReply(model="two")
    for words in ("2", "/3", "/0", "/two", "hello", ""):
        assert terminal.printer.offered(words) is None
    terminal.play(TurnStarted(turn_id="u", text="Hi", spoken=False))
    assert terminal.printer.offered("/1") is None, "what was offered is over"


async def test_what_a_notice_offers_can_be_chosen_until_the_notice_goes(terminal: Terminal) -> None:
    notices = MemoryNotices(emit=lambda event: terminal.play(event))
    notices.kept(KeptFact(change_id="c", scope=MemoryScope.PERSONAL, fact="Likes tea."))
    terminal.play(TurnStarted(turn_id="t", text="Remember it", spoken=False))
    assert terminal.printer.offered("/1") == UndoMemory(change_id="c")
    for _turn in range(TURNS):
        notices.turn_began()
    assert terminal.printer.offered("/1") is None


async def test_a_reply_that_is_not_whole_says_so(terminal: Terminal) -> None:
    terminal.play(
        TextDelta(turn_id="t", text="A long"),
        TurnFinished(
            turn_id="t", text="A long", stop_reason="max_tokens", spoken=False, reason="Cut short."
        ),
    )
    assert terminal.text == "A long\n! Cut short.\n"


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["Hello th", None, "Hel", "lo there."], "Hello there."),
        (["Hello th", None, "Hello", None, "Hello th", "ere."], "Hello there."),
        (["Hello th", None, "Good", " day."], "Hello th\n…\nGood day."),
        ([None, "Hello."], "Hello."),
    ],
)
async def test_words_that_stand_there_are_gone_on_with(
    terminal: Terminal, pieces: list[str | None], text: str
) -> None:
    terminal.play(*told(pieces))
    assert terminal.text == text


async def test_sending_again_does_not_show_the_past_once_more(terminal: Terminal) -> None:
    opened = ConversationOpened(conversation_id="c", resumed=True, model="one")
    past = HistoryLoaded(
        conversation_id="c", messages=(HistoryMessage(message_id="m", role="user", text="Hi"),)
    )
    terminal.play(opened, past)
    before = terminal.text
    terminal.play(opened, past)
    assert terminal.text == before
    terminal.play(ModelSwitched(model="two"))
    assert terminal.text.endswith("You are talking to two.\n")
