"""What happens when several things happen at once: exactly one of them counts."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from itertools import permutations, product
from pathlib import Path
from typing import Final

import pytest

from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.card.chat_answer import NotForQuestion, OfferResult, SettledByText
from assistant.questions.desk.question_persistence import responses
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    Response,
    TimedOut,
)
from assistant.storage.database import Database
from assistant.storage.model.records import QuestionStatus
from assistant.storage.store import Store
from tests.conftest import STRESS
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.builders import ORIGIN, by_click, chose, named, question_set
from tests.helpers.questions.desk_world import (
    DeskEvents,
    DeskWorld,
    ask,
    make_desk,
    make_world,
    restart,
    settle_down,
    waiting,
)
from tests.helpers.questions.presenters import FakePresenter

RACES: Final = 1000 if STRESS else 100


# Two channels, the real database.


@pytest.mark.timeout(300)
@pytest.mark.requirement("Q-LIFE-18")
async def test_of_two_channels_that_answer_at_once_one_wins_and_the_other_is_told(
    tmp_path: Path,
) -> None:
    store = Store(database=await Database.open(tmp_path / "parley.db"))
    told = DeskEvents()
    desk = make_desk(store.questions, told, LoopClock())
    dialog = FakePresenter()
    desk.register(dialog)
    wins: dict[Channel, int] = {Channel.DESKTOP: 0, Channel.TELEGRAM: 0}
    for n in range(RACES):
        questions_id = f"race{n}"
        asked = asyncio.create_task(desk.ask(named(questions_id), ORIGIN))
        await dialog.presenting()
        clicked = chose("1", question_id=questions_id)
        tapped = chose("2", question_id=questions_id, channel=Channel.TELEGRAM)
        tries = [(clicked, Channel.DESKTOP), (tapped, Channel.TELEGRAM)]
        if n % 2:
            tries.reverse()

        async def late(response: Response, channel: Channel, steps: int, id: str) -> None:
            for _step in range(steps):
                await asyncio.sleep(0)
            await desk.respond(id, response, channel)

        outcomes = await asyncio.gather(
            late(*tries[0], n % 7, questions_id),
            late(*tries[1], n % 5, questions_id),
            return_exceptions=True,
        )
        refusals = [one for one in outcomes if one is not None]
        assert len(refusals) == 1
        assert isinstance(refusals[0], AnswerRefused)
        assert refusals[0].reason is RefusalReason.ALREADY_ANSWERED
        response, channel = tries[outcomes.index(None)]
        assert await asked == response
        record = await store.questions.get(questions_id)
        assert record is not None
        assert (record.status, record.channel) == ("answered", channel.value)
        assert responses.validate_json(record.response_json or "") == response
        wins[channel] += 1
    assert [closed[0] for closed in told.closed] == [f"race{n}" for n in range(RACES)]
    assert told.late == []
    assert min(wins.values()) >= RACES // 5, "both channels must be able to win"
    await desk.aclose()
    await store.aclose()


async def test_two_programs_over_one_database_settle_a_question_once(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "parley.db")
    store = Store(database=database)
    desks = [make_desk(store.questions, DeskEvents(), LoopClock()) for _n in range(2)]
    dialog = FakePresenter()
    desks[0].register(dialog)
    for n in range(RACES // 10):
        id = f"race{n}"
        asked = asyncio.create_task(desks[0].ask(named(id), ORIGIN))
        await dialog.presenting()
        here = chose("1", question_id=id)
        there = chose("2", question_id=id, channel=Channel.WEB)
        outcomes = await asyncio.gather(
            desks[0].respond(id, here, Channel.DESKTOP),
            desks[1].respond(id, there, Channel.WEB),
            return_exceptions=True,
        )
        assert sum(one is None for one in outcomes) == 1
        record = await store.questions.get(id)
        assert record is not None
        winner = responses.validate_json(record.response_json or "")
        assert await asked == winner, "whoever waits hears of the answer that counts"
    for desk in desks:
        await desk.aclose()
    await store.aclose()


# Everything that can end a question, two and three at a time, at every distance.

Act = Callable[[DeskWorld, FakePresenter], Awaitable[object]]


async def _respond(world: DeskWorld, _dialog: FakePresenter) -> None:
    await world.desk.respond("set1", chose("1"), Channel.WEB)


async def _click(_world: DeskWorld, dialog: FakePresenter) -> None:
    dialog.answer(chose("2"))


async def _type(world: DeskWorld, _dialog: FakePresenter) -> OfferResult:
    return await world.desk.offer("c1", "3", Channel.DESKTOP)


async def _later(world: DeskWorld, _dialog: FakePresenter) -> None:
    await world.desk.respond("set1", Later(provenance=by_click()), Channel.DESKTOP)


async def _cancel(world: DeskWorld, _dialog: FakePresenter) -> None:
    await world.desk.cancel(turn_id="t1")


async def _time_out(_world: DeskWorld, _dialog: FakePresenter) -> None:
    """The question's own clock, which ends now."""


async def _close(world: DeskWorld, _dialog: FakePresenter) -> None:
    await world.desk.aclose()


ACTS: Final[Mapping[str, Act]] = {
    "respond": _respond,
    "click": _click,
    "type": _type,
    "later": _later,
    "cancel": _cancel,
    "time-out": _time_out,
    "close": _close,
}
STATUS_OF: Final[Mapping[type[Response], QuestionStatus]] = {
    Answered: "answered",
    Cancelled: "cancelled",
    TimedOut: "timeout",
    Later: "pending",
}
TIMEOUT_S: Final = 10.0


async def race(names: tuple[str, ...], distance: int) -> None:
    """Start these at the moment the time is up, `distance` steps of the loop apart."""
    world = make_world()
    dialog = FakePresenter()
    world.desk.register(dialog)
    timeout_s = TIMEOUT_S if "time-out" in names else 1000.0
    asked = ask(world, question_set().model_copy(update={"timeout_s": timeout_s}))
    await dialog.presenting()
    await settle_down()
    shown_at = asyncio.get_running_loop().time()
    await asyncio.sleep(TIMEOUT_S - 0.001 if distance % 2 else TIMEOUT_S - 0.002)
    assert asyncio.get_running_loop().time() > shown_at

    async def start(act: Act, steps: int) -> object:
        for _step in range(steps):
            await asyncio.sleep(0)
        return await act(world, dialog)

    started = [start(ACTS[name], n * distance) for n, name in enumerate(names)]
    async with asyncio.timeout(30):
        outcomes = await asyncio.gather(*started, return_exceptions=True)
        await asyncio.sleep(0.1)
        if not asked.done():
            assert "later" not in names
            await world.desk.cancel(turn_id="t1")
        await asyncio.wait([asked])
    for outcome in outcomes:
        expected = AnswerRefused | NotForQuestion | SettledByText | None
        assert isinstance(outcome, expected), (names, outcome)
    check(world, asked, outcomes, names)
    await world.desk.aclose()


def check(
    world: DeskWorld,
    asked: "asyncio.Task[Response]",
    outcomes: "list[object]",
    names: tuple[str, ...],
) -> None:
    record = world.store.records["set1"]
    stored = None if record.response_json is None else responses.validate_json(record.response_json)
    ends = [closed for closed in world.told.closed if not isinstance(closed[1], Later)]
    assert len(ends) == (record.status != "pending"), "the end is told once"
    if stored is not None:
        assert record.status == STATUS_OF[type(stored)]
        assert ends[0][1] == stored, "and it is what was stored"
    if asked.cancelled():
        assert "close" in names
    elif not isinstance(asked.result(), Later):
        assert asked.result() == stored, "whoever waits has what was stored"
    for name, outcome in zip(names, outcomes, strict=True):
        if isinstance(outcome, SettledByText):
            assert outcome.response == stored, "who was told that it counts was told the truth"
        elif name == "respond" and outcome is None:
            assert stored == chose("1")
    assert len(world.told.late) <= 1


PAIRS = list(permutations(ACTS, 2))
TRIPLES = list(permutations(ACTS, 3))


@pytest.mark.looptime
@pytest.mark.parametrize("names", PAIRS, ids="-".join)
async def test_of_two_things_at_once_one_counts(names: tuple[str, ...]) -> None:
    for distance in range(6):
        await race(names, distance)


@pytest.mark.looptime
@pytest.mark.parametrize("first", list(ACTS))
async def test_of_three_things_at_once_one_counts(first: str) -> None:
    every = range(4) if STRESS else range(1, 2)
    for names, distance in product(TRIPLES, every):
        if names[0] == first:
            await race(names, distance)


@pytest.mark.looptime
@pytest.mark.parametrize("steps", range(12))
async def test_a_caller_that_is_cancelled_while_an_answer_arrives_loses_nothing(
    steps: int,
) -> None:
    world, asked = await waiting()
    responding = asyncio.create_task(world.desk.respond("set1", chose("1"), Channel.WEB))
    for _step in range(steps):
        await asyncio.sleep(0)
    asked.cancel()
    await asyncio.wait([asked, responding])
    record = world.store.records["set1"]
    stored = responses.validate_json(record.response_json or "")
    if responding.exception() is None:
        assert stored == chose("1"), "who was told that it counts was told the truth"
    else:
        assert stored == Cancelled(reason=CancelReason.TURN_CANCELLED)
    assert len(world.told.closed) == 1


@pytest.mark.looptime
@pytest.mark.parametrize("steps", range(10))
async def test_a_program_that_ends_while_a_question_is_being_stored_leaves_it_open(
    steps: int,
) -> None:
    world = make_world()
    asked = ask(world)
    for _step in range(steps):
        await asyncio.sleep(0)
    again = await restart(world)
    async with asyncio.timeout(5):
        await asyncio.wait([asked])
    assert asked.cancelled()
    assert {record.status for record in world.store.records.values()} <= {"pending"}
    assert len(await again.desk.restore()) == len(world.store.records)
    await again.desk.aclose()
