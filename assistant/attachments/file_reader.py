"""Reads the file that the user names, and no more than is taken. Blocks."""

import os
import stat
from pathlib import Path

from assistant.attachments.model.limits import MAX_FILE_BYTES
from assistant.errors import AttachmentRefused
from assistant.failure_reason import failure_reason
from assistant.locale import _


def read_file(path: Path) -> bytes:
    """Return what a file holds.

    Raises:
        AttachmentRefused: If it is gone, may not be read, is no file, or is too large.
    """
    # A pipe that nobody writes to would keep whoever opens it waiting.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            _check(os.fstat(file.fileno()))
            data = file.read(MAX_FILE_BYTES + 1)
    except IsADirectoryError as error:
        raise _is_folder() from error
    except (OSError, ValueError) as error:  # a name with a zero byte
        raise AttachmentRefused(
            _("It cannot be read: {reason}.").format(reason=failure_reason(error)),
            hint=_("Check that it is there and that you may read it."),
        ) from error
    if len(data) > MAX_FILE_BYTES:  # it grew
        raise too_large(len(data))
    return data


def _check(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise _is_folder()
    if not stat.S_ISREG(status.st_mode):
        raise AttachmentRefused(_("This is a device or a pipe."), hint=_("Attach a file."))
    if status.st_size > MAX_FILE_BYTES:
        raise too_large(status.st_size)


def _is_folder() -> AttachmentRefused:
    return AttachmentRefused(_("This is a folder."), hint=_("Attach the files in it."))


def too_large(size: int) -> AttachmentRefused:
    """Return that a file of this many bytes is not taken."""
    return AttachmentRefused(
        _("This file has {size} MB; {limit} MB is the most.").format(
            size=f"{max(size, MAX_FILE_BYTES + 1_000_000) // 1_000_000:,}",
            limit=MAX_FILE_BYTES // 1_000_000,
        ),
        hint=_("Attach a part of it."),
    )
