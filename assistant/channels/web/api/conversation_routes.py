"""The part of the API with which another surface holds the conversation. Engine loop only.

A terminal that attaches to the running program learns how the conversation stands, sends what is
typed, stops a reply, and settles questions in all the ways that the program's own surfaces have.
"""

import asyncio
import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, cast

from fastapi import APIRouter, Query
from pydantic import TypeAdapter, ValidationError

from assistant.channels.web.api.event_stream import EventLog, encode_question_set
from assistant.channels.web.api.model.bodies import Success
from assistant.channels.web.api.model.conversation_bodies import (
    ChangeRequest,
    ConversationStateBody,
    DraftRequest,
    FileBody,
    MessageBody,
    MessageRequest,
    MessageSaid,
    MessageTaken,
    OpenForm,
    PastAnswerBody,
    PastAnswersBody,
    ReopenRequest,
    ResponseRequest,
    StopRequest,
    UnansweredBody,
    UnansweredForm,
)
from assistant.channels.web.api.model.desk_problems import check_settleable, problem_of
from assistant.channels.web.api.model.remote_access import (
    MAX_MESSAGES,
    fitting_draft,
    given_here,
)
from assistant.channels.web.api.sessions import ApiSession, ApiSessions
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.channels.web.server.openapi import ApiCall, add_calls
from assistant.channels.web.server.token_route import token_route_class
from assistant.clock import Clock
from assistant.conversation.current_conversation import CurrentConversation
from assistant.conversation.history.model.message_view import to_message_views
from assistant.conversation.history.model.stored_question import StoredQuestion
from assistant.conversation.say_result import (
    SayAccepted,
    SayHandled,
    SayQueued,
    SayRejected,
)
from assistant.errors import AnswerRefused, AttachmentRefused, RefusalReason
from assistant.locale import _
from assistant.protocol.messages import Attachment, HistoryMessage
from assistant.protocol.questions import (
    AmendAnswer,
    PastAnswer,
    PresentQuestionAgain,
    QuestionsListed,
    ReopenTimedOutQuestion,
    ReturnToQuestion,
    UnansweredQuestion,
    UndoAnswer,
)
from assistant.questions.card.chat_answer import RejectedText
from assistant.questions.desk.model.lifecycle import LifecycleEvent
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.answer_revision import can_change
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import (
    Channel,
    Method,
    Provenance,
    Response,
)
from assistant.questions.model.validation import may_answer
from assistant.value_faults import value_fault

_REVISIONS: Final[Mapping[str, type[AmendAnswer | ReturnToQuestion | UndoAnswer]]] = (
    MappingProxyType({"change": AmendAnswer, "go_back": ReturnToQuestion, "undo": UndoAnswer})
)
"""What each way to change an answer asks of the engine."""
_responses: Final[TypeAdapter[Response]] = TypeAdapter(Response)


class ConversationRoutes:
    """The routes.

    Args:
        token: What a caller must know.
        conversations: Knows the one that is held.
        sessions: Finds sessions.
        desk: Settles questions.
        events: What programs follow.
        listed: Returns the questions without an answer.
        put_again: Puts a question again.
        past_answers: Returns the answers of the conversation that is held.
        revise: Has an answer changed.
        clock: Stamps answers.
    """

    def __init__(
        self,
        *,
        token: str,
        conversations: CurrentConversation,
        sessions: ApiSessions,
        desk: QuestionDesk,
        events: EventLog,
        listed: Callable[[], Awaitable[QuestionsListed]],
        put_again: Callable[[PresentQuestionAgain | ReopenTimedOutQuestion], Awaitable[None]],
        past_answers: Callable[[], Awaitable[Sequence[PastAnswer]]],
        revise: Callable[[AmendAnswer | ReturnToQuestion | UndoAnswer], Awaitable[None]],
        clock: Clock,
    ) -> None:
        self._conversations = conversations
        self._sessions = sessions
        self._desk = desk
        self._events = events
        self._listed = listed
        self._put_again = put_again
        self._past_answers = past_answers
        self._revise = revise
        self._clock = clock
        self.router: Final = APIRouter(route_class=token_route_class(token))
        add_calls(
            self.router,
            (
                ApiCall(
                    "GET", "/task/conversation", self.conversation, ConversationStateBody, (404,)
                ),
                ApiCall("POST", "/task/message", self.message, MessageSaid, (404, 409)),
                ApiCall("POST", "/task/stop", self.stop, MessageTaken, (404, 409)),
                ApiCall("POST", "/task/response", self.response, Success, (404,)),
                ApiCall("POST", "/task/draft", self.draft, Success, (404,)),
                ApiCall("GET", "/task/questions", self.questions, UnansweredBody),
                ApiCall("POST", "/task/reopen", self.reopen, Success, (404,)),
                ApiCall("GET", "/task/answered", self.answered, PastAnswersBody),
                ApiCall("POST", "/task/change", self.change, Success, (404, 409)),
            ),
        )

    @property
    def _current_id(self) -> str:
        return self._conversations.current.conversation_id

    async def conversation(
        self, count: Annotated[int, Query(ge=0, le=MAX_MESSAGES)] = 20
    ) -> ConversationStateBody:
        """Tell how the conversation stands that is held now, with its last messages."""
        session = await self._sessions.find(self._current_id, held=self._current_id)
        current = self._conversations.current
        # From here on nothing is waited for: the answer and the id of the event fit together.
        return ConversationStateBody(
            session_id=session.session_id,
            session_key=session.key,
            model=current.model,
            is_replying=current.turn_id is not None,
            messages=_messages(to_message_views(current.entries), count),
            open=[_open(pending) for pending in self._desk.pending() if pending.is_presented],
            last_event_id=self._events.last_id,
        )

    async def message(self, body: MessageRequest) -> MessageSaid:
        """Say something in the conversation that is held; the stream tells the reply."""
        if not body.text.strip() and not body.files:
            raise ApiProblem(400, "invalid_request", _("There are no words in it."))
        if body.question_id is not None:
            if body.files:
                raise ApiProblem(
                    400, "invalid_request", _("Files do not answer a question; send words alone.")
                )
            await self._answer_in_words(body, body.question_id)
            return self._said("handled", _("The words were taken"))
        await self._held(body.session_id)
        attachments = [await _judged(file, place) for place, file in enumerate(body.files)]
        match await self._conversations.say(body.text, spoken=False, attachments=attachments):
            case SayRejected(notice=notice):
                why = "" if notice is None else f"{notice.text} {notice.hint}".strip()
                raise ApiProblem(409, "not_taken", why or _("The words were not taken."))
            case SayAccepted():
                status, message = "accepted", _("The words were taken")
            case SayQueued():
                status, message = "queued", _("Your message waits for the reply that is under way.")
            case SayHandled():
                status, message = "handled", _("The words were taken")
        return self._said(status, message)

    def _said(self, status: Literal["accepted", "queued", "handled"], message: str) -> MessageSaid:
        return MessageSaid(message=message, last_event_id=self._events.last_id, status=status)

    async def _answer_in_words(self, body: MessageRequest, question_id: str) -> None:
        """Have words answer the one question that they name."""
        _session, stored = await self._stored(body.session_id, question_id, body.version)
        try:
            check_settleable(stored, LifecycleEvent.ANSWER)
            offer = await self._desk.offer_to(
                stored.id,
                body.text,
                Channel.API,
                question_id=None if question_id == stored.id else question_id,
                version=stored.questions.version,
            )
        except AnswerRefused as refused:
            raise problem_of(refused, question_id, None) from refused
        if isinstance(offer, RejectedText):
            details = {"question_id": question_id, "expected": "\n".join(offer.list.lines())}
            raise ApiProblem(400, "invalid_answer", offer.why, details)

    async def stop(self, body: StopRequest) -> MessageTaken:
        """Stop the reply that is made in the conversation that is held; what had come stays."""
        await self._held(body.session_id)
        self._conversations.drop_waiting()
        await self._conversations.stop_turn()
        return MessageTaken(message=_("Nothing is replied now"), last_event_id=self._events.last_id)

    async def response(self, body: ResponseRequest) -> Success:
        """Settle a question: answer the whole form, leave it to the model, or put it off."""
        session, stored = await self._stored(body.session_id, body.question_id, body.version)
        try:
            response = self._read(body.response)
            check_settleable(stored, LifecycleEvent.ANSWER)
            await self._desk.respond(
                stored.id,
                response,
                Channel.API,
                conversation_id=session.session_id,
                version=stored.questions.version,
            )
        except AnswerRefused as refused:
            raise problem_of(refused, body.question_id, None) from refused
        return Success(message=_("Answer submitted, the task continues"))

    async def draft(self, body: DraftRequest) -> Success:
        """Keep what is selected so far; its time-out rests meanwhile, as while somebody types."""
        _session, stored = await self._stored(body.session_id, body.question_id)
        try:
            check_settleable(stored, LifecycleEvent.DRAFT)
            await self._desk.save_draft(stored.id, fitting_draft(stored.questions, body.draft))
        except AnswerRefused as refused:
            raise problem_of(refused, body.question_id, None) from refused
        return Success(message=_("Kept"))

    async def questions(self) -> UnansweredBody:
        """List the questions without an answer that can still have one."""
        listed = await self._listed()
        return UnansweredBody(
            questions=[_unanswered(one) for one in listed.questions], listed_at=listed.listed_at
        )

    async def reopen(self, body: ReopenRequest) -> Success:
        """Put a question again, in the window and on every surface that follows the events."""
        _session, stored = await self._stored(body.session_id, body.question_id)
        try:
            check_settleable(stored, LifecycleEvent.ANSWER)
        except AnswerRefused as refused:
            if stored.status != "timeout":
                raise problem_of(refused, body.question_id, None) from refused
            await self._put_again(ReopenTimedOutQuestion(questions_id=stored.id))
        else:
            await self._put_again(PresentQuestionAgain(questions_id=stored.id))
        return Success(message=_("The question is asked again"))

    async def answered(self) -> PastAnswersBody:
        """List the settled questions of the conversation that is held, which `change` takes."""
        return PastAnswersBody(
            session_id=self._current_id,
            answers=[_past(one) for one in await self._past_answers()],
            listed_at=self._clock.now(),
        )

    async def change(self, body: ChangeRequest) -> Success:
        """Have an answer changed, in the window and on every surface that follows the events."""
        await self._held(body.session_id)
        session, stored = await self._stored(body.session_id, body.question_id)
        copies = session.copies(stored)
        past = [one for one in await self._past_answers() if one.questions.id in copies]
        if not past or (
            body.way == "change" and not can_change(past[0].questions, past[0].response)
        ):
            raise ApiProblem(
                409,
                "not_changeable",
                _("This answer cannot be changed."),
                {"question_id": body.question_id},
            )
        await self._revise(_REVISIONS[body.way](questions_id=past[0].questions.id))
        return Success(message=_("The question is asked again"))

    async def _held(self, named: str) -> None:
        """Return if it is this session that is held; raises Problem."""
        session = await self._sessions.find(named, held=self._current_id)
        if session.session_id != self._current_id:
            raise ApiProblem(
                409,
                "not_current",
                _("Another conversation is held now; go on with this one first."),
                {"session_id": named, "current": self._current_id},
            )

    async def _stored(
        self, named: str, question_id: str, version: int | None = None
    ) -> tuple[ApiSession, StoredQuestion]:
        session = await self._sessions.find(named, held=self._current_id)
        return session, session.addressed(question_id, version)

    def _read(self, given: Mapping[str, Any]) -> Response:
        """Return a response as it is stored: given now, through the API.

        Raises:
            AnswerRefused: `INVALID` if it cannot be understood.
        """
        said = given.get("provenance")
        named = cast("Mapping[str, Any]", said).get("method") if isinstance(said, dict) else None
        method = next((one for one in Method if one.value == named), Method.TYPED)
        by = Provenance(channel=Channel.API, method=method, at=self._clock.now())
        try:
            response = _responses.validate_python(
                {**given, "provenance": by} if given.get("outcome") != "timeout" else given
            )
        except ValidationError as error:
            where = error.errors()[0]
            place = ".".join(str(part) for part in where["loc"])
            problem = value_fault(where).localized
            raise AnswerRefused(
                RefusalReason.INVALID,
                _("The response cannot be read: {place}: {problem}.").format(
                    place=place, problem=problem
                ),
            ) from error
        return given_here(response, self._clock.now())


async def _judged(file: FileBody, place: int) -> Attachment:
    """Judge a file off the loop; raises ApiProblem with the reason."""

    def work() -> Attachment:
        from assistant.attachments.judge import judge  # seldom needed

        try:
            data = base64.b64decode(file.data, validate=True)
        except (binascii.Error, ValueError) as error:
            raise AttachmentRefused(_("It is not base64.")) from error
        return judge(file.name, data)

    try:
        return await asyncio.to_thread(work)
    except AttachmentRefused as refused:
        why = f"{refused.message} {refused.hint}".strip()
        details = {"file": place, "name": file.name, "hint": refused.hint}
        raise ApiProblem(400, "invalid_file", why, details) from refused


def _messages(history: Sequence[HistoryMessage], count: int) -> list[MessageBody]:
    spoken = [one for one in history if one.text]
    return [
        MessageBody(
            role="user" if one.role == "user" else "assistant",
            text=one.text,
            said_at=one.said_at,
            answers=one.answers,
        )
        for one in spoken[len(spoken) - min(count, len(spoken)) :]
    ]


def _open(pending: PendingQuestion) -> OpenForm:
    return OpenForm(
        id=pending.id,
        session_id=pending.origin.conversation_id,
        form=encode_question_set(pending.questions),
        draft=pending.draft.model_dump(mode="json"),
        may_answer=may_answer(pending.questions, Channel.API),
    )


def _past(one: PastAnswer) -> PastAnswerBody:
    return PastAnswerBody(
        id=one.questions.id,
        form=encode_question_set(one.questions),
        response=one.response.model_dump(mode="json"),
        asked_at=one.asked_at,
        may_change=can_change(one.questions, one.response),
    )


def _unanswered(one: UnansweredQuestion) -> UnansweredForm:
    return UnansweredForm(
        id=one.questions.id,
        session_id=one.origin.conversation_id,
        form=encode_question_set(one.questions),
        draft=one.draft.model_dump(mode="json"),
        may_answer=may_answer(one.questions, Channel.API),
        channel=one.origin.channel,
        asked_at=one.asked_at,
        standing=one.standing,
    )
