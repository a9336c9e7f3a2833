"""Who shows a question, and who does when nobody can."""

import asyncio
from collections.abc import Callable

import pytest
from typing_extensions import override

from assistant.questions.card.chat_answer import SettledByText
from assistant.questions.desk.presentations import MAX_REFUSALS
from assistant.questions.desk.presenter import Presentation, Presenter
from assistant.questions.desk.question_desk import DeskActivity
from assistant.questions.model.question import (
    Answered,
    Channel,
    Draft,
    Origin,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from tests.helpers.questions.builders import by_click, chose, question_set
from tests.helpers.questions.desk_world import (
    DeskWorld,
    ask,
    give_up,
    make_world,
    presented,
    settle_down,
    waiting,
)
from tests.helpers.questions.presenters import FakePresenter, ScriptedPresenter

pytestmark = pytest.mark.looptime

BROKEN = RuntimeError("no display")


class Slow(FakePresenter):
    """Takes its time to fail, before anything is shown."""

    @override
    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        await asyncio.sleep(3)
        raise BROKEN


def among(
    *presenters: Presenter, fallback: Presenter | None = None
) -> "tuple[DeskWorld, asyncio.Task[Response]]":
    """Ask where these presenters are, and one for what no other shows."""
    world = make_world()
    if fallback is not None:
        world.desk.register(fallback, fallback=True)
    for presenter in presenters:
        world.desk.register(presenter)
    return world, ask(world)


async def settled(presenter: FakePresenter, asked: "asyncio.Task[Response]") -> None:
    presenter.answer(chose("1"))
    assert await asked == chose("1")


async def settled_elsewhere(world: DeskWorld, asked: "asyncio.Task[Response]") -> None:
    await world.desk.respond("set1", chose("1"), Channel.DESKTOP)
    assert await asked == chose("1")


def wrong() -> ScriptedPresenter:
    """A presenter whose answers are never right."""
    return ScriptedPresenter(lambda _questions: chose("9"))


async def test_a_presenter_that_gives_up_leaves_the_question_to_the_others() -> None:
    dialog, voice = FakePresenter(), FakePresenter(Channel.VOICE)
    world, asked = among(dialog, voice)
    voice.answer(None)
    await dialog.presenting()
    await settle_down()
    assert not asked.done()
    assert world.told.notices == []
    await settled(dialog, asked)


async def test_a_presenter_that_fails_is_reported_and_the_others_go_on() -> None:
    dialog, broken = FakePresenter(), FakePresenter(Channel.TELEGRAM)
    world, asked = among(broken, dialog)
    broken.answer(RuntimeError("no network"))
    await dialog.presenting()
    await settle_down()
    assert world.told.notices == ["question_presenter_failed"]
    await settled(dialog, asked)


async def test_a_presenter_whose_fitting_fails_is_reported() -> None:
    class Broken(FakePresenter):
        @override
        def fits(self, questions: QuestionSet, where: Origin) -> bool:
            raise LookupError

    world, asked = among(Broken())
    await settle_down()
    assert world.told.notices == ["question_presenter_failed", "question_waiting"]
    await settled_elsewhere(world, asked)


async def test_without_a_fitting_presenter_the_question_waits_for_respond() -> None:
    world, asked = among(FakePresenter(fits=False))
    await settle_down()
    assert world.told.notices == ["question_waiting"]
    assert world.desk.activity is DeskActivity.WORKING
    assert [pending.id for pending in world.desk.pending()] == ["set1"]
    await world.desk.respond("set1", chose("4"), Channel.DESKTOP)
    assert await asked == chose("4")


async def test_a_presenter_registered_later_gets_the_open_question() -> None:
    world, asked = await waiting()
    dialog = FakePresenter()
    world.desk.register(dialog)
    await dialog.presenting()
    await settled(dialog, asked)


async def test_a_presenter_that_goes_away_is_withdrawn() -> None:
    world = make_world()
    dialog = FakePresenter()
    remove = world.desk.register(dialog)
    asked = ask(world)
    await dialog.presenting()
    remove()
    remove()
    await settle_down()
    assert dialog.withdrawn == 1
    assert world.told.notices == ["question_waiting"]
    await settled_elsewhere(world, asked)


async def test_an_invalid_answer_of_a_presenter_is_presented_again_with_what_was_chosen() -> None:
    _world, dialog, asked = await presented()
    dialog.answer(chose("1", "2"))
    await settle_down()
    assert not asked.done()
    assert len(dialog.presented) == 2
    assert dialog.drafts[1].answers["q1"].option_ids == ("1", "2")
    dialog.answer(YouDecide(provenance=by_click()))
    assert await asked == YouDecide(provenance=by_click())


async def test_a_presenter_that_never_answers_rightly_is_given_up() -> None:
    presenter = wrong()
    world, asked = among(presenter)
    await settle_down()
    assert len(presenter.presented) == MAX_REFUSALS + 1
    assert world.told.notices == ["question_presenter_failed", "question_waiting"]
    await give_up(asked)


async def test_a_time_out_claimed_by_a_presenter_is_no_answer() -> None:
    dialog = FakePresenter()
    _world, asked = among(dialog)
    dialog.answer(TimedOut(after_s=1))
    await settle_down()
    assert not asked.done()
    await settled(dialog, asked)


async def test_a_presenter_that_refuses_to_withdraw_does_not_hold_the_answer_up() -> None:
    class Clinging(FakePresenter):
        def __init__(self) -> None:
            super().__init__(Channel.WEB)
            self.let_go = asyncio.Event()

        @override
        async def present(
            self, questions: QuestionSet, draft: Draft, desk: Presentation
        ) -> Response | None:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                await self.let_go.wait()
                raise
            return None

    dialog, clinging = FakePresenter(), Clinging()
    _world, asked = among(dialog, clinging)
    await dialog.presenting()
    dialog.answer(chose("1"))
    async with asyncio.timeout(2):
        assert await asked == chose("1")
    clinging.let_go.set()
    await settle_down()


async def test_a_presenter_that_fails_while_it_is_withdrawn_harms_nothing() -> None:
    class Clumsy(FakePresenter):
        @override
        async def present(
            self, questions: QuestionSet, draft: Draft, desk: Presentation
        ) -> Response | None:
            try:
                return await super().present(questions, draft, desk)
            finally:
                raise RuntimeError("the widget is gone")

    dialog, clumsy = FakePresenter(), Clumsy(Channel.WEB)
    world, asked = among(dialog, clumsy)
    await clumsy.presenting()
    await settled(dialog, asked)
    assert world.told.notices == []


async def test_a_presenter_that_cancels_itself_has_given_up() -> None:
    dialog = FakePresenter()
    world, asked = among(dialog)
    dialog.answer(asyncio.CancelledError())
    await settle_down()
    assert world.told.notices == ["question_waiting"]
    await settled_elsewhere(world, asked)


async def test_a_presenter_that_does_not_show_the_question_can_be_taken_away() -> None:
    world = make_world()
    dialog, unfit = FakePresenter(), FakePresenter(Channel.WEB, fits=False)
    world.desk.register(dialog)
    remove = world.desk.register(unfit)
    asked = ask(world)
    await dialog.presenting()
    remove()
    await settle_down()
    assert world.told.notices == []
    await settled(dialog, asked)


# Fallbacks.


async def test_a_fallback_shows_nothing_while_another_presenter_does() -> None:
    text, dialog = FakePresenter(), FakePresenter()
    _world, asked = among(dialog, fallback=text)
    await dialog.presenting()
    await settle_down()
    assert text.presented == []
    await settled(dialog, asked)


async def test_a_fallback_shows_the_question_once_every_other_has_failed() -> None:
    text, dialog, slow = FakePresenter(), FakePresenter(), Slow(Channel.WEB)
    world, asked = among(dialog, slow, fallback=text)
    dialog.answer(BROKEN)
    await settle_down()
    assert text.presented == [], "one is still trying"
    await asyncio.sleep(4)
    assert text.presented == [question_set()]
    assert world.told.notices == ["question_presenter_failed", "question_presenter_failed"]
    text.answer(chose("2"))
    assert await asked == chose("2")


@pytest.mark.parametrize(
    ("make", "notices"),
    [
        pytest.param(lambda: FakePresenter(fits=False), [], id="no other fits"),
        pytest.param(wrong, ["question_presenter_failed"], id="the other is never right"),
    ],
)
async def test_a_fallback_shows_the_question_if(
    make: Callable[[], FakePresenter | ScriptedPresenter], notices: list[str]
) -> None:
    text, other = FakePresenter(), make()
    world, asked = among(other, fallback=text)
    await text.presenting()
    assert world.told.notices == notices
    assert len(other.presented) == (MAX_REFUSALS + 1 if notices else 0)
    await settled(text, asked)


async def test_a_fallback_shows_the_question_when_the_other_goes_away() -> None:
    world = make_world()
    text, dialog = FakePresenter(), FakePresenter()
    world.desk.register(text, fallback=True)
    remove = world.desk.register(dialog)
    asked = ask(world)
    await dialog.presenting()
    remove()
    await text.presenting()
    assert world.told.notices == []
    await settled(text, asked)


async def test_a_fallback_that_fails_too_is_tried_once_and_the_question_stays() -> None:
    text = FakePresenter()
    world, asked = among(fallback=text)
    text.answer(BROKEN)
    await settle_down()
    assert len(text.presented) == 1
    assert world.told.notices == ["question_presenter_failed", "question_waiting"]
    await settled_elsewhere(world, asked)


async def test_a_fallback_that_goes_away_shows_nothing_any_more() -> None:
    world = make_world()
    text, dialog = FakePresenter(), FakePresenter()
    remove = world.desk.register(text, fallback=True)
    world.desk.register(dialog)
    asked = ask(world)
    await dialog.presenting()
    remove()
    dialog.answer(BROKEN)
    await settle_down()
    assert text.presented == []
    await give_up(asked)


async def test_a_fallback_registered_later_shows_what_nobody_does() -> None:
    world, asked = await waiting()
    text = FakePresenter()
    world.desk.register(text, fallback=True)
    await text.presenting()
    await settled(text, asked)


async def test_what_a_fallback_shows_can_be_answered_in_the_chat() -> None:
    dialog, text = FakePresenter(), FakePresenter()
    world, asked = among(dialog, fallback=text)
    dialog.answer(BROKEN)
    await text.presenting()
    assert isinstance(await world.desk.offer("c1", "2.", Channel.DESKTOP), SettledByText)
    response = await asked
    assert isinstance(response, Answered)
    assert response.answers == chose("2").answers
    assert text.withdrawn == 1


async def test_the_clock_runs_while_a_fallback_shows_the_question() -> None:
    world = make_world()
    world.desk.register(FakePresenter(), fallback=True)
    asked = ask(world, question_set().model_copy(update={"timeout_s": 60.0}))
    await asyncio.sleep(61)
    assert asked.done()
