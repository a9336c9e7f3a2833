"""Everything of the user's in a home, deleted for good; model files stay."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from assistant.backup.home_swap import finish_swap
from assistant.errors import AssistantError, HomeBusyError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _


class ErasureError(AssistantError):
    """Something is still there."""


def erase_home(home: Home, *, forget_keys: Callable[[], None]) -> None:
    """Delete what a home holds, keys first: the home says which there are.

    What cannot be deleted does not keep the rest. Doing it again goes on from there.

    Args:
        home: May be missing.
        forget_keys: Deletes the home's keys, in the system's key store too.

    Raises:
        ErasureError: If something is still there.
        HomeBusyError: If Parley runs with this home; nothing is deleted then.
    """
    root = home.root.resolve()
    if not root.exists():
        forget_keys()
        return
    finish_swap(root)
    try:
        lock = Home(root=root, models=home.models).claim()
    except HomeBusyError as error:
        raise HomeBusyError(
            error.message, hint=_("Close Parley, then delete."), holder=error.holder
        ) from error
    held = Path(lock.lock_file)
    try:
        forget_keys()
        left = [*_deleted(root, home.models.resolve(), held)]
    finally:
        lock.release()
    held.unlink(missing_ok=True)
    if left:
        path, error = left[0]
        raise ErasureError(
            _("{path} cannot be deleted: {reason}.").format(
                path=path, reason=failure_reason(error)
            ),
            hint=_("Everything else is gone. Delete the folder {folder} yourself.").format(
                folder=root
            ),
        )


def _deleted(folder: Path, *kept: Path) -> Iterator[tuple[Path, OSError]]:
    """Delete what is in a folder but for what is kept; yields what stays, with the reason."""
    for path in sorted(folder.iterdir()):
        if path in kept:
            continue
        try:
            if path.is_symlink() or not path.is_dir():
                path.unlink()
            elif any(each.is_relative_to(path) for each in kept):
                yield from _deleted(path, *kept)
            else:
                shutil.rmtree(path)
        except OSError as error:
            yield path, error
