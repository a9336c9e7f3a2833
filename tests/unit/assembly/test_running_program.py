"""Reaching the Parley that runs with a home."""

import asyncio

import pytest

from assistant.assembly.running_program import ask_running, wait_for_running
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import HomeBusyError, UnreachableError
from assistant.home import Home
from assistant.questions.model.question import Answered, Channel
from assistant.settings import load, save
from tests.helpers.engine.running_core import chose
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import question_set
from tests.helpers.web.api_program import calling

BUSY = HomeBusyError("Parley is already running.", hint="Use that window.", holder="desktop")


def plan_of(home: Home) -> LaunchOptions:
    return LaunchOptions(
        home=home,
        settings=load(home, {}).settings,
        problems=(),
        clock=SystemClock(),
        channel=Channel.TERMINAL,
    )


async def nobody() -> None:
    """Reach nothing."""


async def test_a_program_whose_api_is_off_is_told_with_what_to_do(home: Home) -> None:
    save(home, "api", "enabled", False)
    with pytest.raises(HomeBusyError, match="already running") as raised:
        await wait_for_running(plan_of(home), BUSY, reach=nobody, tell=print)
    assert "api.enabled" in raised.value.hint


async def test_another_surface_is_not_waited_for(home: Home) -> None:
    busy = HomeBusyError("Parley is already running.", hint="Use that.", holder="terminal")
    with pytest.raises(HomeBusyError) as raised:
        await wait_for_running(plan_of(home), busy, reach=nobody, tell=print)
    assert raised.value is busy


async def test_a_program_that_is_starting_is_waited_for(home: Home) -> None:
    told: list[str] = []
    started = asyncio.Event()

    async def reach() -> str | None:
        return "reached" if started.is_set() else None

    def tell(text: str) -> None:
        told.append(text)
        started.set()

    async with asyncio.timeout(PATIENCE_S):
        assert await wait_for_running(plan_of(home), BUSY, reach=reach, tell=tell) == "reached"
    assert "starting" in told[0]


async def test_a_program_that_never_answers_is_told(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.assembly.running_program.START_S", 0.0)
    with pytest.raises(HomeBusyError) as raised:
        await wait_for_running(plan_of(home), BUSY, reach=nobody, tell=lambda _text: None)
    assert "try again" in raised.value.hint


# One question, put in the running program.


async def test_a_question_is_asked_in_the_running_program(home: Home) -> None:
    async with calling(home) as program:
        asking = asyncio.create_task(ask_running(question_set(), home))
        asked = await program.running.until_asked()
        await program.running.respond(asked.questions, chose(asked.questions, q1="2"))
        assert isinstance(await asking, Answered)


async def test_without_a_running_program_that_is_told(home: Home) -> None:
    with pytest.raises(UnreachableError) as raised:
        await ask_running(question_set(), home)
    assert "--running" in raised.value.hint
