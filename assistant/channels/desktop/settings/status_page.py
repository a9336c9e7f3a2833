"""The settings window's page about the program itself and its model files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.status_bars import DownloadProgress, DownloadProgressRelay
from assistant.locale import _


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFileStatus:
    """A model the program can use, as the status page lists it."""

    name: str
    """Stable; what `download` is called with, and the `name` of its `DownloadProgress`."""
    purpose: str
    """In the user's language."""
    size_bytes: int
    is_present: bool


class _ModelRow(QFrame):
    def __init__(self, model: ModelFileStatus, download: Callable[[str], None]) -> None:
        super().__init__()
        self.setObjectName(f"model_{model.name}")
        self.setProperty("role", "panel")
        self._state = plain_label(role="secondary")
        self._state.setWordWrap(False)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.hide()
        self._get = QPushButton(_("Download"))
        self._get.setObjectName(f"download_{model.name}")
        self._get.setAccessibleName(f"{_('Download')} {model.name}")
        self._get.clicked.connect(lambda _checked=False: self._start(model.name, download))
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(plain_label(model.name))
        size = f"{model.size_bytes / 1e6:.0f} MB"
        words.addWidget(plain_label(f"{model.purpose} · {size}", role="description"))
        top = QHBoxLayout()
        top.addLayout(words, 1)
        top.addWidget(self._state, 0, Qt.AlignmentFlag.AlignVCenter)
        top.addWidget(self._get, 0, Qt.AlignmentFlag.AlignVCenter)
        box = QVBoxLayout(self)
        box.setContentsMargins(14, 9, 12, 9)
        box.setSpacing(7)
        box.addLayout(top)
        box.addWidget(self._bar)
        self._show(is_present=model.is_present)

    def _show(self, *, is_present: bool, error: str = "") -> None:
        self._state.setText(error or (_("Present") if is_present else _("Missing")))
        self._state.setWordWrap(bool(error))
        self._state.setProperty(
            "role", "error" if error else "success" if is_present else "secondary"
        )
        restyle(self._state)
        self._get.setVisible(not is_present)
        self._get.setEnabled(True)
        self._bar.hide()

    def _start(self, name: str, download: Callable[[str], None]) -> None:
        self._get.setEnabled(False)
        self._bar.setRange(0, 0)
        self._bar.show()
        download(name)

    def show_progress(self, progress: DownloadProgress) -> None:
        if progress.error or progress.is_finished:
            self._show(is_present=not progress.error, error=progress.error)
            return
        percent = progress.percent
        self._get.setEnabled(False)
        self._bar.setRange(0, 0 if percent is None else 100)
        self._bar.setValue(percent or 0)
        self._bar.show()


class StatusPage(QObject):
    """What the program is, and which model files it has."""

    def __init__(
        self,
        *,
        version: str,
        models: Callable[[], Sequence[ModelFileStatus]],
        download: Callable[[str], None],
        relay: DownloadProgressRelay,
    ) -> None:
        super().__init__()
        self.name = "status"
        self.icon = Icon.INFO
        self._version = version
        self._models = models
        self._download = download
        self._rows: dict[str, _ModelRow] = {}
        self._box: QVBoxLayout | None = None
        relay.progress.connect(self._progress)

    @property
    def title(self) -> str:
        """In the interface's language."""
        return _("About")

    def build(self, parent: QWidget) -> QWidget:
        """Make the page."""
        page = _Reloading(self.load)
        page.setParent(parent)
        page.setObjectName("column")
        self._box = QVBoxLayout(page)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(10)  # filled when it is shown: the catalogue is much to import
        return page

    def load(self) -> None:
        """Look again which files are there."""
        if self._box is None:
            return
        while (item := self._box.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._box.addWidget(plain_label(f"Parley {self._version}", role="headline"))
        self._box.addWidget(
            plain_label(_("An assistant that asks instead of guessing."), role="secondary")
        )
        self._box.addSpacing(8)
        self._box.addWidget(plain_label(_("Model files"), role="section"))
        self._rows = {model.name: _ModelRow(model, self._download) for model in self._models()}
        for row in self._rows.values():
            self._box.addWidget(row)

    def apply(self) -> None:
        """Nothing to save."""

    def _progress(self, progress: DownloadProgress) -> None:
        row = self._rows.get(progress.name)
        if row is not None:
            row.show_progress(progress)


class _Reloading(QWidget):
    """Calls a function when it is shown first, and when the language changed since."""

    def __init__(self, reload: Callable[[], None]) -> None:
        super().__init__()
        self._reload = reload
        self._was_shown = False

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            self._reload()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._was_shown:
            self._reload()
