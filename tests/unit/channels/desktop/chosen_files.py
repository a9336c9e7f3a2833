"""Files as a test chooses them in the place of the system's dialog."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.history.file_dialogs import FileCallback, FilesCallback


class Files:
    """Implements `FileAsker`; the test chooses."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        """Name or "", and ending, of every file that was asked for."""
        self.path: Path | None = None
        """What is chosen; None if nothing is."""

    def to_write(
        self, parent: QWidget, *, title: str, name: str, kind: str, done: FileCallback
    ) -> None:
        self._ask(name, kind, done)

    def to_read(self, parent: QWidget, *, title: str, kind: str, done: FileCallback) -> None:
        self._ask("", kind, done)

    def to_attach(self, parent: QWidget, *, title: str, done: FilesCallback) -> None:
        self.asked.append(("", "*"))
        if self.path is not None:
            done([self.path])

    def _ask(self, name: str, kind: str, done: FileCallback) -> None:
        self.asked.append((name, kind))
        if self.path is not None:
            done(self.path)
