"""Folders of the user's own that tools may use: commands and events."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFolders:
    """Ask for `FoldersListed`, which every other command about folders gives too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantFolder:
    """Let tools use a folder in every conversation, or change what they may do there."""

    path: str
    is_writable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeFolder:
    """Take a folder back, at once and in every conversation."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderEntry:
    """A folder that tools may use."""

    name: str
    """What a path in it begins with, after `@`."""
    path: str
    is_writable: bool = False
    is_there: bool = True
    """Whether it can be seen now; a drive may be unplugged."""
    is_for_conversation: bool = False
    """Whether it holds in one conversation alone, until the program ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldersListed:
    """The folders that tools may use."""

    folders: tuple[FolderEntry, ...]
    problem: str = ""
    """Why the last change was not made, or they cannot be read; for the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrash:
    """Ask for `TrashListed`, which every other command about the trash gives too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreFile:
    """Bring a file back from the trash; what is there now stays."""

    folder: str
    """The folder of the user's own that it was in; empty for the workspace."""
    file_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyTrash:
    """Remove for good what is listed: the trash of the workspace and of each folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashEntry:
    """A file in the trash."""

    folder: str
    """The folder of the user's own that it was in; empty for the workspace."""
    file_id: str
    path: str
    """Where it was, in that folder."""
    deleted_at: datetime
    """Aware."""
    size: int
    """Bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashListed:
    """What is in the trash, what was deleted last first."""

    files: tuple[TrashEntry, ...]
    outcome: str = ""
    """What the last command did, for the user."""
    problem: str = ""
    """What it could not do, or why a trash cannot be read; for the user."""


FolderEvent = FoldersListed | TrashListed
FolderCommand = ListFolders | GrantFolder | RevokeFolder | ListTrash | RestoreFile | EmptyTrash
