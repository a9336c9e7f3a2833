"""Putting another folder in the place of a home, so that a kill at any moment leaves the old or the new.

Two renames cannot be one step on every file system. A journal beside the home says what is under
way: a home that is missing while there is a journal was about to be replaced, and is.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import cast

from assistant.private_files import sync_folder, write_private


def swap_home(root: Path, *, new: Path, aside: Path) -> None:
    """Rename a home to `aside` and `new` to the home; all three are in one folder.

    Raises:
        OSError: If it cannot be done; the home is as it was.
    """
    journal = _journal(root)
    write_private(journal, json.dumps({"new": new.name, "aside": aside.name}))
    try:
        root.rename(aside)
        try:
            new.rename(root)
        except OSError:
            if (
                new.exists() or not root.exists()
            ):  # else another program, that found the home missing, was first
                aside.rename(root)
                raise
    finally:
        if root.exists():
            journal.unlink(missing_ok=True)
    sync_folder(root.parent)


def finish_swap(root: Path) -> None:
    """Finish what a kill left between two renames; called before a home is used.

    Nothing happens to a home that is there.
    """
    root = root.resolve()
    journal = _journal(root)
    try:
        stored: object = json.loads(journal.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return
    names = cast("dict[str, object]", stored) if isinstance(stored, dict) else {}
    folders = [
        root.with_name(name)
        for name in (names.get("new"), names.get("aside"))
        if isinstance(name, str) and name and Path(name).name == name
    ]
    if root.exists():
        if len(folders) == 2 and not folders[0].exists():  # both renames were done
            journal.unlink(missing_ok=True)
        return
    for folder in folders:
        with suppress(OSError):  # somebody else was first, or it is not there
            folder.rename(root)
            journal.unlink(missing_ok=True)
            return


def leftovers(root: Path) -> list[Path]:
    """Return what a swap that was killed left beside a home and nothing needs."""
    return list(root.parent.glob(f".{_journal(root).name}.*.new"))


def _journal(root: Path) -> Path:
    return root.with_name(f".{root.name}.restore.json")
