"""What is remembered: commands and events."""

from dataclasses import dataclass
from pathlib import Path

from assistant.memory.model.outcomes import ArchivedVersion, StoredMemory
from assistant.memory.model.scope import MemoryScope


@dataclass(frozen=True, slots=True, kw_only=True)
class Remember:
    """Keep a fact, because the user said so; `FactKept` or a notice tells how it went."""

    scope: MemoryScope
    fact: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoMemory:
    """Take back a change of what is remembered; a notice says if it cannot be done."""

    change_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadMemory:
    """Ask for `MemoryRead`, now and whenever a file changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveMemory:
    """Replace what a memory file says; `MemorySaved` tells how it went."""

    scope: MemoryScope
    text: str
    digest: str
    """Of the text that was edited: a file that has changed since is not overwritten."""
    path: Path | None = None
    """Of the file that was edited, if it must be that one: another persona may be in use by now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactMemory:
    """Have the model rewrite a memory file to be shorter; the old text goes to the archive.

    `MemorySaved` tells how it went.
    """

    scope: MemoryScope


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadArchived:
    """Ask for `ArchivedRead`."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FactKept:
    """A fact was written to memory."""

    change_id: str
    scope: MemoryScope
    fact: str
    replaced: str = ""
    """The line it took the place of; empty if it was added."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRead:
    """The memory files of workspace, agent and person, and what they said before, newest first."""

    files: tuple[StoredMemory, ...]
    archive: tuple[ArchivedVersion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySaved:
    """How `SaveMemory` went."""

    scope: MemoryScope
    problem: str = ""
    """Why nothing was written, in the user's language; empty if it was."""
    conflict: StoredMemory | None = None
    """What the file says now, if it had changed since it was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedRead:
    """What an archived memory says."""

    name: str
    text: str


MemoryCommand = Remember | UndoMemory | ReadMemory | SaveMemory | CompactMemory | ReadArchived
MemoryEvent = FactKept | MemoryRead | MemorySaved | ArchivedRead
