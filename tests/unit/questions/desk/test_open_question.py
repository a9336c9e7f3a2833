"""What whoever puts a question holds of it: an id at once, the response later."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from typing_extensions import override

from assistant.errors import AnswerRefused, StoreError
from assistant.questions.desk.open_question import OpenQuestion
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import (
    Cancelled,
    CancelReason,
    Channel,
    Dependency,
    Later,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.storage.model.records import QuestionRecord
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.builders import ORIGIN, by_click, choice, chose, named, question_set
from tests.helpers.questions.desk_world import (
    DeskEvents,
    DeskWorld,
    make_world,
    restart,
    settle_down,
)
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.helpers.questions.presenters import FakePresenter

pytestmark = pytest.mark.looptime

WITHDRAWN = Cancelled(reason=CancelReason.TURN_CANCELLED)
BRIEF = question_set().model_copy(update={"timeout_s": 10.0})
DEPENDENT = question_set(
    choice(id="name").model_copy(
        update={"depends_on": Dependency(question_id="q1", option_ids=("2",))}
    ),
    id="set2",
)


class _SlowStore(MemoryQuestionStore):
    """Stores a question when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.may_add = asyncio.Event()

    @override
    async def add(self, record: QuestionRecord) -> None:
        await self.may_add.wait()
        await super().add(record)


# Opening.


@pytest.mark.requirement("Q-LIFE-03")
async def test_it_is_stored_and_before_the_user_when_it_is_open() -> None:
    store = _SlowStore()
    world, dialog = make_world(store), FakePresenter()
    world.desk.register(dialog)
    opening = asyncio.create_task(world.desk.open(question_set(), ORIGIN))
    await settle_down()
    assert not opening.done()
    assert (world.told.asked, world.desk.pending()) == ([], ())
    store.may_add.set()
    opened = await opening
    assert opened.id == "set1"
    assert world.store.records["set1"].status == "pending"
    (pending,) = world.desk.pending()
    assert (pending.id, pending.is_presented) == ("set1", True)
    assert world.told.asked == ["set1"]
    await dialog.presenting()
    assert dialog.presented == [opened.questions]
    await opened.withdraw()


async def test_an_id_that_is_taken_is_replaced_by_the_one_it_has() -> None:
    world = make_world()
    first, second = [await world.desk.open(question_set(), ORIGIN) for _n in range(2)]
    assert [first.id, second.id] == list(world.store.records)
    assert first.id != second.id
    assert [one.questions.questions[0].id for one in (first, second)] == ["q1", "q1#2"]
    answer = chose("2", question_id="q1#2")
    await world.desk.respond(second.id, answer, Channel.DESKTOP)
    assert await second.response == answer
    assert not first.response.done()
    await first.withdraw()


@pytest.mark.requirement("Q-LIFE-36")
async def test_who_answered_is_kept_with_the_answer() -> None:
    store, clock = MemoryQuestionStore(), LoopClock()
    desk = QuestionDesk(store=store, clock=clock, callbacks=DeskEvents().callbacks(), user="ada")
    known = by_click().model_copy(update={"user": "grace"})
    given: dict[str, Response] = {
        "a": chose("1", question_id="a"),
        "b": Cancelled(provenance=by_click()),
        "c": YouDecide(provenance=known),
        "d": Later(provenance=by_click()),
    }
    kept: dict[str, Response] = {}
    for id, response in given.items():
        opened = await desk.open(named(id), ORIGIN)
        await desk.respond(id, response, Channel.DESKTOP)
        kept[id] = await opened.response
    users = {id: _user(response) for id, response in kept.items()}
    assert users == {"a": "ada", "b": "ada", "c": "grace", "d": "ada"}
    assert '"user":"ada"' in (store.records["a"].response_json or "")
    withdrawn = await desk.open(named("e"), ORIGIN)
    await withdrawn.withdraw()
    assert _user(await withdrawn.response) is None, "nobody did"
    await desk.aclose()


def _user(response: Response) -> str | None:
    provenance = None if isinstance(response, TimedOut) else response.provenance
    return None if provenance is None else provenance.user


async def test_what_cannot_be_stored_is_not_open() -> None:
    world = make_world()
    world.store.is_broken = True
    with pytest.raises(StoreError):
        await world.desk.open(question_set(), ORIGIN)
    assert (world.told.asked, world.desk.pending()) == ([], ())


async def test_who_is_cancelled_while_it_is_stored_leaves_nothing_open() -> None:
    store = _SlowStore()
    world = make_world(store)
    opening = asyncio.create_task(world.desk.open(question_set(), ORIGIN))
    await settle_down()
    opening.cancel()
    store.may_add.set()
    await asyncio.wait([opening])
    assert opening.cancelled()
    assert world.store.records["set1"].status == "cancelled"
    assert (world.told.asked, world.desk.pending()) == ([], ())


async def test_one_that_waits_for_another_is_open_before_it_is_put() -> None:
    world = make_world()
    first = await world.desk.open(question_set(), ORIGIN)
    second = await world.desk.open(DEPENDENT, ORIGIN)
    assert [pending.is_held for pending in world.desk.pending()] == [False, True]
    assert world.told.asked == ["set1"]
    await world.desk.respond("set1", chose("2"), Channel.DESKTOP)
    await settle_down()
    assert world.told.asked == ["set1", "set2"]
    third = await world.desk.open(DEPENDENT.model_copy(update={"id": "set3"}), ORIGIN)
    assert world.told.asked[-1] == "set3", "there is nothing to wait for"
    assert await first.response == chose("2")
    for opened in (second, third):
        await opened.withdraw()


# The response.


async def _click(world: DeskWorld) -> None:
    await world.desk.respond("set1", chose("1"), Channel.DESKTOP)


async def _put_off(world: DeskWorld) -> None:
    await world.desk.respond("set1", Later(provenance=by_click()), Channel.DESKTOP)


async def _stop(world: DeskWorld) -> None:
    await world.desk.cancel(turn_id="t1")


async def _wait(_world: DeskWorld) -> None:
    await asyncio.sleep(11)


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (_click, chose("1")),
        (_put_off, Later(provenance=by_click())),
        (_stop, WITHDRAWN),
        (_wait, TimedOut(after_s=10)),
    ],
    ids=["answered", "put off", "its turn is stopped", "timed out"],
)
async def test_it_has_one_response_for_everybody_who_waits(
    end: Callable[[DeskWorld], Awaitable[None]], expected: object
) -> None:
    world = make_world()
    world.desk.register(FakePresenter())
    opened = await world.desk.open(BRIEF, ORIGIN)
    waiting = [asyncio.ensure_future(opened.response) for _n in range(3)]
    await settle_down()
    await end(world)
    assert await asyncio.gather(*waiting) == [expected] * 3
    assert await opened.response == expected
    assert not opened.is_suspended
    assert world.told.late == []


async def test_its_response_is_not_changed_by_what_comes_later() -> None:
    world = make_world()
    opened = await world.desk.open(question_set(), ORIGIN)
    await world.desk.respond("set1", chose("1"), Channel.DESKTOP)
    with pytest.raises(AnswerRefused):
        await world.desk.respond("set1", chose("2"), Channel.WEB)
    await opened.withdraw()
    assert await opened.response == chose("1")
    assert world.store.records["set1"].status == "answered"
    assert len(world.told.closed) == 1


async def test_put_again_after_later_it_has_a_response_of_its_own() -> None:
    world = make_world()
    first = await world.desk.open(question_set(), ORIGIN)
    await _put_off(world)
    second = await world.desk.resume("set1")
    assert second.id == first.id
    await _click(world)
    assert await first.response == Later(provenance=by_click())
    assert await second.response == chose("1")
    assert world.told.late == []


# Who stops waiting, and who withdraws.


async def test_who_stops_waiting_leaves_it_open_and_may_wait_again() -> None:
    world = make_world()
    opened = await world.desk.open(question_set(), ORIGIN)

    async def wait() -> None:
        await opened.response

    waiting = asyncio.create_task(wait())
    await settle_down()
    waiting.cancel()
    await asyncio.wait([waiting])
    assert waiting.cancelled()
    assert [pending.id for pending in world.desk.pending()] == ["set1"]
    await _click(world)
    assert await opened.response == chose("1")
    assert world.told.late == [], "it was waited for until it was answered"


async def test_of_several_who_wait_one_may_stop() -> None:
    world = make_world()
    opened = await world.desk.open(question_set(), ORIGIN)
    first, second = opened.response, opened.response
    first.cancel()
    await _click(world)
    assert await second == chose("1")


async def test_the_one_it_is_asked_for_withdraws_it_when_cancelled() -> None:
    world = make_world()
    dialog = FakePresenter()
    world.desk.register(dialog)
    opened = await world.desk.open(question_set(), ORIGIN)
    asking = asyncio.create_task(opened.response_or_withdraw())
    await dialog.presenting()
    asking.cancel()
    await asyncio.wait([asking])
    assert asking.cancelled()
    assert dialog.withdrawn == 1
    assert world.store.records["set1"].status == "cancelled"
    assert await opened.response == WITHDRAWN
    assert world.told.closed == [("set1", WITHDRAWN, None)]


@pytest.mark.parametrize("steps", range(12))
async def test_an_answer_and_the_end_of_who_asked_are_told_once(steps: int) -> None:
    world = make_world()
    opened = await world.desk.open(question_set(), ORIGIN)
    asking = asyncio.create_task(opened.response_or_withdraw())
    answering = asyncio.create_task(world.desk.respond("set1", chose("1"), Channel.DESKTOP))
    for _step in range(steps):
        await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait([asking, answering])
    response = await opened.response
    assert response in (chose("1"), WITHDRAWN)
    assert (answering.exception() is None) is (response == chose("1"))
    assert [closed[1] for closed in world.told.closed] == [response]
    assert world.told.late == []
    record = world.store.records["set1"]
    assert record.status == ("answered" if response == chose("1") else "cancelled")


# The end of the program.


async def _response(opened: OpenQuestion) -> object:
    return await opened.response


async def _owned(opened: OpenQuestion) -> object:
    return await opened.response_or_withdraw()


@pytest.mark.parametrize("wait", [_response, _owned])
async def test_the_end_of_the_program_ends_the_wait_and_leaves_it_open(
    wait: Callable[[OpenQuestion], Awaitable[object]],
) -> None:
    world = make_world()
    opened = await world.desk.open(question_set(), ORIGIN)
    waiting = asyncio.ensure_future(wait(opened))
    await settle_down()
    again = await restart(world)
    await asyncio.wait([waiting])
    assert waiting.cancelled()
    assert opened.is_suspended
    await opened.withdraw()
    assert [pending.id for pending in await again.desk.restore()] == ["set1"]
    resumed = await again.desk.resume("set1")
    await again.desk.respond("set1", chose("3"), Channel.DESKTOP)
    assert await resumed.response == chose("3")
    assert world.told.closed == []


async def test_what_is_put_as_the_program_ends_is_stored_for_the_next_start() -> None:
    store = _SlowStore()
    world = make_world(store)
    opening = asyncio.create_task(world.desk.open(question_set(), ORIGIN))
    await settle_down()
    await world.desk.aclose()
    store.may_add.set()
    opened = await opening
    assert opened.is_suspended
    with pytest.raises(asyncio.CancelledError):
        await opened.response
    await opened.withdraw()
    assert world.store.records["set1"].status == "pending"
    assert world.told.asked == []


async def test_the_end_of_the_program_ends_the_wait_of_one_that_is_held_back() -> None:
    world = make_world()
    both = [await world.desk.open(one, ORIGIN) for one in (question_set(), DEPENDENT)]
    await world.desk.aclose()
    assert all(opened.is_suspended for opened in both)
    assert world.told.asked == ["set1"]
    assert {record.status for record in world.store.records.values()} == {"pending"}
