"""The JSON Schema of a server's tool: what of it is advertised, and checking input by it. Pure.

A schema comes from the server and may be made to do harm. What is advertised must not break the
request it travels in: one tool that the model's service refuses would end every turn. What is
checked must end: patterns are left out, since a regular expression can run for ever, references
are resolved inside the schema alone, and the work is counted.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, cast

from assistant.foreign_text import without_hidden
from assistant.tools.mcp.model.safe_names import bounded_text

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

MAX_CHARACTERS: Final = 32_000
"""Of a schema as JSON; a longer one is neither advertised nor checked."""
MAX_DEPTH: Final = 32
MAX_STEPS: Final = 5_000
"""Keywords that are looked at in one check."""
MAX_PROBLEMS: Final = 10
_MAX_TEXT: Final = 500
_OPEN: Final[Mapping[str, Any]] = {"type": "object"}
_NAMED: Final = frozenset(
    {"properties", "$defs", "definitions", "dependentSchemas", "patternProperties"}
)
"""Keywords that hold schemas by names of the author's."""
_VALUES: Final = frozenset(
    {"enum", "const", "default", "examples", "required", "dependentRequired"}
)
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_PATTERNS: Final = frozenset({"pattern", "patternProperties", "propertyNames"})
_COMBINERS: Final = frozenset({"oneOf", "anyOf", "allOf"})
"""What model services do not take at the top of a schema."""
_PROPERTY_ALPHABET: Final = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"
)
_MAX_PROPERTY: Final = 64


class _TooMuchWork(Exception):  # noqa: N818  # never leaves this module
    """A check was given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputSchema:
    """What a tool's input must be. `understood` makes it."""

    advertised: Mapping[str, Any] = field(default_factory=lambda: dict(_OPEN))
    """For the model; any object if the schema cannot be used."""
    checked: Mapping[str, Any] | None = None
    """What input is checked by; None if the server has to do it alone."""

    def fitted(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return input without what a model wrote as null because it may be left out."""
        if not any(value is None for value in arguments.values()) or not self.problems(arguments):
            return arguments
        needed = () if self.checked is None else self.checked.get("required", ())
        return {
            name: value for name, value in arguments.items() if value is not None or name in needed
        }

    def problems(self, arguments: Mapping[str, Any]) -> tuple[str, ...]:
        """Return what is wrong with the input of a call; empty if nothing is found.

        Where the schema asks for more work than a check may be, the server has the last word.
        """
        from referencing.exceptions import Unresolvable

        if self.checked is None:
            return ()
        found: list[str] = []
        try:
            for error in _counted(self.checked).iter_errors(dict(arguments)):
                where = ".".join(str(part) for part in error.absolute_path) or "input"
                found.append(f"{where}: {bounded_text(error.message, 200)}")
                if len(found) == MAX_PROBLEMS:
                    break
        except (_TooMuchWork, RecursionError, Unresolvable):
            pass  # what was found until then is wrong all the same
        return tuple(found)


def read_schema(schema: Mapping[str, Any]) -> InputSchema:
    """Return what can be used of a schema. Takes some milliseconds of a processor."""
    # Only servers need it, and it takes a while to import.
    from jsonschema import Draft202012Validator, SchemaError

    if not _is_usable(schema):
        return InputSchema()
    plain = cast("dict[str, Any]", _rewritten(dict(schema)))
    try:
        Draft202012Validator.check_schema(plain)
    except (SchemaError, RecursionError, ValueError, TypeError):
        return InputSchema()
    if not _may_be_sent(plain) or _hides_something(plain):
        return InputSchema(checked=plain)
    kept = {key: value for key, value in plain.items() if key not in _COMBINERS}
    return InputSchema(advertised={**kept, "type": "object"}, checked=plain)


def _hides_something(value: object) -> bool:
    """Whether a name or value, which cannot be cleaned, holds what does not show."""
    if isinstance(value, str):
        return without_hidden(value) != value
    if isinstance(value, list):
        return any(map(_hides_something, cast("list[object]", value)))
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return any(map(_hides_something, (*fields, *fields.values())))
    return False


def _is_usable(schema: Mapping[str, Any]) -> bool:
    if _depth(schema, 0) > MAX_DEPTH:
        return False
    try:
        written = json.dumps(schema, allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        return False
    return len(written) <= MAX_CHARACTERS and schema.get("type", "object") == "object"


def _depth(value: object, level: int) -> int:
    """Return how deep a value goes; a little over `MAX_DEPTH` is as deep as it looks."""
    if level > MAX_DEPTH:
        return level
    children: list[object] = []
    if isinstance(value, Mapping):
        children = list(cast("Mapping[str, object]", value).values())
    elif isinstance(value, list):
        children = cast("list[object]", value)
    return max((_depth(child, level + 1) for child in children), default=level)


def _rewritten(value: object) -> object:
    """Return a schema without patterns, with its words cleaned."""
    if isinstance(value, list):
        return [_rewritten(item) for item in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    fields = cast("dict[str, object]", value)
    result: dict[str, object] = {}
    for key, inner in fields.items():
        if key in _PATTERNS or key in {"$id", "$comment", "format", "examples"}:
            continue
        if key == "$schema" and inner != _DIALECT:
            continue
        if "patternProperties" in fields and key in {
            "additionalProperties",
            "unevaluatedProperties",
        }:
            continue  # without the patterns it would refuse what they allow
        if key in _NAMED and isinstance(inner, dict):
            named = cast("dict[str, object]", inner)
            result[key] = {name: _rewritten(each) for name, each in named.items()}
        elif key in _VALUES:
            result[key] = inner
        elif key in {"title", "description"} and isinstance(inner, str):
            result[key] = bounded_text(inner, _MAX_TEXT)
        else:
            result[key] = _rewritten(inner)
    return result


def _may_be_sent(schema: Mapping[str, Any]) -> bool:
    """Whether a model's service takes the schema: names of its alphabet, references inside it."""
    pending: list[object] = [schema]
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending.extend(cast("list[object]", value))
        elif isinstance(value, dict):
            fields = cast("dict[str, object]", value)
            properties = fields.get("properties")
            if isinstance(properties, dict):
                names = cast("dict[str, object]", properties)
                if any(
                    not name or len(name) > _MAX_PROPERTY or set(name) - _PROPERTY_ALPHABET
                    for name in names
                ):
                    return False
            reference = fields.get("$ref")
            if isinstance(reference, str) and not reference.startswith("#"):
                return False
            pending.extend(fields.values())
    return True


def _counted(schema: Mapping[str, Any]) -> "Validator":
    """Return a validator that gives up after `MAX_STEPS` keywords."""
    import jsonschema.validators
    import referencing

    left = MAX_STEPS

    def counting(function: Any) -> Any:
        def check(validator: Any, value: Any, instance: Any, parent: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise _TooMuchWork
            return function(validator, value, instance, parent)

        return check

    base = jsonschema.Draft202012Validator
    checks: Mapping[str, Any] = base.VALIDATORS
    validators: Any = jsonschema.validators  # partly untyped
    kind = validators.extend(
        base, {keyword: counting(function) for keyword, function in checks.items()}
    )
    # An empty registry: nothing is fetched.
    return cast("Validator", kind(schema, registry=referencing.Registry[Any]()))
