"""Folders of the user's own that tools may use: commands and events."""

from dataclasses import dataclass


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


FolderCommand = ListFolders | GrantFolder | RevokeFolder
