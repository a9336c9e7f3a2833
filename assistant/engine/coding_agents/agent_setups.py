"""Sets coding agents up from the window, and tries what they would start. Engine loop only.

What changes settings files is imported when it is first asked for.
"""

import asyncio
import contextlib
import json
import os
import uuid
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from assistant.background_tasks import Spawn
from assistant.coding_agents.model.agents import CodingAgent
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import AssistantError
from assistant.foreign_text import with_hidden_written
from assistant.home import Home
from assistant.locale import _
from assistant.protocol.coding_agents import (
    AgentSetupEntry,
    AgentSetupsListed,
    AskTestQuestion,
    ListAgentSetups,
    SetUpAgent,
)
from assistant.protocol.events import EngineEvent
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.formats.input_reader import as_fields, as_list
from assistant.questions.model.question import (
    Answered,
    Origin,
    Purpose,
    Question,
    QuestionRoute,
    QuestionSet,
)
from assistant.tools.mcp.model.server_offer import CallAnswer, ServerText

if TYPE_CHECKING:
    from assistant.coding_agents.setup.agent_setup import AgentSetup, FileChange
    from assistant.coding_agents.setup.model.entries import Launch
    from assistant.engine.coding_agents.agent_entry import AgentEntry

_TOOL: Final = "provide_choice"


def real_setup(home: Home) -> "AgentSetup":
    from assistant.coding_agents.setup.agent_setup import AgentSetup

    return AgentSetup.of(home)


def real_entry(agent: CodingAgent, launch: "Launch", home: Home) -> "AgentEntry":
    from assistant.engine.coding_agents.agent_entry import AgentEntry

    return AgentEntry(agent, launch, home=home, environment=os.environ)


class AgentSetups:
    """Takes the commands about setting agents up.

    Args:
        home: Of this Parley.
        desk: Asks whether files may be changed.
        origin: Returns where questions come from now.
        emit: Takes `AgentSetupsListed`.
        spawn: Holds what waits for the user.
        open_setup: Opens the settings of the agents; blocks.
        entry: Makes what an agent would start.
    """

    def __init__(
        self,
        *,
        home: Home,
        desk: QuestionDesk,
        origin: Callable[[], Origin],
        emit: Callable[[EngineEvent], None],
        spawn: Spawn,
        open_setup: "Callable[[Home], AgentSetup]" = real_setup,
        entry: "Callable[[CodingAgent, Launch, Home], AgentEntry]" = real_entry,
    ) -> None:
        self._home = home
        self._desk = desk
        self._origin = origin
        self._emit = emit
        self._spawn = spawn
        self._open_setup = open_setup
        self._entry = entry
        self._details: dict[CodingAgent, str] = {}
        self._busy: set[CodingAgent] = set()

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListAgentSetups, self._list)
        commands.register(SetUpAgent, self._set_up)
        commands.register(AskTestQuestion, self._test)

    async def _list(self, _command: ListAgentSetups) -> None:
        self._details = {agent: self._details.get(agent, "") for agent in self._busy}
        await self._tell()

    async def _set_up(self, command: SetUpAgent) -> None:
        self._begin(command.agent, self._changed(command))

    async def _test(self, command: AskTestQuestion) -> None:
        self._begin(command.agent, self._tried(command.agent))

    def _begin(self, agent: CodingAgent, work: "Coroutine[Any, Any, str]") -> None:
        """Do one thing at a time with an agent; what came of it is told."""
        if agent in self._busy:
            work.close()
            return
        self._busy.add(agent)
        self._spawn(self._finished(agent, work), f"agent-{agent}")

    async def _finished(self, agent: CodingAgent, work: "Coroutine[Any, Any, str]") -> None:
        self._details[agent] = ""
        try:
            await self._tell()
            self._details[agent] = await work
        except AssistantError as error:
            self._details[agent] = f"{error.message} {error.hint}".strip()
        finally:
            work.close()
            self._busy.discard(agent)
        await self._tell()

    async def _changed(self, command: SetUpAgent) -> str:
        agent, title = command.agent, command.agent.traits.title
        setup = await asyncio.to_thread(self._open_setup, self._home)
        plan = setup.removals if command.is_removal else setup.additions
        changes = [change for change in await asyncio.to_thread(plan, agent) if change.is_needed]
        if not changes:
            return (
                _("{agent} is not set up.").format(agent=title)
                if command.is_removal
                else _("{agent} is set up already.").format(agent=title)
            )
        response = await self._desk.ask(_question(agent, changes), self._origin())
        if not isinstance(response, Answered) or not response.answers[0].boolean:
            return _("Nothing was written.")
        await asyncio.to_thread(setup.write, changes)
        if command.is_removal:
            return ""
        said = _("{agent} is set up. Where it runs already, start it again.").format(agent=title)
        if setup.needs_trust(agent):
            trust = _("{agent} runs the hooks once you trust them: type /hooks in it.")
            said = f"{said} {trust.format(agent=title)}"
        return said

    async def _tried(self, agent: CodingAgent) -> str:
        title = agent.traits.title
        setup = await asyncio.to_thread(self._open_setup, self._home)
        launch = await asyncio.to_thread(setup.launch, agent)
        if launch is None:
            return _("{agent} is not set up.").format(agent=title)
        words = {
            "title": _("A test question"),
            "prompt": _(
                "Parley was started as {agent} starts it, and asked this. What you choose goes"
                " back the same way."
            ).format(agent=title),
            "type": "single_select",
            "options": [{"label": _("It works"), "description": ""}],
            "allow_cancel": True,
        }
        answer = await self._entry(agent, launch, self._home).call(_TOOL, words)
        chosen = _chosen(answer)
        if not chosen:
            return _("The test question was not answered.")
        return _("The test question came back answered: {answer}.").format(answer=chosen)

    async def _tell(self) -> None:
        try:
            setup = await asyncio.to_thread(self._open_setup, self._home)
            found = await asyncio.to_thread(_standing, setup)
        except AssistantError:  # no agent could start this Parley
            found = {}
        self._emit(
            AgentSetupsListed(
                agents=tuple(
                    AgentSetupEntry(
                        agent=agent,
                        is_set_up=is_set_up,
                        detail=self._details.get(agent, ""),
                        is_busy=agent in self._busy,
                    )
                    for agent, is_set_up in found.items()
                )
            )
        )


def _standing(setup: "AgentSetup") -> dict[CodingAgent, bool]:
    return {agent: setup.launch(agent) is not None for agent in setup.found()}


def _question(agent: CodingAgent, changes: "list[FileChange]") -> QuestionSet:
    """Ask whether these changes may be written; they are shown whole, nothing in them hidden."""
    shown = "\n".join(change.difference.rstrip("\n") for change in changes)
    question = Question.yes_or_no(
        "write",
        _("May Parley change the settings of {agent}?").format(agent=agent.traits.title),
        context=with_hidden_written(shown),
    )
    return QuestionSet(
        id=uuid.uuid4().hex,
        questions=(question,),
        title=_("Coding agents"),
        purpose=Purpose.CONFIRM,
        source="Parley",
        route=QuestionRoute.PROGRAM,
    )


def _chosen(answer: CallAnswer) -> str:
    """Return what was chosen; empty for nothing."""
    said: object = answer.structured
    if said is None:
        texts = [part.text for part in answer.parts if isinstance(part, ServerText)]
        with contextlib.suppress(ValueError):
            said = json.loads("".join(texts[:1]))
    labels = as_list(as_fields(as_fields(said).get("selection")).get("labels"))
    return ", ".join(str(label) for label in labels or ())
