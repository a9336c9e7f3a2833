"""Tells the members of a union apart by the names of their classes. Pure."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, cast, get_args

if TYPE_CHECKING:  # the window starts without writing anything for another process
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

CLASS: Final = "class"
FIELDS: Final = "fields"


class ByClassName:
    """Annotates a union of dataclasses, whose members may have the same fields, for pydantic.

    A value is written as `{"class": "Say", "fields": {…}}`.
    """

    def __get_pydantic_core_schema__(
        self, source: Any, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        """Return the schema of the union."""
        from pydantic_core import core_schema

        def member(kind: type[Any]) -> "CoreSchema":
            def write(value: object, inner: Callable[[object], object]) -> dict[str, object]:
                return {CLASS: kind.__name__, FIELDS: inner(value)}

            schema = handler.generate_schema(kind)
            return core_schema.no_info_before_validator_function(
                _fields,
                schema,
                serialization=core_schema.wrap_serializer_function_ser_schema(write, schema=schema),
            )

        return core_schema.tagged_union_schema(
            {kind.__name__: member(kind) for kind in get_args(source)}, discriminator=_class_name
        )


def _class_name(value: object) -> str | None:
    """Return the name of the class of a value, or that was written with it."""
    if isinstance(value, dict):
        name = cast("dict[str, object]", value).get(CLASS)
        return name if isinstance(name, str) else None
    return type(value).__name__


def _fields(value: object) -> object:
    return cast("dict[str, object]", value).get(FIELDS) if isinstance(value, dict) else value
