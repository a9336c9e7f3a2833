"""Whole turns in which the model asks with its tool: they wait, and go on with the answer."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from assistant.home import Home
from assistant.llm.messages_api.messages import ToolResultBlock
from assistant.llm.messages_api.model_client import ModelRequest
from assistant.protocol.conversation import Say
from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnFinished
from tests.helpers.engine.running_core import RunningCore, chose, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool

SEEDS: Final = Path(__file__).parents[3] / "data" / "seeds"
CALLS: Final[dict[str, Any]] = json.loads((SEEDS / "tool_questions.json").read_text("utf-8"))
META: Final = "再给一个多选框还是这些选项（我想了解多次对话这个过程）"
"""An option that asks for the same question again."""


def result_of(request: ModelRequest) -> ToolResultBlock:
    """Return the result that a request ends with."""
    (block,) = [one for one in request.messages[-1].content if isinstance(one, ToolResultBlock)]
    return block


async def answer(running: RunningCore, count: int, words: str) -> None:
    """Answer the question that was put as the `count`-th: with an option's id, or own words."""
    asked = (await running.until_asked(count)).questions
    await running.respond(asked, chose(asked, **{asked.questions[0].id: words}))


@pytest.mark.requirement("TEST-07", "TEST-08", "TEST-24")
async def test_the_turn_waits_for_the_answer_which_goes_back_word_for_word(home: Home) -> None:
    asks = uses_tool("ask_user_question", CALLS["technology_choice"])
    model = ScriptedModel([asks, says("PostgreSQL it is.")])
    async with opened(home, model) as running:
        await running.do(Say(text="Set up a database"))
        await running.until_asked()
        await running.settle()
        assert len(model.requests) == 1, "the model is not asked before the user has answered"
        assert not running.of(TurnFinished)
        assert running.core.conversations.state.phase is ConversationPhase.AWAITING_ANSWER
        await answer(running, 1, "1")
        assert (await running.until(TurnFinished)).text == "PostgreSQL it is."
    result = result_of(model.requests[1])
    assert not result.is_error
    assert result.content == (
        "User answered the following questions:\n\n"
        "1. Database (Which database should we use for this project?)\n"
        "   Selected: PostgreSQL\n\n"
        "Proceeding with user selections."
    )
    (call,) = [one for one in model.requests[1].messages[-2].content if one.type == "tool_use"]
    assert result.tool_use_id == call.id


@pytest.mark.requirement("TEST-09")
async def test_own_words_reach_the_model_as_the_users(home: Home) -> None:
    model = ScriptedModel([uses_tool("ask_user_question", CALLS["custom_input"]), says("bun.")])
    async with opened(home, model) as running:
        await running.do(Say(text="Set up the project"))
        await answer(running, 1, "bun")
        await running.until(TurnFinished)
    assert "   Selected: bun (custom input)\n" in result_of(model.requests[1]).content


@pytest.mark.requirement(
    "TEST-26", "Q-ROUND-09", "Q-ROUND-11", "Q-ROUND-12", "Q-ROUND-14", "Q-ROUND-10"
)
async def test_the_same_may_be_asked_for_ten_times_and_then_the_turn_ends_well(home: Home) -> None:
    question = {
        "question": "请选择一个功能",
        "header": "选择功能",
        "multiSelect": True,
        "options": [{"label": "背唐诗", "description": "背诵一首经典唐诗"}, {"label": META}],
    }
    again = [uses_tool("ask_user_question", {"questions": [question]}) for _ in range(11)]
    model = ScriptedModel([*again, says("就到这里。"), says("Gladly.")])
    async with opened(home, model) as running:
        await running.do(Say(text="使用ask_user_question工具，给我弹一个多选对话框"))
        for count in range(1, 11):
            await answer(running, count, "2")
        finished = await running.until(TurnFinished)
        assert finished.text == "就到这里。"
        assert [event.questions.round for event in running.presented] == list(range(1, 11))
        assert "10" in (await running.until_notice("tool_ask_user_question")).text
        assert [one for one in running.of(Notice) if one.severity.value == "error"] == []
        assert (await running.turn("And now?")).text == "Gladly."
    results = [result_of(request) for request in model.requests[1:12]]
    assert [result.is_error for result in results] == [*[False] * 10, True]
    assert all(f"Selected: {META}" in result.content for result in results[:10])
    assert results[10].content.startswith("Question limit reached: 10 rounds in this turn.")
