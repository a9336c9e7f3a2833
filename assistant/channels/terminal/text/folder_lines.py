"""Folders that tools may use, as they are written and told in a terminal. Pure."""

from assistant.locale import _
from assistant.protocol.folders import (
    FolderCommand,
    FolderEntry,
    GrantFolder,
    ListFolders,
    RevokeFolder,
)


def parse_folder_words(words: str) -> FolderCommand | None:
    """Return what the words after `/folders` ask for; None if they cannot be read.

    Args:
        words: Nothing, `add PATH [write]` or `remove NAME`; a path may hold spaces and stand in
            quotes.
    """
    if not words:
        return ListFolders()
    verb, _space, rest = words.partition(" ")
    rest = rest.strip()
    if verb == "remove" and rest:
        return RevokeFolder(name=rest.removeprefix("@"))
    if verb != "add" or not rest:
        return None
    path, _space, last = rest.rpartition(" ")
    is_writable = last == "write" and bool(path)
    path = (path if is_writable else rest).strip()
    if len(path) > 1 and path[0] == path[-1] and path[0] in "\"'":
        path = path[1:-1]
    return GrantFolder(path=path, is_writable=is_writable)


def access_title(entry: FolderEntry) -> str:
    """Return what tools may do in a folder, and whether it is there."""
    told = _("read and write") if entry.is_writable else _("read")
    if entry.is_for_conversation:
        told = _("{access}, in one conversation").format(access=told)
    return told if entry.is_there else _("{access}; not there now").format(access=told)


def folder_line(entry: FolderEntry) -> str:
    """Return one line about a folder."""
    return f"@{entry.name}  {entry.path}  {access_title(entry)}"
