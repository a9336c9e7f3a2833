"""Words that are typed while something rings: for it, for a question, or for the model."""

import asyncio
from datetime import timedelta

import pytest

from assistant.home import Home
from assistant.protocol.conversation import Say
from assistant.protocol.questions import QuestionAsked
from assistant.protocol.timers import RingingStopped, TimerRang
from assistant.protocol.turns import TurnStarted
from assistant.timer import Timer
from assistant.tools.timers.model.input_reader import TimerInput, read
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import QUESTION


async def ring(running: RunningCore) -> Timer:
    """Have a timer ring that was set almost a second ago."""
    timers = running.core.timers
    then = timers.now() - timedelta(seconds=0.9)
    timer = await timers.add(read(TimerInput(duration="1s"), now=then, zone=timers.zone))
    await running.until(TimerRang)
    return timer


@pytest.mark.parametrize(
    ("words", "is_over"), [("stop", True), ("그만", True), ("Five more minutes", False)]
)
async def test_what_is_typed_to_what_rings_never_reaches_the_model(
    home: Home, words: str, is_over: bool
) -> None:
    model = ScriptedModel([says("Hello.")])
    async with opened(home, model) as running:
        timer = await ring(running)
        await running.do(Say(text="Hi"))
        await running.until(TurnStarted)

        await running.do(Say(text=words))

        assert (await running.until(RingingStopped)).timer_id == timer.timer_id
        assert [turn.text for turn in running.of(TurnStarted)] == ["Hi"]
        assert (running.core.timers.timers == []) is is_over


async def test_with_nothing_ringing_the_same_words_are_for_the_model(home: Home) -> None:
    async with opened(home, ScriptedModel([says("All right.")])) as running:
        await running.do(Say(text="stop"))
        assert (await running.until(TurnStarted)).text == "stop"


async def test_what_rings_comes_before_an_open_question(home: Home) -> None:
    model = ScriptedModel([uses_tool("ask_user_question", QUESTION), says("Later, then.")])
    async with opened(home, model) as running:
        await running.do(Say(text="Help me"))
        await running.until(QuestionAsked)
        await ring(running)

        await running.do(Say(text="later"))

        await running.until(RingingStopped)
        assert len(running.core.desk.pending()) == 1
        async with asyncio.timeout(PATIENCE_S):
            await running.do(Say(text="later"))  # now it is for the question
            await running.until_true(lambda: len(model.requests) == 2)
