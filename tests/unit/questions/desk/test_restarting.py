"""Questions that outlive the program."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.desk.question_persistence import responses
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Later,
    Method,
    OnTimeout,
    Origin,
    QuestionSet,
    TimedOut,
)
from tests.helpers.questions.builders import ORIGIN, by_click, choice, chose, question_set
from tests.helpers.questions.desk_world import (
    DeskWorld,
    ask,
    give_up,
    make_world,
    presented,
    restart,
    resume,
    settle_down,
    waiting,
)
from tests.helpers.questions.presenters import FakePresenter

pytestmark = pytest.mark.looptime


def refused(error: "pytest.ExceptionInfo[AnswerRefused]") -> RefusalReason:
    return error.value.reason


async def test_closing_the_desk_leaves_questions_open_and_a_new_one_takes_them_up() -> None:
    world, dialog, asked = await presented()
    desk = await dialog.presenting()
    desk.draft_changed(Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))}))
    await asyncio.sleep(0)
    await world.desk.aclose()
    await world.desk.aclose()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert dialog.withdrawn == 1
    assert world.store.records["set1"].status == "pending"
    assert world.told.closed == []
    desk.shown()  # a widget that lives on for a moment

    again = make_world(world.store)
    restored = await again.desk.restore()
    assert restored[0].questions == question_set()
    assert restored[0].origin == ORIGIN
    assert restored[0].draft.answers["q1"].option_ids == ("2",)
    assert await again.desk.restore() == restored
    window = FakePresenter()
    again.desk.register(window)
    here = Origin(channel=Channel.DESKTOP, conversation_id="c1", turn_id="t9")
    resumed = resume(again, "set1", here)
    await window.presenting()
    assert window.drafts[0].answers["q1"].option_ids == ("2",)
    window.answer(chose("2"))
    assert await resumed == chose("2")


async def test_respond_and_resume_find_questions_that_were_not_restored() -> None:
    world, asked = await waiting()
    await world.desk.aclose()
    await asyncio.wait([asked])
    again = make_world(world.store)
    await again.desk.respond("set1", chose("1"), Channel.WEB)
    assert again.told.late == [chose("1")]
    with pytest.raises(AnswerRefused) as error:
        await again.desk.resume("set1")
    assert refused(error) is RefusalReason.ALREADY_ANSWERED


async def test_one_that_is_put_off_after_a_restart_has_no_answer_to_tell() -> None:
    world, asked = await waiting()
    await world.desk.aclose()
    await asyncio.wait([asked])
    again = make_world(world.store)
    await again.desk.respond("set1", Later(provenance=by_click()), Channel.DESKTOP)
    assert again.told.late == []
    assert [pending.id for pending in again.desk.pending()] == ["set1"]


async def test_a_closed_desk_finds_nothing() -> None:
    world, asked = await waiting()
    await world.desk.aclose()
    with pytest.raises(AnswerRefused) as error:
        await world.desk.respond("set1", chose("1"), Channel.WEB)
    assert refused(error) is RefusalReason.NOT_FOUND
    await asyncio.wait([asked])


@pytest.mark.requirement("Q-LIFE-14")
async def test_restore_closes_what_is_too_old_and_leaves_what_it_cannot_read() -> None:
    world = make_world()
    asked = [ask(world), ask(world, question_set(id="set2"))]
    await settle_down()
    await world.desk.aclose()
    await asyncio.wait(asked)
    records = world.store.records
    old = records["set1"]
    records["set1"] = replace(old, asked_at=old.asked_at - timedelta(days=2), deadline=None)
    records["set2"] = replace(records["set2"], questions_json='{"v": 9}')
    again = make_world(world.store)
    assert await again.desk.restore() == ()
    assert again.told.closed == [("set1", TimedOut(after_s=86_400), None)]
    assert {k: r.status for k, r in records.items()} == {"set1": "timeout", "set2": "pending"}
    with pytest.raises(AnswerRefused) as error:
        await again.desk.respond("set2", chose("1"), Channel.WEB)
    assert refused(error) is RefusalReason.NOT_FOUND


async def left_open(
    questions: QuestionSet, *, for_s: float = 0.0, draft: Draft | None = None
) -> DeskWorld:
    """Show a question for a while, then end the program; return a new desk over the same store."""
    world, dialog, asked = await presented(questions)
    presentation = await dialog.presenting()
    if draft is not None:
        presentation.draft_changed(draft)
    await settle_down()
    await asyncio.sleep(for_s)
    again = await restart(world)
    await asyncio.wait([asked])
    return again


BRIEF = question_set().model_copy(update={"timeout_s": 60.0})
CHOSEN = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})


@pytest.mark.requirement("Q-LIFE-39")
async def test_a_deadline_that_passed_while_the_program_was_closed_takes_effect() -> None:
    again = await left_open(BRIEF, for_s=20)
    await asyncio.sleep(41)
    assert await again.desk.restore() == ()
    assert again.told.closed == [("set1", TimedOut(after_s=60), None)]
    assert again.store.records["set1"].status == "timeout"


async def test_a_deadline_that_passed_days_ago_is_still_that_deadline() -> None:
    declared = BRIEF.model_copy(update={"on_timeout": OnTimeout.DEFAULT})
    preselected = choice("A", "B", required=False)
    options = tuple(o.model_copy(update={"default": o.id == "2"}) for o in preselected.options)
    declared = declared.model_copy(
        update={"questions": (preselected.model_copy(update={"options": options}),)}
    )
    again = await left_open(declared, for_s=20)
    await asyncio.sleep(3 * 86_400)
    await again.desk.restore()
    ((_id, response, channel),) = again.told.closed
    assert isinstance(response, Answered)
    assert response.provenance.method is Method.TIMEOUT_DEFAULT
    assert (response.answers[0].option_ids, channel) == (("2",), None)
    assert again.store.records["set1"].status == "answered"
    assert again.told.late == []


async def test_what_was_left_of_the_clock_runs_on() -> None:
    again = await left_open(BRIEF, for_s=20)
    await asyncio.sleep(20)
    (restored,) = await again.desk.restore()
    left = restored.deadline - again.clock.now()
    assert abs(left - timedelta(seconds=20)) < timedelta(seconds=0.1)
    resumed = resume(again, "set1")
    await asyncio.sleep(19)
    assert not resumed.done()
    assert await resumed == TimedOut(after_s=60)


async def test_a_question_nobody_has_seen_yet_has_all_its_time() -> None:
    world, asked = await waiting(BRIEF)
    again = await restart(world)
    await asyncio.wait([asked])
    await asyncio.sleep(1000)
    await again.desk.restore()
    dialog = FakePresenter()
    again.desk.register(dialog)
    resumed = resume(again, "set1")
    await dialog.presenting()
    await asyncio.sleep(59)
    assert not resumed.done()
    assert await resumed == TimedOut(after_s=60)


async def test_an_answer_to_what_expired_while_closed_is_refused() -> None:
    again = await left_open(BRIEF, for_s=20)
    await asyncio.sleep(100)
    with pytest.raises(AnswerRefused) as error:
        await again.desk.respond("set1", chose("1"), Channel.DESKTOP)
    assert refused(error) is RefusalReason.CLOSED
    assert again.store.records["set1"].status == "timeout"


async def test_an_answer_to_whose_default_was_taken_while_closed_is_refused_as_answered() -> None:
    preselected = choice("A", required=False)
    options = (preselected.options[0].model_copy(update={"default": True}),)
    declared = BRIEF.model_copy(
        update={
            "on_timeout": OnTimeout.DEFAULT,
            "questions": (preselected.model_copy(update={"options": options}),),
        }
    )
    again = await left_open(declared, for_s=20)
    await asyncio.sleep(100)
    with pytest.raises(AnswerRefused) as error:
        await again.desk.respond("set1", chose("1"), Channel.DESKTOP)
    assert refused(error) is RefusalReason.ALREADY_ANSWERED


async def test_an_unreadable_question_is_closed_after_a_day_only() -> None:
    again = await left_open(question_set())
    records = again.store.records
    records["set1"] = replace(records["set1"], questions_json='{"v": 9}')
    assert await again.desk.restore() == ()
    assert records["set1"].status == "pending"
    await asyncio.sleep(86_400)
    assert await again.desk.restore() == ()
    assert records["set1"].status == "timeout"
    assert responses.validate_json(records["set1"].response_json or "") == TimedOut(after_s=86_400)


async def test_selections_made_in_the_list_reach_the_presenter() -> None:
    again = await left_open(question_set())
    await again.desk.restore()
    await again.desk.save_draft("set1", CHOSEN)
    await settle_down()
    assert again.desk.pending()[0].draft == CHOSEN
    dialog = FakePresenter()
    again.desk.register(dialog)
    resumed = resume(again, "set1")
    await dialog.presenting()
    assert dialog.drafts == [CHOSEN]
    await give_up(resumed)


async def test_selections_survive_two_restarts_and_are_answered_from_a_third() -> None:
    again = await left_open(question_set(), draft=CHOSEN)
    for _n in range(2):
        (restored,) = await again.desk.restore()
        assert restored.draft == CHOSEN
        assert not restored.is_presented
        again = await restart(again)
    await again.desk.restore()
    await again.desk.respond("set1", chose("2"), Channel.DESKTOP)
    assert again.told.late == [chose("2")]


async def test_questions_come_back_in_the_order_they_were_asked() -> None:
    world = make_world()
    asked = [ask(world, question_set(id=f"s{n}")) for n in (3, 1, 2)]
    await settle_down()
    again = await restart(world)
    await asyncio.wait(asked)
    assert [pending.id for pending in await again.desk.restore()] == ["s3", "s1", "s2"]


async def test_the_end_of_the_program_stores_the_deadline_to_the_moment() -> None:
    world, dialog, asked = await presented(BRIEF)
    presentation = await dialog.presenting()
    for _n in range(2):
        await asyncio.sleep(3)
        presentation.touched()
        await settle_down()
    (pending,) = world.desk.pending()
    assert world.store.records["set1"].deadline != pending.deadline, "written now and then only"
    again = await restart(world)
    await asyncio.wait([asked])
    deadline = again.store.records["set1"].deadline
    assert deadline is not None
    assert abs(deadline - pending.deadline) < timedelta(milliseconds=1)
