"""The desk over the real database, across a restart."""

import asyncio
from pathlib import Path

import pytest

from assistant.clock import SystemClock
from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import Answer, Channel, Draft, QuestionSet, Response
from assistant.storage.database import Database
from assistant.storage.model.records import ConversationRecord
from assistant.storage.store import Store
from tests.helpers.questions.builders import AT, ORIGIN, chose, question_set
from tests.helpers.questions.presenters import FakePresenter

CONVERSATION = ConversationRecord(
    conversation_id="c1",
    title="",
    workspace="default",
    agent="default",
    profile="starter",
    model="m",
    created_at=AT,
    updated_at=AT,
)


@pytest.mark.requirement("Q-LIFE-12")
async def test_a_question_survives_a_restart_with_its_draft_and_is_answered_once(
    tmp_path: Path,
) -> None:
    path = tmp_path / "parley.db"
    late: list[Response] = []
    asked_again: list[QuestionSet] = []
    callbacks = DeskCallbacks(
        on_asked=lambda questions, _origin: asked_again.append(questions),
        on_closed=lambda _questions, _response, _channel: None,
        on_late_answer=lambda _questions, _origin, response: late.append(response),
        on_notice=lambda _code, _text, _hint: None,
    )
    draft = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})

    store = Store(database=await Database.open(path))
    await store.conversations.create(CONVERSATION)
    desk = QuestionDesk(store=store.questions, clock=SystemClock(), callbacks=callbacks)
    dialog = FakePresenter()
    desk.register(dialog)
    asking = asyncio.create_task(desk.ask(question_set(), ORIGIN))
    (await dialog.presenting()).draft_changed(draft)
    await asyncio.sleep(0)
    await desk.aclose()
    await asyncio.wait([asking])
    assert asking.cancelled()
    await store.aclose()

    store = Store(database=await Database.open(path))
    desk = QuestionDesk(store=store.questions, clock=SystemClock(), callbacks=callbacks)
    (restored,) = await desk.restore()
    assert (restored.questions, restored.draft) == (question_set(), draft)
    await desk.respond("set1", chose("2"), Channel.DESKTOP)
    assert late == [chose("2")]
    with pytest.raises(AnswerRefused) as error:
        await desk.respond("set1", chose("1"), Channel.WEB)
    assert error.value.reason is RefusalReason.ALREADY_ANSWERED
    record = await store.questions.get("set1")
    assert record is not None
    assert (record.status, record.channel) == ("answered", "desktop")
    await desk.aclose()
    await store.aclose()
