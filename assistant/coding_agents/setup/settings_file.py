"""A settings file of another program on the disk: read, and replaced as that program finds it."""

import os
import stat
from pathlib import Path

from assistant.errors import ConfigError
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.private_files import make_private_folder, new_beside, put_in_place


def read_settings(path: Path) -> bytes | None:
    """Return what a file holds; None if there is none.

    Raises:
        ConfigError: If it cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(
            _("{file} cannot be read: {problem}").format(file=path, problem=failure_reason(error))
        ) from error


def check_writable(path: Path) -> None:
    """See to it that a file can be replaced.

    Raises:
        ConfigError: If it, or the folder that it is in or would be in, is read-only.
    """
    target = _target(path)
    folder = target.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    for place in (target, folder):
        if place.exists() and not _is_writable(place):
            raise ConfigError(
                _("{path} is read-only.").format(path=place),
                hint=_("Nothing was changed. Make it writable, and try again."),
            )


def replace_settings(path: Path, content: bytes | None) -> None:
    """Replace a file in one step, or delete it. Its mode stays, and links to it stay links.

    Raises:
        ConfigError: If it cannot be written; it is as it was.
    """
    target = _target(path)
    try:
        if content is None:
            target.unlink(missing_ok=True)
            return
        make_private_folder(target.parent)
        with new_beside(target) as (file, temporary):
            if target.exists():
                temporary.chmod(stat.S_IMODE(target.stat().st_mode))
            file.write(content)
            put_in_place(file, temporary, target)
    except OSError as error:
        raise ConfigError(
            _("{file} cannot be written: {problem}.").format(
                file=path, problem=failure_reason(error)
            )
        ) from error


def _target(path: Path) -> Path:
    """Follow links.

    Raises:
        ConfigError: If they lead in a circle.
    """
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise ConfigError(_("The links of {file} lead in a circle.").format(file=path)) from error


def _is_writable(path: Path) -> bool:
    """Whether both the user may write and the mode says so, which root would pass over."""
    return os.access(path, os.W_OK) and bool(path.stat().st_mode & 0o222)
