"""Questions that another device of the user asked or settled."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.questions.desk.question_persistence import responses
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
)
from tests.helpers.questions.builders import ORIGIN, chose, question_set
from tests.helpers.questions.desk_world import DeskWorld, ask, make_world, presented, settle_down
from tests.helpers.questions.presenters import FakePresenter

pytestmark = pytest.mark.looptime

SECOND = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})
THIRD = Draft(answers={"q1": Answer(question_id="q1", option_ids=("3",))})


async def asked_elsewhere(world: DeskWorld, *, timeout_s: float | None = None) -> None:
    """Have the question in the store as it arrives from the device that asked it."""
    there = make_world()
    there.desk.register(FakePresenter())
    task = ask(there, question_set().model_copy(update={"timeout_s": timeout_s}))
    await settle_down()
    world.store.records.update(there.store.records)
    await there.desk.aclose()
    with pytest.raises(asyncio.CancelledError):
        await task


def settle_in_store(world: DeskWorld, response: Answered) -> None:
    world.store.records["set1"] = replace(
        world.store.records["set1"],
        status="answered",
        response_json=responses.dump_json(response).decode(),
        channel=Channel.DESKTOP.value,
        settled_at=world.clock.now(),
    )


async def test_a_question_that_arrived_is_shown_and_its_answer_is_a_late_one() -> None:
    world, dialog = make_world(), FakePresenter()
    world.desk.register(dialog)
    await asked_elsewhere(world)
    await world.desk.adopt("set1", ORIGIN)
    await world.desk.adopt("set1", ORIGIN)
    await dialog.presenting()
    assert world.told.asked == ["set1"]
    dialog.answer(chose("2"))
    await settle_down()
    assert world.store.records["set1"].status == "answered"
    assert len(world.told.late) == 1


async def test_an_answer_of_another_device_reaches_who_waits_and_withdraws_the_question() -> None:
    world, dialog, waiting = await presented()
    settle_in_store(world, chose("3"))
    await world.desk.settle_elsewhere("set1")
    assert await waiting == chose("3")
    assert dialog.withdrawn == 1
    assert world.told.closed == [("set1", chose("3"), Channel.DESKTOP)]
    assert not world.told.late
    assert not world.desk.pending()


async def test_a_question_that_was_deleted_elsewhere_is_closed_without_an_answer() -> None:
    world, _dialog, waiting = await presented()
    del world.store.records["set1"]
    await world.desk.settle_elsewhere("set1")
    assert await waiting == Cancelled(reason=CancelReason.CLIENT)


async def test_selections_of_another_device_are_shown_and_not_stored_again() -> None:
    world, dialog = make_world(), FakePresenter()
    world.desk.register(dialog)
    await asked_elsewhere(world)
    await world.desk.adopt("set1", ORIGIN)
    await dialog.presenting()
    stored = world.store.records["set1"]
    world.desk.adopt_draft("set1", SECOND)
    await settle_down()
    assert dialog.updates == [SECOND]
    assert world.desk.pending()[0].draft == SECOND
    assert world.store.records["set1"] is stored


async def test_selections_of_another_device_do_not_disturb_who_selects_here() -> None:
    world, dialog = make_world(), FakePresenter()
    world.desk.register(dialog)
    await asked_elsewhere(world)
    await world.desk.adopt("set1", ORIGIN)
    desk = await dialog.presenting()
    desk.draft_changed(THIRD)
    await settle_down()
    world.desk.adopt_draft("set1", SECOND)
    await settle_down()
    assert dialog.updates == []
    assert world.desk.pending()[0].draft == THIRD


async def test_the_device_that_asked_runs_the_clock() -> None:
    world, dialog = make_world(), FakePresenter()
    world.desk.register(dialog)
    await asked_elsewhere(world, timeout_s=60)
    deadline = world.store.records["set1"].deadline
    await world.desk.adopt("set1", ORIGIN)
    await dialog.presenting()
    await asyncio.sleep(300)
    assert world.store.records["set1"].status == "pending"
    assert world.store.records["set1"].deadline == deadline
    assert len(world.desk.pending()) == 1


@pytest.mark.parametrize("change", ["settled", "too old", "unknown"])
async def test_what_is_over_is_not_shown(change: str) -> None:
    world, dialog = make_world(), FakePresenter()
    world.desk.register(dialog)
    await asked_elsewhere(world)
    record = world.store.records["set1"]
    if change == "settled":
        settle_in_store(world, chose("1"))
    elif change == "too old":
        past = world.clock.now() - timedelta(seconds=1)
        world.store.records["set1"] = replace(record, deadline=past)
    else:
        world.store.records.clear()
    before = dict(world.store.records)
    await world.desk.adopt("set1", ORIGIN)
    await settle_down()
    assert not dialog.presented
    assert world.store.records == before
