"""What reading and writing a memory comes to. Values only."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from assistant.memory.model.scope import MemoryScope


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMemory:
    """A memory file as it is."""

    scope: MemoryScope
    path: Path
    """Of the user's own file; it may not exist yet."""
    text: str
    r"""All of it; its lines end with `\n`."""
    digest: str
    limit: int
    """Characters it is kept within."""
    problem: str = ""
    """What is wrong with it, in the user's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedVersion:
    """What a memory file said before it was rewritten."""

    name: str
    scope: MemoryScope
    at: datetime
    characters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFact:
    """A fact was written."""

    change_id: str
    scope: MemoryScope
    fact: str
    replaced: str = ""
    alike: str = ""
    """A fact that stands beside it and may be an older value of the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenFact:
    """A fact was taken out."""

    change_id: str
    scope: MemoryScope
    fact: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactedMemory:
    """A file was rewritten."""

    change_id: str
    archived: str
    """Name of what it said before."""
    before: int
    """Characters."""
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryConflict:
    """The file has changed since it was read; nothing was written."""

    now: StoredMemory


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryTooLong:
    """The text is longer than the file may be; nothing was written."""

    characters: int
    limit: int
