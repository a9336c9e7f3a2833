"""Takes what the hooks of coding agents tell, and has asked what they ask. Engine loop only."""

import asyncio
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from assistant.coding_agents.hooks.dialects import DIALECTS, printed, read_hook
from assistant.coding_agents.hooks.hook_events import Asked, PermissionAsked
from assistant.coding_agents.hooks.verdicts import Verdict
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import (
    AgentEvent,
    QuestionEnded,
    SessionEnded,
    UserNeeded,
    WordsTaken,
    WorkGoesOn,
)
from assistant.engine.coding_agents.agent_processes import AgentProcesses
from assistant.engine.coding_agents.agent_questions import AgentQuestions
from assistant.engine.coding_agents.agent_sessions import AgentSessions


class HookDesk:
    """Has the user asked what hooks ask, and the board told what they tell.

    Args:
        questions: Puts what they ask.
        sessions: Hears how sessions stand.
        processes: Looks whether agents run.
        works_in: Hears in which folder an agent works.
    """

    def __init__(
        self,
        *,
        questions: AgentQuestions,
        sessions: AgentSessions,
        processes: AgentProcesses,
        works_in: Callable[[str], None],
    ) -> None:
        self._questions = questions
        self._sessions = sessions
        self._processes = processes
        self._works_in = works_in
        self._asking: dict[str, tuple[Asked, asyncio.Task[Verdict | None]]] = {}

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
        if isinstance(folder := payload.get("cwd"), str):
            self._works_in(folder)
        if isinstance(event, PermissionAsked) and self._sessions.is_started(event.asker):
            return ""  # it asks over the connection that Parley has with it
        # One that asks is in the middle of its work. Heard at once, for hooks come in their order.
        self._sessions.hear(WordsTaken(asker=event.asker) if isinstance(event, Asked) else event)
        if isinstance(event, SessionEnded):
            self._processes.forget(event.asker)
        else:
            await self._processes.watch(event.asker, starter)
        if not isinstance(event, Asked):
            if not DIALECTS[agent].ends_hooks:
                self._withdraw_answered(event)
            return ""
        verdict = await self._judged(event)
        return "" if verdict is None else printed(agent, event, verdict)

    async def _judged(self, asked: Asked) -> Verdict | None:
        """Ask beside the agent's own dialog, where it waits on if nothing is decided here."""
        set_id = uuid.uuid4().hex
        self._sessions.judge(set_id)
        asking = asyncio.create_task(self._questions.decide(asked, set_id), name="hook")
        self._asking[set_id] = asked, asking
        verdict, is_waiting = None, False
        try:
            await asyncio.wait([asking])
            is_waiting = not asking.cancelled()
            verdict = asking.result() if is_waiting else None
            is_waiting = is_waiting and verdict is None
        finally:
            del self._asking[set_id]
            if not asking.done():  # it was answered there, or the agent is gone
                asking.cancel()
                await asyncio.wait([asking])
            self._sessions.hear(QuestionEnded(questions_id=set_id, is_at_own_dialog=is_waiting))
            if is_waiting:  # it may have come to no question at all
                self._sessions.hear(UserNeeded(asker=asked.asker))
        return verdict

    def _withdraw_answered(self, event: AgentEvent) -> None:
        """Withdraw what an event shows to be over: the call has run, or nothing is under way."""
        for asked, asking in self._asking.values():
            mine, its = asked.asker, event.asker
            if (mine.agent, mine.session) != (its.agent, its.session):
                continue
            match event:
                case WorkGoesOn(call=call):
                    is_over = bool(call) and call == asked.call
                case UserNeeded():
                    is_over = False
                case _:
                    is_over = True
            if is_over:
                asking.cancel()
