"""The settings pages about the model files and voices, and about the program itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QProgressBar
from typing_extensions import override

from assistant.backup.wording import size_text
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.page import SettingsPage, clear_layout
from assistant.channels.desktop.settings.stored_values import Saved
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.dialogs import ChoiceDialog, DialogChoice
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.channels.desktop.widgets.status_bars import DownloadProgressRelay
from assistant.locale import _, joined, mark
from assistant.protocol.download_progress import DownloadProgress
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import (
    EndSoundTrials,
    SoundTrial,
    SoundTried,
    TrialStanding,
    TrySpeaker,
)

_WORDS_PX: Final = 240
"""Room that the words about a model need beside its state and button."""

_GROUPS: Final = (
    (mark("Voices"), ("tts",)),
    (mark("Recognition"), ("stt", "draft")),
    (mark("Wake word and turns"), ("wake", "turn")),
    (mark("Built-in models"), ("llm",)),
)
"""Headings, and the kinds of the catalogue that stand below each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFileStatus:
    """A model the program can use, as the page lists it; texts in the user's language."""

    name: str
    """Stable; what `ModelFiles` is called with, and the `name` of its `DownloadProgress`."""
    kind: str
    """Of the catalogue."""
    purpose: str
    language: str = ""
    """ISO 639-1 code of the one that a voice speaks."""
    licence: str = ""
    size_bytes: int
    is_present: bool
    is_optional: bool = False
    """Whether the program does without it as it is set up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFiles:
    """The models there are, and what the page may have done with them; GUI thread."""

    all: Callable[[], Sequence[ModelFileStatus]] = tuple
    download: Callable[[str], None] = lambda _name: None
    remove: Callable[[str, Saved], None] = lambda _name, then: then(None)
    """Deletes the files of one; returns at once."""


class ModelRow(QFrame):
    """One model: what it is, its size and licence, whether it is here, and what may be done."""

    def __init__(
        self, model: ModelFileStatus, files: ModelFiles, *, listen: Callable[["ModelRow"], None]
    ) -> None:
        super().__init__()
        self.model: Final = model
        self._files = files
        self.setObjectName(f"model_{model.name}")
        self.setProperty("role", "panel")
        self._state = plain_label(role="secondary")
        self._state.setWordWrap(False)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.hide()
        self._absent = _("Not downloaded") if model.is_optional else _("Missing")
        self._get = push_button(f"download_{model.name}", _("Download"), on_click=self._start)
        self._get.setAccessibleName(f"{_('Download')} {model.name}")
        self.listen_button: Final = push_button(
            f"listen_{model.name}", _("Hear it"), on_click=lambda: listen(self)
        )
        self.listen_button.setAccessibleName(f"{_('Hear it')} {model.name}")
        self._remove = push_button(f"remove_{model.name}", _("Remove…"), on_click=self._ask)
        self._remove.setAccessibleName(f"{_('Remove…')} {model.name}")
        facts = (model.name, size_text(model.size_bytes), model.licence)
        about = plain_label(" · ".join(filter(None, facts)), role="description")
        words = vbox(plain_label(model.purpose), about, gap=1)
        middle = Qt.AlignmentFlag.AlignVCenter
        buttons = [(each, middle) for each in (self.listen_button, self._get, self._remove)]
        self._beside = hbox((self._state, 1), *buttons, gap=7)
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
        is_needed = is_present and not self.model.is_optional
        here = _("In use") if is_needed else _("Present")
        self._state.setText(error or (here if is_present else self._absent))
        self._state.setWordWrap(bool(error))
        self._state.setProperty(
            "role", "failed" if error else "success" if is_present else "secondary"
        )
        restyle(self._state)
        self._get.setVisible(not is_present)
        self._get.setEnabled(True)
        self.listen_button.setVisible(is_present and self.model.kind == "tts")
        self._remove.setVisible(is_present and self.model.is_optional)
        self._remove.setEnabled(True)
        self._bar.hide()

    def _start(self) -> None:
        self._get.setEnabled(False)
        self._bar.setRange(0, 0)
        self._bar.show()
        self._files.download(self.model.name)

    def _ask(self) -> None:
        ChoiceDialog(
            title=_("Remove {model}?").format(model=self.model.name),
            text=_("It frees {size}. Download it again here whenever you want.").format(
                size=size_text(self.model.size_bytes)
            ),
            choices=(
                DialogChoice(
                    name="remove_model", label=_("Remove"), act=self._delete, is_primary=True
                ),
                DialogChoice(name="keep_model", label=_("Cancel"), act=lambda: None),
            ),
            parent=self.window(),
        ).open()

    def _delete(self) -> None:
        self._remove.setEnabled(False)
        self._files.remove(self.model.name, self._removed)

    def show_problem(self, problem: str) -> None:
        """Say why it could not be heard, where there is a reason."""
        self._show(is_present=True, error=problem)

    def _removed(self, problem: str | None) -> None:
        self._show(is_present=problem is not None, error=problem or "")

    def show_progress(self, progress: DownloadProgress) -> None:
        """Show how far the download is, or how it ended."""
        if progress.error or progress.is_finished or progress.is_cancelled:
            is_here = progress.is_finished and not progress.error
            self._show(is_present=is_here, error=progress.error)
            return
        percent = progress.percent
        self._get.setEnabled(False)
        self._bar.setRange(0, 0 if percent is None else 100)
        self._bar.setValue(percent or 0)
        self._bar.show()


class ModelsPage(SettingsPage):
    """Which voices and other models there are, and which of them are here."""

    def __init__(
        self, context: DesktopContext, *, files: ModelFiles, relay: DownloadProgressRelay
    ) -> None:
        super().__init__(
            context, name="models", title=_("Voices and models"), icon=Icon.SPEAKER, gap=10
        )
        self._files = files
        self._speaking: ModelRow | None = None
        self._rows: dict[str, ModelRow] = {}  # filled by `load`: the catalogue is much to import
        relay.progress.connect(self._progress)

    @override
    def load(self) -> None:
        self.apply()
        clear_layout(self._box)
        models = self._files.all()
        taken = sum(model.size_bytes for model in models if model.is_present)
        about = _(
            "All of them run on this computer. What is here takes {size}; what is in use cannot be"
            " removed."
        )
        self._box.addWidget(plain_label(about.format(size=size_text(taken)), role="secondary"))
        self._rows = {
            model.name: ModelRow(model, self._files, listen=self._listen) for model in models
        }
        for heading, kinds in _GROUPS:
            rows = [row for row in self._rows.values() if row.model.kind in kinds]
            if rows:
                self._box.addSpacing(8)
                self._box.addWidget(plain_label(_(heading), role="section"))
            for row in rows:
                self._box.addWidget(row)

    def _listen(self, row: ModelRow) -> None:
        """Have a voice say a sentence of its language."""
        from assistant.languages import LANGUAGES  # read from files, and only for this

        self._speaking = row
        self._enable_listening(is_enabled=False)
        known = LANGUAGES[row.model.language]
        self._context.engine.submit(TrySpeaker(text=known.sample, language=known.code))

    def _enable_listening(self, *, is_enabled: bool) -> None:
        for row in self._rows.values():
            row.listen_button.setEnabled(is_enabled)

    @override
    def handle(self, event: EngineEvent) -> None:
        row = self._speaking
        if row is None or not isinstance(event, SoundTried):
            return
        if event.trial is SoundTrial.SPEAKER and event.standing is not TrialStanding.UNDER_WAY:
            is_well = event.standing is TrialStanding.WELL
            row.show_problem("" if is_well else joined(event.text, event.hint))
            self.apply()

    @override
    def apply(self) -> None:
        """Let the voice go on, which rested while another was tried."""
        if self._speaking is not None:
            self._speaking = None
            self._enable_listening(is_enabled=True)
            self._context.engine.submit(EndSoundTrials())

    def _progress(self, progress: DownloadProgress) -> None:
        if progress.name in self._rows:
            self._rows[progress.name].show_progress(progress)
