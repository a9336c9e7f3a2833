"""A question that starts from given selections, under an id known before, closed by that id."""

import asyncio

import pytest

from assistant.questions.model.question import Answer, Cancelled, CancelReason, Draft
from tests.helpers.questions.builders import ORIGIN, chose, question_set
from tests.helpers.questions.desk_world import make_world, settle_down
from tests.helpers.questions.presenters import FakePresenter

pytestmark = pytest.mark.looptime
SECOND = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})


async def test_it_starts_from_the_selections_it_is_given_and_keeps_them() -> None:
    world, presenter = make_world(), FakePresenter()
    world.desk.register(presenter)
    asking = asyncio.create_task(world.desk.ask(question_set(), ORIGIN, draft=SECOND))
    await presenter.presenting()
    assert presenter.drafts == [SECOND]
    (record,) = world.store.records.values()
    assert Draft.model_validate_json(record.draft_json) == SECOND
    presenter.answer(chose("2"))
    assert await asking == chose("2")


async def test_the_id_it_has_is_known_while_it_is_open() -> None:
    world, presenter = make_world(), FakePresenter()
    world.desk.register(presenter)
    for _turn in range(2):
        opened = await world.desk.open(question_set(), ORIGIN)
        assert list(world.store.records)[-1] == opened.id
        answer = chose("1", question_id=opened.questions.questions[0].id)
        presenter.answer(answer)
        assert await opened.response == answer
    assert len(world.store.records) == 2


async def test_it_is_closed_by_its_id_and_others_stay() -> None:
    world = make_world()
    asking = [
        asyncio.create_task(world.desk.ask(question_set().model_copy(update={"id": id}), ORIGIN))
        for id in ("a", "b")
    ]
    await settle_down()
    await world.desk.cancel(questions_id="a", reason=CancelReason.SHUTDOWN)
    assert await asking[0] == Cancelled(reason=CancelReason.SHUTDOWN)
    assert [pending.id for pending in world.desk.pending()] == ["b"]
    await world.desk.cancel(questions_id="b")
    await asking[1]
