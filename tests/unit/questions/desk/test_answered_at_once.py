"""Questions that are stored with the answer the user has given already."""

import pytest

from assistant.errors import AnswerRefused, RefusalReason, StoreError
from assistant.questions.model.question import Cancelled, Channel
from tests.helpers.questions.builders import ORIGIN, choice, chose, question_set
from tests.helpers.questions.desk_world import make_world, restart, settle_down
from tests.helpers.questions.presenters import FakePresenter


async def test_they_are_stored_answered_told_and_shown_by_nobody() -> None:
    world = make_world()
    presenter = FakePresenter()
    world.desk.register(presenter)
    await world.desk.open_answered(
        question_set(choice("A", "B")), ORIGIN, chose("2"), Channel.DESKTOP
    )
    await settle_down()
    assert world.store.records["set1"].status == "answered"
    assert world.told.closed == [("set1", chose("2"), Channel.DESKTOP)]
    assert world.told.late == [chose("2")]
    assert not world.told.asked
    assert not presenter.presented
    assert not world.desk.pending()


async def test_an_answer_that_does_not_fit_closes_them() -> None:
    world = make_world()
    with pytest.raises(AnswerRefused) as refused:
        await world.desk.open_answered(
            question_set(choice("A", "B")), ORIGIN, chose("9"), Channel.DESKTOP
        )
    assert refused.value.reason is RefusalReason.INVALID
    ((_, response, _),) = world.told.closed
    assert isinstance(response, Cancelled)
    assert not world.told.late
    assert not world.desk.pending()


async def test_after_the_end_they_are_open_at_the_next_start() -> None:
    world = make_world()
    await world.desk.aclose()
    await world.desk.open_answered(
        question_set(choice("A", "B")), ORIGIN, chose("2"), Channel.DESKTOP
    )
    again = await restart(world)
    assert [pending.id for pending in await again.desk.restore()] == ["set1"]


async def test_a_store_that_fails_is_told() -> None:
    world = make_world()
    world.store.is_broken = True
    with pytest.raises(StoreError):
        await world.desk.open_answered(
            question_set(choice("A", "B")), ORIGIN, chose("2"), Channel.DESKTOP
        )
    assert not world.told.closed
