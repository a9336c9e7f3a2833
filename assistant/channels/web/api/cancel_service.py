"""Closes questions that a program does not want answered any more. Engine loop only."""

from typing import Final

from assistant.channels.web.api.answer_service import AnswerDesk
from assistant.channels.web.api.model.desk_problems import problem_of
from assistant.channels.web.api.sessions import ApiSession, question_not_found
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.clock import Clock
from assistant.errors import AnswerRefused
from assistant.locale import _
from assistant.questions.desk.model.lifecycle import LifecycleEvent, refusal_of
from assistant.questions.model.question import Cancelled, CancelReason, Channel, Method, Provenance

_WITHDRAWN: Final = CancelReason.CLIENT.value
"""The reason with which a program takes back what it asked itself."""
_ASKED_OUTSIDE: Final = frozenset({Channel.API, Channel.MCP})


class CancelService:
    """Closes questions.

    Args:
        desk: Settles them.
        clock: Stamps it.
    """

    def __init__(self, *, desk: AnswerDesk, clock: Clock) -> None:
        self._desk = desk
        self._clock = clock

    async def cancel(self, session: ApiSession, question_id: str, reason: str) -> None:
        """Close the set with this question, or with this id itself.

        Args:
            session: Where it was asked.
            question_id: Which.
            reason: `client` if a program takes back its own question, which it always may; else
                words about it.

        Raises:
            Problem: 404 `question_not_found`; 400 `already_answered` or `closed`; 403
                `not_allowed` if it may not be cancelled.
            StoreError: If it cannot be stored.
        """
        stored = session.holding(question_id)
        if stored is None:
            raise question_not_found(question_id)
        is_own = stored.origin.channel in _ASKED_OUTSIDE
        is_withdrawn = is_own and reason == _WITHDRAWN
        if not stored.questions.allow_cancel and not is_withdrawn and stored.status == "pending":
            raise ApiProblem(
                403,
                "not_allowed",
                _("This question cannot be cancelled."),
                {"question_id": question_id},
            )
        named = {one.value for one in (CancelReason.USER, CancelReason.EXIT, CancelReason.CLIENT)}
        response = Cancelled(
            reason=CancelReason(reason) if reason in named else CancelReason.CLIENT,
            text="" if reason in named else reason,
            provenance=Provenance(channel=Channel.API, method=Method.TYPED, at=self._clock.now()),
        )
        try:
            if refused := refusal_of(stored.status, LifecycleEvent.CANCEL):
                raise refused
            await self._desk.respond(
                stored.id, response, Channel.API, conversation_id=session.session_id
            )
        except AnswerRefused as refused:
            raise problem_of(refused, question_id, None) from refused
