"""Takes what the hooks of coding agents tell, and asks what they ask. Engine loop only."""

import asyncio
import logging
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from assistant.coding_agents.hooks.dialects import printed, questions_of, read_hook
from assistant.coding_agents.hooks.hook_events import Asked
from assistant.coding_agents.hooks.permission_request import AllowedPlaces
from assistant.coding_agents.hooks.verdicts import Verdict, verdict_of
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import SessionEnded, WordsTaken
from assistant.engine.coding_agents.agent_processes import AgentProcesses
from assistant.engine.coding_agents.agent_sessions import AgentSessions
from assistant.errors import QuestionError
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import Channel, Origin

_log = logging.getLogger(__name__)


class HookDesk:
    """Asks at the question desk what hooks ask.

    Args:
        desk: Puts the questions.
        sessions: Hears how sessions stand.
        processes: Looks whether agents run.
        allowed: Returns where the user lets permissions be given.
    """

    def __init__(
        self,
        *,
        desk: QuestionDesk,
        sessions: AgentSessions,
        processes: AgentProcesses,
        allowed: Callable[[], AllowedPlaces],
    ) -> None:
        self._desk = desk
        self._sessions = sessions
        self._processes = processes
        self._allowed = allowed

    async def hear(self, agent: CodingAgent, payload: Mapping[str, Any], starter: int) -> str:
        """Take what a hook tells.

        Cancelling withdraws what it asked.

        Args:
            agent: Whose hook it is.
            payload: What the agent told it.
            starter: The process that started it.

        Returns:
            What the hook prints; empty where the user decided nothing.

        Raises:
            StoreError: If the question cannot be stored.
        """
        event = read_hook(agent, payload)
        if event is None:
            return ""
        # One that asks is in the middle of its work. Heard at once, for hooks come in their order.
        self._sessions.hear(WordsTaken(asker=event.asker) if isinstance(event, Asked) else event)
        if isinstance(event, SessionEnded):
            self._processes.forget(event.asker)
        else:
            await self._processes.watch(event.asker, starter)
        if not isinstance(event, Asked):
            return ""
        verdict = await self.decide(event)
        return "" if verdict is None else printed(agent, event, verdict)

    async def decide(self, asked: Asked) -> Verdict | None:
        """Ask what an agent asks; cancelling withdraws it.

        Returns:
            What the user decided; None if they decided nothing.

        Raises:
            StoreError: If the question cannot be stored.
        """
        asked = replace(asked, asker=self._sessions.numbered(asked.asker))
        set_id = uuid.uuid4().hex
        try:
            # A change of some hundred kilobytes takes a tenth of a second to write out.
            questions = await asyncio.to_thread(
                questions_of, asked, set_id=set_id, allowed=self._allowed()
            )
        except QuestionError as error:
            _log.warning("A question of %s cannot be asked: %s", asked.asker.agent, error.message)
            return None
        origin = Origin(
            channel=Channel.API,
            conversation_id=f"agent-{asked.asker.session or set_id}",
            is_bound=True,
        )
        opened = await self._desk.open(questions, origin)
        if opened.is_suspended:
            return None
        response = await opened.response_or_withdraw()
        return verdict_of(asked, opened.questions, response)
