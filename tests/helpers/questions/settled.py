"""Questions that ended, to store in tests."""

from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import TypeAdapter

from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Method,
    Option,
    Origin,
    Provenance,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
)
from assistant.questions.model.response_text import stored_status
from assistant.storage.model.records import QuestionRecord

START = datetime(2026, 3, 2, 10, 15, tzinfo=UTC)
CLAUDE = Asker(agent="Claude Code", project="webshop", session="s1", number=2)
DATABASE = Question(
    id="db",
    kind=QuestionKind.SINGLE,
    text="Which database should we use?",
    header="Database",
    context="For the new service.",
    options=(
        Option(id="1", label="PostgreSQL", description="Relational", recommended=True),
        Option(id="2", label="SQLite", description="A file"),
    ),
    allow_other=True,
)
_responses: TypeAdapter[Response] = TypeAdapter(Response)


def asked(*questions: Question, set_id: str = "q1", **fields: Any) -> QuestionSet:
    return QuestionSet(id=set_id, questions=questions or (DATABASE,), **fields)


def by(
    channel: Channel = Channel.DESKTOP,
    method: Method = Method.CLICK,
    *,
    at: datetime = START,
) -> Provenance:
    return Provenance(channel=channel, method=method, at=at)


def answered(*answers: Answer, provenance: Provenance | None = None) -> Answered:
    given = answers or (Answer(question_id="db", option_ids=("1",)),)
    return Answered(answers=given, provenance=provenance or by())


def record(
    questions: QuestionSet,
    response: Response | None,
    *,
    conversation_id: str = "c1",
    at: datetime = START,
) -> QuestionRecord:
    """A question that was asked a minute before it ended."""
    provenance = getattr(response, "provenance", None)
    return QuestionRecord(
        questions_id=questions.id,
        conversation_id=conversation_id,
        tool_use_id=questions.tool_use_id,
        questions_json=questions.model_dump_json(),
        origin_json=Origin(
            channel=Channel.DESKTOP, conversation_id=conversation_id, turn_id="t1"
        ).model_dump_json(),
        draft_json=Draft().model_dump_json(),
        status="pending" if response is None else stored_status(response),
        response_json=None if response is None else _responses.dump_json(response).decode(),
        asked_at=at - timedelta(minutes=1),
        deadline=None,
        settled_at=None if response is None else at,
        channel=None if provenance is None else provenance.channel.value,
    )
