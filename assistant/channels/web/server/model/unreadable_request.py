"""What is said of a request that cannot be read: which field, which value, what it must be. Pure."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from assistant.locale import _, mark

_MOST_OF_VALUE: Final = 40
"""Characters of a value that are repeated."""


def _plain(template: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda _limits: _(template)


def _with_limit(template: str, name: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda limits: _(template).format(limit=limits[name])


_TEXT: Final = _plain(mark("must be a text"))
_NUMBER: Final = _plain(mark("must be a number"))
_WHOLE: Final = _plain(mark("must be a whole number"))
_SWITCH: Final = _plain(mark("must be true or false"))
_OBJECT: Final = _plain(mark("must be an object"))
_ARRAY: Final = _plain(mark("must be an array"))
_AT_LEAST: Final = mark("must be at least {limit}")
_AT_MOST: Final = mark("must be at most {limit}")
_WORDINGS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "string_type": _TEXT,
    "string_too_short": _with_limit(
        mark("must have at least this many characters: {limit}"), "min_length"
    ),
    "string_too_long": _with_limit(
        mark("must have at most this many characters: {limit}"), "max_length"
    ),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "bool_type": _SWITCH,
    "bool_parsing": _SWITCH,
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "list_type": _ARRAY,
    "tuple_type": _ARRAY,
    "greater_than_equal": _with_limit(_AT_LEAST, "ge"),
    "less_than_equal": _with_limit(_AT_MOST, "le"),
    "literal_error": lambda limits: _("must be one of {names}").format(names=limits["expected"]),
}
"""What a value must be, by what pydantic calls the fault; its own words where it is not here."""


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
    limits = cast("Mapping[str, Any]", found.get("ctx") or {})
    match found["type"]:
        case "missing":
            return _("is missing")
        case "extra_forbidden":
            return _("is not known here")
        case "json_invalid":
            return _("is not JSON: {reason}, at character {place}").format(
                reason=limits["error"], place=found["loc"][-1] + 1
            )
        case kind:
            wording = _WORDINGS.get(kind)
            problem = str(found["msg"]) if wording is None else wording(limits)
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
