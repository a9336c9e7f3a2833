"""Folders for examples that are files, and what is in them."""

import atexit
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def folder(name: str) -> Path:
    """Return an empty folder of this process; it is gone with it."""
    return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=_above()))


@cache
def _above() -> Path:
    above = Path(tempfile.mkdtemp(prefix="parley-fuzz-"))
    atexit.register(shutil.rmtree, above, ignore_errors=True)
    return above


def contents(root: Path) -> Mapping[str, bytes | None]:
    """Return every file below a folder with what it holds; None for folders and links."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        if path.is_file() and not path.is_symlink()
        else None
        for path in sorted(root.rglob("*"))
    }
