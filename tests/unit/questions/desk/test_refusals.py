"""Whose answer is taken, and what everybody else is told: the whole product."""

import asyncio
from datetime import timedelta
from itertools import product
from typing import Literal

import pytest

from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.desk.question_persistence import responses
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Method,
    Origin,
    Provenance,
    Purpose,
    QuestionSet,
    Response,
    TimedOut,
)
from assistant.questions.model.validation import may_answer
from assistant.storage.model.records import QuestionStatus
from tests.helpers.questions.builders import ORIGIN, by_click, chose, named, question_set
from tests.helpers.questions.desk_world import (
    DeskWorld,
    ask,
    give_up,
    make_world,
    restart,
    settle_down,
    waiting,
)
from tests.helpers.questions.presenters import FakePresenter

pytestmark = pytest.mark.looptime

Status = Literal["unknown"] | QuestionStatus
STATUSES: tuple[Status, ...] = ("unknown", "pending", "answered", "cancelled", "timeout")
SESSIONS = (None, "c1", "c2")
GOOD, MALFORMED = chose("2"), chose("7")


async def in_status(
    status: Status, purpose: Purpose = Purpose.ASK
) -> "tuple[DeskWorld, asyncio.Task[Response] | None]":
    world = make_world()
    if status == "unknown":
        return world, None
    world.desk.register(FakePresenter())
    questions = question_set().model_copy(update={"timeout_s": 60.0, "purpose": purpose})
    asked = ask(world, questions)
    await settle_down()
    if status == "answered":
        await world.desk.respond("set1", chose("1"), Channel.DESKTOP)
    elif status == "cancelled":
        await world.desk.cancel(questions_id="set1")
    elif status == "timeout":
        await asyncio.sleep(61)
    return world, asked


def expected(
    status: Status, session: str | None, purpose: Purpose, channel: Channel, answer: Response
) -> RefusalReason | None:
    """Return why it is refused: what is nearest to a stranger comes first."""
    if status == "unknown":
        return RefusalReason.NOT_FOUND
    if session == "c2":
        return RefusalReason.WRONG_SESSION
    if status == "answered":
        return RefusalReason.ALREADY_ANSWERED
    if status in {"cancelled", "timeout"}:
        return RefusalReason.CLOSED
    if not may_answer(question_set().model_copy(update={"purpose": purpose}), channel):
        return RefusalReason.NOT_ALLOWED
    return RefusalReason.INVALID if answer is MALFORMED else None


Try = tuple[str | None, Channel, Response]
TRIES: tuple[Try, ...] = tuple(product(SESSIONS, Channel, (GOOD, MALFORMED)))


async def attempt(world: DeskWorld, one: Try) -> RefusalReason | None:
    session, channel, answer = one
    try:
        await world.desk.respond("set1", answer, channel, conversation_id=session)
    except AnswerRefused as refused:
        return refused.reason
    return None


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("purpose", list(Purpose))
@pytest.mark.parametrize("after_restart", [False, True])
async def test_every_combination_is_taken_or_refused_with_its_reason(
    status: Status, purpose: Purpose, after_restart: bool
) -> None:
    world, asked = await in_status(status, purpose)
    if after_restart:
        world = await restart(world)
    before = dict(world.store.records)
    reasons = {one: expected(status, one[0], purpose, *one[1:]) for one in TRIES}
    for one, reason in reasons.items():
        if reason is not None:
            assert await attempt(world, one) is reason, one
    assert world.store.records == before, "what is refused changes nothing"
    if asked is not None and status == "pending" and not after_restart:
        assert not asked.done(), "whoever waits goes on waiting"
    await world.desk.aclose()
    if asked is not None:
        await give_up(asked)
    for one, reason in reasons.items():
        if reason is None:
            # A stopped program leaves it as it was: each answer finds it afresh.
            world.store.records.update(before)
            world = await restart(world)
            assert await attempt(world, one) is None, one
            record = world.store.records["set1"]
            assert (record.status, record.channel) == ("answered", one[1].value)
    await world.desk.aclose()


@pytest.mark.requirement("Q-LIFE-19", "SEC-07")
async def test_an_answer_reaches_no_other_sessions_question() -> None:
    world = make_world()
    elsewhere = Origin(channel=Channel.DESKTOP, conversation_id="c2")
    here, there = ask(world), ask(world, question_set(id="set2"), elsewhere)
    await settle_down()
    await world.desk.respond("set1", GOOD, Channel.API, conversation_id="c1")
    assert await here == GOOD
    assert not there.done()
    assert world.store.records["set2"].status == "pending"
    await give_up(there)


# What is recorded.


async def test_every_end_is_recorded_with_who_where_and_when() -> None:
    world = make_world()
    provenance = Provenance(
        channel=Channel.TELEGRAM, method=Method.CLICK, at=world.clock.now(), user="ada"
    )
    answer = Answered(
        answers=(Answer(question_id="q1", option_ids=("2",), note="cheap"),), provenance=provenance
    )
    asked_at = world.clock.now()
    tasks = [ask(world, question_set(id=id)) for id in ("a", "c")]
    brief = question_set(id="t").model_copy(update={"timeout_s": 60.0})
    tasks.append(ask(world, brief))
    dialog = FakePresenter()
    world.desk.register(dialog)
    await settle_down()
    await asyncio.sleep(5)
    await world.desk.respond("a", answer, Channel.TELEGRAM)
    ended_at = world.clock.now()
    cancelled = Cancelled(reason=CancelReason.USER, text="not now", provenance=by_click())
    await world.desk.respond("c", cancelled, Channel.DESKTOP)
    await asyncio.wait(tasks)

    history = await world.store.history("c1")
    assert [record.questions_id for record in history] == ["a", "c", "t"]
    one, two, three = history
    for record in history:
        assert Origin.model_validate_json(record.origin_json) == ORIGIN
        assert QuestionSet.model_validate_json(record.questions_json).id == record.questions_id
        assert record.asked_at == asked_at
        assert record.settled_at is not None
    assert [record.status for record in history] == ["answered", "cancelled", "timeout"]
    assert [record.channel for record in history] == ["telegram", "desktop", None]
    stored = [responses.validate_json(record.response_json or "") for record in history]
    assert stored == [answer, cancelled, TimedOut(after_s=60)]
    assert one.settled_at == ended_at
    assert two.settled_at == ended_at
    assert three.settled_at is not None
    assert three.settled_at - asked_at >= timedelta(seconds=60)
    kept = stored[0]
    assert isinstance(kept, Answered)
    assert kept.provenance.user == "ada"


async def test_the_record_keeps_the_selections_there_were_when_it_ended() -> None:
    world = make_world()
    dialog = FakePresenter()
    world.desk.register(dialog)
    asked = ask(world)
    draft = Draft(answers={"q1": Answer(question_id="q1", option_ids=("3",))})
    (await dialog.presenting()).draft_changed(draft)
    await settle_down()
    await world.desk.cancel(questions_id="set1")
    await asked
    assert Draft.model_validate_json(world.store.records["set1"].draft_json) == draft


async def test_answering_one_question_changes_no_other() -> None:
    world = make_world()
    opened = [await world.desk.open(named(f"s{n}"), ORIGIN) for n in range(4)]
    before = dict(world.store.records)
    await world.desk.respond("s2", chose("1", question_id="s2"), Channel.DESKTOP)
    changed = {id for id, record in world.store.records.items() if record != before[id]}
    assert changed == {"s2"}
    assert [one.response.done() for one in opened] == [False, False, True, False]
    assert [pending.id for pending in world.desk.pending()] == ["s0", "s1", "s3"]
    await world.desk.aclose()


@pytest.mark.requirement("Q-LIFE-31")
async def test_a_question_that_cannot_be_cancelled_goes_only_with_its_turn() -> None:
    world, asked = await waiting(question_set().model_copy(update={"allow_cancel": False}))
    with pytest.raises(AnswerRefused) as error:
        await world.desk.respond("set1", Cancelled(provenance=by_click()), Channel.DESKTOP)
    assert error.value.reason is RefusalReason.NOT_ALLOWED
    assert not asked.done()
    await world.desk.cancel(turn_id="t1")
    assert await asked == Cancelled(reason=CancelReason.TURN_CANCELLED)
