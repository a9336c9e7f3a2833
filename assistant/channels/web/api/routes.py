"""The HTTP API: questions, answers and events for programs on this machine. Engine loop only.

Every call needs the token that the running program writes beside its address
(`assistant.channels.web.client.address_file`).
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Protocol, TypeVar, cast

from fastapi import APIRouter, Body, FastAPI, Header, Path, Query, Request, Security
from fastapi.openapi.utils import get_openapi
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPBearer

from assistant.channels.web.api.answer_service import AcceptedAnswer, AnswerService
from assistant.channels.web.api.event_stream import EventLog
from assistant.channels.web.api.model.bodies import (
    AnswerOutcome,
    AnswerOutcomes,
    AnswerRequest,
    AnswersRequest,
    AnswerTaken,
    CancelRequest,
    Id,
    OpenQuestionsBody,
    PageOpened,
    PageRequest,
    QuestionCreated,
    QuestionStateBody,
    ResponseBody,
    ResumeRequest,
    SessionStateBody,
    Success,
)
from assistant.channels.web.api.question_service import QuestionService, closing_problem
from assistant.channels.web.api.requested_pages import RequestedPages
from assistant.channels.web.api.sessions import ApiSession, ApiSessions
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.channels.web.server.openapi import (
    DEFINITION,
    ApiCall,
    add_calls,
    problem_responses,
    trimmed_schema,
)
from assistant.channels.web.server.token_route import token_route_class
from assistant.locale import _
from assistant.questions.formats.definition_writer import dump_question
from assistant.questions.formats.input_reader import ParsedQuestions
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import Channel
from assistant.questions.model.response_text import render_tool_result
from assistant.questions.model.round_state import round_state
from assistant.questions.model.validation import may_answer

T = TypeVar("T")

MAX_WAIT_S: Final = 60.0
"""How long a call waits for an answer at most."""


class ConversationSource(Protocol):
    """What the API needs of the conversations."""

    @property
    def current_id(self) -> str:
        """The conversation that is held now."""
        ...

    def pending(self) -> Sequence[PendingQuestion]:
        """Return the open questions in the order they were asked."""
        ...

    async def last_user_message_at(self, conversation_id: str) -> datetime | None:
        """Return when the user last spoke there of their own accord."""
        ...

    async def resume(self, session: ApiSession, round: int | None) -> None:
        """Go on with a session, from an earlier round if one is named; raises Problem."""
        ...


class ApiRoutes:
    """The routes.

    Args:
        token: What a caller must know.
        sessions: Finds sessions.
        answering: Takes answers, and closes questions.
        question_service: Puts questions.
        conversations: The conversations.
        pages: Puts questions on pages.
        events: What programs follow.
        others: Routes beside these, such as those with which another surface holds the
            conversation.
    """

    def __init__(
        self,
        *,
        token: str,
        sessions: ApiSessions,
        answering: AnswerService,
        question_service: QuestionService,
        conversations: ConversationSource,
        pages: RequestedPages,
        events: EventLog,
        others: Sequence[APIRouter],
    ) -> None:
        self._sessions = sessions
        self._answering = answering
        self._question_service = question_service
        self._conversations = conversations
        self._pages = pages
        self._events = events
        self._described: dict[str, dict[str, Any]] = {}
        """The description by the address it gives."""
        scheme = HTTPBearer(auto_error=False, description="The token of `run/api.json`.")
        self.router: Final = APIRouter(
            prefix="/api",
            route_class=token_route_class(token),
            dependencies=[Security(scheme)],
        )
        self._add_routes()
        for router in others:
            self.router.include_router(router)

    def _add_routes(self) -> None:
        add_calls(
            self.router,
            (
                ApiCall(
                    "POST", "/task/answer", self.answer, AnswerTaken, (404,), leaves_out_none=True
                ),
                ApiCall("POST", "/task/answers", self.answers, AnswerOutcomes, (404,)),
                ApiCall("POST", "/task/cancel", self.cancel, Success, (404,)),
                ApiCall("POST", "/task/question", self.question, QuestionCreated, (404, 429)),
                ApiCall("POST", "/task/ask", self.ask, ResponseBody, (404, 429)),
                ApiCall(
                    "GET", "/task/question/{set_id}", self.question_state, QuestionStateBody, (404,)
                ),
                ApiCall("POST", "/task/page", self.page, PageOpened, (404, 409)),
                ApiCall("GET", "/task/session", self.current_session, SessionStateBody, (404,)),
                ApiCall(
                    "GET", "/task/session/{session_id}", self.session, SessionStateBody, (404,)
                ),
                ApiCall("POST", "/task/resume", self.resume, SessionStateBody, (404, 409)),
            ),
        )
        self.router.add_api_route(
            "/task/events",
            self.events,
            methods=["GET"],
            response_class=StreamingResponse,
            responses={
                200: {
                    "description": "Server-Sent Events, each with one JSON object.",
                    "content": {"text/event-stream": {"schema": {"type": "string"}}},
                },
                **problem_responses(400, 404),
            },
        )
        self.router.add_api_route(
            "/openapi.json", self.description, methods=["GET"], responses=problem_responses()
        )

    async def answer(self, body: AnswerRequest) -> AnswerTaken:
        """Answer one question; a form waits until each of its questions has an answer."""
        session = await self._sessions.find(body.session_id)
        return _taken(await self._answering.accept_one(session, body))

    async def answers(self, body: AnswersRequest) -> AnswerOutcomes:
        """Answer several questions; each is taken or refused for itself."""
        session = await self._sessions.find(body.session_id)
        taken = await self._answering.accept_all(session, body.answers)
        results = [
            _outcome(given.question_id, outcome)
            for given, outcome in zip(body.answers, taken, strict=True)
        ]
        refused = sum(not result.success for result in results)
        text = _("{count} of {total} answers were refused.").format(
            count=refused, total=len(results)
        )
        return AnswerOutcomes(
            success=not refused,
            message=text if refused else _("Answer submitted, the task continues"),
            results=results,
        )

    async def cancel(self, body: CancelRequest) -> Success:
        """Close a question without an answer."""
        session = await self._sessions.find(body.session_id)
        await self._answering.cancel(session, body.question_id, body.reason, version=body.version)
        return Success(message=_("The question was cancelled"))

    async def question(
        self,
        body: Annotated[dict[str, Any], Body(json_schema_extra=DEFINITION)],
    ) -> QuestionCreated:
        """Put a question to the user on every surface; returns at once."""
        read, session, since = await self._read(body)
        put = await self._question_service.put(read.questions, session, since=since)
        return QuestionCreated(
            message=_("The question was put"),
            session_id=session.session_id,
            session_key=session.key,
            set_id=put.id,
            question_id=put.questions[0].id,
            question_ids=[question.id for question in put.walk()],
            version=put.version,
            notes=list(read.notes),
        )

    async def ask(
        self,
        request: Request,
        body: Annotated[dict[str, Any], Body(json_schema_extra=DEFINITION)],
    ) -> ResponseBody:
        """Put a question and wait for the response; whoever hangs up withdraws it."""
        read, session, since = await self._read(body)
        asking = asyncio.ensure_future(
            self._question_service.ask(read.questions, session, since=since)
        )
        questions, response = await _while_there(request, asking)
        return ResponseBody(
            response=response.model_dump(mode="json"),
            result=render_tool_result(questions, response),
        )

    async def _read(
        self, body: dict[str, Any]
    ) -> tuple[ParsedQuestions, ApiSession, datetime | None]:
        """Return the questions of a body, where they are asked, and when the user spoke there."""
        named = body.get("session_id")
        if named is None:
            session = self._sessions.begin()
            since = None
        elif isinstance(named, str):
            session = await self._sessions.find(named)
            spoken = await self._conversations.last_user_message_at(session.session_id)
            since = spoken or session.chain_began
        else:
            raise ApiProblem(400, "invalid_request", _("session_id must be a text."))
        definition = {key: value for key, value in body.items() if key != "session_id"}
        return self._question_service.read(definition, session), session, since

    async def question_state(
        self,
        request: Request,
        set_id: Annotated[Id, Path()],
        session_id: Annotated[Id, Query()],
        wait_s: Annotated[float, Query(ge=0, le=MAX_WAIT_S)] = 0.0,
    ) -> QuestionStateBody:
        """Tell what became of questions, after waiting for an answer if that is wanted."""
        session = await self._sessions.find(session_id)
        state = asyncio.ensure_future(self._question_service.state(session, set_id, wait_s=wait_s))
        return await _while_there(request, state)

    async def page(self, body: PageRequest) -> PageOpened:
        """Show an open question on a page in the browser too."""
        session = await self._sessions.find(body.session_id)
        url = await self._pages.open(session, body.question_id)
        return PageOpened(message=_("The question has a page"), url=url)

    async def current_session(self) -> SessionStateBody:
        """Tell where the conversation stands that is held now."""
        held = self._conversations.current_id
        return self._state(await self._sessions.find(held, held=held))

    async def session(self, session_id: Annotated[Id, Path()]) -> SessionStateBody:
        """Tell where the dialogue of a session stands and which questions are open in it."""
        return self._state(await self._sessions.find(session_id))

    async def resume(self, body: ResumeRequest) -> SessionStateBody:
        """Go on with a session that was left, from an earlier round if one is named."""
        session = await self._sessions.find(body.session_id)
        await self._conversations.resume(session, body.round)
        return self._state(await self._sessions.find(body.session_id))

    async def events(
        self,
        request: Request,
        session_id: Annotated[Id | None, Query()] = None,
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> StreamingResponse:
        """Follow what happens, from the event after `Last-Event-ID` on."""
        only = None if session_id is None else (await self._sessions.find(session_id)).session_id
        stream = self._events.follow(
            session_id=only, after=last_event_id, closing=_closing(request)
        )
        return StreamingResponse(stream, media_type="text/event-stream")

    async def description(self, request: Request) -> dict[str, Any]:
        """Describe this API, as OpenAPI."""
        url = str(request.base_url).rstrip("/")
        if url not in self._described:  # under two names at most
            version = cast("FastAPI", request.app).openapi_version
            self._described[url] = await asyncio.to_thread(self._describe, url, version)
        return self._described[url]

    def _describe(self, url: str, version: str) -> dict[str, Any]:
        """Return the description; takes a good part of a second, and is the same every time."""
        document = get_openapi(
            title="Parley",
            version="1",
            summary="Questions, answers and events for programs on this machine.",
            routes=self.router.routes,
            servers=[{"url": url}],
            openapi_version=version,
        )
        return trimmed_schema(document)

    def _state(self, session: ApiSession) -> SessionStateBody:
        state = round_state(session.session_id, session.rounds())
        return SessionStateBody(
            session_id=session.session_id,
            session_key=session.key,
            current_round=state.current_round,
            total_rounds=state.total_rounds,
            dialog_history=list(state.dialog_history),
            pending=[
                _open(pending)
                for pending in self._conversations.pending()
                if pending.origin.conversation_id == session.session_id and not pending.is_held
            ],
        )


def _closing(request: Request) -> asyncio.Event:
    return cast("asyncio.Event", request.app.state.closing)


async def _while_there(request: Request, work: "asyncio.Future[T]") -> T:
    """Wait for some work while the caller does; cancel it, and wait for that, where they are gone.

    Raises:
        ApiProblem: 503 `unavailable` where the program ends first.
    """
    closing = asyncio.ensure_future(_closing(request).wait())
    leaving = asyncio.ensure_future(_caller_gone(request))
    try:
        await asyncio.wait({work, closing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():  # a caller that is gone hears nothing of it
            raise closing_problem()
        return work.result()
    finally:
        closing.cancel()
        leaving.cancel()
        if work.cancel():
            await asyncio.wait({work})


async def _caller_gone(request: Request) -> None:
    """Return once whoever called has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _open(pending: PendingQuestion) -> OpenQuestionsBody:
    questions = pending.questions
    return OpenQuestionsBody(
        set_id=pending.id,
        version=questions.version,
        questions=[dump_question(question) for question in questions.questions],
        title=questions.title,
        description=questions.description,
        round=questions.round,
        total_rounds=questions.total_rounds,
        asked_at=pending.asked_at,
        closes_at=pending.deadline,
        allow_cancel=questions.allow_cancel,
        may_answer=may_answer(questions, Channel.API),
        is_shown=pending.is_presented,
    )


def _taken(taken: AcceptedAnswer) -> AnswerTaken:
    if not taken.open_questions:
        return AnswerTaken(message=_("Answer submitted, the task continues"))
    return AnswerTaken(
        message=_("Answer kept; the task continues when the other questions are answered"),
        open_questions=list(taken.open_questions),
    )


def _outcome(question_id: str, outcome: AcceptedAnswer | ApiProblem) -> AnswerOutcome:
    if isinstance(outcome, ApiProblem):
        return AnswerOutcome(
            question_id=question_id,
            success=False,
            error=outcome.code,
            message=outcome.message,
            details=outcome.details,
        )
    return AnswerOutcome(question_id=question_id, success=True, message=_taken(outcome).message)
