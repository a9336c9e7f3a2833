"""What a model makes of a request."""

from dataclasses import replace
from typing import Any

import pytest

from benchmarks.requests.model_reply import ask_model
from benchmarks.requests.request_set import RequestKind
from benchmarks.requests.verdict import Outcome
from tests.helpers.llm.scripted_model import SCRIPTED_PROFILE, ScriptedModel, Step, says, uses_tool

QUESTION = {"question_text": "Where to?", "type": "single", "options": ["The sea", "The hills"]}


async def outcome_of(steps: list[Step]) -> Outcome:
    ticks = iter(range(100))
    return await ask_model(
        ScriptedModel(script=[steps]),
        "Help me choose a trip",
        language="ko",
        is_refusal=lambda text: text.startswith("I can't"),
        elapsed=lambda: float(next(ticks)),
    )


async def test_words_are_an_answer_and_are_timed_from_the_first() -> None:
    outcome = await outcome_of(says("It is Rome.", chunks=["It is", " Rome."]))
    assert (outcome.kind, outcome.text) == (RequestKind.ANSWER, "It is Rome.")
    assert (outcome.first_word_s, outcome.total_s) == (1.0, 2.0)


async def test_words_that_refuse_are_a_refusal() -> None:
    assert (await outcome_of(says("I can't do that."))).kind is RequestKind.DECLINE


@pytest.mark.parametrize(
    ("input", "text", "options"),
    [
        (QUESTION, "Where to?", ("The sea", "The hills")),
        ({"question_text": "More?", "type": "boolean"}, "More?", ("네", "아니요")),
    ],
)
async def test_a_call_of_the_question_tool_asks_back(
    input: dict[str, Any], text: str, options: tuple[str, ...]
) -> None:
    outcome = await outcome_of(uses_tool("ask_user_question", input))
    assert (outcome.kind, outcome.text, outcome.options) == (RequestKind.ASK, text, options)
    assert outcome.first_word_s == 1.0


async def test_a_question_that_cannot_be_read_has_no_options() -> None:
    outcome = await outcome_of(uses_tool("ask_user_question", {}))
    assert (outcome.kind, outcome.options) == (RequestKind.ASK, ())


async def test_any_other_call_is_an_action() -> None:
    outcome = await outcome_of(uses_tool("set_timer", {"duration": 60}))
    assert (outcome.kind, outcome.intent) == (RequestKind.ACTION, "set_timer")


async def test_a_model_that_knows_the_question_tool_by_itself_is_offered_it() -> None:
    profile = replace(SCRIPTED_PROFILE, tools=False, own_tools=frozenset({"ask_user_question"}))
    model = ScriptedModel(script=[says("Rome.")], profile=profile)
    await ask_model(
        model, "Where to?", language="en", is_refusal=lambda _text: False, elapsed=lambda: 0.0
    )
    assert [tool.name for tool in model.requests[0].tools] == ["ask_user_question"]
