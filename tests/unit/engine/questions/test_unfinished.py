"""Whether the end of the program cut a conversation in the middle."""

import asyncio
from pathlib import Path

import pytest
from typing_extensions import override

from assistant.conversation.history.model.unfinished_turn import UnfinishedTurn
from assistant.engine.questions.turn_ownership import TurnOwnership
from assistant.home import Home
from assistant.protocol.conversation import Say
from assistant.protocol.questions import AmendAnswer, AnswerQuestion, QuestionAsked
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.question import Channel, Later
from tests.helpers.engine.running_core import RunningCore, opened, provenance
from tests.helpers.llm.scripted_model import ScriptedModel, Step, Wait, says, uses_tool
from tests.helpers.process.database_snapshots import after_each_write
from tests.helpers.questions.builders import QUESTION
from tests.unit.engine.questions.test_text_path import WORDS

ASK = "ask_user_question"


async def is_unfinished(home: Home) -> bool:
    """Open a home as the next start does, and look before anything is taken up."""
    async with opened(home, ScriptedModel(), announce=False) as running:
        return await running.core.answers.is_unfinished()


class SlowOwnership(TurnOwnership):
    """Says that this device may go on, once it is let."""

    def __init__(self) -> None:
        self.asked, self.gate = asyncio.Event(), asyncio.Event()

    @override
    async def may_take_up(self, conversation_id: str, interruption: UnfinishedTurn) -> bool:
        self.asked.set()
        await self.gate.wait()
        return True


async def until_over(running: RunningCore) -> None:
    """Wait for the end of the reply."""
    await running.until(TurnFinished)
    await running.settle()


async def test_it_is_from_the_call_to_the_end_of_the_reply(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel([uses_tool(ASK, QUESTION), says("B it is.")])
    with after_each_write(monkeypatch, home, tmp_path / "killed") as copies:
        async with opened(home, model) as running:
            before = len(copies)
            await running.do(Say(text="Help me"))
            await running.until_asked()
            asked = len(copies)
            await running.answer_b()
            await until_over(running)
    found = [await is_unfinished(copy) for copy in copies]
    assert found[: before + 1] == [False] * (before + 1)
    first, last = found.index(True), len(found) - 1 - found[::-1].index(True)
    assert first < asked <= last < len(found) - 1
    assert all(found[first : last + 1])


@pytest.mark.parametrize("reply", [uses_tool(ASK, QUESTION), says(WORDS)], ids=["call", "words"])
async def test_a_question_that_is_open_makes_it_so(home: Home, reply: list[Step]) -> None:
    async with opened(home, ScriptedModel([reply])) as running:
        await running.do(Say(text="Help me"))
        await running.until_asked()
    assert await is_unfinished(home)


async def test_a_question_that_was_put_off_does_not(home: Home) -> None:
    script = [uses_tool(ASK, QUESTION), says("Later, then.")]
    async with opened(home, ScriptedModel(script)) as running:
        await running.do(Say(text="Help me"))
        asked = await running.until_asked()
        later = Later(provenance=provenance())
        await running.do(
            AnswerQuestion(questions_id=asked.questions.id, response=later, channel=Channel.DESKTOP)
        )
        await until_over(running)
    assert not await is_unfinished(home)


async def test_an_answer_that_is_being_changed_makes_it_so(home: Home) -> None:
    script = [uses_tool(ASK, QUESTION), says("B it is.")]
    async with opened(home, ScriptedModel(script)) as running:
        await running.do(Say(text="Help me"))
        await running.answer_b()
        await until_over(running)
        await running.do(AmendAnswer(questions_id=running.of(QuestionAsked)[0].questions.id))
        await running.until_asked(2)
    assert await is_unfinished(home)


async def test_words_said_before_a_turn_is_taken_up_again_go_before_it(home: Home) -> None:
    never = asyncio.Event()
    script: list[list[Step]] = [uses_tool("current_time", {}), [Wait(gate=never)]]
    async with opened(home, ScriptedModel(script)) as running:
        await running.do(Say(text="Time?"))
        await running.until_requested(2)
    ownership = SlowOwnership()
    model = ScriptedModel([says("Hello.")])
    async with opened(home, model, announce=False) as again:
        again.core.answers.go_by(ownership)
        taking_up = asyncio.create_task(again.core.answers.continue_current())
        await ownership.asked.wait()
        await again.do(Say(text="Hi"))
        ownership.gate.set()
        await taking_up
        await again.until(TurnFinished)
        assert again.core.conversations.current.entries[-1].message.text == "Hello."
        assert len(model.requests) == 1
