"""Names and words of servers, made safe to show and to advertise. Pure."""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from assistant.foreign_text import without_hidden
from assistant.questions.model.sanitizer import clean_text

MAX_TOOL_NAME: Final = 64
"""Characters of a tool's name that model services accept."""
MAX_DESCRIPTION: Final = 2_000
"""Characters of what a server says of a tool."""
_MAX_SERVER: Final = 24
_DIGEST: Final = 6
_SEPARATOR: Final = "__"
_PLAIN_SERVER: Final = re.compile(r"[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*")
_PLAIN_TOOL: Final = re.compile(r"[A-Za-z0-9_-]+")


def tool_names(server: str, tools: Sequence[str]) -> dict[str, str]:
    """`server__tool` for each tool, fit to be advertised.

    A name that had to be altered ends in a digest of the original, so that it stays the same
    whatever else the server offers, and no tool slips into the name of another. No built-in tool
    has two underscores in its name, so none is shadowed.

    Args:
        server: Its name in the configuration.
        tools: As the server calls them; a name that is there twice counts once.
    """
    first = _fitted(server, server, _PLAIN_SERVER, _MAX_SERVER)
    room = MAX_TOOL_NAME - len(first) - len(_SEPARATOR)
    wanted = list(dict.fromkeys(tools))
    folded = Counter(name.casefold() for name in wanted)
    names: dict[str, str] = {}
    for name in wanted:
        is_alone = folded[name.casefold()] == 1
        pattern = _PLAIN_TOOL if is_alone else _NOTHING
        names[name] = f"{first}{_SEPARATOR}{_fitted(name, name, pattern, room)}"
    return names


_NOTHING: Final = re.compile(r"(?!)")


def _fitted(name: str, original: str, plain: re.Pattern[str], room: int) -> str:
    if plain.fullmatch(name) and len(name) <= room:
        return name
    digest = hashlib.sha256(original.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
    rest = re.sub(r"[^A-Za-z0-9-]+", "_", name)[: room - _DIGEST - 1].strip("_")
    return f"{rest}_{digest}" if rest else digest


def bounded_text(text: str, limit: int, *, multiline: bool = False) -> str:
    """Strip control characters; at most `limit` characters."""
    # What is longer is cut before it is cleaned too, so that a huge text costs nothing.
    cleaned = without_hidden(clean_text(text[: limit * 2], multiline=multiline))
    return cleaned if len(cleaned) <= limit else cleaned[: limit - 1] + "…"
