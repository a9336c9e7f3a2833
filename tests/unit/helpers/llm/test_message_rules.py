"""The rules of the Messages API, each broken once."""

from typing import Any

import pytest

from tests.helpers.llm.message_rules import calls, faults, results

Json = dict[str, Any]


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def call(id: str) -> Json:
    return {"type": "tool_use", "id": id, "name": "ask", "input": {}}


def result(id: str, content: str = "yes") -> Json:
    return {"type": "tool_result", "tool_use_id": id, "content": content}


def user(*blocks: Json) -> Json:
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: Json) -> Json:
    return {"role": "assistant", "content": list(blocks)}


GOOD = [
    {"role": "user", "content": "Hello"},
    assistant(text("Well:"), call("a"), call("b")),
    user(result("a"), result("b"), text("and more")),
    assistant(text("Done.")),
    user(text("Thanks")),
]


def test_a_conversation_that_keeps_the_rules_has_no_faults() -> None:
    assert faults(GOOD) == []
    assert faults([]) == []


def test_calls_and_results_are_found_by_their_ids() -> None:
    assert calls(GOOD) == ["a", "b"]
    assert results(GOOD) == {"a": ["yes"], "b": ["yes"]}
    twice = [*GOOD[:2], user(result("a", "yes"), result("a", "no"))]
    assert results(twice) == {"a": ["yes", "no"]}


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ([assistant(text("Hi")), user(text("Hello"))], "first message"),
        (GOOD[:2], "last message"),
        ([user(text("One")), user(text("Two"))], "role of the one before"),
        ([user()], "is empty"),
        ([user(text("  "))], "without words"),
        ([user(text("Hi")), assistant(call("a")), user(text("No"))], "where ['a'] were made"),
        ([*GOOD[:2], user(result("a"))], "where ['a', 'b'] were made"),
        ([*GOOD[:2], user(result("a"), result("a"), result("b"))], "where ['a', 'b'] were made"),
        ([user(result("a"))], "where [] were made"),
        ([*GOOD[:2], user(text("So"), result("a"), result("b"))], "words before its results"),
        ([user(call("a")), assistant(text("x")), user(text("y"))], "is not the assistant's"),
        (
            [
                *(user(text("x")), assistant(call("a")), user(result("a"))),
                *(assistant(call("a")), user(result("a"))),
            ],
            "same id",
        ),
    ],
)
def test_each_broken_rule_is_named(messages: list[Json], fault: str) -> None:
    assert any(fault in found for found in faults(messages)), faults(messages)
