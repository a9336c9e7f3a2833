"""What is said of a request that cannot be read: which field, which value, what it must be. Pure."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from assistant.locale import _, mark
from assistant.value_faults import value_fault

_MOST_OF_VALUE: Final = 40
"""Characters of a value that are repeated."""
_JSON: Final = frozenset(
    {
        mark("Expecting value"),
        mark("Expecting property name enclosed in double quotes"),
        mark("Expecting ',' delimiter"),
        mark("Expecting ':' delimiter"),
        mark("Unterminated string starting at"),
        mark("Invalid control character at"),
        mark("Illegal trailing comma before end of object"),
        mark("Illegal trailing comma before end of array"),
        mark("Extra data"),
    }
)
"""What Python's reader of JSON says."""


def field_problems(errors: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return what is wrong with each field: its path and, in the interface's language, why.

    Args:
        errors: As pydantic and FastAPI list them.
    """
    return [{"field": _path(found), "message": _message(found)} for found in errors]


def fields_text(problems: Sequence[Mapping[str, str]]) -> str:
    """Return all of it as one sentence."""
    said = [
        _("{field} {problem}").format(field=one["field"], problem=one["message"])
        for one in problems
    ]
    return _("The request cannot be read: {fields}.").format(fields="; ".join(said))


def body_text(cause: BaseException | None) -> str:
    """Return what is wrong with a body for which the reader of JSON has no place to name."""
    match cause:
        case UnicodeDecodeError():
            return _("The body is not UTF-8 text.")
        case RecursionError():
            return _("The body is nested too deeply.")
        case _:
            return _("The body is no JSON that can be read.")


def _path(found: Mapping[str, Any]) -> str:
    if found["type"] == "json_invalid":
        return "body"
    return ".".join(str(part) for part in found["loc"] if part != "body") or "body"


def _message(found: Mapping[str, Any]) -> str:
    match found["type"]:
        case "missing" | "extra_forbidden":
            return value_fault(found).localized
        case "json_invalid":
            reason = found["ctx"]["error"]
            return _("is not JSON: {reason}, at character {place}").format(
                reason=_(reason) if reason in _JSON else reason, place=found["loc"][-1] + 1
            )
        case _:
            problem = value_fault(found).localized
            value = _value_text(found.get("input"))
            if not value:
                return problem
            return _("{problem}, and is {value}").format(problem=problem, value=value)


def _value_text(value: object) -> str:
    """Return a value as it was sent, cut off where it is long; empty for what has parts."""
    if not isinstance(value, str | int | float | bool):
        return "null" if value is None else ""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MOST_OF_VALUE else f"{text[: _MOST_OF_VALUE - 1]}…"
