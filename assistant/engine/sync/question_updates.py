"""Makes questions live that another device asked, drafted or settled. Engine loop only.

What arrived is in the store already.
"""

import logging
from collections.abc import Callable, Collection
from typing import Final

from pydantic import ValidationError

from assistant.conversation.conversation import Conversation
from assistant.conversation.current_conversation import CurrentConversation
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.engine.sync.conversation_updates import ConversationUpdates
from assistant.engine.sync.turn_claims import TurnClaims
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.desk.question_persistence import responses
from assistant.questions.form.outcome_text import answer_in_words, outcome_lines
from assistant.questions.model.question import (
    Answered,
    Draft,
    Origin,
    Purpose,
    QuestionRoute,
    QuestionSet,
)
from assistant.storage.model.records import QuestionRecord
from assistant.storage.questions import QuestionRepository
from assistant.sync.errors import SyncError
from assistant.sync.model.applied import Conflict

_log = logging.getLogger(__name__)

_TRAVELLING: Final = frozenset(
    {
        QuestionRoute.TOOL,
        QuestionRoute.TEXT,
        QuestionRoute.PROVIDE_CHOICE,
        QuestionRoute.API,
    }
)
"""Routes of questions that any of the user's devices may answer; the program's own are its own."""


class QuestionUpdates:
    """Takes in what other devices did with questions."""

    def __init__(
        self,
        *,
        questions: QuestionRepository,
        desk: QuestionDesk,
        conversations: CurrentConversation,
        answers: AnswerDelivery,
        claims: TurnClaims,
        updates: ConversationUpdates,
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._questions = questions
        self._desk = desk
        self._conversations = conversations
        self._answers = answers
        self._claims = claims
        self._updates = updates
        self._emit = emit
        self._unclaimed: dict[str, str] = {}
        """Conversations of settled questions that a live turn waits for, by question."""

    async def take(
        self,
        *,
        opened: Collection[str],
        drafted: Collection[str],
        settled: Collection[str],
    ) -> None:
        """Follow questions that were asked, drafted and settled on other devices.

        Raises:
            StoreError: If the store cannot be read.
        """
        for questions_id in settled:
            await self._settle(questions_id)
        for questions_id in opened:
            await self._show(questions_id)
        for questions_id in drafted:
            await self._draft(questions_id)

    async def synchronised(self) -> None:
        """The server can be asked now: turns wait for its word."""
        for questions_id in tuple(self._unclaimed):
            await self._settle(questions_id)

    async def _show(self, questions_id: str) -> None:
        record = await self._questions.get(questions_id)
        read = None if record is None else _read(record)
        if read is None:
            return
        questions, origin = read
        if questions.purpose is Purpose.ASK and questions.route in _TRAVELLING:
            await self._desk.adopt(questions_id, self._answers.asked_here(origin))

    async def _draft(self, questions_id: str) -> None:
        record = await self._questions.get(questions_id)
        if record is None:
            return
        try:
            draft = Draft.model_validate_json(record.draft_json)
        except ValidationError:  # a newer program's
            return
        self._desk.adopt_draft(questions_id, draft)

    async def _settle(self, questions_id: str) -> None:
        """Close a question here; its turn goes on if no other device does so."""
        conversation = self._waiting(questions_id)
        self._unclaimed.pop(questions_id, None)
        if conversation is None or await self._questions.get(questions_id) is None:
            await self._desk.settle_elsewhere(questions_id)
            return
        conversation_id = conversation.conversation_id
        try:
            is_ours = await self._claims.claim(conversation_id, questions_id)
        except SyncError as error:
            _log.info("Nobody says yet who goes on with a turn: %s", error.message)
            self._unclaimed[questions_id] = conversation_id
            return
        if is_ours:
            await self._desk.settle_elsewhere(questions_id)
        else:
            # What the turn did is left as it is: the other device goes on from there.
            conversation.suspend()
            await self._desk.settle_elsewhere(questions_id)
            await self._updates.reload(conversation_id)
            self._answers.announce()

    def _waiting(self, questions_id: str) -> Conversation | None:
        """The conversation whose turn waits for a question."""
        for conversation in self._conversations.registry.open_conversations:
            if conversation.waits_for(questions_id):
                return conversation
        return None

    async def tell_lost(self, conflict: Conflict) -> None:
        """Tell the user that another device's answer came first.

        Raises:
            StoreError: If the store cannot be read.
        """
        record = await self._questions.get(conflict.key.key)
        read = None if record is None else _read(record)
        if record is None or read is None or record.response_json is None:
            return
        questions, origin = read
        self._claims.claim_lost(origin.conversation_id, record.questions_id)
        self._emit(
            Notice(
                code="answered_elsewhere",
                text=_("“{question}” was answered on another device first: {answer}").format(
                    question=questions.questions[0].text,
                    answer=_answer(questions, record.response_json),
                ),
                hint=_(
                    "Your answer here, {answer}, does not count. What came of it stays on a branch"
                    " of the conversation."
                ).format(answer=_answer(questions, conflict.ours)),
                severity=Severity.INFO,
            )
        )


def _read(record: QuestionRecord) -> tuple[QuestionSet, Origin] | None:
    try:
        return (
            QuestionSet.model_validate_json(record.questions_json),
            Origin.model_validate_json(record.origin_json),
        )
    except ValidationError:  # a newer program's
        return None


def _answer(questions: QuestionSet, response_json: str) -> str:
    try:
        response = responses.validate_json(response_json)
    except ValidationError:  # a newer program's
        return "?"
    if not isinstance(response, Answered):
        return outcome_lines(questions, response)[0]
    answers = response.answers
    return "; ".join(answer_in_words(questions.find(one.question_id), one) for one in answers)
