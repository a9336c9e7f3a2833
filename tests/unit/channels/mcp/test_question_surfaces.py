"""Where the user is asked first."""

import asyncio
from typing import Any

import pytest

from assistant.channels.mcp.model.tool_calls import AskCall, read_call
from assistant.channels.mcp.question_surfaces import QuestionSurfaces
from assistant.errors import UnreachableError
from assistant.questions.model.question import Cancelled
from tests.helpers.mcp.clients import CHOICE, FakeSurface

WINDOW, TERMINAL, PAGE = "desktop", "terminal", "web"


def call(**more: Any) -> AskCall:
    return read_call("provide_choice", CHOICE | more, set_id="set", source="", timeout_s=300)


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
