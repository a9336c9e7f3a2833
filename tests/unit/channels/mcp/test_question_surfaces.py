"""Where the user is asked first."""

import asyncio
from typing import Any

import pytest
from typing_extensions import override

from assistant.channels.mcp.model.tool_calls import AskCall, read_call
from assistant.channels.mcp.question_surfaces import QuestionSurfaces
from assistant.errors import UnreachableError
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Cancelled, TimedOut
from tests.helpers.mcp.clients import CHOICE, FakeSurface

WINDOW, TERMINAL, PAGE = "desktop", "terminal", "web"


def call(**more: Any) -> AskCall:
    return read_call(
        "provide_choice", CHOICE | more, set_id="set", asker=Asker(agent="Tester"), timeout_s=300
    )


async def asked_on(surfaces: tuple[FakeSurface, ...], wanted: AskCall) -> str:
    """Ask, answer wherever it was put, and return where that was."""
    asking = asyncio.create_task(QuestionSurfaces(surfaces).ask(wanted, lambda _url: None))
    while not asking.done():
        for surface in surfaces:
            if surface.asked and not surface.withdrawn:
                surface.answer("Database", Cancelled())
                surface.asked.clear()
        await asyncio.sleep(0)
    return asking.result().transport


def three() -> tuple[FakeSurface, FakeSurface, FakeSurface]:
    return FakeSurface(WINDOW), FakeSurface(TERMINAL), FakeSurface(PAGE)


@pytest.mark.requirement("MCP-03")
async def test_the_window_comes_first() -> None:
    assert await asked_on(three(), call()) == WINDOW


@pytest.mark.requirement("MCP-03")
async def test_what_is_busy_is_passed_over() -> None:
    surfaces = three()
    surfaces[0].is_free = False
    assert await asked_on(surfaces, call()) == TERMINAL


@pytest.mark.requirement("MCP-03")
async def test_what_turns_out_to_be_gone_is_passed_over() -> None:
    surfaces = three()
    surfaces[0].is_there = False
    surfaces[1].is_there = False
    assert await asked_on(surfaces, call()) == PAGE


@pytest.mark.parametrize("transport", [TERMINAL, PAGE])
async def test_a_named_transport_wins(transport: str) -> None:
    assert await asked_on(three(), call(transport=transport)) == transport


async def test_a_named_transport_wins_though_it_is_busy() -> None:
    surfaces = three()
    surfaces[1].is_free = False
    assert await asked_on(surfaces, call(transport=TERMINAL)) == TERMINAL


@pytest.mark.requirement("MCP-03")
async def test_a_named_transport_that_is_gone_is_not_replaced() -> None:
    surfaces = three()
    surfaces[2].is_there = False
    with pytest.raises(UnreachableError, match="Nobody is at the web"):
        await QuestionSurfaces(surfaces).ask(call(transport=PAGE), lambda _url: None)
    assert not surfaces[0].asked


def test_a_transport_that_is_not_there_is_refused_at_once() -> None:
    surfaces = QuestionSurfaces([FakeSurface(PAGE)], absent={TERMINAL: "Use web."})
    with pytest.raises(UnreachableError) as refused:
        surfaces.check(TERMINAL)
    assert refused.value.hint == "Use web."
    surfaces.check(PAGE)
    surfaces.check("auto")


async def test_whoever_reaches_nobody_learns_why() -> None:
    surfaces = three()
    for surface in surfaces:
        surface.is_there = False
    with pytest.raises(UnreachableError) as refused:
        await QuestionSurfaces(surfaces).ask(call(), lambda _url: None)
    assert "Nobody is at the desktop. Nobody is at the terminal." in refused.value.message
    assert refused.value.hint


@pytest.mark.looptime
@pytest.mark.parametrize("was_left_behind", [False, True])
@pytest.mark.parametrize("answers_on", [WINDOW, PAGE])
async def test_a_window_that_starts_later_is_asked_too(
    was_left_behind: bool, answers_on: str
) -> None:
    window, page = FakeSurface(WINDOW), FakeSurface(PAGE)
    window.is_free = was_left_behind  # the address of one that was killed
    window.is_there = False
    asking = asyncio.create_task(QuestionSurfaces([window, page]).ask(call(), lambda _url: None))
    await page.until()
    await asyncio.sleep(60)
    assert not window.asked
    window.is_free = window.is_there = True
    await window.until()
    {WINDOW: window, PAGE: page}[answers_on].answer("Database", Cancelled())
    assert (await asking).transport == answers_on
    assert {WINDOW: page, PAGE: window}[answers_on].withdrawn == ["Database"]


@pytest.mark.looptime
async def test_a_page_that_times_out_leaves_the_question_to_the_window_that_has_it() -> None:
    window, page = FakeSurface(WINDOW), FakeSurface(PAGE)
    window.is_free = False
    asking = asyncio.create_task(QuestionSurfaces([window, page]).ask(call(), lambda _url: None))
    await page.until()
    window.is_free = True
    await window.until()
    page.answer("Database", TimedOut(after_s=300))
    await asyncio.sleep(10)
    assert not asking.done()
    window.answer("Database", Cancelled())
    assert (await asking).transport == WINDOW


@pytest.mark.looptime
async def test_a_window_that_goes_again_after_the_page_has_timed_out_ends_the_wait() -> None:
    page, going = FakeSurface(PAGE), asyncio.Event()

    class Going(FakeSurface):
        @override
        async def ask(self, questions: Any, opened: Any) -> Any:
            self.asked["Database"] = questions
            await going.wait()
            raise UnreachableError("It has gone.")

    window = Going(WINDOW)
    window.is_free = False
    asking = asyncio.create_task(QuestionSurfaces([window, page]).ask(call(), lambda _url: None))
    await page.until()
    window.is_free = True
    await asyncio.sleep(5)
    assert window.asked
    page.answer("Database", TimedOut(after_s=300))
    await asyncio.sleep(5)
    going.set()
    assert (await asking).response == TimedOut(after_s=300)


@pytest.mark.looptime
async def test_a_page_that_times_out_before_there_is_a_window_has_timed_out() -> None:
    window, page = FakeSurface(WINDOW), FakeSurface(PAGE)
    window.is_free = False
    asking = asyncio.create_task(QuestionSurfaces([window, page]).ask(call(), lambda _url: None))
    await page.until()
    page.answer("Database", TimedOut(after_s=300))
    assert (await asking).response == TimedOut(after_s=300)


@pytest.mark.looptime
@pytest.mark.parametrize(("transport", "forms"), [(PAGE, "auto"), ("auto", "first")])
async def test_a_window_does_not_join_where_it_was_not_wanted(transport: str, forms: Any) -> None:
    window, page, form = FakeSurface(WINDOW), FakeSurface(PAGE), FakeSurface("elicitation")
    asking = asyncio.create_task(
        QuestionSurfaces([window, page]).ask(
            call(transport=transport), lambda _url: None, form=form, forms=forms
        )
    )
    await asyncio.sleep(60)
    assert not window.asked
    (page if transport == PAGE else form).answer("Database", Cancelled())
    await asking
