"""Answers whose conversation is gone or held by another model, and questions that lost their sense."""

import asyncio
import uuid
from dataclasses import replace

import pytest

from assistant.errors import StoreError
from assistant.home import Home
from assistant.llm.messages_api.messages import ToolResultBlock
from assistant.protocol.conversation import ConversationOpened, NewConversation, Say, Stop
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import PresentQuestionAgain, QuestionAsked, QuestionClosed
from assistant.protocol.turns import TurnFinished, TurnStarted
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    Origin,
    Purpose,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
)
from assistant.storage.model.records import MessageRecord, QuestionRecord
from tests.helpers.engine.running_core import RunningCore, chose, opened, provenance
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool
from tests.helpers.questions.builders import QUESTION
from tests.unit.engine.questions.test_text_path import WORDS, answer, asked_for

ASKS = uses_tool("ask_user_question", QUESTION)


async def left_open(home: Home) -> str:
    """Leave a question open; returns its conversation."""
    async with opened(home, ScriptedModel([ASKS])) as running:
        await running.do(Say(text="Help me"))
        await running.until_asked()
        return running.core.conversations.current.conversation_id


async def answer_waiting(running: RunningCore) -> None:
    """Answer the one question in the list with B."""
    await running.settle()
    (pending,) = running.core.desk.pending()
    first = pending.questions.questions[0]
    await running.respond(pending.questions, chose(pending.questions, **{first.id: "2"}))


async def test_an_answer_to_a_conversation_that_is_gone_is_kept_and_told(home: Home) -> None:
    old = await left_open(home)
    model = ScriptedModel()
    async with opened(home, model, resume=False) as running:
        await running.core.store.database.write(
            lambda c: c.execute("DELETE FROM conversations WHERE conversation_id = ?", (old,))
        )
        await answer_waiting(running)
        notice = await running.until_notice("answer_kept")
        assert "does not exist" in notice.text
        assert running.of(QuestionClosed), "the card shows what was chosen"
        assert not model.requests


async def test_an_answer_to_a_conversation_of_another_model_goes_to_the_present_one(
    home: Home,
) -> None:
    old = await left_open(home)
    other = ScriptedModel([says("B it is.")])
    other.profile = replace(other.profile, model="another")
    async with opened(home, other) as running:
        await answer_waiting(running)
        await running.until(TurnFinished)
        assert running.core.conversations.current.conversation_id == old
        (result,) = other.requests[0].messages[-1].content
        assert isinstance(result, ToolResultBlock)
        assert "Selected: B" in result.content


async def test_putting_off_a_question_of_another_conversation_leaves_this_one(home: Home) -> None:
    async with opened(home, ScriptedModel([ASKS, says("B it is."), ASKS])) as first:
        await first.do(Say(text="Help me"))
        await first.answer_b()
        await first.until(TurnFinished)
        await first.do(Say(text="Help me"))
        await first.until_asked(2)
    async with opened(home, resume=False) as second:
        await second.settle()
        (pending,) = second.core.desk.pending()
        await second.do(PresentQuestionAgain(questions_id=pending.id))
        await second.until_asked()
        await second.respond(pending.questions, Later(provenance=provenance()))
        await second.settle()
        assert len(second.of(ConversationOpened)) == 1


async def store_question(running: RunningCore, questions: QuestionSet) -> None:
    """Store an open question as a killed program leaves it."""
    conversation_id = running.core.conversations.current.conversation_id
    now = provenance().at
    await running.core.store.questions.add(
        QuestionRecord(
            questions_id=questions.id,
            conversation_id=conversation_id,
            tool_use_id=questions.tool_use_id,
            questions_json=questions.model_dump_json(),
            origin_json=Origin(
                channel=Channel.DESKTOP, conversation_id=conversation_id
            ).model_dump_json(),
            draft_json="{}",
            status="pending",
            response_json=None,
            asked_at=now,
            deadline=None,
            settled_at=None,
            channel=None,
        )
    )


def yes_or_no(**changes: object) -> QuestionSet:
    """Return a question of the program's."""
    question = Question(id="sure", kind=QuestionKind.BOOLEAN, text="Sure?")
    questions = QuestionSet(id=uuid.uuid4().hex, questions=(question,), route=QuestionRoute.PROGRAM)
    return questions.model_copy(update=changes)


async def test_a_confirmation_of_before_the_restart_allows_nothing(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Hi.")])) as first:
        await first.do(Say(text="Hi"))
        await first.until(TurnFinished)
        await store_question(first, yes_or_no(purpose=Purpose.CONFIRM, tool_use_id="toolu_01"))
    async with opened(home) as second:
        closed = await second.until(QuestionClosed)
        assert closed.response == Cancelled(reason=CancelReason.SHUTDOWN)
        assert not second.presented


async def test_a_question_of_the_programs_is_put_again_and_no_model_is_told(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Hi.")])) as first:
        await first.do(Say(text="Hi"))
        await first.until(TurnFinished)
        await store_question(first, yes_or_no())
    async with opened(home) as second:
        asked = await second.until_asked()
        yes = Answered(answers=(Answer(question_id="sure", boolean=True),), provenance=provenance())
        await second.respond(asked.questions, yes)
        await second.until(QuestionClosed)
        await second.settle()
        assert not second.of(TurnStarted)


async def test_open_questions_are_told_again_with_every_conversation(home: Home) -> None:
    async with opened(home, ScriptedModel([says(WORDS), says("SQLite.")])) as running:
        asked = await asked_for(running)
        await running.do(NewConversation())
        again = running.of(QuestionAsked)[-1]
        assert again.questions == asked.questions
        history = running.of(HistoryLoaded)[-1]
        assert not history.messages
        await answer(running)
        await running.until(TurnFinished, count=2)
        assert running.of(HistoryLoaded)[-1].messages, "its conversation came back"


async def test_a_choice_that_cannot_be_stored_is_told(home: Home) -> None:
    async with opened(home, ScriptedModel([says(WORDS)])) as running:

        async def full(record: QuestionRecord) -> None:
            raise StoreError("The disk is full.", hint="Make room.")

        running.core.store.questions.add = full
        await running.do(Say(text="Help me"))
        notice = await running.until_notice("question_failed")
        assert notice.hint == "The disk is full. Make room."
        assert notice.severity is Severity.ERROR
        assert not running.presented


async def test_nothing_that_went_well_is_told_as_trouble(home: Home) -> None:
    await left_open(home)
    async with opened(home, ScriptedModel([says("B it is.")])) as running:
        await running.answer_b()
        await running.until(TurnFinished)
        trouble = [n for n in running.of(Notice) if n.severity is Severity.ERROR]
        assert trouble == []


@pytest.mark.requirement("Q-LIFE-16")
async def test_a_question_of_a_stopped_call_is_closed_though_a_crash_left_it_open(
    home: Home,
) -> None:
    async with opened(home, ScriptedModel([ASKS])) as first:
        await first.do(Say(text="Help me"))
        asked = await first.until_asked()
        await first.do(Stop())
        await first.settle()
        await first.core.store.database.write(
            lambda c: c.execute("UPDATE questions SET status = 'pending', response_json = NULL")
        )
    async with opened(home) as second:
        closed = await second.until(QuestionClosed)
        assert closed.questions.id == asked.questions.id
        assert closed.response == Cancelled(reason=CancelReason.TURN_CANCELLED)
        assert not second.presented


async def test_an_answer_that_is_being_stored_is_not_sent_again(home: Home) -> None:
    model = ScriptedModel([says(WORDS), says("SQLite.")])
    async with opened(home, model) as running:
        await asked_for(running)
        gate, append = asyncio.Event(), running.core.store.messages.append

        async def slow(record: MessageRecord) -> None:
            await gate.wait()
            await append(record)

        running.core.store.messages.append = slow
        await answer(running)
        await running.until(TurnStarted, count=2)
        await running.core.answers.catch_up()
        gate.set()
        await running.until(TurnFinished, count=2)
        await running.settle()
        assert [e.text for e in running.of(TurnStarted)] == ["Help me", "2"]
