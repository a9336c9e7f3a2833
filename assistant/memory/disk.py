"""How a memory file is changed on the disk without anybody's edit being lost.

Writers of Parley's wait for each other, in whichever process they are. What another program writes
meanwhile is seen before the new file takes its place, and the change is made again; if it was
written into the old file in the very moment that was replaced, it is taken from there. What remains
is a program that replaces the file itself in that moment, some microseconds long.
"""

import hashlib
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from filelock import FileLock, Timeout

from assistant.errors import MemoryFileError
from assistant.failure_reason import failure_reason
from assistant.home import Home, shipped
from assistant.locale import _
from assistant.memory.atomic_write import hold_open, prepare_file, put_in_place
from assistant.memory.files import MAX_MEMORY_FILE_BYTES
from assistant.memory.model.file_edits import shown
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner, is_inside
from assistant.private_files import sweep_beside

LOCK_S: Final = 5.0
"""Seconds a writer waits for another one; each holds the lock for some milliseconds."""
MAX_EDIT_TRIES: Final = 8
"""How often a change is made again because somebody else changed the file meanwhile."""
SETTLE_S: Final = 0.03
"""Seconds in which an editor fills a file that it has just emptied."""
_MARK: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class MemoryContent:
    """The bytes of a file, and the text they are; damaged bytes stay as they are."""

    data: bytes

    @property
    def text(self) -> str:
        """All of it, line ends as they are; damaged bytes as surrogates."""
        return self.data.removeprefix(_MARK).decode("utf-8", "surrogateescape")

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def is_damaged(self) -> bool:
        """Whether some bytes are not UTF-8."""
        return shown(self.text) != self.text

    def with_text(self, text: str) -> "MemoryContent":
        """Keeps the byte order mark if there was one."""
        mark = _MARK if self.data.startswith(_MARK) else b""
        return MemoryContent(mark + text.encode("utf-8", "surrogateescape"))


def encodable(text: str) -> str:
    """Drop what UTF-8 cannot encode, and NUL."""
    return text.encode("utf-8", "ignore").decode("utf-8").replace("\0", "")


ResultT = TypeVar("ResultT")
Edit = Callable[[MemoryContent], tuple[str | None, ResultT]]
"""Takes what the file says; gives what it shall say, or None to leave it, and a result.

It may be called several times, and only what the last call gave counts."""


class HomeFiles:
    """Text files of a home, named by their path below it; safe against other processes."""

    def __init__(self, *, home: Home, pause: Callable[[float], None] = time.sleep) -> None:
        self._home = home
        self._pause = pause

    def path(self, parts: Sequence[str]) -> Path:
        """The user's own file, existing or not."""
        return self._home.root.joinpath(*parts)

    def content(self, parts: Sequence[str], *, or_shipped: bool = False) -> MemoryContent:
        """Content of a file; if it is missing, empty or the shipped one's.

        Raises:
            OSError: If it cannot be read.
            RuntimeError: If links lead in a circle.
            MemoryFileError: If it is none that can be changed.
        """
        path = self.path(parts)
        if not self._is_inside(path, parts):
            raise MemoryFileError(
                _("The file {path} leads out of its folder and was not read.").format(path=path)
            )
        if not path.exists():
            path = shipped(*parts)
            if not or_shipped or not path.exists():
                return MemoryContent(b"")
        if not path.is_file():
            raise MemoryFileError(_("{path} is not a file and was not read.").format(path=path))
        with path.open("rb") as file:
            data = file.read(MAX_MEMORY_FILE_BYTES + 1)
        if len(data) > MAX_MEMORY_FILE_BYTES:
            raise MemoryFileError(_("The file {path} is too long to be changed.").format(path=path))
        return MemoryContent(data)

    def change(
        self, parts: Sequence[str], edit: Edit[ResultT], *, or_shipped: bool = False
    ) -> ResultT:
        """Apply an edit, again if others change the file meanwhile.

        Raises:
            MemoryFileError: If the file cannot be written; it is as it was.
        """
        with self._held(parts) as path:
            return self._replace(path, edit, lambda: self.content(parts, or_shipped=or_shipped))

    def remove_empty(self, parts: Sequence[str]) -> None:
        """Remove the file if it is empty.

        Raises:
            MemoryFileError: If it cannot be removed.
        """
        if not self.path(parts).exists():
            return
        with self._held(parts) as path:
            if path.is_file() and not path.stat().st_size:
                path.unlink()

    @contextmanager
    def _held(self, parts: Sequence[str]) -> Generator[Path]:
        """Lock a file against other Parley processes; yields the path with links resolved."""
        path = self.path(parts)
        try:
            if not self._is_inside(path, parts):
                raise MemoryFileError(
                    _("The file {path} leads out of its folder and was not written.").format(
                        path=path
                    )
                )
            path = path.resolve()  # a link inside the folder stays one
            path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(self._home.root / "memory.lock", timeout=LOCK_S, thread_local=False):
                sweep_beside(path)
                yield path
        except Timeout as error:
            raise MemoryFileError(
                _("Another program holds the memory files for too long.")
            ) from error
        except (OSError, RuntimeError) as error:
            raise MemoryFileError(
                _("The file {path} cannot be written: {error}.").format(
                    path=path, error=failure_reason(error)
                )
            ) from error

    def _is_inside(self, path: Path, parts: Sequence[str]) -> bool:
        return is_inside(path, self._home.root / parts[0])

    def _replace(
        self, path: Path, edit: Edit[ResultT], read: Callable[[], MemoryContent]
    ) -> ResultT:
        expected = base = self._settled(path, read)
        for _try in range(MAX_EDIT_TRIES):
            text, result = edit(base)
            new = base if text is None else base.with_text(text)
            if new == expected:
                return result
            with hold_open(path) as old, prepare_file(path, new.data) as temporary:
                if read() != expected:
                    expected = base = self._settled(path, read)
                    continue
                put_in_place(temporary, path)
                late = _written_late(old, expected)
            if late is None:
                return result
            expected, base = new, late
        raise MemoryFileError(
            _("The file {path} is being changed by another program.").format(path=path)
        )

    def _settled(self, path: Path, read: Callable[[], MemoryContent]) -> MemoryContent:
        """Content of the file, once an editor that has just truncated it has filled it."""
        content = read()
        if not content.data and path.exists():
            self._pause(SETTLE_S)
            content = read()
        return content


class MemoryDisk:
    """The memory files of a home; without the user's own, a shipped one is what is changed."""

    def __init__(self, *, home: Home, pause: Callable[[float], None] = time.sleep) -> None:
        self._home = home
        self._files = HomeFiles(home=home, pause=pause)

    def path(self, owner: MemoryOwner, scope: MemoryScope) -> Path:
        return self._files.path(owner.parts(scope))

    def folder(self, owner: MemoryOwner, scope: MemoryScope) -> Path:
        """The folder that no link may lead out of."""
        return self._home.root / owner.parts(scope)[0]

    def content(self, owner: MemoryOwner, scope: MemoryScope) -> MemoryContent:
        """Raises as `HomeFiles.content`."""
        return self._files.content(owner.parts(scope), or_shipped=True)

    def change(self, owner: MemoryOwner, scope: MemoryScope, edit: Edit[ResultT]) -> ResultT:
        """Raises as `HomeFiles.change`."""
        return self._files.change(owner.parts(scope), edit, or_shipped=True)


def _written_late(old: BinaryIO | None, content: MemoryContent) -> MemoryContent | None:
    """What another program wrote into the old file while it was being replaced."""
    if old is None:
        return None
    data = old.read(MAX_MEMORY_FILE_BYTES + 1)
    return None if data == content.data or not data else MemoryContent(data)
