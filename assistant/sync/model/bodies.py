"""Bodies of records as text, and what tells two of them apart."""

import hashlib
import json
from typing import Any, cast

from assistant.sync.model.records import Body, RecordKey


def to_json(value: object) -> str:
    """Equal values give equal text."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def from_json(text: str) -> Body:
    """Return the body that `to_json` wrote.

    Raises:
        ValueError: If the text is no JSON object.
    """
    value: Any = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("The body of a record is no JSON object.")
    return cast("Body", value)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def fingerprint(key: RecordKey, version: int, digest_of_body: str | None) -> bytes:
    """Identify one version of a record among very many; None stands for deleted."""
    named = to_json([key.kind, key.key, version, digest_of_body])
    return hashlib.blake2b(named.encode("utf-8", "surrogatepass"), digest_size=16).digest()
