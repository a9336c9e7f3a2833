"""Which file is written to or read from: asked of the user, named sensibly."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog, QWidget

from assistant.locale import _
from assistant.protocol.history import FileFormat

_NAME_LIMIT: Final = 60
_UNFIT: Final = frozenset('<>:"/\\|?*')
"""Characters that a file's name may not have on some system."""
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)
"""Names that Windows keeps for devices."""

BACKUP_ENDINGS: Final = "parley tar.gz"
"""Of encrypted backups and of plain ones."""

FileCallback = Callable[[Path], None]
FilesCallback = Callable[[Sequence[Path]], None]


_USUAL: Final = "*.png *.jpg *.jpeg *.gif *.webp *.pdf *.txt *.md *.csv *.json *.log *.py"


class FileAsker:
    """Asks with the system's own dialog."""

    def to_write(
        self, parent: QWidget, *, title: str, name: str, kind: str, done: FileCallback
    ) -> None:
        """Ask where to write; the system asks before a file is replaced."""
        dialog = self._dialog(parent, title, kind, done)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDefaultSuffix(kind)
        dialog.selectFile(name)
        dialog.open()

    def to_read(self, parent: QWidget, *, title: str, kind: str, done: FileCallback) -> None:
        """Ask what to read."""
        dialog = self._dialog(parent, title, kind, done)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.open()

    def to_attach(self, parent: QWidget, *, title: str, done: FilesCallback) -> None:
        """Ask which files go with a message; all are offered, for their bytes decide."""
        dialog = _own_words(QFileDialog(parent, title))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(
            [
                _("All files (*)"),
                _("Pictures, PDFs and text") + f" ({_USUAL})",
            ]
        )

        def chosen(paths: list[str]) -> None:
            done([Path(path) for path in paths])

        dialog.filesSelected.connect(chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @staticmethod
    def _dialog(parent: QWidget, title: str, kind: str, done: FileCallback) -> QFileDialog:
        dialog = _own_words(QFileDialog(parent, title))
        patterns = " ".join(f"*.{ending}" for ending in kind.split())
        dialog.setNameFilter(f"{kind_text(kind)} ({patterns})")

        def chosen(path: str) -> None:
            done(Path(path))

        dialog.fileSelected.connect(chosen)
        dialog.finished.connect(dialog.deleteLater)
        return dialog


def _own_words(dialog: QFileDialog) -> QFileDialog:
    """Say what Qt's catalogues leave in English; returns the dialog."""
    dialog.setLabelText(QFileDialog.DialogLabel.LookIn, _("Folder:"))
    dialog.setLabelText(QFileDialog.DialogLabel.FileType, _("Kind of file:"))
    return dialog


def kind_text(kind: str) -> str:
    """Return what files with an ending, or one of several, are called."""
    names = {
        FileFormat.JSON_LINES.value: "JSON Lines",
        FileFormat.MARKDOWN.value: "Markdown",
        "jpg": "JPEG",
    }
    if kind in {BACKUP_ENDINGS, *BACKUP_ENDINGS.split()}:
        return _("Backups of Parley")
    return names.get(kind) or kind.upper()


def file_name(title: str, form: FileFormat) -> str:
    """Return a name for the file of a conversation that every system accepts."""
    kept = "".join(
        " " if character in _UNFIT or not character.isprintable() else character
        for character in title
    )
    name = " ".join(kept.split())[:_NAME_LIMIT].strip(" .")
    if not name or name.split(".")[0].strip().casefold() in _RESERVED:
        name = f"parley {name}".strip()
    return f"{name}.{form.value}"


def all_conversations_file_name(form: FileFormat) -> str:
    """Return a name for the file of all conversations."""
    return f"{_('Parley conversations')}.{form.value}"
