"""What memory files say and said before: line by line, for whoever looks for something in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from assistant.errors import MemoryFileError
from assistant.memory.keeper import MemoryKeeper
from assistant.memory.model.facts import MARK, key_of
from assistant.memory.model.file_edits import facts_of
from assistant.memory.model.scope import Scope
from assistant.memory.owner import Whose
from assistant.storage.model.search_query import normal, read_query
from assistant.storage.model.snippets import find_spans

MAX_ARCHIVES: Final = 60
"""Earlier versions that are looked into, the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """One line of a memory file."""

    scope: Scope
    text: str
    """Without its mark."""
    is_fact: bool
    """Whether it can be forgotten by itself."""
    until: datetime | None = None
    """When the file was rewritten without it; None if it says it now."""


def remembered(keeper: MemoryKeeper, whose: Whose) -> tuple[Remembered, ...]:
    """Return every line of the three files, and of what they said before; reads the disk.

    What is still said is not told again as past, and what was said in several earlier versions is
    told once.
    """
    found: list[Remembered] = []
    seen: set[tuple[Scope, str]] = set()
    for stored in keeper.read_all(whose):
        found += _lines(stored.text, stored.scope, None, seen)
    for archived in keeper.archived(whose)[:MAX_ARCHIVES]:
        try:
            text = keeper.read_archived(whose, archived.name)
        except MemoryFileError:  # gone since
            continue
        found += _lines(text, archived.scope, archived.at, seen)
    return tuple(found)


def matching(query: str, lines: Sequence[Remembered]) -> tuple[Remembered, ...]:
    """Return the lines that hold most of the words of a query, in their order; pure.

    Args:
        query: Words, and phrases in quotes; empty for all that is said now.
        lines: From `remembered`.
    """
    sought = read_query(query)
    if not sought:
        return tuple(line for line in lines if line.until is None)
    counts = [sum(1 for word in find_spans(normal(line.text), sought) if word) for line in lines]
    most = max(counts, default=0)
    return tuple(line for line, n in zip(lines, counts, strict=True) if n and n == most)


def _lines(
    text: str, scope: Scope, until: datetime | None, seen: set[tuple[Scope, str]]
) -> list[Remembered]:
    facts = {fact.line for fact in facts_of(text)}
    found: list[Remembered] = []
    for number, line in enumerate(text.split("\n")):
        words = line.strip().removeprefix(MARK).strip()
        place = (scope, key_of(words).text)
        if not place[1] or line.startswith("#") or place in seen:
            continue
        seen.add(place)
        found.append(Remembered(scope=scope, text=words, is_fact=number in facts, until=until))
    return found
