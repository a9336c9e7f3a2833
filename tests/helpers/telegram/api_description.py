"""The machine-readable description of the Bot API, and what it says of a value."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

_FILE: Final = Path(__file__).parents[2] / "data" / "telegram" / "api.min.json"
_ARRAY: Final = "Array of "
_PLAIN: Final[Mapping[str, type | tuple[type, ...]]] = {
    "String": str,
    "Integer": int,
    "Float": (int, float),
    "Boolean": bool,
}
UPLOAD: Final = "InputFile"

Json = dict[str, Any]


class ApiDescription:
    """Every method and type of the Bot API.

    Args:
        described: The description as it is read from its file.
    """

    def __init__(self, described: Json) -> None:
        self.version: Final[str] = described["version"]
        self._methods: Final[Mapping[str, Json]] = described["methods"]
        self._types: Final[Mapping[str, Json]] = described["types"]

    @property
    def methods(self) -> Sequence[str]:
        """The names of all methods."""
        return list(self._methods)

    def method(self, name: str) -> str | None:
        """Return a method's name as it is written, whatever its case; None if there is none."""
        folded = {known.casefold(): known for known in self._methods}
        return folded.get(name.casefold())

    def fields(self, method: str) -> Mapping[str, Sequence[str]]:
        """Return the types that each parameter of a method may have; nothing if there is none."""
        described = self._methods.get(method, {})
        return {field["name"]: field["types"] for field in described.get("fields", ())}

    def problems_of_call(
        self, method: str, given: Mapping[str, Any], uploads: Mapping[str, bytes]
    ) -> Iterator[str]:
        """Yield what is wrong with the parameters of a call."""
        yield from self._of_fields(
            self._methods[method].get("fields", ()), given, method, frozenset(uploads)
        )

    def problems_of_result(self, method: str, result: object) -> Iterator[str]:
        """Yield what is wrong with a result."""
        yield from self._of_value(self._methods[method]["returns"], result, method, frozenset())

    def problems_of(self, name: str, value: object) -> Iterator[str]:
        """Yield what is wrong with an object of a type."""
        yield from self._of_value([name], value, name, frozenset())

    def _of_fields(
        self, fields: Sequence[Json], given: Mapping[str, Any], where: str, uploads: frozenset[str]
    ) -> Iterator[str]:
        known = {field["name"]: field for field in fields}
        for name in given:
            if name not in known:
                yield f"{where}: unknown field {name!r}"
        for name, field in known.items():
            if name in given:
                yield from self._of_value(field["types"], given[name], f"{where}.{name}", uploads)
            elif field["required"] and not (UPLOAD in field["types"] and name in uploads):
                yield f"{where}: field {name!r} is missing"

    def _of_value(
        self, types: Sequence[str], value: object, where: str, uploads: frozenset[str]
    ) -> Iterator[str]:
        tried = [list(self._of_type(name, value, where, uploads)) for name in types]
        if not any(not problems for problems in tried):
            # The problems of the type that it comes closest to.
            yield from min(tried, key=len)

    def _of_type(
        self, name: str, value: object, where: str, uploads: frozenset[str]
    ) -> Iterator[str]:
        if name in _PLAIN:
            is_bool = isinstance(value, bool) and name != "Boolean"
            if is_bool or not isinstance(value, _PLAIN[name]):
                yield f"{where}: {value!r} is no {name}"
        elif name.startswith(_ARRAY):
            if not isinstance(value, list):
                yield f"{where}: {value!r} is no array"
                return
            for index, item in enumerate(cast("list[object]", value)):
                inner = [name.removeprefix(_ARRAY)]
                yield from self._of_value(inner, item, f"{where}[{index}]", uploads)
        elif name == UPLOAD:
            if not (isinstance(value, str) and value.removeprefix("attach://") in uploads):
                yield f"{where}: no such upload: {value!r}"
        elif not isinstance(value, dict):
            yield f"{where}: {value!r} is no {name}"
        else:
            yield from self._of_object(name, cast("Json", value), where, uploads)

    def _of_object(
        self, name: str, value: Json, where: str, uploads: frozenset[str]
    ) -> Iterator[str]:
        described = self._types[name]
        if subtypes := described.get("subtypes"):
            yield from self._of_value(subtypes, value, where, uploads)
        else:
            yield from self._of_fields(described.get("fields", ()), value, where, uploads)


@cache
def bot_api() -> ApiDescription:
    """Return the description that comes with the tests."""
    return ApiDescription(json.loads(_FILE.read_text("utf-8")))
