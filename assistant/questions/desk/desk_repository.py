"""What the desk puts into the store and takes out of it. Engine loop."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass

from pydantic import ValidationError

from assistant.clock import Clock
from assistant.questions.desk.model.lifecycle import TIME_TO_LIVE
from assistant.questions.desk.question_persistence import responses
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Draft,
    Origin,
    QuestionSet,
    Response,
    TimedOut,
)
from assistant.questions.model.unique_ids import (
    ids_of,
    keeps_ids,
    new_question_ids,
    next_version,
    nth_id,
    renamed,
    renamed_draft,
)
from assistant.questions.model.validation import default_draft, not_found
from assistant.storage.model.records import QuestionRecord, SettledStatus
from assistant.storage.questions import QuestionRepository

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoredQuestion:
    """An open question as it was stored."""

    record: QuestionRecord
    questions: QuestionSet
    origin: Origin
    draft: Draft


class DeskRepository:
    """Stores questions under ids of their own and reads them back.

    Args:
        store: Where they are kept.
        clock: Dates them.
    """

    def __init__(self, *, store: QuestionRepository, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._changing = asyncio.Lock()
        """Held from when ids and versions are looked up until they are stored."""
        self.is_closed = False
        """Whether the program ends: what is being stored then stays open."""

    async def add(
        self, questions: QuestionSet, origin: Origin, draft: Draft | None
    ) -> RestoredQuestion:
        """Store a question. If the caller is cancelled meanwhile it is closed at once.

        Args:
            questions: What is asked. It gets an id of its own if somebody has its id, and so do
                its questions if the conversation has theirs; or, where it keeps its ids, the next
                version.
            origin: Where it is asked.
            draft: The selections it starts from; what its author pre-selected if not given.

        Raises:
            StoreError: If the store cannot be read or written.
        """
        async with self._changing:
            named, names = await self._named(questions, origin.conversation_id)
            start = default_draft(named) if draft is None else renamed_draft(draft, names)
            return await self._add(named, origin, start)

    async def _named(
        self, questions: QuestionSet, conversation_id: str
    ) -> tuple[QuestionSet, Mapping[str, str]]:
        """Return the set under ids nobody used, and the new ids of its questions.

        Model servers repeat the ids of tool calls from one conversation to the next, and models
        those of their questions from one call to the next.
        """
        asked = await self._asked(conversation_id)
        taken = frozenset(used for one in asked for used in ids_of(one))
        free, n = questions.id, 1
        while free in taken or await self._store.get(free) is not None:
            n += 1
            free = nth_id(questions.id, n)
        questions = questions.model_copy(update={"id": free})
        if keeps_ids(questions):
            version = next_version(questions, asked)
            return questions.model_copy(update={"version": version}), {}
        names = new_question_ids(questions, taken)
        for old, new in names.items():
            _log.info("Question %s: the id %r is taken; it is %r now.", free, old, new)
        return renamed(questions, names).model_copy(update={"version": 1}), names

    async def _asked(self, conversation_id: str) -> list[QuestionSet]:
        """Return what was asked in a conversation, without what a newer program wrote."""
        asked: list[QuestionSet] = []
        for record in await self._store.history(conversation_id):
            with suppress(ValidationError):
                asked.append(QuestionSet.model_validate_json(record.questions_json))
        return asked

    async def _add(self, questions: QuestionSet, origin: Origin, draft: Draft) -> RestoredQuestion:
        now = self._clock.now()
        record = QuestionRecord(
            questions_id=questions.id,
            conversation_id=origin.conversation_id,
            tool_use_id=questions.tool_use_id,
            questions_json=questions.model_dump_json(),
            origin_json=origin.model_dump_json(),
            draft_json=draft.model_dump_json(),
            status="pending",
            response_json=None,
            asked_at=now,
            deadline=now + TIME_TO_LIVE,
            settled_at=None,
            channel=None,
        )
        adding = asyncio.ensure_future(self._store.add(record))
        try:
            await asyncio.shield(adding)
        except asyncio.CancelledError:
            await asyncio.wait([adding])
            if adding.exception() is None and not self.is_closed:
                response = Cancelled(reason=CancelReason.TURN_CANCELLED)
                await self._settle(questions.id, "cancelled", response)
            raise
        return RestoredQuestion(record=record, questions=questions, origin=origin, draft=draft)

    async def reopen(self, record: QuestionRecord) -> bool:
        """Open a question again that timed out, as another version.

        Returns:
            Whether this call opened it. False: it is too old, or somebody was faster.

        Raises:
            AnswerRefused: `NOT_FOUND` if it cannot be read.
            StoreError: If the store cannot be read or written.
        """
        async with self._changing:
            stored = await self.read(record)
            if stored is None:
                raise not_found()
            version = next_version(stored.questions, await self._asked(record.conversation_id))
            questions = stored.questions.model_copy(update={"version": version})
            return await self._store.reopen(
                record.questions_id,
                questions_json=questions.model_dump_json(),
                now=self._clock.now(),
                deadline=record.asked_at + TIME_TO_LIVE,
            )

    async def get(self, questions_id: str) -> QuestionRecord:
        """Return a stored question.

        Raises:
            AnswerRefused: `NOT_FOUND`.
        """
        record = await self._store.get(questions_id)
        if record is None:
            raise not_found()
        return record

    async def read(self, record: QuestionRecord) -> RestoredQuestion | None:
        """Return what a record holds; None if it cannot be read.

        That one is left for a newer program to read, but not for longer than any question lives.
        """
        try:
            return RestoredQuestion(
                record=record,
                questions=QuestionSet.model_validate_json(record.questions_json),
                origin=Origin.model_validate_json(record.origin_json),
                draft=Draft.model_validate_json(record.draft_json),
            )
        except ValidationError:
            _log.warning("Stored question %s cannot be read.", record.questions_id)
        if record.asked_at + TIME_TO_LIVE <= self._clock.now():
            response = TimedOut(after_s=TIME_TO_LIVE.total_seconds())
            await self._settle(record.questions_id, "timeout", response)
        return None

    async def given(self, conversation_id: str, wanted: Collection[str]) -> dict[str, Answer]:
        """Return the answers to these questions as they were given last in a conversation.

        One that was last asked without being answered has none.
        """
        given: dict[str, Answer] = {}
        for record in await self._store.history(conversation_id):
            try:
                asked = QuestionSet.model_validate_json(record.questions_json)
                answers = _answers(record)
            except ValidationError:
                continue  # a newer program's
            for question in asked.walk():
                if question.id in wanted and record.status != "pending":
                    given.pop(question.id, None)
                    if question.id in answers:
                        given[question.id] = answers[question.id]
        return given

    async def _settle(self, questions_id: str, status: SettledStatus, response: Response) -> None:
        await self._store.settle(
            questions_id,
            status=status,
            response_json=responses.dump_json(response).decode(),
            channel=None,
            at=self._clock.now(),
        )


def _answers(record: QuestionRecord) -> dict[str, Answer]:
    if record.response_json is None:
        return {}
    response = responses.validate_json(record.response_json)
    if not isinstance(response, Answered):
        return {}
    return {answer.question_id: answer for answer in response.answers}
