"""The settings window's page about the program itself and its model files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QProgressBar, QPushButton
from typing_extensions import override

from assistant import __version__
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.page import SettingsPage, clear_layout
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.channels.desktop.widgets.status_bars import DownloadProgressRelay
from assistant.locale import _
from assistant.protocol.download_progress import DownloadProgress

_WORDS_PX: Final = 240
"""Room that the words about a model need beside its state and button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFileStatus:
    """A model the program can use, as the status page lists it."""

    name: str
    """Stable; what `download` is called with, and the `name` of its `DownloadProgress`."""
    purpose: str
    """In the user's language."""
    size_bytes: int
    is_present: bool
    is_optional: bool = False
    """Whether the program does without it as it is set up."""


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
        self._absent = _("Not downloaded") if model.is_optional else _("Missing")
        self._get = QPushButton(_("Download"))
        self._get.setObjectName(f"download_{model.name}")
        self._get.setAccessibleName(f"{_('Download')} {model.name}")
        self._get.clicked.connect(lambda _checked=False: self._start(model.name, download))
        size = f"{model.size_bytes / 1e6:.0f} MB"
        about = plain_label(f"{model.purpose} · {size}", role="description")
        words = vbox(plain_label(model.name), about, gap=1)
        middle = Qt.AlignmentFlag.AlignVCenter
        self._beside = hbox((self._state, 1), (self._get, middle), gap=7)
        self._top = hbox((words, 1), self._beside, gap=7)
        vbox(self._top, self._bar, inside=self, margins=(14, 9, 12, 9), gap=7)
        self._show(is_present=model.is_present)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() - self._beside.sizeHint().width() < _WORDS_PX
        direction = QBoxLayout.Direction
        self._top.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)

    def _show(self, *, is_present: bool, error: str = "") -> None:
        self._state.setText(error or (_("Present") if is_present else self._absent))
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
        if progress.error or progress.is_finished or progress.is_cancelled:
            is_here = progress.is_finished and not progress.error
            self._show(is_present=is_here, error=progress.error)
            return
        percent = progress.percent
        self._get.setEnabled(False)
        self._bar.setRange(0, 0 if percent is None else 100)
        self._bar.setValue(percent or 0)
        self._bar.show()


class StatusPage(SettingsPage):
    """What the program is, and which model files it has."""

    def __init__(
        self,
        context: DesktopContext,
        *,
        models: Callable[[], Sequence[ModelFileStatus]],
        download: Callable[[str], None],
        relay: DownloadProgressRelay,
    ) -> None:
        super().__init__(context, name="status", title=_("About"), icon=Icon.INFO, gap=10)
        self._models = models
        self._download = download
        self._rows: dict[str, _ModelRow] = {}  # filled by `load`: the catalogue is much to import
        relay.progress.connect(self._progress)

    @override
    def load(self) -> None:
        clear_layout(self._box)
        self._box.addWidget(plain_label(f"Parley {__version__}", role="headline"))
        self._box.addWidget(
            plain_label(_("An assistant that asks instead of guessing."), role="secondary")
        )
        self._box.addSpacing(8)
        self._box.addWidget(plain_label(_("Model files"), role="section"))
        self._rows = {model.name: _ModelRow(model, self._download) for model in self._models()}
        for shown in self._rows.values():
            self._box.addWidget(shown)

    def _progress(self, progress: DownloadProgress) -> None:
        if progress.name in self._rows:
            self._rows[progress.name].show_progress(progress)
