"""JSON that an example is written in, so far as it is any."""

import json
from collections.abc import Iterator
from typing import Any, cast


def json_object(data: bytes | str) -> dict[str, Any] | None:
    """Return the object that stands there; None if it is none."""
    try:
        said: object = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", said) if isinstance(said, dict) else None


def json_objects(data: bytes) -> Iterator[dict[str, Any]]:
    """Yield the objects that stand on lines of their own."""
    for line in data.decode("utf-8", "replace").split("\n"):
        if (found := json_object(line)) is not None:
            yield found
