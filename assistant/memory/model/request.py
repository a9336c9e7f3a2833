"""What the user wants remembered, and a first look whether they may want anything. Pure."""

from dataclasses import dataclass
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language import either
from assistant.memory.model.scope import MemoryScope

_MENTION: Final = either(
    known.memory_mention for known in LANGUAGES.values() if known.memory_mention is not None
)


_LOOKED_AT: Final = 20_000
"""Characters at either end of a text; looking through a pasted book would stop all else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedFact:
    """A fact that is to be remembered."""

    fact: str
    """As `as_fact` gives it; may be too long."""
    scope: MemoryScope


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRequest:
    """The user wants something remembered."""

    facts: tuple[RequestedFact, ...] = ()
    """Empty if the words only point at it: "remember that"."""


def may_be_request(text: str) -> bool:
    """Whether `parse_memory_request` could find a request.

    Most words are none, and this spares them the patterns of `request_parser`, which take some 40
    ms to compile. Of a long text the beginning and the end are looked at.
    """
    parts = (text,) if len(text) <= 2 * _LOOKED_AT else (text[:_LOOKED_AT], text[-_LOOKED_AT:])
    return any(_MENTION.search(part) for part in parts)
