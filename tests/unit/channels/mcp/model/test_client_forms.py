"""Where a client's form stands among the surfaces, and which of its answers nobody gave."""

from typing import Any

import pytest

from assistant.channels.mcp.model.client_forms import (
    AT_ONCE_S,
    ClientForms,
    asking_order,
    is_from_nobody,
    is_unattended,
)

FORM, WINDOW, TERMINAL, PAGE = "elicitation", "desktop", "terminal", "web"
SCHEMA: dict[str, Any] = {
    "properties": {
        "q1": {"type": "string", "enum": ["A", "B"], "default": "A"},
        "q1_note": {"type": "string"},
        "q2": {"type": "boolean"},
        "q3_1": {"type": "boolean", "default": False},
        "q4": {"type": "array", "default": ["x"]},
    }
}


@pytest.mark.requirement("MCP-03")
@pytest.mark.parametrize(
    ("forms", "free", "stages"),
    [
        ("auto", (WINDOW, TERMINAL, PAGE), ((WINDOW, FORM), (TERMINAL,), (PAGE,))),
        ("auto", (WINDOW, PAGE), ((WINDOW, FORM), (PAGE,))),
        ("auto", (TERMINAL, PAGE), ((FORM,), (TERMINAL,), (PAGE,))),
        ("auto", (), ((FORM,),)),
        ("first", (WINDOW, PAGE), ((FORM,), (WINDOW,), (PAGE,))),
        ("never", (WINDOW, PAGE), ((WINDOW,), (PAGE,))),
    ],
)
def test_where_a_question_is_put_and_in_which_order(
    forms: ClientForms, free: tuple[str, ...], stages: tuple[tuple[str, ...], ...]
) -> None:
    assert asking_order(free, has_form=True, forms=forms) == stages
    assert asking_order(free, has_form=False, forms=forms) == tuple((one,) for one in free)


@pytest.mark.parametrize(
    ("action", "content", "is_nobody"),
    [
        ("cancel", None, True),
        ("decline", None, True),
        ("decline", {"q1": "B"}, True),
        ("accept", None, True),
        ("accept", {}, True),
        ("accept", {"q1": "A"}, True),
        ("accept", {"q1": "A", "q1_note": "", "q2": None, "q3_1": False, "q4": ["x"]}, True),
        ("accept", {"q1": "B"}, False),
        ("accept", {"q1": "A", "q1_note": "cheap"}, False),
        ("accept", {"q2": False}, False),
        ("accept", {"q3_1": True}, False),
    ],
)
def test_what_is_refused_or_sent_as_it_was_at_once_is_nobodys_answer(
    action: str, content: dict[str, Any] | None, is_nobody: bool
) -> None:
    for after_s in (0.0, 0.01, 0.13, 0.99):
        assert is_from_nobody(action, content, SCHEMA, after_s=after_s) is is_nobody
    for after_s in (AT_ONCE_S, 5.0, 300.0):
        assert not is_from_nobody(action, content, SCHEMA, after_s=after_s)


@pytest.mark.parametrize(
    ("entry", "is_known"), [("sdk-cli", True), ("cli", False), ("sdk-ts", False), (None, False)]
)
def test_a_client_says_in_the_environment_that_nobody_sits_at_it(
    entry: str | None, is_known: bool
) -> None:
    environment = {"HOME": "/x"} | ({"CLAUDE_CODE_ENTRYPOINT": entry} if entry else {})
    assert is_unattended(environment) is is_known
