"""Puts the questions of programs, and tells what became of them. Engine loop only."""

import asyncio
import logging
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from pydantic import ValidationError

from assistant.channels.web.api.model.bodies import QuestionStateBody
from assistant.channels.web.api.model.desk_problems import invalid_question, question_not_found
from assistant.channels.web.api.sessions import ApiSession
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.conversation.history.model.stored_question import read_record
from assistant.errors import QuestionError
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionClosed
from assistant.questions.desk.open_question import OpenQuestion
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.formats import parse_definition
from assistant.questions.formats.answer_json import answer_to_wire
from assistant.questions.formats.canonical import parse_canonical
from assistant.questions.formats.input_reader import ParsedQuestions
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    Origin,
    QuestionRoute,
    QuestionSet,
    Response,
)
from assistant.questions.model.response_text import render_tool_result
from assistant.storage.questions import QuestionRepository
from assistant.value_faults import value_fault

_log = logging.getLogger(__name__)

_OWN_DOORS: Final = frozenset(
    {QuestionRoute.API, QuestionRoute.PROVIDE_CHOICE, QuestionRoute.ELICITATION}
)
"""What a question may say of how it came in; the others belong to the model and the program."""
_MAX_SOURCE: Final = 100


class QuestionService:
    """Puts questions that programs define.

    Args:
        desk: Puts them.
        questions: Where they are kept.
        max_rounds: How many may follow one another in a session.
        numbered: Returns an asker as the user knows its session.
    """

    def __init__(
        self,
        *,
        desk: QuestionDesk,
        questions: QuestionRepository,
        max_rounds: Callable[[], int],
        numbered: Callable[[Asker], Asker],
    ) -> None:
        self._numbered = numbered
        self._desk = desk
        self._questions = questions
        self._max_rounds = max_rounds
        self._closed: dict[str, asyncio.Event] = {}
        """For each set that somebody waits for; set when it is closed."""
        self._responses: dict[str, Response] = {}
        """What came back for sets that are put off and stay open."""

    def on_event(self, event: EngineEvent) -> None:
        """Hear which questions are closed."""
        if not isinstance(event, QuestionClosed):
            return
        set_id = event.questions.id
        if isinstance(event.response, Later):
            self._responses[set_id] = event.response
        else:
            self._responses.pop(set_id, None)
        closed = self._closed.pop(set_id, None)
        if closed is not None:
            closed.set()

    def read(self, body: Mapping[str, Any], session: ApiSession) -> ParsedQuestions:
        """Return the questions that a program defines, and what was put right in them.

        Args:
            body: In the typed form, or a question set in the program's own form. `source` says who
                asks, `asker` says it with its project and session.
            session: Where they are asked.

        Raises:
            Problem: 400 `invalid_question`.
        """
        set_id = uuid.uuid4().hex
        source = body.get("source", "")
        if not isinstance(source, str) or len(source) > _MAX_SOURCE:
            text = _("source must be a text of at most {count} characters.")
            raise ApiProblem(400, "invalid_question", text.format(count=_MAX_SOURCE))
        asker = _asker(body)
        definition = {key: value for key, value in body.items() if key not in {"source", "asker"}}
        earlier = [stored.questions for stored in session.questions]
        try:
            if _is_own_form(definition):
                definition.pop("id", None)
                parsed = parse_canonical(definition, set_id=set_id, earlier=earlier)
            else:
                parsed = parse_definition(definition, set_id=set_id, earlier=earlier)
        except QuestionError as error:
            raise invalid_question(error) from error
        for note in parsed.notes:
            _log.warning("Question definition: %s", note)
        questions = parsed.questions
        route = questions.route if questions.route in _OWN_DOORS else QuestionRoute.API
        update = {
            "source": source or questions.source,
            "asker": asker,
            "route": route,
            "tool_use_id": None,
            "amends": None,
        }
        return replace(parsed, questions=questions.model_copy(update=update))

    async def put(
        self, questions: QuestionSet, session: ApiSession, *, since: datetime | None
    ) -> QuestionSet:
        """Put questions; returns when they are stored.

        Args:
            questions: As read.
            session: Where.
            since: When the user last spoke there of their own accord; None if never.

        Returns:
            The questions as they are asked.

        Raises:
            Problem: 429 `recursive_limit_exceeded`; 503 `unavailable` as the program ends.
            StoreError: If they cannot be stored.
        """
        opened = await self._open(questions, session, since=since)
        return opened.questions

    async def ask(
        self, questions: QuestionSet, session: ApiSession, *, since: datetime | None
    ) -> tuple[QuestionSet, Response]:
        """Put questions for a program that waits for the response on one connection.

        They do not outlive it: cancelling withdraws them, and so do the end and the next start of
        this program.

        Returns:
            The questions as they were asked, and the response.

        Raises:
            Problem: As `put`.
            StoreError: As `put`.
        """
        opened = await self._open(questions, session, since=since, is_bound=True)
        response = await opened.response_or_withdraw()
        if isinstance(response, Cancelled) and response.reason is CancelReason.SHUTDOWN:
            raise closing_problem()
        return opened.questions, response

    async def _open(
        self,
        questions: QuestionSet,
        session: ApiSession,
        *,
        since: datetime | None,
        is_bound: bool = False,
    ) -> OpenQuestion:
        used, limit = session.asked_by_programs(since=since), self._max_rounds()
        if used >= limit:
            raise ApiProblem(
                429,
                "recursive_limit_exceeded",
                _(
                    "{count} rounds of questions followed one another in this session. Finish the"
                    " dialogue with the answers there are, or begin another session."
                ).format(count=used),
                {"limit": limit},
            )
        total = questions.total_rounds
        questions = questions.model_copy(
            update={
                "round": used + 1,
                "total_rounds": total if total is not None and total > used else None,
                "asker": None if questions.asker is None else self._numbered(questions.asker),
            }
        )
        origin = Origin(
            channel=Channel.API,
            conversation_id=session.session_id,
            session_key=session.key,
            is_bound=is_bound,
        )
        opened = await self._desk.open(questions, origin)
        if opened.is_suspended:
            raise closing_problem()
        return opened

    async def state(
        self, session: ApiSession, set_id: str, *, wait_s: float = 0
    ) -> QuestionStateBody:
        """Return what became of questions.

        Args:
            session: Where they were asked.
            set_id: Which, or a question of theirs.
            wait_s: How long to wait for an answer if there is none yet.

        Raises:
            Problem: 404 `question_not_found`.
            StoreError: If the store cannot be read.
        """
        stored = session.held(set_id)
        if stored.status == "pending" and wait_s > 0:
            await self._until_closed(stored.id, wait_s)
        record = await self._questions.get(stored.id)
        latest = None if record is None else read_record(record)
        if latest is None:  # deleted meanwhile
            raise question_not_found(set_id)
        response = latest.response
        if response is None:
            response = self._responses.get(stored.id)
        return QuestionStateBody(
            session_id=session.session_id,
            set_id=latest.id,
            question_ids=[question.id for question in latest.questions.walk()],
            version=latest.questions.version,
            status=latest.status,
            answers=_answers(latest.questions, response),
            response=None if response is None else response.model_dump(mode="json"),
            result=None if response is None else render_tool_result(latest.questions, response),
        )

    async def _until_closed(self, set_id: str, wait_s: float) -> None:
        closed = self._closed.setdefault(set_id, asyncio.Event())
        record = await self._questions.get(set_id)
        if record is None or record.status != "pending" or set_id in self._responses:
            return
        try:
            async with asyncio.timeout(wait_s):
                await closed.wait()
        except TimeoutError:
            pass  # whoever asked learns that it is still open


def _asker(body: Mapping[str, Any]) -> Asker | None:
    """Return the program that asks, if it says so."""
    if body.get("asker") is None:
        return None
    try:
        return Asker.model_validate(body["asker"])
    except ValidationError as error:
        fault: dict[str, Any] = dict(error.errors()[0])
        where = ".".join(("asker", *map(str, fault["loc"])))
        raise ApiProblem(
            400, "invalid_question", f"{where} {value_fault(fault).localized}"
        ) from error


def closing_problem() -> ApiProblem:
    """Return what is told as the program ends."""
    return ApiProblem(503, "unavailable", _("Parley is closing."))


def _is_own_form(definition: Mapping[str, Any]) -> bool:
    entries: object = definition.get("questions")
    if not isinstance(entries, list):
        return False
    return any(isinstance(entry, dict) and "kind" in entry for entry in entries)  # pyright: ignore[reportUnknownVariableType]  # decoded JSON


def _answers(questions: QuestionSet, response: Response | None) -> dict[str, Any]:
    if not isinstance(response, Answered):
        return {}
    return {
        answer.question_id: answer_to_wire(questions.find(answer.question_id), answer)
        for answer in response.answers
    }
