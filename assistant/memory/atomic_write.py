"""Files that are replaced whole: whoever reads one, or finds it after a crash, has old or new text.

The bytes go to a temporary file beside it, to the disk, and then into its place in one step.
"""

import os
import stat
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from assistant.private_files import sync_folder

_TEMPORARY: Final = ".new"
"""Ending of a file that is being written."""


@contextmanager
def hold_open(path: Path) -> Generator[BinaryIO | None]:
    """Keep hold of the file that is at `path` now, even when another takes its place.

    Yields:
        The file, or None if there is none, or the system would not let it be replaced then.
    """
    if os.name == "nt":
        yield None
        return
    try:
        file = path.open("rb")
    except FileNotFoundError:
        yield None
        return
    with file:
        yield file


@contextmanager
def prepare_file(path: Path, data: bytes) -> Generator[Path]:
    """Write what shall stand at `path` to a file beside it, and on to the disk.

    Yields:
        The file; it is removed at the end unless `put_in_place` has moved it.

    Raises:
        OSError: If it cannot be written.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=_TEMPORARY)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):  # a new file stays readable by the user alone
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def put_in_place(temporary: Path, path: Path) -> None:
    """Move a prepared file into its place, for good.

    Raises:
        OSError: If it cannot be moved; what was there stays.
    """
    temporary.replace(path)
    sync_folder(path.parent)


def sweep(path: Path) -> None:
    """Remove what an earlier process left beside `path` when it was killed while writing.

    Only for who holds the lock: nobody else may be writing now.
    """
    _remove(path.parent, f".{path.name}.*{_TEMPORARY}")


def sweep_folder(folder: Path) -> None:
    """Remove what earlier processes left in a folder; as `sweep`, whatever the files were for."""
    _remove(folder, f".*.md.*{_TEMPORARY}")


def _remove(folder: Path, pattern: str) -> None:
    for left in folder.glob(pattern):
        with suppress(OSError):
            left.unlink()
