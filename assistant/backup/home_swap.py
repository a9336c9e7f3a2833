"""Putting another folder in the place of a home, so that a kill at any moment leaves the old or the new.

Two renames cannot be one step on every file system. A journal beside the home says what is under
way: a home that is missing while there is a journal was about to be replaced, and is. The journal
goes last, so what stays in a home is brought back also after a kill.
"""

import json
import logging
from contextlib import suppress
from pathlib import Path
from typing import cast

from assistant.private_files import make_private_folder, sync_folder, write_private

_log = logging.getLogger(__name__)


def swap_home(root: Path, *, new: Path, aside: Path, staying: str) -> None:
    """Rename a home to `aside` and `new` to the home; all three are in one folder.

    Args:
        new: What takes its place.
        aside: Where it goes.
        staying: A folder below the home that is brought back, unless the new one has it or it
            cannot be moved; it may be missing.

    Raises:
        OSError: If it cannot be done; the home is as it was.
    """
    journal = _journal(root)
    said = {"new": new.name, "aside": aside.name, "staying": staying}
    write_private(journal, json.dumps(said))
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
        _bring_back(aside, root, staying)
    finally:
        if root.exists():
            journal.unlink(missing_ok=True)
    sync_folder(root.parent)


def finish_swap(root: Path) -> None:
    """Finish a swap that was killed between two renames; call before using a home.

    Leaves an existing home alone.
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
    staying = names.get("staying")
    if not root.exists():
        for folder in folders:
            with suppress(OSError):  # another process was first, or it is not there
                folder.rename(root)
                break
        else:
            return
    elif len(folders) < 2 or folders[0].exists():
        return  # neither rename was done
    if isinstance(staying, str) and len(folders) == 2:
        _bring_back(folders[1], root, staying)
    journal.unlink(missing_ok=True)


def _bring_back(aside: Path, root: Path, staying: str) -> None:
    """Move what stays in a home out of the old one."""
    path = Path(staying)
    if path.is_absolute() or not path.parts or ".." in path.parts:
        return
    kept, place = aside / path, root / path
    if not kept.exists() or place.exists():
        return
    try:
        make_private_folder(place.parent)
        kept.rename(place)
    except OSError as error:  # it is kept with the home that was there
        _log.warning("%s was not brought back: %s", place, error)
        return
    sync_folder(place.parent)


def leftovers(root: Path) -> list[Path]:
    """What a killed swap left beside a home and nothing needs."""
    return list(root.parent.glob(f".{_journal(root).name}.*.new"))


def _journal(root: Path) -> Path:
    return root.with_name(f".{root.name}.restore.json")
