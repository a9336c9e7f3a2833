"""Gives the API access to the conversations of a core. Engine loop only."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

from assistant.channels.web.api.sessions import ApiSession
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.conversation.history.message_history import to_history_entries
from assistant.conversation.history.model.question_reconciliation import QuestionReconciliation
from assistant.conversation.history.model.stored_question import QuestionRole, StoredQuestion
from assistant.engine.core import Core
from assistant.locale import _
from assistant.protocol.history import OpenConversation
from assistant.protocol.questions import ReturnToQuestion
from assistant.questions.model.pending_question import PendingQuestion


class ConversationDirectory:
    """Implements `ConversationSource`."""

    def __init__(self, *, core: Core) -> None:
        self._core = core

    @property
    def current_id(self) -> str:
        """The current conversation."""
        return self._core.conversations.current.conversation_id

    def pending(self) -> Sequence[PendingQuestion]:
        """In the order they were asked."""
        return self._core.desk.pending()

    async def last_user_message_at(self, conversation_id: str) -> datetime | None:
        """When the user last spoke there of their own accord.

        Raises:
            StoreError: If the store cannot be read, or a message in it cannot be understood.
        """
        current = self._core.conversations.current
        if conversation_id == current.conversation_id:
            return QuestionReconciliation(
                questions=(), entries=current.entries
            ).last_user_message_at
        records = await self._core.store.messages.chain(conversation_id)
        entries = await asyncio.to_thread(to_history_entries, records)
        return QuestionReconciliation(questions=(), entries=entries).last_user_message_at

    async def resume(self, session: ApiSession, round: int | None) -> None:
        """Open a session, put its open questions again, or go back to a round of it.

        Raises:
            Problem: 409 `busy` while another conversation is replying; 409 `not_resumable` for a
                round that cannot be gone back to; 404 `question_not_found` if there is none.
            StoreError: If the store cannot be read.
        """
        core = self._core
        if session.is_conversation:
            await self._open(session.session_id)
        if round is None:
            for pending in core.desk.pending():
                is_here = pending.origin.conversation_id == session.session_id
                if is_here and not pending.is_presented and not pending.is_held:
                    await core.answers.put_again(pending)
            return
        if not session.is_conversation:
            raise ApiProblem(
                409,
                "not_resumable",
                _("Only a conversation goes on from an earlier round."),
                {"round": round},
            )
        question = await self._of_round(round)
        await core.commands.dispatch(ReturnToQuestion(questions_id=question.id))

    async def _open(self, conversation_id: str) -> None:
        core = self._core
        current = core.conversations.current
        if conversation_id == current.conversation_id:
            return
        if not current.is_at_rest:
            raise ApiProblem(409, "busy", _("Another conversation is under way; try again later."))
        await core.commands.dispatch(OpenConversation(conversation_id=conversation_id))

    async def _of_round(self, round: int) -> StoredQuestion:
        """The last question of this round on the present branch."""
        asked = await self._core.answers.read()
        found = [
            question
            for question in asked.questions
            if question.questions.round == round
            and question.role in {QuestionRole.CALL, QuestionRole.CHOICE}
            and asked.anchor(question) is not None
        ]
        if not found:
            raise ApiProblem(
                404,
                "question_not_found",
                _("This session has no question of round {round}.").format(round=round),
                {"round": round},
            )
        return found[-1]
