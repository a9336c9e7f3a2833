"""The files of one workspace, as questions may refer to them. Reads, never writes or runs.

What a reference means is decided here alone: a path relative to the workspace's folder that,
links followed, is a file inside it.
"""

import fnmatch
import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

MAX_VISITED: Final = 20_000
"""Files and folders looked at for one pattern; a folder like `node_modules` has more."""
MAX_READ: Final = 64_000
"""Bytes read of a file that is quoted; far more than is quoted."""


class WorkspaceFiles:
    """The files of one workspace; every method blocks for as long as the disk does.

    Args:
        folder: The workspace's folder; may not exist.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def locate(self, reference: str) -> Path | None:
        """Resolve a reference, links followed; None if it is no file of the workspace.

        Args:
            reference: A path relative to the workspace's folder, with `/` between its parts.
        """
        if not is_relative(reference):
            return None
        try:
            root = self._folder.resolve()
            real = root.joinpath(*PurePosixPath(reference).parts).resolve()
            return real if real.is_relative_to(root) and real.is_file() else None
        except (OSError, RuntimeError, ValueError):  # a circle of links; a NUL in the name
            return None

    def files(self, pattern: str) -> list[str]:
        """Sorted paths in the workspace that match a pattern.

        Hidden files and folders are left out unless the pattern names them; folders behind links
        are not entered.

        Args:
            pattern: `*`, `?` and `[…]` within a name, `**` for any folders; at the end, for all
                that is in them.
        """
        if not is_relative(pattern):
            return []
        wanted = PurePosixPath(pattern).parts
        found = (
            path
            for path in self._walk(wanted)
            if matches(path.split("/"), wanted) and self.locate(path) is not None
        )
        return sorted(found)

    def text(self, reference: str) -> str | None:
        """Text of a file, a very long one cut off; None if it cannot be read.

        Args:
            reference: As for `locate`.
        """
        real = self.locate(reference)
        if real is None:
            return None
        try:
            with real.open("rb") as file:
                data = file.read(MAX_READ)
            errors = "ignore" if len(data) == MAX_READ else "strict"  # a character cut in two
            return data.decode("utf-8-sig", errors).replace("\r\n", "\n")
        except (OSError, UnicodeDecodeError):
            return None

    def _walk(self, wanted: Sequence[str]) -> Iterator[str]:
        """Files that may match."""
        is_deep = "**" in wanted
        names_hidden = any(part.startswith(".") for part in wanted)
        visited = 0
        for place, folders, files in os.walk(self._folder, followlinks=False):
            above = Path(place).relative_to(self._folder).parts
            folders[:] = (
                sorted(name for name in folders if names_hidden or not name.startswith("."))
                if is_deep or len(above) + 1 < len(wanted)
                else []
            )
            visited += len(folders) + len(files)
            if visited > MAX_VISITED:
                return
            for name in sorted(files):
                yield "/".join((*above, name))


def is_relative(reference: str) -> bool:
    """Whether a path or pattern is relative and stays below its start. Pure."""
    path = PurePosixPath(reference)
    return bool(
        path.parts
        and not path.is_absolute()
        and ".." not in path.parts
        and "\\" not in reference
        and ":" not in path.parts[0]
        and "\0" not in reference
    )


def matches(path: Sequence[str], pattern: Sequence[str]) -> bool:
    """Match a path with a pattern. Pure.

    A part that begins with a dot needs a pattern part that does too.
    """
    reached = {0}  # how much of the pattern may be used up after each part of the path
    for part in path:
        following: set[int] = set()
        for at in _past_stars(reached, pattern):
            if at == len(pattern):
                continue
            wanted = pattern[at]
            if part.startswith(".") and not wanted.startswith("."):
                continue
            if wanted == "**":
                following.add(at)
            elif fnmatch.fnmatchcase(part, wanted):
                following.add(at + 1)
        reached = following
    return len(pattern) in _past_stars(reached, pattern)


def _past_stars(reached: set[int], pattern: Sequence[str]) -> set[int]:
    """Add the positions behind every `**` that matches no folder."""
    found = set(reached)
    for start in reached:
        at = start
        while at < len(pattern) and pattern[at] == "**":
            at += 1
            found.add(at)
    return found
