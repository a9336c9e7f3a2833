"""The tools that list and start coding agents."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Protocol

from pydantic import BaseModel, Field

from assistant.clock import Clock
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.attention import said_name
from assistant.coding_agents.model.session_board import AgentActivity, AgentSession, SessionBoard
from assistant.coding_agents.tasks.agent_task import AgentTask
from assistant.coding_agents.tasks.launch import LAUNCHES
from assistant.coding_agents.tasks.order import TaskOrder, named_agent, shown_path
from assistant.errors import ToolError
from assistant.locale import _, joined, mark
from assistant.questions.model.asker import Asker
from assistant.tools.tool import CallQuestion, Permission, ToolContext, ToolResult
from assistant.tools.toolset import Toolset, tool

_MAX_REPLY: Final = 8_000
"""Characters of the end of a reply that a model reads."""

MAX_TASK: Final = 20_000
MOST_ASKED: Final = 16
"""Orders that are kept until they are agreed to."""
STARTING_S: Final = 120.0
"""How long a start may take; an agent reads its settings and its servers first."""


class AgentStarter(Protocol):
    """Who starts agents."""

    async def order(self, agent: CodingAgent, project: str, words: str) -> TaskOrder:
        """Return what would be started.

        Raises:
            AssistantError: If it is not certain where, or the agent is not installed.
        """
        ...

    async def start(self, order: TaskOrder) -> Asker:
        """Start it; returns its session.

        Raises:
            AssistantError: If it cannot be started.
        """
        ...


class ListCodingAgentsInput(BaseModel):
    """Input of `list_coding_agents`."""

    waiting_only: bool = False
    project: Annotated[str, Field(max_length=200)] = ""


class StartCodingAgentInput(BaseModel):
    """Input of `start_coding_agent`."""

    agent: Annotated[
        str,
        Field(
            min_length=1, max_length=60, description="Claude Code, Codex, Gemini, opencode, Cline"
        ),
    ]
    task: Annotated[str, Field(min_length=1, max_length=MAX_TASK)]
    project: Annotated[
        str, Field(max_length=4_000, description="A project's name, or the path of its folder")
    ] = ""


class AgentTools(Toolset):
    """Tells what coding agents do, and starts one.

    It starts once the user has agreed to exactly this agent, folder and task.

    Args:
        board: Returns how the sessions stand now.
        starter: Starts agents.
        clock: Says how long it is since.
    """

    def __init__(
        self, *, board: Callable[[], SessionBoard], starter: AgentStarter, clock: Clock
    ) -> None:
        self._board = board
        self._starter = starter
        self._clock = clock
        self._asked: dict[str, TaskOrder] = {}
        """What the user was asked, by the id of the call."""

    @tool(
        Permission.SAFE,
        mark("Tells what your coding agents do, and which of them waits for you"),
    )
    async def list_coding_agents(
        self, wanted: ListCodingAgentsInput, context: ToolContext
    ) -> ToolResult:
        sessions = sessions_in(self._board().by_need, wanted.project)
        is_known = bool(sessions)
        if wanted.waiting_only:
            waits = AgentActivity.WAITING
            sessions = [one for one in sessions if one.activity is waits]
        found = [self._data(one) for one in sessions]
        return ToolResult(
            content="\n".join(map(_line, found)) or "There is none.",
            data={"is_known": is_known, "sessions": found},
        )

    @tool(Permission.SENSITIVE, mark("Starts a coding agent in a folder of yours"))
    async def start_coding_agent(
        self, wanted: StartCodingAgentInput, context: ToolContext
    ) -> ToolResult:
        """Start what the user agreed to."""
        order = self._asked.pop(context.tool_use_id, None)
        if order is None:
            raise ToolError("The user was not asked.")
        context.allow(STARTING_S)
        asker = await self._starter.start(order)
        return ToolResult(
            content=f"{asker.title} has started. It works by itself; the user sees how far it is, "
            "and is told when it is done.",
            data={
                "agent": asker.agent,
                "project": asker.project,
                "number": asker.number,
            },
        )

    @start_coding_agent.question
    async def start(self, arguments: Mapping[str, Any], context: ToolContext) -> CallQuestion:
        """Ask for one agent in one folder with one task."""
        wanted = AgentTools.start_coding_agent.validate(arguments)
        agent = named_agent(wanted.agent)
        if agent is None:
            names = ", ".join(one.traits.title for one in CodingAgent)
            raise ToolError(
                _("Parley knows of no coding agent {name}; it knows {names}.").format(
                    name=wanted.agent, names=names
                )
            )
        order = await self._starter.order(agent, wanted.project.strip(), wanted.task.strip())
        self._asked[context.tool_use_id] = order
        if len(self._asked) > MOST_ASKED:  # what was refused is not run
            del self._asked[next(iter(self._asked))]
        own_rules = (
            ""
            if LAUNCHES[agent].asking_mode
            else _("It asks before it does something only where its own settings say so.")
        )
        return CallQuestion(
            title=_("Start a coding agent"),
            text=_("Start {agent} in {folder}?").format(
                agent=agent.traits.title, folder=shown_path(order.folder)
            ),
            details=joined(order.words, own_rules, separator="\n\n"),
            refuse=_("Don't"),
            allow=_("Start"),
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
