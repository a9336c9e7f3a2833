"""Bodies of records as text, and what tells two of them apart."""

import hashlib
import json
import re
from typing import Any, Final, cast

from assistant.sync.model.records import Body, RecordKey

_HALF: Final = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which no database takes as text."""


def to_json(value: object) -> str:
    """Equal values give equal text, which can be stored whatever the value holds."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    if _HALF.search(text):
        text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return text


def refuse_halves(text: str, body: Body | None) -> None:
    """See that each text of a body can be stored.

    Args:
        text: What `to_json` wrote of the body.
        body: The body.

    Raises:
        ValueError: If one holds half of a surrogate pair.
    """
    if "\\ud" in text and _HALF.search(json.dumps(body, ensure_ascii=False)):
        raise ValueError("A text of the record holds half of a surrogate pair.")


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
