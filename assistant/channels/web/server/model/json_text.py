"""Whether the body of a request can be kept and sent on. Pure."""

import json
import re
from typing import Final

_HALF: Final = re.compile(rb"\\u[dD][89a-fA-F]")
"""Half of a pair of escapes, which alone is no character."""


def is_encodable(body: bytes) -> bool:
    """Whether no text of a JSON body holds half a character; other bodies are refused later."""
    if not _HALF.search(body):
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
