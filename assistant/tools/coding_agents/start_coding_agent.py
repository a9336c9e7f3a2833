"""`start_coding_agent`."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Protocol

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.tasks.launch import LAUNCHES
from assistant.coding_agents.tasks.order import TaskOrder, named_agent, shown_path
from assistant.errors import ToolError
from assistant.locale import _, joined, mark
from assistant.questions.model.asker import Asker
from assistant.tools.tool import (
    CallQuestion,
    ModelTool,
    Permission,
    ToolContext,
    ToolResult,
)

START_AGENT: Final = "start_coding_agent"
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


class StartCodingAgent(ModelTool[StartCodingAgentInput]):
    """Starts an agent, once the user has agreed to exactly this agent, folder and task.

    Args:
        description: For the model.
        starter: Starts it.
    """

    name = START_AGENT
    purpose = mark("Starts a coding agent in a folder of yours")
    input_model = StartCodingAgentInput
    permission = Permission.SENSITIVE

    def __init__(self, *, description: str, starter: AgentStarter) -> None:
        super().__init__(description)
        self._starter = starter
        self._asked: dict[str, TaskOrder] = {}
        """What the user was asked, by the id of the call."""

    async def question(
        self, arguments: Mapping[str, Any], context: ToolContext
    ) -> CallQuestion | None:
        """Ask for one agent in one folder with one task."""
        wanted = self.validate(arguments)
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

    @override
    async def run(self, arguments: StartCodingAgentInput, context: ToolContext) -> ToolResult:
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
