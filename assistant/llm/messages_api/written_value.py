"""Calls of tools that nothing marks but what they are: which values are some, and where they end. Pure."""

import ast
import re
from collections.abc import Mapping
from typing import Any, Final, cast

from pydantic_core import from_json

_NAME_KEYS: Final = ("name", "tool", "tool_name", "function", "function_name", "action")
_INPUT_KEYS: Final = (
    "arguments", "parameters", "args", "params", "input", "tool_input", "action_input", "kwargs",
)  # fmt: skip
_TEXT_KEYS: Final = frozenset({"action_input", "tool_input"})
"""What may hold any text: nothing but an agent's call has such a key."""
_OTHER_KEYS: Final = frozenset({"type", "id", "index", "call_id", "tool_call_id"})
_WRAPPERS: Final = ("function", "function_call", "tool_call", "tool_calls", "function_calls")
_MAX_LAYERS: Final = 3
_LONGEST_PYTHON: Final = 20_000
_TOOL: Final = re.compile(r"[a-z_][\w.:-]{0,60}", re.IGNORECASE)
_CALLS_IN_PYTHON: Final = re.compile(
    r"\[\s*[a-z_][\w.]{0,60}\(\s*(?:\)|[a-z_]\w*\s*=).*\)\s*\]", re.IGNORECASE | re.DOTALL
)
"""As Llama's models list them."""
_BEGINNING: Final = re.compile(
    r"(?:\[\s*)?\{\s*[\"'][a-z_]{1,16}[\"']\s*:\s*[\"'{\[]|\[\s*[a-z_][\w.]{0,60}\(", re.IGNORECASE
)
_BEGUN: Final = re.compile(
    r"\[\s*(?:[a-z_][\w.]{0,60})?|(?:\[\s*)?\{\s*(?:[\"'][a-z_]{0,16}(?:[\"']\s*(?::\s*)?)?)?",
    re.IGNORECASE,
)


class ValueEnd:
    """Follows a value in brackets, piece by piece, to where it ends."""

    def __init__(self) -> None:
        self._depth = 0
        self._quote = ""
        self._is_escaped = False

    def find(self, text: str) -> int:
        """Read on; return the place behind the value, or -1 if more of it follows."""
        for at, mark in enumerate(text):
            if self._is_escaped:
                self._is_escaped = False
            elif self._quote:
                self._is_escaped = mark == "\\"
                self._quote = "" if mark == self._quote else self._quote
            elif mark in "\"'":
                self._quote = mark
            elif mark in "{[(":
                self._depth += 1
            elif mark in "}])":
                self._depth -= 1
                if self._depth <= 0:
                    return at + 1
        return -1


def may_be_calls(text: str, begin: int) -> bool | None:
    """Whether the value that begins at a place may be calls; None if that may still turn out."""
    if _BEGINNING.match(text, begin):
        return True
    return None if _BEGUN.fullmatch(text, begin) else False


def are_calls(value: str) -> bool:
    """Whether a complete value is a call or a list of calls."""
    if _CALLS_IN_PYTHON.fullmatch(value):
        return True
    try:
        read: object = from_json(value)
    except ValueError:
        read = _python_value(value)
    return _are_calls(read, 0)


def action_input(value: str, name: str) -> str | None:
    """The text that a complete value gives to an action of this name; None if it gives none."""
    try:
        read: object = from_json(value)
    except ValueError:
        return None
    match read:
        case {"action": str(action), "action_input": str(given)}:
            return given if action.casefold() == name.casefold() else None
        case _:
            return None


def _python_value(text: str) -> object:
    """A call as Python writes it, in single quotes; None if it is no value."""
    try:
        return ast.literal_eval(text) if len(text) <= _LONGEST_PYTHON else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _are_calls(value: object, depth: int) -> bool:
    if depth > _MAX_LAYERS:
        return False
    if isinstance(value, list):
        entries = cast("list[object]", value)
        return bool(entries) and all(_are_calls(entry, depth + 1) for entry in entries)
    return isinstance(value, dict) and _is_call(cast("dict[str, Any]", value), depth)


def _is_call(value: Mapping[str, Any], depth: int) -> bool:
    keys = value.keys() - _OTHER_KEYS
    if len(keys) == 1:
        (key,) = keys
        return key in _WRAPPERS and _are_calls(value[key], depth + 1)
    name = next((value[key] for key in _NAME_KEYS if key in keys), None)
    arguments = next((value[key] for key in _INPUT_KEYS if key in keys), None)
    is_tool = isinstance(name, str) and _TOOL.fullmatch(name) is not None
    is_input = isinstance(arguments, dict) or (
        isinstance(arguments, str)
        and (arguments.lstrip().startswith("{") or not keys.isdisjoint(_TEXT_KEYS))
    )
    return len(keys) == 2 and is_tool and is_input
