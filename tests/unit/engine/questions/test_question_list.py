"""The list of questions without an answer: which are in it, and where they stand."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from assistant.engine.questions.question_list import QuestionList
from assistant.protocol.questions import QuestionStanding
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import (
    Answer,
    Channel,
    Draft,
    Origin,
    Purpose,
    QuestionRoute,
    QuestionSet,
)
from assistant.storage.model.records import QuestionRecord, QuestionStatus
from tests.helpers.clock import ManualClock
from tests.helpers.questions.builders import question_set
from tests.helpers.questions.memory_store import MemoryQuestionStore

CLOCK = ManualClock()
ORIGIN = Origin(channel=Channel.TERMINAL, conversation_id="c")
DRAFT = Draft(answers={"q": Answer(question_id="q", option_ids=("2",))})


def pending(id: str, *, is_presented: bool = False, is_held: bool = False) -> PendingQuestion:
    return PendingQuestion(
        id=id,
        questions=question_set(id=id),
        origin=ORIGIN,
        asked_at=CLOCK.now() - timedelta(hours=1),
        draft=Draft(),
        is_presented=is_presented,
        deadline=CLOCK.now(),
        is_held=is_held,
    )


def record(
    questions: QuestionSet,
    *,
    status: QuestionStatus = "timeout",
    age: timedelta = timedelta(hours=2),
) -> QuestionRecord:
    return QuestionRecord(
        questions_id=questions.id,
        conversation_id="c",
        tool_use_id=None,
        questions_json=questions.model_dump_json(),
        origin_json=ORIGIN.model_dump_json(),
        draft_json=DRAFT.model_dump_json(),
        status=status,
        response_json=None,
        asked_at=CLOCK.now() - age,
        deadline=None,
        settled_at=CLOCK.now(),
        channel=None,
    )


def the_list(*records: QuestionRecord, pending: Sequence[PendingQuestion] = ()) -> QuestionList:
    store = MemoryQuestionStore()
    store.records = {record.questions_id: record for record in records}
    return QuestionList(
        pending=lambda: pending, records=store, clock=CLOCK, emit=lambda _event: None
    )


@pytest.mark.requirement("Q-LIFE-06", "Q-LIFE-15")
async def test_open_put_off_and_timed_out_questions_are_listed_oldest_first() -> None:
    listed = await the_list(
        record(question_set(id="late")),
        record(question_set(id="given"), status="answered"),
        pending=[
            pending("open", is_presented=True),
            pending("off"),
            pending("held", is_held=True),
        ],
    ).read()
    assert [(one.questions.id, one.standing) for one in listed.questions] == [
        ("late", QuestionStanding.TIMED_OUT),
        ("open", QuestionStanding.OPEN),
        ("off", QuestionStanding.PUT_OFF),
        ("held", QuestionStanding.HELD),
    ]
    assert listed.questions[0].draft == DRAFT
    assert listed.listed_at == CLOCK.now()


@pytest.mark.parametrize(
    "questions",
    [
        question_set().model_copy(update={"purpose": Purpose.CONFIRM}),
        question_set().model_copy(update={"route": QuestionRoute.ELICITATION}),
    ],
)
async def test_what_timed_out_and_means_nothing_now_is_not_listed(questions: QuestionSet) -> None:
    assert (await the_list(record(questions)).read()).questions == ()


async def test_what_timed_out_a_day_ago_is_not_listed() -> None:
    old = record(question_set(), age=timedelta(hours=25))
    assert (await the_list(old).read()).questions == ()
