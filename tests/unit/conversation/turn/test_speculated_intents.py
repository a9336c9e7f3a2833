"""What a rule would do is not done at a guess."""

import asyncio
from dataclasses import replace

import pytest

from assistant.intents.intent_client import IntentClient
from assistant.protocol.conversation_state import ConversationSignal
from assistant.protocol.turns import ToolStarted, TurnFailed
from tests.helpers.patience import PATIENCE_S
from tests.unit.conversation.conftest import Talk, TestTool

WORDS = "set a timer for ten minutes"


@pytest.fixture
def timer() -> TestTool:
    return TestTool("set_timer")


@pytest.fixture
def talk(timer: TestTool) -> Talk:
    """A conversation whose rules may set timers, listening."""
    talk = Talk()
    talk.registry.add(timer)
    client = IntentClient(
        inner=talk.model,
        order="rules first",
        tools=talk.registry.enabled_names,
        clock=talk.clock,
        language=lambda: "en",
    )
    talk.surroundings = replace(talk.surroundings, client=client, specs=talk.registry.specs())
    talk.conversation = talk.opened()
    talk.conversation.signal(ConversationSignal.WAKE)
    talk.events.clear()
    return talk


async def guess(talk: Talk) -> None:
    """Have the words guessed, and let the guess run to its end."""
    talk.conversation.prepare(WORDS)
    guesses = [task for task in asyncio.all_tasks() if task.get_name() == "guess"]
    assert guesses
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.wait(guesses)


async def test_a_tool_runs_once_the_words_are_said_and_only_once(
    talk: Talk, timer: TestTool
) -> None:
    await guess(talk)
    assert len(timer.runs) == 0
    assert talk.events == []
    finished = await talk.turn(WORDS, spoken=True)
    assert len(timer.runs) == 1
    assert finished.model == "rules"
    assert talk.model.requests == []


async def test_a_guess_that_was_given_up_does_nothing(talk: Talk, timer: TestTool) -> None:
    await guess(talk)
    talk.conversation.cancel_speculation()
    await talk.turn("set a timer for five minutes", spoken=True)
    assert len(timer.runs) == 1
    assert '"duration": 300' in talk.only(ToolStarted).arguments


async def test_a_turn_that_is_stopped_while_its_tool_runs_stays_stopped(
    talk: Talk, timer: TestTool
) -> None:
    timer.hangs = True
    saying = asyncio.create_task(talk.conversation.say(WORDS, spoken=True))
    async with asyncio.timeout(PATIENCE_S):
        await timer.begun.wait()
        await saying
    await talk.conversation.stop_turn()
    assert talk.only(TurnFailed).cancelled
    assert talk.model.requests == []
