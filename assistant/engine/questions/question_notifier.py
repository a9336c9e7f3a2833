"""Reports questions that are asked and settled. Engine loop only."""

from collections.abc import Callable, Sequence

from assistant.conversation.current_conversation import CurrentConversation
from assistant.protocol.client import Listener
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import PendingQuestion, QuestionDesk
from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response


class QuestionNotifier:
    """What the desk tells becomes events, through the conversation whose turn waits for it.

    Args:
        conversations: Has the conversation.
        emit: Takes events.
    """

    def __init__(self, *, conversations: CurrentConversation, emit: Listener) -> None:
        self._conversations = conversations
        self._emit = emit
        self._pending: Callable[[], Sequence[PendingQuestion]] = tuple
        self._late_answer: Callable[[QuestionSet, Origin], None] = lambda _set, _origin: None

    @property
    def callbacks(self) -> DeskCallbacks:
        """What the desk calls."""
        return DeskCallbacks(
            on_asked=self._asked,
            on_closed=self._closed,
            on_late_answer=lambda questions, origin, _response: self._late_answer(
                questions, origin
            ),
            on_notice=lambda code, text, hint: self._emit(Notice(code=code, text=text, hint=hint)),
        )

    def connect(
        self, desk: QuestionDesk, late_answer: Callable[[QuestionSet, Origin], None]
    ) -> None:
        """`late_answer` is called for answers that no turn waits for."""
        self._pending, self._late_answer = desk.pending, late_answer

    def _asked(self, questions: QuestionSet, origin: Origin) -> None:
        pending = next((p for p in self._pending() if p.id == questions.id), None)
        event = QuestionAsked(
            questions=questions,
            origin=origin,
            draft=Draft() if pending is None else pending.draft,
            asked_at=None if pending is None else pending.asked_at,
            conversation_id=origin.conversation_id,
        )
        asking = self._conversations.registry.find(origin.conversation_id)
        if asking is not None and origin.turn_id is not None and origin.turn_id == asking.turn_id:
            asking.question_asked(event)
        else:
            self._emit(event)

    def _closed(self, questions: QuestionSet, response: Response, channel: Channel | None) -> None:
        event = QuestionClosed(questions=questions, response=response, channel=channel)
        for conversation in self._conversations.registry.open_conversations:
            if conversation.waits_for(questions.id):
                conversation.question_closed(event)
                return
        self._emit(event)
        self._conversations.current.question_settled()
