"""What the user wants remembered, and a first look whether they may want anything. Pure."""

import re
from dataclasses import dataclass
from typing import Final

from assistant.memory.model.scope import MemoryScope

_MENTION: Final = re.compile(
    r"remember|memori|mind|forget|note|기억|잊|까먹|명심|메모|외워|记|忘", re.IGNORECASE
)


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
    """Whether words may be a request to remember; if not, `understand` finds none.

    Most words are none, and this spares them the patterns of `explicit`, which take some 40 ms to
    compile.
    """
    return _MENTION.search(text) is not None
