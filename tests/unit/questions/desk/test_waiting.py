"""How long a question waits, and what the end of the wait means."""

import asyncio
from datetime import datetime, timedelta

import pytest
from typing_extensions import override

from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.desk.model.answer_timer import REST_S
from assistant.questions.desk.model.lifecycle import TIME_TO_LIVE
from assistant.questions.desk.question_persistence import DEADLINE_SLACK, responses
from assistant.questions.model.question import (
    Answered,
    Channel,
    Draft,
    Later,
    Method,
    OnTimeout,
    Purpose,
    Question,
    TimedOut,
)
from tests.helpers.questions.builders import ORIGIN, by_click, choice, chose, options, question_set
from tests.helpers.questions.desk_world import ask, give_up, make_world, presented, settle_down
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.helpers.questions.presenters import FakePresenter

pytestmark = pytest.mark.looptime


def optional_question() -> Question:
    with_default = tuple(
        option.model_copy(update={"default": option.id == "2"}) for option in options("A", "B")
    )
    return choice(required=False).model_copy(update={"options": with_default})


@pytest.mark.requirement("Q-LIFE-23")
async def test_a_time_out_counts_from_the_moment_the_question_is_shown() -> None:
    world, dialog, asked = await presented(
        question_set().model_copy(update={"timeout_s": 60.0}), shows=False
    )
    desk = await dialog.presenting()
    await asyncio.sleep(1000)
    assert not asked.done()
    desk.shown()
    await asyncio.sleep(59)
    assert not asked.done()
    await asyncio.sleep(2)
    assert await asked == TimedOut(after_s=60)
    assert world.store.records["set1"].status == "timeout"
    assert dialog.withdrawn == 1
    assert world.told.closed == [("set1", TimedOut(after_s=60), None)]


async def test_the_clock_rests_while_the_question_is_touched() -> None:
    _world, dialog, asked = await presented(question_set().model_copy(update={"timeout_s": 20.0}))
    desk = await dialog.presenting()
    for _n in range(10):
        await asyncio.sleep(REST_S - 1)
        desk.touched()
    await asyncio.sleep(REST_S)
    assert not asked.done()
    await asyncio.sleep(20)
    assert await asked == TimedOut(after_s=20)


async def test_a_question_without_a_time_out_waits_a_day() -> None:
    world = make_world()
    dialog = FakePresenter()
    world.desk.register(dialog)
    asked = ask(world)
    await asyncio.sleep(86_390)
    assert not asked.done()
    await asyncio.sleep(20)
    assert await asked == TimedOut(after_s=86_400)


@pytest.mark.requirement("Q-LIFE-26", "Q-LIFE-27")
async def test_declared_defaults_are_taken_and_never_as_the_persons_choice() -> None:
    world = make_world()
    dialog = FakePresenter()
    world.desk.register(dialog)
    questions = question_set(optional_question()).model_copy(
        update={"timeout_s": 5.0, "on_timeout": OnTimeout.DEFAULT}
    )
    response = await world.desk.ask(questions, ORIGIN)
    assert isinstance(response, Answered)
    assert response.answers[0].option_ids == ("2",)
    assert response.provenance.method is Method.TIMEOUT_DEFAULT
    assert dialog.drafts[0].answers["q1"].option_ids == ("2",)


async def test_an_answer_that_arrives_with_the_time_out_wins() -> None:
    _world, dialog, asked = await presented(question_set().model_copy(update={"timeout_s": 10.0}))
    await asyncio.sleep(9.9995)
    dialog.answer(chose("1"))
    assert await asked == chose("1")


DECLARED = question_set(optional_question()).model_copy(
    update={"timeout_s": 5.0, "on_timeout": OnTimeout.DEFAULT}
)


@pytest.mark.parametrize(
    "change",
    [
        {"on_timeout": OnTimeout.WAIT},
        {"purpose": Purpose.CONFIRM},
        {"questions": (optional_question().model_copy(update={"required": True}),)},
        {"questions": (choice(required=False),)},
        {"questions": (optional_question(), choice(id="q2", required=False))},
    ],
    ids=["not declared", "a confirmation", "required", "no default", "not all have a default"],
)
@pytest.mark.requirement("Q-LIFE-26")
async def test_otherwise_an_expired_wait_chooses_nothing(change: dict[str, object]) -> None:
    world = make_world()
    world.desk.register(FakePresenter())
    questions = DECLARED.model_copy(update=change)
    assert await world.desk.ask(questions, ORIGIN) == TimedOut(after_s=5)
    assert world.store.records["set1"].status == "timeout"


async def test_a_default_is_kept_with_where_and_how_it_came_about() -> None:
    world = make_world()
    world.desk.register(FakePresenter())
    response = await world.desk.ask(DECLARED, ORIGIN)
    record = world.store.records["set1"]
    assert (record.status, record.channel) == ("answered", None)
    assert responses.validate_json(record.response_json or "") == response
    assert '"timeout_default"' in (record.response_json or "")
    assert world.told.closed == [("set1", response, None)]
    with pytest.raises(AnswerRefused) as error:
        await world.desk.respond("set1", chose("1"), Channel.DESKTOP)
    assert error.value.reason is RefusalReason.ALREADY_ANSWERED


async def test_after_a_day_nothing_is_chosen_even_if_a_default_is_declared() -> None:
    world = make_world()
    world.desk.register(FakePresenter(shows=False))
    response = await world.desk.ask(DECLARED, ORIGIN)
    assert response == TimedOut(after_s=86_400)


async def test_a_long_time_out_is_cut_by_the_day() -> None:
    world, dialog, asked = await presented(
        question_set().model_copy(update={"timeout_s": 86_000.0}), shows=False
    )
    presentation = await dialog.presenting()
    await asyncio.sleep(3600)
    presentation.shown()
    assert await asked == TimedOut(after_s=86_400)
    assert world.clock.now() - world.store.records["set1"].asked_at < TIME_TO_LIVE * 1.001


async def test_a_clock_that_runs_is_stored_as_a_moment() -> None:
    world, dialog, asked = await presented(
        question_set().model_copy(update={"timeout_s": 60.0}), shows=False
    )
    presentation = await dialog.presenting()
    await asyncio.sleep(100)
    record = world.store.records["set1"]
    assert record.deadline == record.asked_at + TIME_TO_LIVE, "not shown yet"
    presentation.shown()
    shown_at = world.clock.now()
    await settle_down()
    deadline = world.store.records["set1"].deadline
    assert deadline is not None
    assert abs(deadline - shown_at - timedelta(seconds=60)) < timedelta(seconds=0.01)
    await asyncio.sleep(30)
    presentation.touched()
    await settle_down()
    moved = world.store.records["set1"].deadline
    assert moved is not None
    assert abs(moved - deadline - timedelta(seconds=REST_S)) < timedelta(seconds=0.01)
    await give_up(asked)


async def test_keystrokes_do_not_write_the_deadline_each_time() -> None:
    class Counting(MemoryQuestionStore):
        written = 0

        @override
        async def save_deadline(self, questions_id: str, deadline: datetime) -> None:
            self.written += 1
            await super().save_deadline(questions_id, deadline)

    store = Counting()
    world = make_world(store)
    dialog = FakePresenter()
    world.desk.register(dialog)
    asked = ask(world, question_set().model_copy(update={"timeout_s": 60.0}))
    presentation = await dialog.presenting()
    for _n in range(100):
        presentation.touched()
        await asyncio.sleep(0.2)
    assert store.written <= 2 + 20 / DEADLINE_SLACK.total_seconds()
    pending, left_s = world.store.records["set1"], world.desk.pending()[0]
    assert pending.deadline is not None
    assert left_s.deadline - pending.deadline <= DEADLINE_SLACK
    await give_up(asked)


async def test_a_deadline_that_cannot_be_stored_holds_all_the_same() -> None:
    world, dialog, asked = await presented(
        question_set().model_copy(update={"timeout_s": 10.0}), shows=False
    )
    presentation = await dialog.presenting()
    world.store.is_broken = True
    presentation.shown()
    await settle_down()
    world.store.is_broken = False
    await asyncio.sleep(9)
    assert not asked.done()
    assert await asked == TimedOut(after_s=10)
    assert world.told.notices == []


async def test_the_clock_of_a_question_put_off_stands_still() -> None:
    world, dialog, asked = await presented(question_set().model_copy(update={"timeout_s": 10.0}))
    presentation = await dialog.presenting()
    await asyncio.sleep(5)
    dialog.answer(Later(provenance=by_click()))
    await asked
    presentation.shown()  # a widget that lives on for a moment
    presentation.touched()
    await world.desk.save_draft("set1", Draft())
    await asyncio.sleep(1000)
    (pending,) = world.desk.pending()
    record = world.store.records["set1"]
    assert pending.deadline == record.deadline == record.asked_at + TIME_TO_LIVE
    await world.desk.aclose()
