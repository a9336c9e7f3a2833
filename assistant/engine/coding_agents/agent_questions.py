"""Asks at the question desk what coding agents ask. Engine loop only."""

import asyncio
import logging
import uuid
from collections.abc import Callable
from dataclasses import replace

from assistant.coding_agents.hooks.dialects import questions_of
from assistant.coding_agents.hooks.hook_events import Asked
from assistant.coding_agents.hooks.permission_request import AllowedPlaces
from assistant.coding_agents.hooks.verdicts import Verdict, verdict_of
from assistant.engine.coding_agents.agent_sessions import AgentSessions
from assistant.errors import AnswerRefused, QuestionError
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import Channel, Later, Origin

_log = logging.getLogger(__name__)


class AgentQuestions:
    """Puts the questions and permission requests of agents, whichever way they come.

    Args:
        desk: Puts the questions.
        sessions: Knows the number of a session.
        allowed: Returns where the user lets permissions be given.
    """

    def __init__(
        self,
        *,
        desk: QuestionDesk,
        sessions: AgentSessions,
        allowed: Callable[[], AllowedPlaces],
    ) -> None:
        self._desk = desk
        self._sessions = sessions
        self._allowed = allowed

    async def decide(self, asked: Asked, set_id: str | None = None) -> Verdict | None:
        """Ask what an agent asks; cancelling withdraws it.

        Args:
            asked: What.
            set_id: The id that the questions get; any if None.

        Returns:
            What the user decided; None if they decided nothing.

        Raises:
            StoreError: If the question cannot be stored.
        """
        set_id = set_id or uuid.uuid4().hex
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
        ):  # it is in the list of open questions, and the agent waits
            try:
                opened = await self._desk.follow(opened.id)
            except AnswerRefused:
                return None
            response = await opened.response_or_withdraw()
        return verdict_of(asked, opened.questions, response)
