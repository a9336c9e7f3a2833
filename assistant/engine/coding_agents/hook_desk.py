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
from assistant.coding_agents.model.session_board import (
    QuestionEnded,
    SessionEnded,
    UserNeeded,
    WordsTaken,
)
from assistant.engine.coding_agents.agent_processes import AgentProcesses
from assistant.engine.coding_agents.agent_sessions import AgentSessions
from assistant.errors import AnswerRefused, QuestionError
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import Channel, Later, Origin

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
        verdict = await self._judged(event)
        return "" if verdict is None else printed(agent, event, verdict)

    async def decide(self, asked: Asked) -> Verdict | None:
        """Ask what an agent asks that has no dialog of its own; cancelling withdraws it.

        Returns:
            What the user decided; None if they decided nothing.

        Raises:
            StoreError: If the question cannot be stored.
        """
        return await self._ask(asked, uuid.uuid4().hex)

    async def _judged(self, asked: Asked) -> Verdict | None:
        """Ask beside the agent's own dialog, where it waits on if nothing is decided here."""
        set_id = uuid.uuid4().hex
        self._sessions.judge(set_id)
        is_left = False
        verdict = None
        try:
            verdict = await self._ask(asked, set_id)
        except asyncio.CancelledError:  # it was answered there, or the agent is gone
            is_left = True
            raise
        finally:
            is_waiting = verdict is None and not is_left
            self._sessions.hear(QuestionEnded(questions_id=set_id, is_at_own_dialog=is_waiting))
            if is_waiting:  # it may have come to no question at all
                self._sessions.hear(UserNeeded(asker=asked.asker))
        return verdict

    async def _ask(self, asked: Asked, set_id: str) -> Verdict | None:
        asked = replace(asked, asker=self._sessions.numbered(asked.asker))
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
        while isinstance(
            response, Later
        ):  # it is in the list of open questions, and the hook waits
            try:
                opened = await self._desk.follow(opened.id)
            except AnswerRefused:
                return None
            response = await opened.response_or_withdraw()
        return verdict_of(asked, opened.questions, response)
