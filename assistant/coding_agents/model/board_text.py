"""How the board is written for the user. Pure, but for the interface's language."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from assistant.coding_agents.model.session_board import AgentActivity, AgentSession, SessionBoard
from assistant.coding_agents.tasks.agent_task import TaskState
from assistant.coding_agents.tasks.task_text import progress_text
from assistant.locale import _, mark, ngettext
from assistant.questions.form.captions import age_text

_ACTIVITIES: Final[Mapping[AgentActivity, str]] = {
    AgentActivity.IDLE: mark("has started ({age})"),
    AgentActivity.WORKING: mark("is working ({age})"),
    AgentActivity.WAITING: mark("is waiting for you ({age})"),
    AgentActivity.DONE: mark("is done ({age})"),
}
_TASK_STATES: Final[Mapping[TaskState, str]] = {
    TaskState.STOPPING: mark("is being stopped ({age})"),
    TaskState.STOPPED: mark("was stopped ({age})"),
    TaskState.FAILED: mark("has failed ({age})"),
}
"""Where a task says more than what the session does."""


def activity_text(session: AgentSession, now: datetime) -> str:
    """Return what a session does and since when: `is waiting for you (3 min)`."""
    age = age_text((now - session.since).total_seconds())
    is_waiting = session.activity is AgentActivity.WAITING
    if session.task is not None and not is_waiting and session.task.state in _TASK_STATES:
        return _(_TASK_STATES[session.task.state]).format(age=age)
    return _(_ACTIVITIES[session.activity]).format(age=age)


def session_line(session: AgentSession, now: datetime) -> str:
    """Return a session on one line: `Claude Code · webshop: is done (3 min). “Tests pass.”`."""
    line = f"{session.asker.title}: {activity_text(session, now)}"
    progress = "" if session.task is None else progress_text(session.task)
    line = f"{line}; {progress}" if progress else line
    return f"{line}. “{session.last_sentence}”" if session.last_sentence else line


def board_lines(board: SessionBoard, now: datetime) -> Sequence[str]:
    """Return the board line by line, those that wait for the user first."""
    return [session_line(one, now) for one in board.by_need] or [nothing_runs()]


def waiting_text(board: SessionBoard) -> str:
    """Return how many sessions wait for the user: `2 coding agents wait for you`."""
    count = len(board.waiting)
    if not count:
        return _("No coding agent waits for you.") if board.sessions else nothing_runs()
    return ngettext(
        "{n} coding agent waits for you", "{n} coding agents wait for you", count
    ).format(n=count)


def nothing_runs() -> str:
    """Return what is said of an empty board."""
    return _("No coding agent is running, as far as Parley was told.")
