"""A call of the question tool that a model wrote as text instead of making it. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from assistant.questions.formats.input_reader import as_fields, as_list
from assistant.questions.formats.question_keys import question_key
from assistant.questions.formats.unwrapping import (
    unwrapped_call,
    unwrapped_questions,
)
from assistant.questions.model.question_tool import (
    CALL_INPUT_KEYS,
    CALL_NAME_KEYS,
    TOOL_NAME,
    is_question_tool,
)

_NESTED_KEYS: Final = ("function", "function_call", "tool_call", "tool_calls")
"""What services wrap a call in."""
_MAX_LAYERS: Final = 3
_ADVERTISED_KEYS: Final = frozenset({"question", "header", "multiSelect", "options"})
"""What every question of an input has that names no tool; other objects have questions, too."""


def as_call(value: object) -> dict[str, Any]:
    """Return the input of a call as the call itself."""
    return {"name": TOOL_NAME, "arguments": value}


def written_input(value: Mapping[str, Any], depth: int = 0) -> Mapping[str, Any] | None:
    """Return the input of a call of the question tool, if an object is one and asks something."""
    named = [value[key] for key in CALL_NAME_KEYS if isinstance(value.get(key), str)]
    if any(map(is_question_tool, named)):
        given = next((value[key] for key in CALL_INPUT_KEYS if key in value), value)
        call = unwrapped_call(given)[0]
        return call if "questions" in call or question_key(call) in call else None
    if depth < _MAX_LAYERS:
        for key in _NESTED_KEYS:
            for inner in as_list(value.get(key)) or [value.get(key)]:
                found = written_input(as_fields(inner), depth + 1)
                if found is not None:
                    return found
    entries = as_list(unwrapped_questions(value.get("questions"))[0])
    is_bare = bool(entries) and all(set(as_fields(e)) >= _ADVERTISED_KEYS for e in entries or ())
    return value if is_bare else None
