"""`list_coding_agents`."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.clock import Clock
from assistant.coding_agents.model.attention import said_name
from assistant.coding_agents.model.session_board import AgentActivity, AgentSession, SessionBoard
from assistant.coding_agents.tasks.agent_task import AgentTask
from assistant.locale import mark
from assistant.tools.tool import ModelTool, Permission, ToolContext, ToolResult

LIST_AGENTS: Final = "list_coding_agents"
_MAX_REPLY: Final = 8_000
"""Characters of the end of a reply that a model reads."""


class ListCodingAgentsInput(BaseModel):
    """Input of `list_coding_agents`."""

    waiting_only: bool = False
    project: Annotated[str, Field(max_length=200)] = ""


class ListCodingAgents(ModelTool[ListCodingAgentsInput]):
    """Tells what coding agents do.

    Args:
        description: For the model.
        board: Returns how the sessions stand now.
        clock: Says how long it is since.
    """

    name = LIST_AGENTS
    purpose = mark("Tells what your coding agents do, and which of them waits for you")
    input_model = ListCodingAgentsInput
    permission = Permission.SAFE

    def __init__(
        self, *, description: str, board: Callable[[], SessionBoard], clock: Clock
    ) -> None:
        super().__init__(description)
        self._board = board
        self._clock = clock

    @override
    async def run(self, arguments: ListCodingAgentsInput, context: ToolContext) -> ToolResult:
        """Tell it."""
        sessions = sessions_in(self._board().by_need, arguments.project)
        is_known = bool(sessions)
        if arguments.waiting_only:
            waits = AgentActivity.WAITING
            sessions = [one for one in sessions if one.activity is waits]
        found = [self._data(one) for one in sessions]
        return ToolResult(
            content="\n".join(map(_line, found)) or "There is none.",
            data={"is_known": is_known, "sessions": found},
        )

    def _data(self, session: AgentSession) -> dict[str, Any]:
        since_s = (self._clock.now() - session.since).total_seconds()
        return {
            "agent": session.asker.agent,
            "project": session.asker.project,
            "number": session.asker.number,
            "activity": session.activity.value,
            "for_s": max(0, round(since_s)),
            "last_sentence": session.last_sentence,
            "task": None if session.task is None else _task(session.task),
        }


def sessions_in(sessions: Sequence[AgentSession], project: str) -> Sequence[AgentSession]:
    """Return the sessions in a project as it is said: `web shop` is `web-shop`; all if it is empty."""
    wanted = said_name(project)
    return [one for one in sessions if not wanted or said_name(one.asker.project) == wanted]


def _task(task: AgentTask) -> dict[str, Any]:
    """Return how far a task is that Parley gave it."""
    return {
        "state": task.state.value,
        "steps": len(task.plan),
        "steps_done": task.steps_done,
        "doing": task.doing,
        "reply": task.text[-_MAX_REPLY:],
        "problem": task.problem,
    }


def _line(session: dict[str, Any]) -> str:
    """Return a session as a model reads it: `Codex, project api, session 2: waiting for 60 s.`."""
    parts = [session["agent"]]
    if session["project"]:
        parts.append(f"project {session['project']}")
    if session["number"] > 1:
        parts.append(f"session {session['number']}")
    line = f"{', '.join(parts)}: {session['activity']} for {session['for_s']} s."
    task = session["task"]
    if task is None:
        said = session["last_sentence"]
        return f"{line} It said last: {said}" if said else line
    if task["steps"]:
        line += f" Its plan: {task['steps_done']} of {task['steps']} steps done."
    if task["doing"]:
        line += f" It does now: {task['doing']}"
    if task["problem"]:
        line += f" It failed: {task['problem']}"
    return f"{line} It said last:\n{task['reply']}" if task["reply"] else line
