"""Sending a table of requests through the rules and a model."""

from pathlib import Path

import pytest

from assistant.llm.model_choice.choice import starter_profile
from benchmarks.model.run import Run
from benchmarks.requests.benchmark import RULES_ALONE, measure_assistant, shipped_tools
from benchmarks.requests.request_set import COLUMNS, load_requests
from tests.helpers.llm.scripted_model import ScriptedModel, says

REQUESTS = Path(__file__).parents[3] / "data" / "requests"
HELD_OUT = ("held_out.tsv", "held_out_later.tsv")
TABLE = "\n".join(
    (
        "\t".join(COLUMNS),
        'a\ten\tspoken\tset a timer for ten minutes\taction\tset_timer\t{"duration_s": 600}\t',
        "b\ten\ttyped\twhat is the capital of Italy?\tanswer\t\t\trome",
        "c\ten\ttyped\twhat does the moon weigh?\tdecline\t\t\t",
    )
)


async def test_the_model_is_asked_only_what_no_rule_understands() -> None:
    model = ScriptedModel(script=[says("It is Rome."), says("No.")])
    done: list[int] = []
    figures = await measure_assistant(
        load_requests(TABLE),
        tier="good",
        model=model,
        is_asked=True,
        tools={"set_timer"},
        is_refusal=lambda text: text == "No.",
        elapsed=lambda: 0.0,
        tell=done.append,
    )
    asked = [request.messages[0].text for request in model.requests]
    assert asked == ["what is the capital of Italy?", "what does the moon weigh?"]
    assert (figures["total"]["right"], figures["not_right"], done) == (1.0, [], [1, 2, 3])
    assert model.is_warm


def held_out() -> str:
    """Return the tables that the rules were not made with as one."""
    first, *others = ((REQUESTS / name).read_text(encoding="utf-8") for name in HELD_OUT)
    return first + "".join(other.partition("\n")[2] for other in others)


async def by_rules_alone(table: str | None, *, tools: frozenset[str]) -> Run:
    return await measure_assistant(
        load_requests(table),
        tier=RULES_ALONE,
        model=ScriptedModel(profile=starter_profile()),
        is_asked=False,
        tools=tools,
        is_refusal=lambda _text: False,
        elapsed=lambda: 0.0,
        tell=lambda _done: None,
    )


async def test_without_a_model_nothing_is_done_where_no_rule_understands() -> None:
    figures = await by_rules_alone(TABLE, tools=frozenset({"set_timer"}))
    total = figures["total"]
    assert (total["action_right"], total["answer_or_ask_right"]) == (1.0, 0.0)
    assert figures["confusions"] == {
        "action > action": 1,
        "answer > nothing": 1,
        "decline > nothing": 1,
    }


async def test_a_rule_whose_tool_is_missing_does_nothing() -> None:
    figures = await by_rules_alone(TABLE, tools=frozenset())
    assert figures["total"]["action_right"] == 0.0


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("table", "least"),
    [(None, {"en": 0.9, "ko": 0.9, "zh": 0.9}), (held_out(), {"en": 0.68, "ko": 0.68, "zh": 0.68})],
    ids=["seen", "held-out"],
)
async def test_rules_do_what_is_asked_and_nothing_else(
    table: str | None, least: dict[str, float]
) -> None:
    """At most five in a thousand are taken for an action that nobody asked for."""
    figures = await by_rules_alone(table, tools=shipped_tools())
    assert figures["total"]["unasked_rate"] <= 0.005
    right = {code: figures["languages"][code]["action_right"] for code in least}
    assert all(right[code] >= share for code, share in least.items()), right
