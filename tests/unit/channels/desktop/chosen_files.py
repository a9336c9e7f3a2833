"""Files as a test chooses them in the place of the system's dialog."""

from pathlib import Path

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.history.file_dialogs import (
    FileAsker,
    FileCallback,
    FilesCallback,
)


class Files(FileAsker):
    """The test chooses."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        """Name or "", and ending, of every file that was asked for."""
        self.path: Path | None = None
        """What is chosen; None if nothing is."""

    @override
    def to_write(
        self, parent: QWidget, *, title: str, name: str, kind: str, done: FileCallback
    ) -> None:
        self._ask(name, kind, done)

    @override
    def to_read(self, parent: QWidget, *, title: str, kind: str, done: FileCallback) -> None:
        self._ask("", kind, done)

    @override
    def to_attach(self, parent: QWidget, *, title: str, done: FilesCallback) -> None:
        self.asked.append(("", "*"))
        if self.path is not None:
            done([self.path])

    def _ask(self, name: str, kind: str, done: FileCallback) -> None:
        self.asked.append((name, kind))
        if self.path is not None:
            done(self.path)
