"""The pages of the settings window that the walking program brings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.bars import Progress, ProgressRelay
from assistant.channels.desktop.icons import Icon
from assistant.channels.desktop.settings_fields import (
    ChoiceField,
    Field,
    SecretField,
    SecretStore,
    SettingsStore,
    SliderField,
    SwitchField,
    Text,
    TextField,
)
from assistant.channels.desktop.theme import Theme
from assistant.channels.desktop.transcript_cards import plain_label, restyle
from assistant.locale import _


def _as_is(text: str) -> Text:
    """Return a name that is the same in every language."""
    return lambda: text


class FieldPage(QObject):
    """A page made of fields that save themselves.

    Signals:
        saved: A value was saved; carries section, key and value.
    """

    saved = Signal(str, str, object)

    def __init__(self, *, name: str, title: Text, icon: Icon, parts: Sequence[QWidget]) -> None:
        super().__init__()
        self.name = name
        self.icon = icon
        self._title = title
        self._parts = tuple(parts)

    @property
    def title(self) -> str:
        """In the interface's language."""
        return self._title()

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields, top to bottom."""
        return tuple(part for part in self._parts if isinstance(part, Field))

    def build(self, parent: QWidget) -> QWidget:
        """Make the page."""
        page = QWidget(parent)
        page.setObjectName("column")
        box = QVBoxLayout(page)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(18)
        for part in self._parts:
            box.addWidget(part)
            if isinstance(part, Field):
                part.saved.connect(self.saved)
        return page

    def load(self) -> None:
        """Show the values in use."""
        for part in self._parts:
            if isinstance(part, Field | SecretField):
                part.load()

    def apply(self) -> None:
        """Save what is not saved yet."""
        for field in self.fields:
            field.apply()


class _Words(QFrame):
    """A paragraph on a page."""

    def __init__(self, text: Text) -> None:
        super().__init__()
        self._text = text
        self.setProperty("role", "panel")
        self._label = plain_label(role="secondary")
        box = QVBoxLayout(self)
        box.setContentsMargins(14, 10, 14, 10)
        box.addWidget(self._label)
        self._label.setText(text())

    @override
    def changeEvent(self, arg__1: QEvent) -> None:
        super().changeEvent(arg__1)
        if arg__1.type() == QEvent.Type.LanguageChange:
            self._label.setText(self._text())


def general_page(*, theme: Theme, store: SettingsStore) -> FieldPage:
    """Language, theme, text size: all change at once."""
    return FieldPage(
        name="general",
        title=lambda: _("General"),
        icon=Icon.SETTINGS,
        parts=(
            ChoiceField(
                theme=theme,
                store=store,
                section="ui",
                key="language",
                title=lambda: _("Language"),
                choices=(
                    ("auto", lambda: _("The system's")),
                    ("en", _as_is("English")),
                    ("ko", _as_is("한국어")),
                    ("zh", _as_is("中文")),
                ),
            ),
            ChoiceField(
                theme=theme,
                store=store,
                section="ui",
                key="theme",
                title=lambda: _("Appearance"),
                choices=(
                    ("auto", lambda: _("The system's")),
                    ("light", lambda: _("Light")),
                    ("dark", lambda: _("Dark")),
                ),
            ),
            SliderField(
                store=store,
                section="ui",
                key="text_scale",
                title=lambda: _("Text size"),
                low=0.8,
                high=2.0,
                step=0.1,
                show=lambda value: f"{value:.0%}",
            ),
        ),
    )


def model_page(*, theme: Theme, store: SettingsStore, secrets: SecretStore) -> FieldPage:
    """Which model answers, and how it is reached."""
    return FieldPage(
        name="model",
        title=lambda: _("Model"),
        icon=Icon.MODEL,
        parts=(
            ChoiceField(
                theme=theme,
                store=store,
                section="llm",
                key="profile",
                title=lambda: _("Which model answers"),
                hint=lambda: _("Takes effect with the next conversation."),
                choices=(
                    ("auto", lambda: _("Choose for me")),
                    ("anthropic", _as_is("Anthropic")),
                    ("local", lambda: _("A server of mine")),
                    ("starter", lambda: _("The starter model")),
                ),
            ),
            SecretField(
                secrets=secrets,
                title=lambda: _("Anthropic key"),
                hint=lambda: _("Kept in the system's key store and sent to Anthropic alone."),
            ),
            TextField(
                store=store,
                section="llm",
                key="model",
                title=lambda: _("Anthropic model"),
            ),
            TextField(
                store=store,
                section="llm",
                key="local_url",
                title=lambda: _("Address of the local server"),
                hint=lambda: _("Ollama, llama-server, LM Studio, vLLM and others work."),
            ),
            TextField(
                store=store,
                section="llm",
                key="local_model",
                title=lambda: _("Model on the local server"),
                placeholder=lambda: _("The first it offers"),
            ),
            _Words(
                lambda: _(
                    "The starter model is a very small one that runs on this computer, so that"
                    " Parley answers without an account and without a network. It can chat a little"
                    " and is often wrong. For real work, add a key or a local server above."
                )
            ),
        ),
    )


def voice_page(*, theme: Theme, store: SettingsStore) -> FieldPage:
    """Microphone, wake word and voice."""
    return FieldPage(
        name="voice",
        title=lambda: _("Voice"),
        icon=Icon.MICROPHONE,
        parts=(
            SwitchField(
                theme=theme,
                store=store,
                section="voice",
                key="enabled",
                title=lambda: _("Use the microphone and the speaker"),
            ),
            ChoiceField(
                theme=theme,
                store=store,
                section="voice",
                key="wake_word",
                title=lambda: _("Wake word"),
                choices=(
                    ("hey_jarvis", _as_is("hey jarvis")),
                    ("alexa", _as_is("alexa")),
                    ("hey_mycroft", _as_is("hey mycroft")),
                    ("hey_rhasspy", _as_is("hey rhasspy")),
                ),
            ),
            SliderField(
                store=store,
                section="voice",
                key="wake_threshold",
                title=lambda: _("How sure the wake word must be"),
                hint=lambda: _("Higher wakes less often by mistake."),
                low=0.1,
                high=0.99,
                step=0.01,
            ),
            TextField(
                store=store,
                section="voice",
                key="input_device",
                title=lambda: _("Microphone"),
                hint=lambda: _("A part of its name is enough."),
                placeholder=lambda: _("The system's"),
            ),
            TextField(
                store=store,
                section="voice",
                key="output_device",
                title=lambda: _("Speaker"),
                placeholder=lambda: _("The system's"),
            ),
            TextField(
                store=store, section="voice", key="voice", title=lambda: _("Voice of the replies")
            ),
            SliderField(
                store=store,
                section="voice",
                key="speed",
                title=lambda: _("Speed of the voice"),
                low=0.5,
                high=2.0,
                step=0.05,
                show=lambda value: f"{value:.2f}×",
            ),
            SwitchField(
                theme=theme,
                store=store,
                section="voice",
                key="speak_typed_turns",
                title=lambda: _("Speak replies to typed words too"),
            ),
            SwitchField(
                theme=theme,
                store=store,
                section="voice",
                key="barge_in",
                title=lambda: _("Stop speaking when I speak"),
                hint=lambda: _("Use headphones, so that Parley does not hear itself."),
            ),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """A model the program can use, as the status page lists it."""

    name: str
    """Stable; what `download` is called with, and the `name` of its `Progress`."""
    purpose: str
    """In the person's language."""
    size_bytes: int
    is_present: bool


class _ModelRow(QFrame):
    def __init__(self, model: ModelFile, download: Callable[[str], None]) -> None:
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

    def show_progress(self, progress: Progress) -> None:
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
        models: Callable[[], Sequence[ModelFile]],
        download: Callable[[str], None],
        relay: ProgressRelay,
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
        self._box.setSpacing(10)
        self.load()
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

    def _progress(self, progress: Progress) -> None:
        row = self._rows.get(progress.name)
        if row is not None:
            row.show_progress(progress)


class _Reloading(QWidget):
    """Calls a function when the language changed."""

    def __init__(self, reload: Callable[[], None]) -> None:
        super().__init__()
        self._reload = reload

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._reload()
