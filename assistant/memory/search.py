"""What memory files say and said before: line by line, for whoever looks for something in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from assistant.errors import MemoryFileError
from assistant.memory.keeper import MemoryKeeper
from assistant.memory.model.facts import FACT_MARK, key_of
from assistant.memory.model.file_edits import facts_of
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner
from assistant.storage.model.search_query import normal, read_query
from assistant.storage.model.snippets import find_spans

MAX_ARCHIVES: Final = 60
"""Earlier versions that are looked into, the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLine:
    """One line of a memory file."""

    scope: MemoryScope
    text: str
    """Without its mark."""
    is_fact: bool
    """Whether it can be forgotten by itself."""
    until: datetime | None = None
    """When the file was rewritten without it; None if it says it now."""


def memory_lines(keeper: MemoryKeeper, owner: MemoryOwner) -> tuple[MemoryLine, ...]:
    """Every line of the three files, and of their archived versions; reads the disk.

    A line that still stands is not repeated as past, and one of several earlier versions stands
    once.
    """
    found: list[MemoryLine] = []
    seen: set[tuple[MemoryScope, str]] = set()
    for stored in keeper.read_all(owner):
        found += _lines(stored.text, stored.scope, None, seen)
    for archived in keeper.archive.list(owner)[:MAX_ARCHIVES]:
        try:
            text = keeper.archive.read(owner, archived.name)
        except MemoryFileError:  # gone since
            continue
        found += _lines(text, archived.scope, archived.at, seen)
    return tuple(found)


def matching_lines(query: str, lines: Sequence[MemoryLine]) -> tuple[MemoryLine, ...]:
    """Lines with most of the words of a query, in order; pure.

    Args:
        query: Words, and phrases in quotes; empty for all that is said now.
    """
    sought = read_query(query)
    if not sought:
        return tuple(line for line in lines if line.until is None)
    counts = [sum(1 for word in find_spans(normal(line.text), sought) if word) for line in lines]
    most = max(counts, default=0)
    return tuple(line for line, n in zip(lines, counts, strict=True) if n and n == most)


def _lines(
    text: str, scope: MemoryScope, until: datetime | None, seen: set[tuple[MemoryScope, str]]
) -> list[MemoryLine]:
    facts = {fact.line for fact in facts_of(text)}
    found: list[MemoryLine] = []
    for number, line in enumerate(text.split("\n")):
        words = line.strip().removeprefix(FACT_MARK).strip()
        place = (scope, key_of(words).text)
        if not place[1] or line.startswith("#") or place in seen:
            continue
        seen.add(place)
        found.append(MemoryLine(scope=scope, text=words, is_fact=number in facts, until=until))
    return found
