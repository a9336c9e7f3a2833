"""Which turns must be sent because a question stands in them."""

from dataclasses import replace
from datetime import UTC, datetime

from assistant.engine.questions.pending_question_turns import PendingQuestionTurns
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import (
    Channel,
    Draft,
    Origin,
    Question,
    QuestionKind,
    QuestionSet,
)
from assistant.storage.model.records import QuestionRecord
from tests.helpers.questions.memory_store import MemoryQuestionStore

AT = datetime(2026, 1, 2, tzinfo=UTC)


def questions(name: str, *, amends: str | None = None) -> QuestionSet:
    """Return a set of one question."""
    question = Question(id="q", kind=QuestionKind.TEXT, header="Name", text="What is it called?")
    return QuestionSet(id=name, questions=(question,), source="m", amends=amends)


def origin(turn: str | None, conversation: str = "c") -> Origin:
    """Return where a question comes from."""
    return Origin(channel=Channel.DESKTOP, conversation_id=conversation, turn_id=turn)


def pending(name: str, turn: str | None, conversation: str = "c") -> PendingQuestion:
    """Return an open question."""
    return PendingQuestion(
        id=name,
        questions=questions(name),
        origin=origin(turn, conversation),
        asked_at=AT,
        draft=Draft(),
        is_presented=False,
        deadline=AT,
    )


class Records(MemoryQuestionStore):
    """Stored questions."""

    def keep(self, name: str, turn: str | None, *, amends: str | None = None) -> None:
        """Store a question."""
        self.records[name] = QuestionRecord(
            questions_id=name,
            conversation_id="c",
            tool_use_id=None,
            questions_json=questions(name, amends=amends).model_dump_json(),
            origin_json=origin(turn).model_dump_json(),
            draft_json=Draft().model_dump_json(),
            status="answered",
            response_json=None,
            asked_at=AT,
            deadline=None,
            settled_at=AT,
            channel=None,
        )


async def test_open_questions_of_this_conversation_count() -> None:
    turns = PendingQuestionTurns(
        pending=lambda: (
            pending("a", "t1"),
            pending("b", "t9", "other"),
            pending("c", None),
            pending("d", "t3"),
        ),
        records=Records(),
    )
    assert set(await turns.of("c", None)) == {"t1", "t3"}


async def test_the_question_that_is_being_answered_counts_and_what_it_changes() -> None:
    records = Records()
    records.keep("first", "t1")
    records.keep("copy", None, amends="first")
    turns = PendingQuestionTurns(pending=tuple, records=records)
    assert set(await turns.of("c", "copy")) == {"t1"}
    assert set(await turns.of("c", "first")) == {"t1"}


async def test_questions_that_cannot_be_found_or_change_each_other_end_it() -> None:
    records = Records()
    records.keep("one", "t1", amends="two")
    records.keep("two", "t2", amends="one")
    turns = PendingQuestionTurns(pending=tuple, records=records)
    assert set(await turns.of("c", "one")) == {"t1", "t2"}
    assert set(await turns.of("c", "gone")) == set()
    records.records["bad"] = replace(records.records["one"], questions_json="{")
    assert set(await turns.of("c", "bad")) == set()
