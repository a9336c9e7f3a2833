"""Questions that depend on the answer to a question of another set."""

import asyncio
from dataclasses import replace

import pytest
from typing_extensions import override

from assistant.errors import AnswerRefused, RefusalReason, StoreError
from assistant.questions.card.chat_answer import NotForQuestion
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Dependency,
    Draft,
    Later,
    Origin,
    Question,
    QuestionKind,
    Response,
    TimedOut,
)
from assistant.questions.model.set_dependencies import awaited_questions, resolve_dependencies
from assistant.storage.model.records import QuestionRecord
from tests.helpers.questions.builders import ORIGIN, by_click, choice, chose, question_set
from tests.helpers.questions.desk_world import (
    DeskWorld,
    ask,
    give_up,
    make_world,
    restart,
    resume,
    settle_down,
    waiting,
)
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.helpers.questions.presenters import FakePresenter

ON_SQLITE = Dependency(question_id="q1", option_ids=("2",))
NAME = Question(id="name", kind=QuestionKind.TEXT, text="Which file?", depends_on=ON_SQLITE)
EXTRA = choice("Yes", "No", id="extra", text="Encrypt it?")
DEPENDENT = question_set(NAME, id="set2")


def given(*option_ids: str, boolean: bool | None = None) -> dict[str, Answer]:
    return {"q1": Answer(question_id="q1", option_ids=option_ids, boolean=boolean)}


pytestmark = pytest.mark.looptime


# The rule.


def test_only_questions_of_other_sets_are_waited_for() -> None:
    assert awaited_questions(DEPENDENT) == {"q1"}
    assert awaited_questions(question_set(choice(), NAME)) == frozenset()
    nested = choice(id="top", follow_ups={"1": (NAME,)})
    assert awaited_questions(question_set(nested)) == {"q1"}
    assert awaited_questions(question_set()) == frozenset()


@pytest.mark.parametrize(
    ("answers", "is_met"),
    [
        (given("2"), True),
        (given("1", "2"), True),
        (given("1"), False),
        (given(), False),
        ({}, False),
    ],
)
def test_a_condition_holds_if_one_of_its_options_was_chosen(
    answers: dict[str, Answer], is_met: bool
) -> None:
    kept = resolve_dependencies(question_set(NAME, EXTRA), answers)
    assert kept is not None
    assert [question.id for question in kept.questions] == (
        ["name", "extra"] if is_met else ["extra"]
    )
    assert all(question.depends_on is None for question in kept.questions)


@pytest.mark.parametrize(("boolean", "is_met"), [(True, True), (False, False)])
def test_a_condition_may_hang_on_a_yes(boolean: bool, is_met: bool) -> None:
    asks = NAME.model_copy(
        update={"depends_on": Dependency(question_id="q1", option_ids=("true",))}
    )
    assert (resolve_dependencies(question_set(asks), given(boolean=boolean)) is not None) is is_met


def test_a_follow_up_is_dropped_and_its_parent_stays() -> None:
    parent = choice(id="top", follow_ups={"1": (NAME, EXTRA)})
    kept = resolve_dependencies(question_set(parent), {})
    assert kept is not None
    assert [question.id for question in kept.walk()] == ["top", "extra"]


def test_what_depends_on_a_question_that_is_dropped_is_dropped_with_it() -> None:
    below = EXTRA.model_copy(
        update={"depends_on": Dependency(question_id="name", option_ids=("1",))}
    )
    assert resolve_dependencies(question_set(NAME, below), {}) is None


# On the desk.


async def two_open(world: DeskWorld) -> "tuple[asyncio.Task[Response], asyncio.Task[Response]]":
    first = ask(world)
    await settle_down()
    second = ask(world, DEPENDENT)
    await settle_down()
    return first, second


async def test_it_is_stored_and_held_back_until_the_other_is_answered() -> None:
    world = make_world()
    dialog = FakePresenter()
    world.desk.register(dialog)
    first, second = await two_open(world)
    assert world.store.records["set2"].status == "pending"
    assert [questions.id for questions in dialog.presented] == ["set1"]
    assert world.told.asked == ["set1"]
    assert [(p.id, p.is_held) for p in world.desk.pending()] == [("set1", False), ("set2", True)]
    await world.desk.respond("set1", chose("2"), Channel.DESKTOP)
    await first
    await dialog.presenting()
    await settle_down()
    assert [questions.id for questions in dialog.presented] == ["set1", "set2"]
    assert world.told.asked == ["set1", "set2"]
    answer = Answer(question_id="name", text="a.db")
    dialog.answer(Answered(answers=(answer,), provenance=by_click()))
    response = await second
    assert isinstance(response, Answered)
    assert response.answers == (answer,)


@pytest.mark.parametrize(
    "end",
    [
        chose("1"),
        Cancelled(provenance=by_click()),
        Answered(answers=(Answer(question_id="q1", other="Redis"),), provenance=by_click()),
    ],
)
async def test_it_is_cancelled_when_the_condition_does_not_hold(end: Response) -> None:
    world = make_world()
    dialog = FakePresenter()
    world.desk.register(dialog)
    first, second = await two_open(world)
    await world.desk.respond("set1", end, Channel.DESKTOP)
    await first
    assert await second == Cancelled(reason=CancelReason.DEPENDENCY)
    assert world.store.records["set2"].status == "cancelled"
    assert [questions.id for questions in dialog.presented] == ["set1"]
    assert world.told.asked == ["set1"]


async def test_it_is_cancelled_when_the_other_times_out() -> None:
    world = make_world()
    world.desk.register(FakePresenter())
    first = ask(world, question_set().model_copy(update={"timeout_s": 5.0}))
    await settle_down()
    second = ask(world, DEPENDENT)
    assert await first == TimedOut(after_s=5)
    assert await second == Cancelled(reason=CancelReason.DEPENDENCY)


async def test_it_waits_on_while_the_other_is_put_off() -> None:
    world = make_world()
    first, second = await two_open(world)
    await world.desk.respond("set1", Later(provenance=by_click()), Channel.DESKTOP)
    await first
    await asyncio.sleep(600)
    assert not second.done()
    await world.desk.respond("set1", chose("2"), Channel.DESKTOP)
    await settle_down()
    assert world.told.asked == ["set1", "set2"]
    await give_up(second)


async def test_it_cannot_be_answered_or_changed_while_it_is_held_back() -> None:
    world = make_world()
    first, second = await two_open(world)
    answer = Answered(answers=(Answer(question_id="name", text="x"),), provenance=by_click())
    for attempt in (
        world.desk.respond("set2", answer, Channel.DESKTOP),
        world.desk.save_draft("set2", Draft()),
    ):
        with pytest.raises(AnswerRefused) as error:
            await attempt
        assert error.value.reason is RefusalReason.NOT_ALLOWED
    await world.desk.respond("set1", chose("1"), Channel.DESKTOP)
    assert await world.desk.offer("c1", "x", Channel.DESKTOP) == NotForQuestion()
    await asyncio.wait([first, second])


async def test_it_goes_with_the_turn_or_conversation_that_is_cancelled() -> None:
    for turn_id, conversation_id in (("t1", None), (None, "c1")):
        world = make_world()
        first, second = await two_open(world)
        await world.desk.cancel(turn_id=turn_id, conversation_id=conversation_id)
        assert await second == Cancelled(reason=CancelReason.TURN_CANCELLED)
        assert await first == Cancelled(reason=CancelReason.TURN_CANCELLED)


async def test_whoever_asked_may_give_up_while_it_is_held_back() -> None:
    world = make_world()
    first, second = await two_open(world)
    await give_up(second)
    assert world.store.records["set2"].status == "cancelled"
    await give_up(first)


async def test_another_conversations_question_is_not_waited_for() -> None:
    world, first = await waiting(origin=Origin(channel=Channel.DESKTOP, conversation_id="c2"))
    assert await world.desk.ask(DEPENDENT, ORIGIN) == Cancelled(reason=CancelReason.DEPENDENCY)
    await give_up(first)


@pytest.mark.parametrize(("option", "is_put"), [("2", True), ("1", False)])
async def test_an_answer_given_before_it_was_asked_counts(option: str, is_put: bool) -> None:
    world, first = await waiting()
    await world.desk.respond("set1", chose(option), Channel.DESKTOP)
    await first
    second = ask(world, DEPENDENT)
    await settle_down()
    assert second.done() is not is_put
    assert ("set2" in world.told.asked) is is_put
    await give_up(second)


async def test_the_answer_given_last_counts() -> None:
    world, first = await waiting()
    await world.desk.respond("set1", chose("2"), Channel.DESKTOP)
    await first
    changed = question_set(id="changed").model_copy(update={"amends": "set1"})
    again = ask(world, changed)
    await settle_down()
    await world.desk.respond("changed", chose("1"), Channel.DESKTOP)
    await again
    assert await world.desk.ask(DEPENDENT, ORIGIN) == Cancelled(reason=CancelReason.DEPENDENCY)


async def test_only_the_questions_whose_condition_holds_are_put() -> None:
    world = make_world()
    dialog = FakePresenter()
    world.desk.register(dialog)
    first = ask(world)
    await settle_down()
    second = ask(world, question_set(NAME, EXTRA, id="set2"))
    await settle_down()
    await world.desk.respond("set1", chose("1"), Channel.DESKTOP)
    await first
    await dialog.presenting()
    await settle_down()
    assert [question.id for question in dialog.presented[1].questions] == ["extra"]
    await give_up(second)


async def test_two_sets_that_wait_for_each_other_do_not_wait_for_ever() -> None:
    world = make_world()
    back = choice().model_copy(
        update={"depends_on": Dependency(question_id="name", option_ids=("1",))}
    )
    first, second = ask(world, question_set(back)), ask(world, DEPENDENT)
    async with asyncio.timeout(5):
        assert await first == Cancelled(reason=CancelReason.DEPENDENCY)
        assert await second == Cancelled(reason=CancelReason.DEPENDENCY)


async def test_it_is_held_back_after_a_restart_too() -> None:
    world = make_world()
    asked = await two_open(world)
    again = await restart(world)
    await asyncio.wait(asked)
    assert [pending.id for pending in await again.desk.restore()] == ["set1", "set2"]
    resumed = [resume(again, id) for id in ("set1", "set2")]
    await settle_down()
    assert again.told.asked == ["set1"]
    await again.desk.respond("set1", chose("2"), Channel.DESKTOP)
    await settle_down()
    assert again.told.asked == ["set1", "set2"]
    await give_up(*resumed)


async def test_the_end_of_the_program_leaves_it_open() -> None:
    world = make_world()
    asked = await two_open(world)
    await world.desk.aclose()
    await asyncio.wait(asked)
    assert all(task.cancelled() for task in asked)
    assert world.store.records["set2"].status == "pending"


async def test_a_history_that_cannot_be_read_leaves_it_open_and_is_told() -> None:
    class Broken(MemoryQuestionStore):
        @override
        async def history(self, conversation_id: str) -> tuple[QuestionRecord, ...]:
            if self.records:
                raise StoreError("The disk is gone.")
            return ()

    world = make_world(Broken())
    with pytest.raises(StoreError):
        await world.desk.ask(DEPENDENT, ORIGIN)
    (pending,) = world.desk.pending()
    assert not pending.is_held
    await world.desk.cancel(questions_id="set2")


async def test_questions_of_the_past_that_cannot_be_read_are_passed_over() -> None:
    world = make_world()
    for id, question_id in (("set1", "q1"), ("newer", "other")):
        first = ask(world, question_set(choice(id=question_id), id=id))
        await settle_down()
        await world.desk.respond(id, chose("2", question_id=question_id), Channel.DESKTOP)
        await first
    world.store.records["newer"] = replace(world.store.records["newer"], questions_json="{}")
    second = ask(world, DEPENDENT)
    await settle_down()
    assert world.told.asked == ["set1", "newer", "set2"]
    await give_up(second)
