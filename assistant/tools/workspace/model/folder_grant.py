"""Folders of the user's own that tools may use, and how a path names one. Pure.

A path in such a folder is `@Documents/plans/garden.md`, or the absolute path. One that begins with
`@` never means a file of the workspace, so that a folder that was revoked does not turn into one.
"""

import json
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from assistant.tools.workspace.model.paths import (
    FolderClosedError,
    Parts,
    WorkspaceError,
    is_hidden,
    key,
    names_of,
)
from assistant.tools.workspace.model.secret_files import is_secret

MARK: Final = "@"
"""What a path in a granted folder begins with."""
MAX_NAME: Final = 60
HOW_TO_GRANT: Final = (
    "Ask for one with request_folder. Or the person grants a folder in the settings under Files and folders, or in the terminal with"
    " /folders add PATH or parley folders add PATH."
)
HOW_TO_GRANT_WRITE: Final = (
    "The person lets files be changed there in the settings under Files and folders, or in the"
    " terminal with /folders add PATH write or parley folders add --write PATH."
)


class FolderAccess(Enum):
    """What tools may do in a folder."""

    READ = "read"
    WRITE = "write"
    """Also read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderGrant:
    """A folder that the user has granted."""

    name: str
    """What a path in it begins with, without the mark."""
    path: Path
    """Absolute, with no link in it."""
    access: FolderAccess = FolderAccess.READ
    conversation_id: str = ""
    """The only conversation it holds in; empty if it holds in all."""

    @property
    def marked(self) -> str:
        """The name as paths begin with it."""
        return MARK + self.name

    @property
    def is_writable(self) -> bool:
        return self.access is FolderAccess.WRITE


class _Stored(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    path: Path
    access: FolderAccess


_STORED: Final = TypeAdapter(list[_Stored])


def parse_grants(text: str | bytes) -> tuple[FolderGrant, ...]:
    try:
        stored = _STORED.validate_json(text)
    except ValidationError as error:
        raise ValueError(str(error)) from error
    return tuple(
        FolderGrant(name=one.name, path=one.path, access=one.access)
        for one in stored
        if one.path.is_absolute()
    )


def dump_grants(grants: Iterable[FolderGrant]) -> str:
    """Inverse of `parse_grants`; leaves out grants of one conversation."""
    stored = [
        {"name": grant.name, "path": str(grant.path), "access": grant.access.value}
        for grant in grants
        if not grant.conversation_id
    ]
    return json.dumps(stored, ensure_ascii=False, indent=2) + "\n"


def name_for(path: Path, taken: Collection[str]) -> str:
    """A unique name, from the folder's last part."""
    letters = "".join(c if c.isalnum() or c in "-_. " else "-" for c in path.name)
    name = unicodedata.normalize("NFC", letters).strip(". ")[:MAX_NAME] or "folder"
    keys = {key(one) for one in taken}
    if key(name) not in keys:
        return name
    return next(found for n in range(2, len(keys) + 3) if key(found := f"{name}-{n}") not in keys)


def is_folder_path(path: str) -> bool:
    """Whether a path leads outside the workspace: by a folder's name or absolutely."""
    text = path.strip()
    return text.startswith((MARK, "~")) or Path(text).is_absolute()


def locate(path: str, grants: Sequence[FolderGrant], *, home: Path) -> tuple[FolderGrant, Parts]:
    """The folder that a path is in, and the names below it.

    Args:
        path: One for which `is_folder_path` holds.
        grants: The folders; of two that hold the path, the inner one is meant.
        home: What `~` stands for.

    Raises:
        FolderClosedError: If it is in no granted folder.
        WorkspaceError: If it names what is closed to tools.
    """
    text = path.strip()
    if text.startswith(MARK):
        name, _slash, rest = text[len(MARK) :].replace("\\", "/").partition("/")
        found = next((grant for grant in grants if key(grant.name) == key(name)), None)
    else:
        absolute = _absolute(text, home)
        holding = [grant for grant in grants if absolute.is_relative_to(grant.path)]
        found = max(holding, key=lambda grant: len(grant.path.parts), default=None)
        rest = "" if found is None else str(absolute.relative_to(found.path))
    if found is None:
        raise FolderClosedError(f"{path} is in no folder that tools may use.", hint=hint(grants))
    parts = names_of(rest)
    check_open(parts)
    return found, parts


def check_open(parts: Parts) -> None:
    """Raises WorkspaceError if a name is one that holds secrets."""
    for part in parts:
        if is_secret(part):
            raise WorkspaceError(f"{part} may hold keys or passwords and is closed to tools.")


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a path is a folder or below it, on the least exact of file systems."""
    outer = tuple(map(key, folder.parts))
    return tuple(map(key, path.parts))[: len(outer)] == outer


def closed_part(path: Path, user: Path) -> str:
    """The part of a folder's path for which tools leave it alone; empty if none.

    Args:
        path: The folder; absolute.
        user: The user's home folder; it may be anywhere.
    """
    below = path.relative_to(user if path.is_relative_to(user) else path.anchor).parts
    return next((part for part in below if is_hidden(part) or is_secret(part)), "")


def hint(grants: Sequence[FolderGrant]) -> str:
    """Which folders the model may use, and how the user grants one."""
    if not grants:
        return f"The person has granted no folder of their own. {HOW_TO_GRANT}"
    return f"Granted are: {'; '.join(map(describe, grants))}. {HOW_TO_GRANT}"


def describe(grant: FolderGrant) -> str:
    """One line about a folder, for the model."""
    access = "read and write" if grant.is_writable else "read only"
    return f"{grant.marked} ({grant.path}, {access})"


def prompt_of(grants: Sequence[FolderGrant]) -> str:
    """What the system prompt says of the folders; empty if there is none."""
    if not grants:
        return ""
    lines = "\n".join(f"- {describe(grant)}" for grant in grants)
    return (
        "# Folders of the person's own\n\n"
        "The tools for files also work in these folders. A path there begins with the name, such as"
        f' "{grants[0].marked}/notes.txt".\n\n{lines}'
    )


def _absolute(text: str, home: Path) -> Path:
    if text == "~" or text.startswith(("~/", "~\\")):
        return home / text[2:]
    return Path(text)
