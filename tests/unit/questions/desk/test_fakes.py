"""The stand-ins that tests of questions use behave as what they stand for."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.errors import StoreError
from assistant.questions.desk.presenter import Presenter
from assistant.questions.model.question import Channel, Draft
from assistant.storage.model.records import QuestionRecord
from assistant.storage.questions import QuestionRepository
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.builders import AT, ORIGIN, chose, question_set
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.questions.presenters import FakePresenter, LingeringPresenter, ScriptedPresenter

RECORD = QuestionRecord(
    questions_id="set1",
    conversation_id="c1",
    tool_use_id=None,
    questions_json="{}",
    origin_json="{}",
    draft_json="{}",
    status="pending",
    response_json=None,
    asked_at=AT,
    deadline=None,
    settled_at=None,
    channel=None,
)


async def test_a_fake_presenter_shows_and_gives_what_it_is_told() -> None:
    presenter = FakePresenter(Channel.WEB)
    as_presenter: Presenter = presenter
    desk = FakePresentation()
    task = asyncio.create_task(as_presenter.present(question_set(), Draft(), desk))
    assert await presenter.presenting() is desk
    assert desk.shown_times == 1
    presenter.answer(chose("1"))
    assert await task == chose("1")
    presenter.answer(ValueError("x"))
    with pytest.raises(ValueError, match="x"):
        await as_presenter.present(question_set(), Draft(), desk)
    as_presenter.update_draft("set1", Draft())
    assert presenter.updates == [Draft()]
    assert FakePresenter(fits=False).fits(question_set(), ORIGIN) is False


async def test_a_fake_presenter_counts_withdrawals() -> None:
    presenter = FakePresenter(shows=False)
    desk = FakePresentation()
    task = asyncio.create_task(presenter.present(question_set(), Draft(), desk))
    await presenter.presenting()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (presenter.withdrawn, desk.shown_times) == (1, 0)


async def test_a_scripted_presenter_answers_at_once() -> None:
    presenter = ScriptedPresenter([chose("1"), None], channel=Channel.TERMINAL)
    as_presenter: Presenter = presenter
    assert as_presenter.fits(question_set(), ORIGIN)
    assert await as_presenter.present(question_set(), Draft(), FakePresentation()) == chose("1")
    assert await as_presenter.present(question_set(), Draft(), FakePresentation()) is None
    as_presenter.update_draft("set1", Draft())
    assert presenter.presented == [question_set(), question_set()]


async def test_the_store_in_memory_settles_once() -> None:
    memory = MemoryQuestionStore()
    store: QuestionRepository = memory
    await store.add(RECORD)
    await store.save_draft("set1", '{"a": 1}')
    assert await store.pending() == (replace(RECORD, draft_json='{"a": 1}'),)
    assert await store.pending("c2") == ()
    outcomes = [
        await store.settle(
            questions_id, status="answered", response_json="{}", channel="web", at=AT
        )
        for questions_id in ("set1", "set1", "none")
    ]
    assert outcomes == [True, False, False]
    await store.save_draft("set1", "{}")
    settled = await store.get("set1")
    assert settled is not None
    assert (settled.status, settled.draft_json) == ("answered", '{"a": 1}')
    memory.is_broken = True
    with pytest.raises(StoreError):
        await store.add(RECORD)


@pytest.mark.looptime
async def test_the_loop_clock_goes_with_the_loop() -> None:
    clock = LoopClock()
    before, then = clock.monotonic(), clock.now()
    await asyncio.sleep(5)
    assert clock.monotonic() - before == pytest.approx(5)
    assert (clock.now() - then).total_seconds() == pytest.approx(5)


@pytest.mark.looptime
async def test_a_lingering_presenter_takes_its_time_to_go() -> None:
    presenter = LingeringPresenter(lingers_s=2.0)
    task = asyncio.create_task(presenter.present(question_set(), Draft(), FakePresentation()))
    await presenter.presenting()
    task.cancel()
    await asyncio.sleep(1.9)
    assert not task.done()
    await asyncio.wait([task])
    assert task.cancelled()


async def test_the_store_in_memory_moves_deadlines_and_reopens_as_the_real_one() -> None:
    store = MemoryQuestionStore()
    await store.add(RECORD)
    later = AT + timedelta(seconds=5)
    await store.save_deadline("set1", later)
    assert store.records["set1"].deadline == later
    assert not await store.reopen("set1", questions_json="{}", now=AT, deadline=later), "it is open"
    await store.settle("set1", status="timeout", response_json="{}", channel=None, at=AT)
    await store.save_deadline("set1", AT)
    assert store.records["set1"].deadline == later
    day = timedelta(hours=24)
    assert not await store.reopen("set1", questions_json="{}", now=AT + day, deadline=later)
    assert await store.reopen(
        "set1", questions_json="{}", now=AT + day - timedelta(seconds=1), deadline=AT
    )
    assert store.records["set1"] == replace(RECORD, questions_json="{}", deadline=AT)
    assert await store.history("c1") == (store.records["set1"],)
    assert await store.history("c2") == ()
