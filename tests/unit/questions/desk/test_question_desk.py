"""The life of questions on the desk."""

import asyncio
import threading
from datetime import datetime

import pytest
from typing_extensions import override

from assistant.errors import AnswerRefused, RefusalReason, StoreError
from assistant.questions.desk.question_desk import DeskActivity
from assistant.questions.desk.question_persistence import responses
from assistant.questions.model.question import (
    Answer,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Later,
    Purpose,
    QuestionSet,
    Response,
)
from assistant.storage.model.records import QuestionRecord, SettledStatus
from tests.helpers.questions.builders import ORIGIN, by_click, chose, question_set
from tests.helpers.questions.desk_world import (
    ask,
    make_world,
    presented,
    resume,
    settle_down,
    waiting,
)
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.helpers.questions.presenters import FakePresenter, LingeringPresenter, ScriptedPresenter

pytestmark = pytest.mark.looptime


async def test_a_question_is_stored_before_it_is_shown() -> None:
    world = make_world()
    seen: list[bool] = []

    def script(questions: QuestionSet) -> Response:
        seen.append(questions.id in world.store.records)
        return chose("2")

    world.desk.register(ScriptedPresenter(script))
    assert await world.desk.ask(question_set(), ORIGIN) == chose("2")
    assert seen == [True]
    assert world.told.asked == ["set1"]
    assert world.told.closed == [("set1", chose("2"), Channel.DESKTOP)]
    record = world.store.records["set1"]
    assert (record.status, record.channel) == ("answered", "desktop")
    assert responses.validate_json(record.response_json or "") == chose("2")
    assert QuestionSet.model_validate_json(record.questions_json) == question_set()
    assert world.desk.pending() == ()
    assert world.told.late == []


async def test_a_question_that_cannot_be_stored_is_not_shown() -> None:
    world = make_world()
    presenter = FakePresenter()
    world.desk.register(presenter)
    world.store.is_broken = True
    with pytest.raises(StoreError):
        await world.desk.ask(question_set(), ORIGIN)
    assert presenter.presented == []
    assert world.told.asked == []


async def test_the_first_answer_wins_and_the_other_presenter_is_withdrawn() -> None:
    world = make_world()
    dialog, voice = FakePresenter(), FakePresenter(Channel.VOICE)
    world.desk.register(dialog)
    world.desk.register(voice)
    asked = ask(world)
    await dialog.presenting()
    await voice.presenting()
    voice.answer(chose("3", channel=Channel.VOICE))
    assert await asked == chose("3", channel=Channel.VOICE)
    assert (dialog.withdrawn, voice.withdrawn) == (1, 0)
    assert [closed[2] for closed in world.told.closed] == [Channel.VOICE]


async def test_of_two_answers_at_the_same_moment_exactly_one_counts() -> None:
    world = make_world()
    dialog, voice = FakePresenter(), FakePresenter(Channel.VOICE)
    world.desk.register(dialog)
    world.desk.register(voice)
    asked = ask(world)
    await dialog.presenting()
    await voice.presenting()
    dialog.answer(chose("1"))
    voice.answer(chose("2", channel=Channel.VOICE))
    response = await asked
    await settle_down()
    assert len(world.told.closed) == 1
    assert world.told.closed[0][1] == response
    assert responses.validate_json(world.store.records["set1"].response_json or "") == response


async def test_a_cancel_says_why() -> None:
    world, asked = await waiting()
    await world.desk.cancel(conversation_id="c1", reason=CancelReason.EXIT, text="enough")
    assert await asked == Cancelled(reason=CancelReason.EXIT, text="enough")
    assert world.store.records["set1"].status == "cancelled"


async def test_a_spoken_yes_confirms_only_where_that_was_allowed() -> None:
    world = make_world()
    confirm = question_set().model_copy(update={"purpose": Purpose.CONFIRM})
    voice = FakePresenter(Channel.VOICE)
    world.desk.register(voice)
    first = ask(world, confirm)
    voice.answer(chose("1", channel=Channel.VOICE))
    await settle_down()
    assert not first.done()
    assert len(voice.presented) == 1, "a channel that may not answer is not asked again"
    await world.desk.cancel(turn_id="t1")
    await first
    second = ask(world, confirm.model_copy(update={"id": "set2", "voice_confirm": True}))
    voice.answer(chose("1", channel=Channel.VOICE))
    assert await second == chose("1", channel=Channel.VOICE)


# Drafts.


async def test_selections_are_saved_and_passed_to_the_other_presenters() -> None:
    world = make_world()
    dialog, web = FakePresenter(), FakePresenter(Channel.WEB)
    world.desk.register(dialog)
    world.desk.register(web)
    asked = ask(world)
    desk = await dialog.presenting()
    await web.presenting()
    draft = Draft(
        answers={
            "q1": Answer(question_id="q1", option_ids=("2",)),
            "stranger": Answer(question_id="stranger"),
        }
    )
    kept = Draft(answers={"q1": draft.answers["q1"]})
    desk.draft_changed(draft)
    await settle_down()
    assert (dialog.updates, web.updates) == ([], [kept])
    assert Draft.model_validate_json(world.store.records["set1"].draft_json) == kept
    assert world.desk.pending()[0].draft == kept
    asked.cancel()
    await asyncio.wait([asked])


async def test_a_presenter_may_speak_to_the_desk_on_another_thread() -> None:
    world, dialog, asked = await presented(shows=False)
    desk = await dialog.presenting()

    def from_the_window() -> None:
        desk.shown()
        desk.touched()
        desk.draft_changed(Draft(answers={"q1": Answer(question_id="q1", option_ids=("3",))}))

    thread = threading.Thread(target=from_the_window)
    thread.start()
    thread.join()
    await settle_down()
    assert world.desk.activity is DeskActivity.WAITING
    assert world.desk.pending()[0].draft.answers["q1"].option_ids == ("3",)
    asked.cancel()
    await asyncio.wait([asked])


async def test_a_draft_from_the_list_of_open_questions_is_kept() -> None:
    world, dialog, asked = await presented()
    draft = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})
    await world.desk.save_draft("set1", draft)
    await settle_down()
    assert dialog.updates == [draft]
    asked.cancel()
    await asyncio.wait([asked])


async def test_a_draft_that_cannot_be_saved_or_shown_harms_nothing() -> None:
    class Stale(FakePresenter):
        @override
        def update_draft(self, questions_id: str, draft: Draft) -> None:
            raise RuntimeError("gone")

    world = make_world()
    dialog, stale = FakePresenter(), Stale(Channel.WEB)
    world.desk.register(dialog)
    world.desk.register(stale)
    asked = ask(world)
    desk = await dialog.presenting()
    await stale.presenting()
    world.store.is_broken = True
    desk.draft_changed(Draft())
    await settle_down()
    assert world.told.notices == ["question_not_saved"]
    dialog.answer(chose("1"))
    assert await asked == chose("1"), "the answer counts although it could not be stored"
    assert world.told.notices == ["question_not_saved", "question_not_saved"]


# Cancelling, later, and the end of the program.


async def test_cancelling_the_caller_closes_the_question() -> None:
    world, dialog, asked = await presented()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert dialog.withdrawn == 1
    assert world.store.records["set1"].status == "cancelled"
    assert world.told.closed == [("set1", Cancelled(reason=CancelReason.TURN_CANCELLED), None)]


async def test_cancelling_the_caller_while_it_is_being_stored_closes_it_too() -> None:
    class SlowStore(MemoryQuestionStore):
        def __init__(self) -> None:
            super().__init__()
            self.is_adding = asyncio.Event()
            self.go_on = asyncio.Event()

        @override
        async def add(self, record: QuestionRecord) -> None:
            self.is_adding.set()
            await self.go_on.wait()
            await super().add(record)

    store = SlowStore()
    world = make_world(store)
    asked = ask(world)
    await store.is_adding.wait()
    asked.cancel()
    await settle_down()
    store.go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert store.records["set1"].status == "cancelled"
    assert world.told.asked == []


async def test_cancel_closes_only_what_was_named() -> None:
    world = make_world()
    other = ORIGIN.model_copy(update={"turn_id": "t2"})
    first, second = ask(world), ask(world, question_set(id="set2"), other)
    await settle_down()
    await world.desk.cancel(turn_id="t1")
    await settle_down()
    assert first.done()
    assert not second.done()
    await world.desk.cancel(conversation_id="c1")
    assert await second == Cancelled(reason=CancelReason.TURN_CANCELLED)


async def test_later_keeps_the_question_open_and_a_late_answer_is_reported() -> None:
    world = make_world()
    dialog = FakePresenter()
    world.desk.register(dialog)
    later = Later(provenance=by_click())
    asked = ask(world)
    dialog.answer(later)
    assert await asked == later
    assert world.store.records["set1"].status == "pending"
    assert world.desk.activity is DeskActivity.WORKING
    pending = world.desk.pending()
    assert [(p.id, p.is_presented) for p in pending] == [("set1", False)]
    await world.desk.cancel(turn_id="t1")
    assert world.desk.pending(), "the turn does not wait for it any more"
    await world.desk.respond("set1", chose("2"), Channel.DESKTOP)
    assert world.told.late == [chose("2")]
    assert world.desk.pending() == ()


async def test_a_question_put_off_can_be_put_again() -> None:
    world = make_world()
    dialog = FakePresenter()
    world.desk.register(dialog)
    asked = ask(world, question_set().model_copy(update={"timeout_s": 5.0}))
    dialog.answer(Later(provenance=by_click()))
    await asked
    await asyncio.sleep(600)
    resumed = resume(world, "set1")
    await dialog.presenting()
    await asyncio.sleep(4)
    assert not resumed.done(), "it waits afresh"
    dialog.answer(chose("3"))
    assert await resumed == chose("3")
    assert world.told.late == []


async def test_an_answer_given_meanwhile_by_another_program_is_delivered() -> None:
    world, _dialog, asked = await presented()
    await world.store.settle(
        "set1",
        status="answered",
        response_json=responses.dump_json(chose("4", channel=Channel.WEB)).decode(),
        channel="web",
        at=world.clock.now(),
    )
    with pytest.raises(AnswerRefused) as error:
        await world.desk.respond("set1", chose("1"), Channel.DESKTOP)
    assert error.value.reason is RefusalReason.ALREADY_ANSWERED
    assert await asked == chose("4", channel=Channel.WEB)
    assert world.told.closed == [("set1", chose("4", channel=Channel.WEB), Channel.WEB)]


async def test_a_question_deleted_meanwhile_is_closed() -> None:
    world, asked = await waiting()
    del world.store.records["set1"]
    with pytest.raises(AnswerRefused):
        await world.desk.respond("set1", chose("1"), Channel.DESKTOP)
    assert await asked == Cancelled(reason=CancelReason.CLIENT)


async def test_an_id_used_before_is_made_unique() -> None:
    world = make_world()
    world.desk.register(ScriptedPresenter(lambda _questions: chose("1")))
    await world.desk.ask(question_set(), ORIGIN)
    await asyncio.gather(
        world.desk.ask(question_set(), ORIGIN), world.desk.ask(question_set(), ORIGIN)
    )
    assert sorted(world.store.records) == ["set1", "set1#2", "set1#3"]


async def test_activity_follows_what_is_shown() -> None:
    world, dialog, asked = await presented(shows=False)
    desk = await dialog.presenting()
    await settle_down()
    assert world.desk.activity is DeskActivity.WORKING
    desk.shown()
    await settle_down()
    assert world.desk.activity is DeskActivity.WAITING
    dialog.answer(chose("1"))
    await asked
    assert world.desk.activity is DeskActivity.WORKING


async def test_a_bug_in_the_desk_reaches_whoever_waits() -> None:
    class Broken(MemoryQuestionStore):
        @override
        async def settle(
            self,
            questions_id: str,
            *,
            status: SettledStatus,
            response_json: str,
            channel: str | None,
            at: datetime,
        ) -> bool:
            raise ZeroDivisionError

    world = make_world(Broken())
    asked = ask(world)
    await settle_down()
    responding = asyncio.create_task(world.desk.respond("set1", chose("1"), Channel.DESKTOP))
    with pytest.raises(ZeroDivisionError):
        await asked
    with pytest.raises(ZeroDivisionError):
        await responding


async def test_two_may_wait_for_the_same_question() -> None:
    world, dialog, asked = await presented()
    again = resume(world, "set1")
    await settle_down()
    assert len(dialog.presented) == 1, "it is shown already"
    dialog.answer(chose("1"))
    assert await asyncio.gather(asked, again) == [chose("1"), chose("1")]


async def test_a_caller_that_gives_up_waiting_leaves_nothing_behind() -> None:
    world, asked = await waiting()
    responding = asyncio.create_task(world.desk.respond("set1", chose("1"), Channel.DESKTOP))
    await asyncio.sleep(0)
    responding.cancel()
    assert await asked == chose("1")
    await asyncio.wait([responding])


async def test_cancelling_what_has_just_ended_does_not_wait_for_ever() -> None:
    world = make_world()
    for n in range(20):
        asked = ask(world, question_set(id=f"race{n}"))
        await settle_down()
        responding = asyncio.create_task(
            world.desk.respond(f"race{n}", chose("1"), Channel.DESKTOP)
        )
        for _step in range(n):
            await asyncio.sleep(0)
        async with asyncio.timeout(5):
            await world.desk.cancel(turn_id="t1")
            await asyncio.wait([asked, responding])


async def test_a_presenter_that_comes_while_a_question_is_put_off_does_not_show_it() -> None:
    world = make_world()
    dialog, web = FakePresenter(), FakePresenter(Channel.WEB)
    world.desk.register(dialog)
    asked = ask(world)
    await dialog.presenting()
    putting_off = asyncio.create_task(
        world.desk.respond("set1", Later(provenance=by_click()), Channel.DESKTOP)
    )
    await asyncio.sleep(0)
    world.desk.register(web)
    await asyncio.gather(asked, putting_off)
    await settle_down()
    assert web.presented == []
    assert [pending.is_presented for pending in world.desk.pending()] == [False]
    await world.desk.aclose()


async def test_a_question_put_again_while_it_is_being_put_off_is_shown() -> None:
    world = make_world()
    dialog = LingeringPresenter(lingers_s=0.2)
    world.desk.register(dialog)
    asked = ask(world)
    await dialog.presenting()
    putting_off = asyncio.create_task(
        world.desk.respond("set1", Later(provenance=by_click()), Channel.DESKTOP)
    )
    await asyncio.sleep(0.1)
    again = resume(world, "set1")
    assert await asked == Later(provenance=by_click())
    await putting_off
    await dialog.presenting()
    dialog.answer(chose("2"))
    assert await again == chose("2")
