"""The life of pages: answered, refused, settled elsewhere, gone."""

import asyncio

import pytest

from assistant.channels.web.pages.model.phase import (
    ALONE_S,
    OUTCOME_KEPT_S,
    OUTCOME_WAIT_S,
    PAUSE_S,
    REOPEN_S,
)
from assistant.channels.web.pages.page import QuestionPage
from assistant.channels.web.pages.registry import PageRegistry
from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    QuestionSet,
    TimedOut,
)
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.builders import ORIGIN, choice, chose, question_set
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.web.page_forms import does

pytestmark = pytest.mark.looptime


@pytest.fixture
async def pages() -> PageRegistry:
    return PageRegistry(clock=LoopClock())


def opened(
    pages: PageRegistry,
    questions: QuestionSet | None = None,
    heard: FakePresentation | None = None,
) -> QuestionPage:
    questions = questions or question_set()
    pages.expect(questions, ORIGIN)
    return pages.open(questions, Draft(), heard or FakePresentation())


def pick(pages: PageRegistry, page: QuestionPage, option: str = "2", **fields: object) -> None:
    question = page.questions.questions[0].id
    action = does("choose", question=question, option=option, is_final=True, **fields)
    pages.act(page.ticket, action)


@pytest.mark.requirement("Q-WEB-12")
async def test_an_answer_is_given_to_whoever_waits_and_nothing_more_is_taken(
    pages: PageRegistry,
) -> None:
    page = opened(pages)
    pick(pages, page)
    response = await page.answered()
    assert isinstance(response, Answered)
    assert page.view().phase == "sent"
    with pytest.raises(AnswerRefused) as refused:
        pick(pages, page, "1")
    assert refused.value.reason is RefusalReason.ALREADY_ANSWERED
    pages.settled(page.questions, response, Channel.WEB)
    assert page.view().outcome == ("✔ Database: SQLite",)
    assert pages.farewell(page.ticket) == "This question is already answered"


@pytest.mark.requirement("Q-WEB-02", "SEC-09")
async def test_each_page_has_an_address_of_its_own_that_nobody_guesses(pages: PageRegistry) -> None:
    tickets = {opened(pages, question_set(id=f"set{n}")).ticket for n in range(20)}
    assert len(tickets) == 20
    assert all(len(ticket) >= 43 for ticket in tickets)
    assert pages.find("x" * 43) is None
    assert pages.farewell("x" * 43) is None


async def test_an_answer_from_elsewhere_shows_where(pages: PageRegistry) -> None:
    page = opened(pages)
    pages.leave(page)
    assert page.view().phase == "away"
    pages.settled(page.questions, chose("1"), Channel.TERMINAL)
    view = page.view()
    assert (view.phase, view.tone) == ("settled", "success")
    assert view.outcome == ("Answered in the terminal:", "✔ Database: PostgreSQL")


async def test_a_time_out_is_a_warning_and_a_cancel_is_plain(pages: PageRegistry) -> None:
    late, closed = opened(pages), opened(pages, question_set(id="set2"))
    pages.settled(late.questions, TimedOut(after_s=5), None)
    pages.settled(closed.questions, Cancelled(), None)
    assert (late.view().tone, closed.view().tone) == ("warning", "plain")
    assert pages.farewell(late.ticket) == "This question is closed"


async def test_what_is_heard_of_by_nobody_is_said_after_a_moment(pages: PageRegistry) -> None:
    away, sent = opened(pages), opened(pages, question_set(id="set2"))
    pick(pages, sent)
    pages.leave(away)
    pages.leave(sent)
    await asyncio.sleep(OUTCOME_WAIT_S + 0.01)
    assert away.view().outcome == ("This question is not asked here any more.",)
    assert sent.view().outcome == ("✔ Database: SQLite",)


async def test_an_answer_that_is_not_accepted_opens_the_page_again(pages: PageRegistry) -> None:
    page = opened(pages)
    pick(pages, page)
    pages.leave(page)
    again = pages.open(page.questions, page.content.card.draft, FakePresentation())
    assert again is page
    view = page.view()
    assert (view.phase, view.message is not None) == ("open", True)
    await asyncio.sleep(2 * OUTCOME_WAIT_S)
    assert page.is_open
    pick(pages, page, "3")
    response = await page.answered()
    assert isinstance(response, Answered)
    assert response.answers[0].option_ids == ("3",)


async def test_the_desk_hears_of_selections_and_of_signs(pages: PageRegistry) -> None:
    heard = FakePresentation()
    page = opened(pages, heard=heard)
    pages.act(page.ticket, does("shown"))
    pages.act(page.ticket, does("touched"))
    pages.act(page.ticket, does("choose", question="q1", option="2"))
    assert (heard.shown_times, heard.touched_times) == (1, 1)
    expected = Answer(question_id="q1", option_ids=("2",))
    assert [draft.answers["q1"] for draft in heard.drafts] == [expected]


async def test_selections_made_elsewhere_show(pages: PageRegistry) -> None:
    page = opened(pages)
    before = page.view().version
    draft = Draft(answers={"q1": Answer(question_id="q1", option_ids=("4",))})
    pages.update_draft("set1", draft)
    view = page.view()
    assert view.version > before
    assert view.card is not None
    assert [option.is_chosen for option in view.card.options] == [False, False, False, True]
    pages.update_draft("another", draft)


async def test_whoever_waits_for_a_change_gets_it(pages: PageRegistry) -> None:
    page = opened(pages)
    waiting = asyncio.create_task(page.newer(page.view().version))
    await asyncio.sleep(1)
    assert not waiting.done()
    pages.act(page.ticket, does("choose", question="q1", option="2"))
    await waiting


async def test_the_clock_starts_when_it_is_seen_and_rests_while_somebody_is_at_it(
    pages: PageRegistry,
) -> None:
    page = opened(pages, question_set().model_copy(update={"timeout_s": 60.0}))
    clock = page.view().clock
    assert clock is not None
    assert (clock.left_s, clock.is_running) == (60.0, False)
    pages.act(page.ticket, does("shown"))
    await asyncio.sleep(10)
    clock = page.view().clock
    assert clock is not None
    assert (clock.left_s, clock.is_running) == (pytest.approx(50, abs=0.1), True)
    pages.act(page.ticket, does("touched"))
    await asyncio.sleep(5)
    clock = page.view().clock
    assert clock is not None
    assert clock.left_s == pytest.approx(50, abs=0.1)
    assert clock.rests_s == pytest.approx(10, abs=0.1)


async def test_it_stays_a_moment_for_those_who_look(pages: PageRegistry) -> None:
    loop = asyncio.get_running_loop()
    page = opened(pages)
    with page.watched():
        over = asyncio.create_task(page.wait_until_seen())
        await asyncio.sleep(1)
        assert not over.done()
        pages.settled(page.questions, chose("1"), Channel.WEB)
        settled_at = loop.time()
        await over
        assert loop.time() - settled_at == pytest.approx(OUTCOME_KEPT_S, abs=0.05)
    again = opened(pages, question_set(id="set2"))
    pages.settled(again.questions, chose("1"), Channel.WEB)
    settled_at = loop.time()
    await again.wait_until_seen()
    assert loop.time() == pytest.approx(settled_at + PAUSE_S, abs=0.01)


async def test_an_address_that_is_gone_says_so_and_leads_nowhere(pages: PageRegistry) -> None:
    page = opened(pages)
    pages.settled(page.questions, chose("1"), Channel.WEB)
    pages.forget(page)
    assert pages.find(page.ticket) is None
    assert pages.farewell(page.ticket) == "This question is already answered"
    with pytest.raises(AnswerRefused) as refused:
        pages.act(page.ticket, does("cancel"))
    assert refused.value.reason is RefusalReason.CLOSED
    with pytest.raises(AnswerRefused) as unknown:
        pages.act("nowhere", does("cancel"))
    assert unknown.value.reason is RefusalReason.NOT_FOUND


@pytest.mark.requirement("Q-WEB-08")
async def test_a_later_round_shows_those_before_it_of_the_same_conversation(
    pages: PageRegistry,
) -> None:
    first = opened(pages)
    pages.settled(first.questions, chose("1"), Channel.DESKTOP)
    second = question_set(id="set2").model_copy(update={"round": 2})
    page = opened(pages, second)
    assert page.view().rounds is not None
    elsewhere = second.model_copy(update={"id": "set3"})
    pages.expect(elsewhere, ORIGIN.model_copy(update={"conversation_id": "c2"}))
    other = pages.open(elsewhere, Draft(), FakePresentation())
    assert other.view().rounds is None


@pytest.mark.requirement("Q-WEB-11")
async def test_several_alike_are_answered_in_one_and_each_under_its_own_name(
    pages: PageRegistry,
) -> None:
    first = opened(pages, question_set(choice(id="a"), id="set1"))
    second = opened(pages, question_set(choice(id="b"), id="set2"))
    other = opened(pages, question_set(choice("Yes", "No", id="c"), id="set3"))
    assert first.view().similar is not None
    assert other.view().similar is None
    pick(pages, first, for_all=True)
    both = [await first.answered(), await second.answered()]
    assert [one.answers[0].question_id for one in both if isinstance(one, Answered)] == ["a", "b"]
    assert other.is_open


@pytest.mark.requirement("Q-WEB-11")
async def test_one_of_several_alike_can_be_answered_alone(pages: PageRegistry) -> None:
    first = opened(pages, question_set(choice(id="a"), id="set1"))
    second = opened(pages, question_set(choice(id="b"), id="set2"))
    pick(pages, first)
    assert not first.is_open
    assert second.is_open
    assert second.view().similar is None


async def test_what_timed_out_is_asked_again_on_its_page() -> None:
    wanted: list[str] = []
    pages = PageRegistry(clock=LoopClock(), reopen=wanted.append)
    late = question_set().model_copy(update={"timeout_s": 5.0})
    page = opened(pages, late)
    pages.settled(late, TimedOut(after_s=5), None)
    view = page.view()
    assert (view.phase, view.tone) == ("late", "warning")
    assert [button.label for button in view.buttons] == ["End", "Reopen"]
    assert pages.farewell(page.ticket) is None
    with pytest.raises(AnswerRefused):
        pick(pages, page)
    pages.act(page.ticket, does("reopen"))
    assert wanted == ["set1"]
    assert page.view().phase == "reopening"
    assert pages.open(late, Draft(), FakePresentation()) is page
    view = page.view()
    assert view.clock is not None
    assert (view.phase, view.clock.left_s, view.message) == ("open", 5.0, None)
    with pytest.raises(AnswerRefused, match="asked again"):
        pick(pages, page)  # what was sent for the first time arrives now
    assert page.is_open
    pick(pages, page, asked=view.asked)
    pages.settled(late, await page.answered(), Channel.WEB)
    assert page.view().outcome == ("✔ Database: SQLite",)
    assert pages.farewell(page.ticket) == "This question is already answered"


async def test_what_timed_out_is_over_where_nobody_can_ask_it_again(pages: PageRegistry) -> None:
    page = opened(pages)
    pages.settled(page.questions, TimedOut(after_s=5), None)
    assert (page.view().phase, page.view().buttons) == ("settled", ())
    with pytest.raises(AnswerRefused):
        pages.act(page.ticket, does("reopen"))


@pytest.mark.requirement("Q-PRES-22")
async def test_it_says_so_when_it_cannot_be_asked_again() -> None:
    pages = PageRegistry(clock=LoopClock(), reopen=lambda _id: None)
    page = opened(pages)
    pages.settled(page.questions, TimedOut(after_s=5), None)
    pages.act(page.ticket, does("reopen"))
    await asyncio.sleep(REOPEN_S + 0.1)
    view = page.view()
    assert view.phase == "late"
    assert view.message is not None
    assert view.message.text == "This question cannot be asked again."


async def test_what_timed_out_stays_as_long_as_somebody_looks() -> None:
    pages = PageRegistry(clock=LoopClock(), reopen=lambda _id: None)
    page = opened(pages)
    with page.watched():
        pages.settled(page.questions, TimedOut(after_s=5), None)
        await asyncio.sleep(10 * ALONE_S)
        assert page.is_there
    await asyncio.sleep(ALONE_S - 1)
    with page.watched():
        await asyncio.sleep(2)
        assert page.is_there
    await asyncio.sleep(ALONE_S + 1)
    assert page.settled.is_set()
    assert pages.farewell(page.ticket) == "This question is closed"
    ended = opened(pages, question_set(id="set2"))
    with ended.watched():
        pages.settled(ended.questions, TimedOut(after_s=5), None)
        pages.act(ended.ticket, does("end"))
        assert ended.view().phase == "settled"


async def test_a_question_in_time_is_not_reopened_or_ended() -> None:
    pages = PageRegistry(clock=LoopClock(), reopen=lambda _id: None)
    page = opened(pages)
    for what in ("reopen", "end"):
        with pytest.raises(AnswerRefused) as refused:
            pages.act(page.ticket, does(what))
        assert refused.value.reason is RefusalReason.NOT_ALLOWED
    assert page.is_open


async def test_how_long_presses_are_ignored_is_as_it_is_set_when_the_page_opens() -> None:
    set_to = [0, 1200]
    pages = PageRegistry(clock=LoopClock(), arm_ms=lambda: set_to.pop(0))
    assert opened(pages).view().arm_ms == 0
    assert opened(pages, question_set(id="set2")).view().arm_ms == 1200


async def test_pages_of_one_conversation_name_each_other_while_they_wait(
    pages: PageRegistry,
) -> None:
    first = opened(pages)
    second = opened(pages, question_set(choice(header="Cache"), id="set2"))
    elsewhere = question_set(id="set3")
    pages.expect(elsewhere, ORIGIN.model_copy(update={"conversation_id": "c2"}))
    other = pages.open(elsewhere, Draft(), FakePresentation())
    (named,) = first.view().waiting
    assert (named.label, named.address) == ("Cache", f"/choice/{second.ticket}")
    assert other.view().waiting == ()
    pick(pages, first)
    assert second.view().waiting == ()
    pages.settled(first.questions, await first.answered(), Channel.WEB)
    assert first.view().waiting == (named,)
