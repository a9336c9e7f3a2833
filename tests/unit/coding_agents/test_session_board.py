"""How the sessions of coding agents stand after what is heard of them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.board_text import board_lines
from assistant.coding_agents.model.session_board import (
    FORGOTTEN_AFTER,
    MAX_SENTENCE,
    AgentActivity,
    QuestionEnded,
    QuestionOpened,
    SessionBegan,
    SessionBoard,
    SessionEnded,
    SessionEvent,
    TaskClosed,
    TaskTold,
    UserNeeded,
    WordsTaken,
    WorkDone,
    WorkGoesOn,
)
from assistant.coding_agents.tasks.agent_task import AgentTask, TaskState
from assistant.questions.model.asker import MARKS, Asker

START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SHOP = Asker(agent="Claude Code", project="webshop", session="a1")
OTHER = Asker(agent="Claude Code", project="webshop", session="b2")
UNNAMED = Asker(agent="Claude Code", project="webshop")
BEGAN, WORDS, NEEDED = SessionBegan(asker=SHOP), WordsTaken(asker=SHOP), UserNeeded(asker=SHOP)
DONE, ENDED = WorkDone(asker=SHOP, last_sentence="Tests pass."), SessionEnded(asker=SHOP)
GOES_ON = WorkGoesOn(asker=SHOP)
LEFT = QuestionEnded(questions_id="q", is_at_own_dialog=True)
ASKED, ANSWERED = QuestionOpened(asker=SHOP, questions_id="q"), QuestionEnded(questions_id="q")


def after(*events: SessionEvent) -> SessionBoard:
    """Return the board after some events, a minute apart."""
    board = SessionBoard()
    for minute, event in enumerate(events):
        board = board.after(event, START + timedelta(minutes=minute))
    return board


@pytest.mark.parametrize(
    ("events", "activity", "since"),
    [
        ([BEGAN], AgentActivity.IDLE, 0),
        ([BEGAN, WORDS], AgentActivity.WORKING, 1),
        ([WORDS], AgentActivity.WORKING, 0),
        ([WORDS, WORDS], AgentActivity.WORKING, 0),
        ([WORDS, NEEDED], AgentActivity.WAITING, 1),
        ([WORDS, NEEDED, NEEDED], AgentActivity.WAITING, 1),
        ([WORDS, ASKED], AgentActivity.WAITING, 1),
        ([WORDS, ASKED, NEEDED], AgentActivity.WAITING, 1),
        ([WORDS, ASKED, ANSWERED], AgentActivity.WORKING, 2),
        ([WORDS, DONE], AgentActivity.DONE, 1),
        ([WORDS, DONE, NEEDED], AgentActivity.DONE, 1),
        ([BEGAN, NEEDED], AgentActivity.IDLE, 0),
        ([WORDS, DONE, WORDS], AgentActivity.WORKING, 2),
    ],
)
def test_what_a_session_does(
    events: Sequence[SessionEvent], activity: AgentActivity, since: int
) -> None:
    (session,) = after(*events).sessions
    assert session.activity is activity
    assert session.since == START + timedelta(minutes=since)


GONE, IDLE, WORKING = None, AgentActivity.IDLE, AgentActivity.WORKING
WAITING, OVER = AgentActivity.WAITING, AgentActivity.DONE
STATES = {
    "unknown": [],
    "begun": [BEGAN],
    "working": [BEGAN, WORDS],
    "at its own dialog": [WORDS, NEEDED],
    "asks here": [WORDS, ASKED],
    "asks here, and there": [WORDS, ASKED, NEEDED],
    "left to its own dialog": [WORDS, ASKED, LEFT],
    "done": [WORDS, DONE],
}
BECOMES = {
    # what happens: what the session does then, in the order of the states
    "begins": (BEGAN, [IDLE, IDLE, IDLE, IDLE, WAITING, WAITING, IDLE, IDLE]),
    "gets words": (WORDS, [WORKING, WORKING, WORKING, WORKING, WAITING, WAITING, WORKING, WORKING]),
    "needs the user": (NEEDED, [WAITING, IDLE, *[WAITING] * 5, OVER]),
    "goes on": (GOES_ON, [WORKING, IDLE, WORKING, WORKING, WAITING, WAITING, WORKING, OVER]),
    "is done": (DONE, [OVER, OVER, OVER, OVER, WAITING, WAITING, OVER, OVER]),
    "ends": (ENDED, [GONE] * 8),
    "asks": (ASKED, [WAITING] * 8),
    "is answered": (ANSWERED, [GONE, IDLE, WORKING, WAITING, WORKING, WORKING, WAITING, OVER]),
    "is left": (LEFT, [GONE, IDLE, WORKING, WAITING, WAITING, WAITING, WAITING, OVER]),
}


@pytest.mark.parametrize(
    ("state", "event", "becomes"),
    [
        pytest.param(before, event, activity, id=f"{state}, {happens}")
        for happens, (event, activities) in BECOMES.items()
        for (state, before), activity in zip(STATES.items(), activities, strict=True)
    ],
)
def test_whatever_happens_the_board_tells_the_truth(
    state: Sequence[SessionEvent], event: SessionEvent, becomes: AgentActivity | None
) -> None:
    assert [one.activity for one in after(*state, event).sessions] == ([becomes] if becomes else [])


@given(st.sets(st.text("abcdef", min_size=1), min_size=2, max_size=MARKS))
def test_no_two_sessions_have_the_same_mark_while_one_is_free(projects: set[str]) -> None:
    board = SessionBoard()
    for project in projects:
        asker = Asker(agent="Codex", project=project, session=project)
        before = {one.asker.title: one.asker.mark for one in board.sessions}
        board = board.after(SessionBegan(asker=asker), START)
        marks = {one.asker.title: one.asker.mark for one in board.sessions}
        assert before.items() <= marks.items()  # each keeps its own
        assert board.numbered(asker).mark == marks[asker.title]
    assert len({one.asker.mark for one in board.sessions}) == len(projects)


def test_a_session_more_than_there_are_marks_has_its_usual_one() -> None:
    board = after(
        *(
            SessionBegan(asker=Asker(agent="Codex", project=str(n), session=str(n)))
            for n in range(MARKS)
        )
    )
    assert board.numbered(SHOP).mark == SHOP.mark


@pytest.mark.parametrize(
    "events",
    [
        [BEGAN, ENDED],
        [WORDS, ASKED, ENDED],
        [ENDED],
        [ANSWERED],
        [ASKED, ANSWERED],  # no hook tells of it
    ],
)
def test_a_session_that_is_over_is_not_listed(events: Sequence[SessionEvent]) -> None:
    assert after(*events).sessions == ()


def test_a_session_with_two_questions_waits_for_both() -> None:
    second = QuestionOpened(asker=SHOP, questions_id="r")
    board = after(WORDS, ASKED, second, ANSWERED)
    (session,) = board.sessions
    assert (session.activity, session.open_questions) == (AgentActivity.WAITING, ("r",))
    assert after(WORDS, ASKED, second, ANSWERED, QuestionEnded(questions_id="r")).waiting == ()


def test_sessions_of_one_project_are_counted_and_keep_their_numbers() -> None:
    board = after(BEGAN, SessionBegan(asker=OTHER))
    assert [one.asker.title for one in board.sessions] == [
        "Claude Code · webshop",
        "Claude Code · webshop · 2",
    ]
    left = board.after(ENDED, START)
    assert left.numbered(OTHER).number == 2
    third = Asker(agent="Claude Code", project="webshop", session="c3")
    assert left.numbered(third).number == 1
    assert left.numbered(Asker(agent="Codex", project="webshop", session="d")).number == 1


def test_a_question_without_a_session_belongs_to_the_only_one_of_its_project() -> None:
    board = after(WORDS, QuestionOpened(asker=UNNAMED, questions_id="q"))
    (session,) = board.sessions
    assert (session.asker, session.open_questions) == (SHOP, ("q",))
    assert board.numbered(UNNAMED) == SHOP


def test_a_question_that_may_be_of_two_sessions_is_listed_by_itself() -> None:
    board = after(WORDS, WordsTaken(asker=OTHER), QuestionOpened(asker=UNNAMED, questions_id="q"))
    assert [len(one.open_questions) for one in board.sessions] == [0, 0, 1]
    assert len(board.after(ANSWERED, START).sessions) == 2


def test_a_session_that_ended_without_a_word_is_forgotten_unless_it_asks() -> None:
    later = START + FORGOTTEN_AFTER + timedelta(minutes=2)
    began = SessionBegan(asker=OTHER)
    assert [one.asker.session for one in after(WORDS).after(began, later).sessions] == ["b2"]
    asking = after(WORDS, ASKED).after(began, later)
    assert [one.asker.session for one in asking.sessions] == ["a1", "b2"]


def test_what_a_session_said_last_is_one_line_of_bounded_length() -> None:
    said = WorkDone(asker=SHOP, last_sentence="All\n tests  pass. " + "x" * 1000)
    (session,) = after(WORDS, said).sessions
    assert session.last_sentence.startswith("All tests pass. xxx")
    assert len(session.last_sentence) == MAX_SENTENCE


def test_the_board_is_written_with_those_first_that_wait_longest() -> None:
    other = [WordsTaken(asker=OTHER), UserNeeded(asker=OTHER)]
    board = after(WORDS, DONE, *other, WordsTaken(asker=Asker(agent="Codex", project="api")))
    board = board.after(
        QuestionOpened(asker=UNNAMED.model_copy(update={"agent": "Cline"}), questions_id="r"),
        START + timedelta(minutes=5),
    )
    assert board_lines(board, START + timedelta(minutes=8)) == [
        "Claude Code · webshop · 2: is waiting for you (5 min)",
        "Cline · webshop: is waiting for you (3 min)",
        "Claude Code · webshop: is done (7 min). “Tests pass.”",
        "Codex · api: is working (4 min)",
    ]
    assert board_lines(SessionBoard(), START) == [
        "No coding agent is running, as far as Parley was told."
    ]


TASK = AgentTask(agent=CodingAgent.CLAUDE_CODE, folder="/src/webshop", words="fix it")
TOLD = TaskTold(asker=SHOP, task=TASK)


def over(state: TaskState, *, is_open: bool = True, **changes: str) -> TaskTold:
    task = replace(TASK, state=state, is_open=is_open, **changes)
    return TaskTold(asker=SHOP, task=task)


@pytest.mark.parametrize(
    ("events", "activity", "line"),
    [
        ([TOLD], AgentActivity.WORKING, "is working"),
        ([over(TaskState.STOPPING)], AgentActivity.WORKING, "is being stopped"),
        ([TOLD, ASKED], AgentActivity.WAITING, "is waiting for you"),
        ([TOLD, ASKED, TOLD], AgentActivity.WAITING, "is waiting for you"),
        ([TOLD, ASKED, ANSWERED], AgentActivity.WORKING, "is working"),
        (
            [TOLD, over(TaskState.DONE, text="All **pass**.\n\nMore.")],
            AgentActivity.DONE,
            "“All pass.”",
        ),
        ([TOLD, over(TaskState.STOPPED)], AgentActivity.DONE, "was stopped"),
        ([TOLD, over(TaskState.FAILED, problem="Gone.")], AgentActivity.DONE, "has failed"),
        ([TOLD, over(TaskState.FAILED, problem="Gone.")], AgentActivity.DONE, "“Gone.”"),
    ],
)
def test_of_a_session_that_parley_started_its_task_tells(
    events: Sequence[SessionEvent], activity: AgentActivity, line: str
) -> None:
    board = after(*events)
    (session,) = board.sessions
    assert session.activity is activity
    assert line in board_lines(board, START)[0]


@pytest.mark.parametrize("event", [BEGAN, WORDS, NEEDED, DONE, ENDED])
def test_no_hook_tells_of_it(event: SessionEvent) -> None:
    assert after(TOLD, event) == after(TOLD)
    assert after(BEGAN, TOLD, event).sessions[0].task == TASK, "its hook may have been faster"


def test_it_stays_until_the_user_is_done_with_it() -> None:
    later = START + FORGOTTEN_AFTER + timedelta(minutes=2)
    began = SessionBegan(asker=OTHER)
    assert len(after(TOLD).after(began, later).sessions) == 2
    assert len(after(over(TaskState.DONE, is_open=False)).after(began, later).sessions) == 1
    assert after(TOLD, TaskClosed(asker=SHOP)).sessions == ()


ASKERS = st.builds(
    Asker,
    agent=st.sampled_from(["Claude Code", "Codex"]),
    project=st.sampled_from(["webshop", "api", ""]),
    session=st.sampled_from(["", "a", "b", "c"]),
)
EVENTS = st.one_of(
    st.builds(SessionBegan, asker=ASKERS),
    st.builds(WordsTaken, asker=ASKERS),
    st.builds(UserNeeded, asker=ASKERS),
    st.builds(WorkGoesOn, asker=ASKERS),
    st.builds(WorkDone, asker=ASKERS, last_sentence=st.just("Done.")),
    st.builds(SessionEnded, asker=ASKERS),
    st.builds(QuestionOpened, asker=ASKERS, questions_id=st.sampled_from("pqr")),
    st.builds(QuestionEnded, questions_id=st.sampled_from("pqr"), is_at_own_dialog=st.booleans()),
    st.builds(TaskTold, asker=ASKERS, task=st.sampled_from([TASK, over(TaskState.DONE).task])),
    st.builds(TaskClosed, asker=ASKERS),
)


@given(st.lists(EVENTS, max_size=30))
def test_whatever_is_heard_no_two_sessions_look_alike_and_none_waits_for_nothing(
    events: Sequence[SessionEvent],
) -> None:
    board = SessionBoard()
    opened: set[str] = set()
    for event in events:
        board = board.after(event, START)
        if isinstance(event, QuestionEnded):
            opened.discard(event.questions_id)
        listed = [one for session in board.sessions for one in session.open_questions]
        assert event.questions_id not in listed if isinstance(event, QuestionEnded) else True
    for session in board.sessions:
        if session.open_questions:
            assert session.activity is AgentActivity.WAITING
        if not session.is_hooked:
            assert session.open_questions
