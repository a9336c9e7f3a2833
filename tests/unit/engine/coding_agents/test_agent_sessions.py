"""What the engine hears of coding agents, and tells of them."""

from datetime import UTC, datetime

from assistant.coding_agents.model.session_board import AgentActivity, SessionBoard, WordsTaken
from assistant.engine.coding_agents.agent_sessions import AgentSessions
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.protocol.coding_agents import AgentSessionsListed, ListAgentSessions
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Channel, Draft, Later, Origin, Response
from tests.helpers.clock import ManualClock
from tests.helpers.questions.builders import by_click, choice, chose, question_set

SHOP = Asker(agent="Claude Code", project="webshop", session="a1")
ASKED = question_set(choice("A", "B")).model_copy(update={"asker": SHOP})


def asked() -> QuestionAsked:
    return QuestionAsked(
        questions=ASKED,
        origin=Origin(channel=Channel.API, conversation_id="c"),
        draft=Draft(),
        asked_at=datetime(2026, 1, 2, tzinfo=UTC),
        conversation_id="c",
    )


def closed(response: Response) -> QuestionClosed:
    return QuestionClosed(questions=ASKED, response=response, channel=Channel.DESKTOP)


async def test_every_change_is_told_and_nothing_else() -> None:
    events: list[EngineEvent] = []
    sessions = AgentSessions(clock=ManualClock(), emit=events.append)
    commands = CommandDispatcher()
    sessions.register_commands(commands)

    await commands.dispatch(ListAgentSessions())
    assert events == [AgentSessionsListed(board=SessionBoard())]

    sessions.hear(WordsTaken(asker=SHOP))
    sessions.hear(WordsTaken(asker=SHOP))
    assert len(events) == 2

    for heard, activity in (
        (asked(), AgentActivity.WAITING),
        (closed(Later(provenance=by_click())), AgentActivity.WAITING),
        (closed(chose("1")), AgentActivity.WORKING),
    ):
        sessions.on_event(heard)
        (session,) = sessions.board.sessions
        assert session.activity is activity
    assert events[-1] == AgentSessionsListed(board=sessions.board)
    assert len(events) == 4


def test_a_question_of_the_assistant_is_no_session() -> None:
    events: list[EngineEvent] = []
    sessions = AgentSessions(clock=ManualClock(), emit=events.append)
    plain = ASKED.model_copy(update={"asker": None})
    sessions.on_event(
        QuestionAsked(
            questions=plain,
            origin=Origin(channel=Channel.DESKTOP, conversation_id="c"),
            draft=Draft(),
            asked_at=None,
            conversation_id="c",
        )
    )
    assert (sessions.board, events) == (SessionBoard(), [])
