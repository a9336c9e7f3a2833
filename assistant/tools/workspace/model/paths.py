"""Which paths a tool may name in the workspace. Pure: nothing is looked up on the disk.

A path is relative to the workspace's folder. What holds on one system holds on all: a workspace may
be carried from one to another, and what is refused must not depend on where the model runs.
"""

import re
import unicodedata
from typing import Final

from assistant.errors import ToolError

MAX_PATH: Final = 1_000
"""Characters of a path."""
MAX_PART: Final = 255
"""Bytes of UTF-8 of one name: what the file systems in use take."""
MAX_DEPTH: Final = 32

_SEPARATOR: Final = re.compile(r"[/\\]")
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_SHORT_NAME: Final = re.compile(r"~\d")
"""In names that Windows gives beside the long ones: `MEMORY~1.MD`."""
_DEVICE: Final = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\..*)?"
)
"""Microsoft, "Naming Files, Paths, and Namespaces"."""
_NOT_PORTABLE: Final = frozenset('<>:"|?*')
_DECEIVING: Final = frozenset(
    map(chr, (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)
"""Characters that reorder what is shown around them."""
_OWN: Final = {
    "memory.md": "Use the tools for memory instead.",
    "memory-archive": "Use the tools for memory instead.",
    "agents": "They hold personas and what these remember.",
    "prompts": "They are instructions that only the person changes.",
    "system_prompt.md": "It holds instructions that only the person changes.",
}
"""What the program keeps at the top of a workspace."""

Parts = tuple[str, ...]
"""The names a path goes through; empty for the workspace itself."""


class WorkspaceError(ToolError):
    """A file or folder cannot be used; the text is for the model."""


class FolderClosedError(WorkspaceError):
    """A folder of the user's own is not granted for this, or is not there."""


def parts_of(path: str) -> Parts:
    """Split a path in the workspace.

    Args:
        path: With slashes or backslashes, relative to the workspace; `.` or nothing is the
            workspace itself.

    Raises:
        WorkspaceError: If it is absolute, could lead out of the workspace, names what is hidden
            or the program's own, or cannot be a path on some system.
    """
    parts = names_of(path)
    if parts and (why := own_reason(parts[0])):
        raise WorkspaceError(f"{parts[0]} belongs to the program and is closed to tools. {why}")
    return parts


def names_of(path: str) -> Parts:
    """Split a path in any folder.

    Args:
        path: With slashes or backslashes, relative to the folder; `.` or nothing is the folder
            itself.

    Raises:
        WorkspaceError: If it is absolute, could lead out of the folder, names what is hidden, or
            cannot be a path on some system.
    """
    if len(path) > MAX_PATH:
        raise WorkspaceError(f"The path has {len(path)} characters; it may have {MAX_PATH}.")
    for character in path:
        if unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} or character in _DECEIVING:
            raise WorkspaceError(
                f"The path holds the character U+{ord(character):04X}, which no path may hold."
            )
    if path.startswith(("/", "\\", "~")) or _DRIVE.match(path):
        raise WorkspaceError(f"{path} is not in the workspace. Give a path relative to it.")
    parts = tuple(part for part in _SEPARATOR.split(path.strip()) if part not in {"", "."})
    if len(parts) > MAX_DEPTH:
        raise WorkspaceError(f"The path goes {len(parts)} folders deep; {MAX_DEPTH} at most.")
    for part in parts:
        _check_part(part, path)
    return parts


def own_reason(name: str) -> str:
    """Why tools leave a name at the top of the workspace alone; empty if they do not."""
    return _OWN.get(key(name), "")


def is_hidden(name: str) -> bool:
    """Whether tools skip a name wherever it stands."""
    return key(name).startswith(".")


def key(name: str) -> str:
    """Fold a name as the least exact of file systems does.

    These tell neither upper from lower case nor composed from decomposed letters, and ignore
    characters that do not show, and dots and spaces at the end.
    """
    visible = "".join(c for c in name if unicodedata.category(c) != "Cf")
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())
    return folded.rstrip(". ")


def _check_part(part: str, path: str) -> None:
    if part.strip(". ") == "":
        raise WorkspaceError(f"{path} leads out of the workspace, where no tool may go.")
    if is_hidden(part):
        raise WorkspaceError(f"{part} is hidden, and hidden files are closed to tools.")
    if len(part.encode()) > MAX_PART:
        raise WorkspaceError(f"A name in the path has more than {MAX_PART} bytes.")
    found = sorted(_NOT_PORTABLE.intersection(part))
    if found:
        raise WorkspaceError(f"{part} holds {' '.join(found)}, which a name cannot hold.")
    if part != part.strip() or part.endswith(".") or _SHORT_NAME.search(part):
        raise WorkspaceError(f"{part!r} is no name on every system. Choose another.")
    if _DEVICE.fullmatch(key(part)):
        raise WorkspaceError(f"{part} means a device on some systems. Choose another name.")
