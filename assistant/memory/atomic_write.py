"""Files that are replaced whole: whoever reads one, or finds it after a crash, has old or new text.

The bytes go to a temporary file beside it, to the disk, and then into its place in one step.
"""

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from assistant.private_files import new_beside, sync_folder


@contextmanager
def hold_open(path: Path) -> Generator[BinaryIO | None]:
    """Hold the file that is at `path` now open, even when another takes its place.

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
    """Write the future content of `path` to a file beside it, and sync it to disk.

    Yields:
        The file; it is removed at the end unless `put_in_place` has moved it.

    Raises:
        OSError: If it cannot be written.
    """
    with new_beside(path) as (file, temporary):
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if os.name == "nt":
            file.close()  # an open file is not moved there
        with suppress(FileNotFoundError):  # a new file stays readable by the user alone
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        yield temporary


def put_in_place(temporary: Path, path: Path) -> None:
    """Replace the file durably.

    Raises:
        OSError: If it cannot be moved; what was there stays.
    """
    temporary.replace(path)
    sync_folder(path.parent)
