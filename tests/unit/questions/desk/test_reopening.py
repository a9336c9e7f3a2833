"""A question that timed out, opened again."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.desk.model.lifecycle import TIME_TO_LIVE
from assistant.questions.model.question import Answer, Channel, Draft, Origin, TimedOut
from tests.helpers.questions.builders import chose, named, question_set
from tests.helpers.questions.desk_world import (
    DeskWorld,
    ask,
    give_up,
    make_world,
    presented,
    reopen,
    restart,
    settle_down,
)
from tests.helpers.questions.presenters import FakePresenter, LingeringPresenter

pytestmark = pytest.mark.looptime

BRIEF = question_set().model_copy(update={"timeout_s": 10.0})


async def timed_out() -> tuple[DeskWorld, FakePresenter]:
    """Return a world with one question that nobody answered."""
    world, dialog, asked = await presented(BRIEF)
    presentation = await dialog.presenting()
    presentation.draft_changed(Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))}))
    assert await asked == TimedOut(after_s=10)
    return world, dialog


async def refused(world: DeskWorld, questions_id: str = "set1") -> RefusalReason:
    with pytest.raises(AnswerRefused) as error:
        await world.desk.reopen(questions_id)
    return error.value.reason


async def test_it_is_put_again_with_its_selections_and_can_be_answered() -> None:
    world, dialog = await timed_out()
    with pytest.raises(AnswerRefused) as error:
        await world.desk.respond("set1", chose("1"), Channel.DESKTOP)
    assert error.value.reason is RefusalReason.CLOSED
    reopened = reopen(world, "set1")
    await dialog.presenting()
    assert dialog.drafts[1].answers["q1"].option_ids == ("2",)
    assert world.store.records["set1"].status == "pending"
    assert world.told.asked == ["set1", "set1"]
    dialog.answer(chose("2"))
    assert await reopened == chose("2")
    assert world.store.records["set1"].status == "answered"
    assert world.told.late == [], "whoever reopened it has the answer"


@pytest.mark.requirement("Q-LIFE-17")
async def test_it_is_another_version_and_an_answer_to_the_one_that_timed_out_is_refused() -> None:
    world, dialog = await timed_out()
    reopened = reopen(world, "set1")
    await dialog.presenting()
    (pending,) = world.desk.pending()
    assert [one.version for one in (*dialog.presented, pending.questions)] == [1, 2, 2]
    with pytest.raises(AnswerRefused) as error:
        await world.desk.respond("set1", chose("1"), Channel.DESKTOP, version=1)
    assert error.value.reason is RefusalReason.CLOSED
    assert not reopened.done()
    again = await restart(world)
    (kept,) = await again.desk.restore()
    assert kept.questions.version == 2
    await again.desk.respond("set1", chose("2"), Channel.DESKTOP, version=2)
    assert again.store.records["set1"].status == "answered"


async def test_what_cannot_be_read_is_not_reopened() -> None:
    world, _dialog = await timed_out()
    record = world.store.records["set1"]
    world.store.records["set1"] = replace(record, questions_json="{}")
    assert await refused(world) is RefusalReason.NOT_FOUND
    assert world.store.records["set1"].status == "timeout"


async def test_its_clock_starts_afresh() -> None:
    world, dialog = await timed_out()
    await asyncio.sleep(1000)
    reopened = reopen(world, "set1")
    await dialog.presenting()
    await asyncio.sleep(9)
    assert not reopened.done()
    assert await reopened == TimedOut(after_s=10)
    assert world.store.records["set1"].status == "timeout"


async def test_it_may_be_reopened_from_somewhere_else() -> None:
    world, _dialog = await timed_out()
    here = Origin(channel=Channel.DESKTOP, conversation_id="c1", turn_id="t9")
    reopened = reopen(world, "set1", here)
    await settle_down()
    assert world.desk.pending()[0].origin == here
    await give_up(reopened)


@pytest.mark.requirement("Q-LIFE-22")
async def test_a_day_after_it_was_asked_it_stays_closed() -> None:
    world, _dialog = await timed_out()
    await asyncio.sleep(TIME_TO_LIVE.total_seconds())
    assert await refused(world) is RefusalReason.CLOSED
    assert world.store.records["set1"].status == "timeout"


async def test_the_day_does_not_start_afresh() -> None:
    world, dialog = await timed_out()
    dialog.shows = False
    await asyncio.sleep(TIME_TO_LIVE.total_seconds() - 3600)
    reopened = reopen(world, "set1")
    await settle_down()
    assert not reopened.done()
    await asyncio.sleep(3600)
    assert await reopened == TimedOut(after_s=TIME_TO_LIVE.total_seconds())


async def test_only_what_timed_out_can_be_reopened() -> None:
    world = make_world()
    assert await refused(world, "nothing") is RefusalReason.NOT_FOUND
    open_one, answered, cancelled = (ask(world, named(n)) for n in ("o", "a", "c"))
    await settle_down()
    await world.desk.respond("a", chose("1", question_id="a"), Channel.DESKTOP)
    await world.desk.cancel(questions_id="c")
    assert await refused(world, "o") is RefusalReason.NOT_ALLOWED
    assert await refused(world, "a") is RefusalReason.ALREADY_ANSWERED
    assert await refused(world, "c") is RefusalReason.CLOSED
    await asyncio.wait([answered, cancelled])
    await give_up(open_one)


async def test_of_two_who_reopen_it_one_is_told_that_it_is_open() -> None:
    world, _dialog = await timed_out()
    first = reopen(world, "set1")
    second = reopen(world, "set1")
    await settle_down()
    assert not first.done()
    assert isinstance(error := second.exception(), AnswerRefused)
    assert error.reason is RefusalReason.NOT_ALLOWED
    await give_up(first)


async def test_it_can_be_reopened_while_the_old_one_is_being_cleared_away() -> None:
    world = make_world()
    dialog = LingeringPresenter(lingers_s=0.3)
    world.desk.register(dialog)
    asked = ask(world, BRIEF)
    await dialog.presenting()
    await asyncio.sleep(10.1)
    assert world.store.records["set1"].status == "timeout"
    assert not asked.done(), "the dialog is still going away"
    reopened = reopen(world, "set1")
    assert await asked == TimedOut(after_s=10)
    await asyncio.sleep(1)
    assert [pending.id for pending in world.desk.pending()] == ["set1"]
    dialog.answer(chose("1"))
    assert await reopened == chose("1")


async def test_it_can_be_reopened_after_a_restart() -> None:
    world, _dialog = await timed_out()
    again = await restart(world)
    assert await again.desk.restore() == ()
    window = FakePresenter()
    again.desk.register(window)
    reopened = reopen(again, "set1")
    await window.presenting()
    window.answer(chose("3"))
    assert await reopened == chose("3")


async def test_reopening_does_not_change_when_it_was_asked() -> None:
    world, _dialog = await timed_out()
    asked_at = world.store.records["set1"].asked_at
    await asyncio.sleep(60)
    reopened = reopen(world, "set1")
    await settle_down()
    record = world.store.records["set1"]
    assert record.asked_at == asked_at
    assert record.deadline is not None
    assert record.deadline - world.clock.now() <= timedelta(seconds=10)
    await give_up(reopened)


@pytest.mark.requirement("Q-LIFE-09")
async def test_it_stands_where_it_was_asked() -> None:
    world, _dialog = await timed_out()
    await asyncio.sleep(60)
    after = ask(world, named("set2"))
    await settle_down()
    reopened = reopen(world, "set1")
    await settle_down()
    assert [pending.id for pending in world.desk.pending()] == ["set1", "set2"]
    await give_up(reopened)
    await give_up(after)
