"""What a value must be that pydantic refuses, as a message of the catalogues. Pure."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, cast

from assistant.locale import _, mark

_TEXT: Final = mark("must be a text")
_NUMBER: Final = mark("must be a number")
_WHOLE: Final = mark("must be a whole number")
_SWITCH: Final = mark("must be true or false")
_OBJECT: Final = mark("must be an object")
_ARRAY: Final = mark("must be an array")
_AT_LEAST: Final = mark("must be at least {limit}")
_AT_MOST: Final = mark("must be at most {limit}")
_TEMPLATES: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "string_type": (_TEXT, {}),
    "string_too_short": (
        mark("must have at least this many characters: {limit}"),
        {"limit": "min_length"},
    ),
    "string_too_long": (
        mark("must have at most this many characters: {limit}"),
        {"limit": "max_length"},
    ),
    "int_type": (_WHOLE, {}),
    "int_parsing": (_WHOLE, {}),
    "int_parsing_size": (_WHOLE, {}),
    "int_from_float": (_WHOLE, {}),
    "float_type": (_NUMBER, {}),
    "float_parsing": (_NUMBER, {}),
    "finite_number": (_NUMBER, {}),
    "bool_type": (_SWITCH, {}),
    "bool_parsing": (_SWITCH, {}),
    "dict_type": (_OBJECT, {}),
    "model_type": (_OBJECT, {}),
    "model_attributes_type": (_OBJECT, {}),
    "list_type": (_ARRAY, {}),
    "tuple_type": (_ARRAY, {}),
    "greater_than_equal": (_AT_LEAST, {"limit": "ge"}),
    "less_than_equal": (_AT_MOST, {"limit": "le"}),
    "literal_error": (mark("must be one of {names}"), {"names": "expected"}),
    "missing": (mark("is missing"), {}),
    "extra_forbidden": (mark("is not known here"), {}),
}
"""What is said, by what pydantic calls the fault, and which of its limits are put into it."""


class ValueFault(NamedTuple):
    """What a value must be."""

    template: str
    """The English id of a translation, which goes on from the name of a field."""
    values: Mapping[str, object]
    """What it is filled in with."""

    @property
    def localized(self) -> str:
        """In the interface's language."""
        return _(self.template).format(**self.values)


def value_fault(found: Mapping[str, Any]) -> ValueFault:
    """Explain an invalid value; in pydantic's own words where there are no others.

    Args:
        found: One of the errors that pydantic or FastAPI lists.
    """
    if found["type"] not in _TEMPLATES:
        return ValueFault(mark("cannot be used: {reason}"), {"reason": found["msg"]})
    template, names = _TEMPLATES[found["type"]]
    limits = cast("Mapping[str, object]", found.get("ctx") or {})
    return ValueFault(template, {name: limits[key] for name, key in names.items()})
