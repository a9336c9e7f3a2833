"""Reads and judges files beside the GUI thread, a few at a time."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QObject, QThreadPool, Signal
from PySide6.QtGui import QImage

from assistant.channels.desktop.widgets.pool_work import run_in_pool
from assistant.errors import AttachmentRefused
from assistant.locale import _
from assistant.protocol.messages import Attachment

_log = logging.getLogger(__name__)

_AT_ONCE: Final = 2
"""A picture that is decoded may take 256 MB."""


class AttachmentLoader(QObject):
    """Judges what is attached.

    Signals:
        judged: A file was judged; carries the key it came with, and the `Attachment` or the
            `AttachmentRefused`.
    """

    judged = Signal(int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(_AT_ONCE)

    def read_file(self, key: int, path: Path) -> None:
        """Judge a file; returns at once."""
        self._begin(key, lambda: _judged_file(path))

    def read_picture(self, key: int, picture: bytes | QImage) -> None:
        """Judge a picture that was pasted, dropped or taken; returns at once."""
        self._begin(key, lambda: _judged_picture(picture))

    def _begin(self, key: int, judge: Callable[[], Attachment]) -> None:
        def work() -> Attachment | AttachmentRefused:
            try:
                return judge()
            except AttachmentRefused as refused:
                return refused
            except Exception as error:  # noqa: BLE001  # a bug in one file
                _log.exception("A file was not judged")
                return AttachmentRefused(
                    _("Something went wrong inside Parley ({error}).").format(
                        error=type(error).__name__
                    )
                )

        def judged(outcome: Attachment | AttachmentRefused) -> None:
            self.judged.emit(key, outcome)

        run_in_pool(work, then=judged, owner=self, pool=self._pool)


# Imported with the first file: the start needs none of it.


def _judged_file(path: Path) -> Attachment:
    from assistant.attachments.judge import judge_file

    return judge_file(path)


def _judged_picture(picture: bytes | QImage) -> Attachment:
    from assistant.attachments.judge import judge

    return judge("", picture if isinstance(picture, bytes) else _encoded(picture))


def _encoded(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # pyright: ignore[reportCallIssue, reportArgumentType]
    return bytes(buffer.data().data())
