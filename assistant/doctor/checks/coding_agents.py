"""The coding agents that are set up: whether what they start is Parley, and answers."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup.agent_setup import AgentSetup
from assistant.doctor.check_context import CheckContext
from assistant.doctor.finding import CheckVerdict, ok, skipped, warning
from assistant.doctor.registry import agent_check
from assistant.engine.coding_agents.agent_entry import AgentEntry
from assistant.errors import AssistantError
from assistant.locale import _, ngettext


def checks(context: CheckContext) -> Mapping[str, Callable[[], CheckVerdict]]:
    return {agent_check(agent): partial(check_agent, context, agent) for agent in CodingAgent}


def check_agent(context: CheckContext, agent: CodingAgent) -> CheckVerdict:
    """Start Parley as the agent would, and count the tools that it is offered."""
    launch = AgentSetup.of(context.home, context.environment).launch(agent)
    if launch is None:
        return skipped(_("{agent} is not set up.").format(agent=agent.traits.title))
    entry = AgentEntry(agent, launch, home=context.home, environment=context.environment)
    try:
        count = asyncio.run(entry.tool_count())
    except AssistantError as error:
        hint = error.hint or _("Run: parley setup {agent}").format(agent=agent)
        return warning(error.message, hint=hint)
    if not count:
        return warning(
            _("It is offered no tools"), hint=_("Run: parley setup {agent}").format(agent=agent)
        )
    return ok(
        ngettext(
            "It can ask in Parley, with {n} tool", "It can ask in Parley, with {n} tools", count
        ).format(n=count)
    )
