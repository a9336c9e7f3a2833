"""Whether the body of a request can be kept and sent on. Pure."""

import json
import re
from typing import Final

_HALF: Final = re.compile(rb"\\u[dD][89a-fA-F]")
"""Half of a pair of escapes, which alone is no character."""


def is_encodable(body: bytes) -> bool:
    """Whether no text of a JSON body holds half a character; other bodies are refused later.

    Python reads halves of UTF-8 too, and JSON in UTF-16 and UTF-32.
    """
    if _is_utf8(body) and not _HALF.search(body):
        return True
    try:
        text = json.dumps(json.loads(body), ensure_ascii=False)
    except (ValueError, RecursionError):
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_utf8(body: bytes) -> bool:
    if b"\0" in body:
        return False
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True
