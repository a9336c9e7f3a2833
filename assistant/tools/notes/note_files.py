"""The Markdown files in which notes and lists are kept: one file each, in a folder of the workspace.

Everything here blocks and belongs on a thread.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from assistant.memory.disk import MemoryContent as Utf8
from assistant.memory.disk import shown
from assistant.tools.model.name_matcher import AmbiguousMatch, NoMatch, UniqueMatch, choose
from assistant.tools.model.wording import one_line
from assistant.tools.workspace.confirmation_digest import ConfirmationDigests
from assistant.tools.workspace.directory import EntryKind
from assistant.tools.workspace.disk import FileContent, Workspaces
from assistant.tools.workspace.model.paths import Parts, WorkspaceError

MAX_SHEETS: Final = 1_000
"""Of one kind, in one workspace."""
MAX_NOTE_CHARACTERS: Final = 200_000
"""Of one file."""
_ENDING: Final = ".md"

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteFile:
    """A note or list."""

    name: str
    modified: datetime
    """Aware, in UTC."""


class NoteFiles:
    """The notes, or the lists, of all workspaces.

    Args:
        workspaces: Where they are.
        folder: Name of their folder.
        kind: What one is called, for the model.
    """

    def __init__(self, *, workspaces: Workspaces, folder: str, kind: str) -> None:
        self._workspaces = workspaces
        self._folder = folder
        self.kind = kind

    def all(self, root: Path) -> tuple[NoteFile, ...]:
        """By name; raises WorkspaceError if they cannot be read."""
        try:
            entries = self._workspaces.at(root).entries((self._folder,))
        except WorkspaceError:
            if self._is_there(root):
                raise
            return ()
        return tuple(
            NoteFile(name=entry.name.removesuffix(_ENDING), modified=entry.modified)
            for entry in entries[: MAX_SHEETS * 2]
            if entry.kind is EntryKind.FILE and entry.name.endswith(_ENDING)
        )

    def find(self, root: Path, name: str, *, loosely: bool = True) -> str | None:
        """Find the one that is meant.

        Args:
            root: The workspace's folder.
            name: In the user's words.
            loosely: Whether words that are part of a name may mean it.

        Raises:
            WorkspaceError: If several may be meant.
        """
        names = [sheet.name for sheet in self.all(root)]
        match choose(name, names, loosely=loosely):
            case UniqueMatch(index):
                return names[index]
            case AmbiguousMatch(indexes):
                listed = ", ".join(one_line(names[n]) for n in indexes)
                raise WorkspaceError(f"It may be any of these: {listed}. Ask which is meant.")
            case NoMatch():
                return None

    def named(self, root: Path, name: str) -> str:
        """Find the one that is meant.

        Raises:
            WorkspaceError: If there is none, or several may be meant.
        """
        found = self.find(root, name)
        if found is not None:
            return found
        names = [one_line(sheet.name) for sheet in self.all(root)]
        listed = f"There are: {', '.join(names[:30])}." if names else "There is none yet."
        raise WorkspaceError(f"There is no {self.kind} {name!r}. {listed}")

    def path(self, name: str) -> str:
        """Relative to the workspace."""
        return one_line("/".join(self._parts(name)))

    def read(self, root: Path, name: str) -> str:
        """Lines end in a line feed; raises WorkspaceError if it cannot be read."""
        content = self._workspaces.at(root).read(self._parts(name))
        return shown(self._text(name, content)).replace("\r\n", "\n")

    def change(
        self,
        root: Path,
        name: str,
        edit: Callable[[str], tuple[str | None, ResultT]],
        *,
        is_aborted: Callable[[], bool],
        shown_in: tuple[ConfirmationDigests, str] | None = None,
    ) -> ResultT:
        """Apply an edit, again if the file changed meanwhile.

        Args:
            root: The workspace's folder.
            name: Which one; it is made if there is none.
            edit: Takes the text, empty if there is none; gives the new one, or None to leave it.
            is_aborted: Asked just before it is written.
            shown_in: What the user was shown in which call, if they were asked.

        Raises:
            WorkspaceError: If it cannot be written, would be too long, or is not as the user
                saw it any more.
            AbortedError: If it was aborted.
        """
        disk = self._workspaces.at(root)
        is_new = disk.find(self._parts(name)) is None

        def with_bytes(content: FileContent | None) -> tuple[bytes | None, ResultT]:
            if shown_in is not None:
                agreed, tool_use_id = shown_in
                agreed.check(tool_use_id, content, self._parts(name))
            old = Utf8(b"" if content is None else content.data)
            text, result = edit(self._text(name, content))
            if text is None:
                return None, result
            if len(text) > max(MAX_NOTE_CHARACTERS, len(old.text)):
                raise WorkspaceError(
                    f"The {self.kind} {name} would be too long: {len(text)} characters."
                )
            return old.with_text(text).data, result

        if is_new and len(self.all(root)) >= MAX_SHEETS:
            raise WorkspaceError(f"There are {MAX_SHEETS} of them already; one must go first.")
        return disk.change(self._parts(name), with_bytes, is_aborted=is_aborted)

    def note(self, root: Path, name: str, agreed: ConfirmationDigests, tool_use_id: str) -> str:
        """Read one, and record that the user is shown it; raises WorkspaceError."""
        content = self._workspaces.at(root).read(self._parts(name))
        agreed.note(tool_use_id, content)
        return shown(self._text(name, content))

    def remove(
        self, root: Path, name: str, *, digest: str | None, is_aborted: Callable[[], bool]
    ) -> None:
        """Move one to the trash.

        Raises:
            WorkspaceError: If it cannot be moved, or was changed since it had `digest`.
            AbortedError: If it was aborted.
        """
        self._workspaces.at(root).remove(self._parts(name), digest=digest, is_aborted=is_aborted)

    def keep(self, root: Path, name: str, text: str) -> None:
        """Put a copy of the text into the trash; raises WorkspaceError."""
        self._workspaces.at(root).keep(self._parts(name), text.encode("utf-8", "replace"))

    def _parts(self, name: str) -> Parts:
        return (self._folder, name + _ENDING)

    def _is_there(self, root: Path) -> bool:
        return any(e.name == self._folder for e in self._workspaces.at(root).entries(()))

    def _text(self, name: str, content: FileContent | None) -> str:
        if content is None:
            return ""
        if b"\0" in content.data:
            raise WorkspaceError(f"{self.path(name)} is not UTF-8 text; it is left as it is.")
        return Utf8(content.data).text
