"""The bytes that a body is stored as."""

import json
from typing import Any, cast

from assistant.sync.model.records import Body


def encoded(body: Body) -> bytes:
    """Equal bodies give equal bytes."""
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def decoded(stored: bytes) -> Body:
    """Decode what `encoded` wrote; of anything else there is a body without fields, as no record has."""
    try:
        value: Any = json.loads(stored.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return {}
    return cast("Body", value) if isinstance(value, dict) else {}
