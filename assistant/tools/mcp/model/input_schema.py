"""The JSON Schema of a server's tool: what of it is advertised, and checking input by it. Pure.

A schema comes from the server and may be made to do harm. What is advertised must not break the
request it travels in (`schema_folding`). What is checked must end: patterns are left out
(`schema_repair`), references are resolved inside the schema alone, and the work is counted.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, cast

from assistant.tools.mcp.model.safe_names import bounded_text
from assistant.tools.mcp.model.schema_folding import (
    MAX_SCHEMA_CHARACTERS,
    FoldedSchema,
    folded_schema,
)
from assistant.tools.mcp.model.schema_repair import mended_schema

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

MAX_STEPS: Final = 5_000
"""Keywords that are looked at in one check."""
MAX_PROBLEMS: Final = 10
_MAX_READ: Final = 500_000
"""Characters of a schema as JSON; a longer one is neither advertised nor checked."""
_OPEN: Final[Mapping[str, Any]] = {"type": "object"}


class _TooMuchWork(Exception):  # noqa: N818  # never leaves this module
    """A check was given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputSchema:
    """What a tool's input must be. `read_schema` makes it."""

    folded: FoldedSchema = field(default_factory=lambda: FoldedSchema(schema=dict(_OPEN)))
    checked: Mapping[str, Any] | None = None
    """What input is checked by, under the server's names; None if the server does it alone."""

    @property
    def advertised(self) -> Mapping[str, Any]:
        """For the model; any object if the schema cannot be used."""
        return self.folded.schema

    def fitted(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Drop the nulls with which a model leaves fields out, and use the server's names."""
        arguments = self.folded.original(arguments)
        if not any(value is None for value in arguments.values()) or not self.problems(arguments):
            return arguments
        needed = () if self.checked is None else self.checked.get("required", ())
        return {
            name: value for name, value in arguments.items() if value is not None or name in needed
        }

    def problems(self, arguments: Mapping[str, Any]) -> tuple[str, ...]:
        """Violations of the schema; empty if none is found.

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
    """What can be used of a schema. Takes some milliseconds of a processor."""
    try:
        if len(json.dumps(schema)) > _MAX_READ:
            return InputSchema()
        mended = mended_schema(schema)
        folded = folded_schema(mended)
    except (ValueError, TypeError, RecursionError):
        return InputSchema()
    is_short = len(json.dumps(mended)) <= MAX_SCHEMA_CHARACTERS
    return InputSchema(folded=folded, checked=mended if is_short else None)


def _counted(schema: Mapping[str, Any]) -> "Validator":
    """A validator that gives up after `MAX_STEPS` keywords."""
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
