"""The pages of the settings window that the walking program brings."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget
from typing_extensions import override

from assistant.channels.desktop.conversation.message_entries import plain_label
from assistant.channels.desktop.settings.fields import (
    ChoiceField,
    SettingField,
    SettingsStore,
    SliderField,
    TextField,
    TranslatedText,
)
from assistant.channels.desktop.settings.secret_field import SecretField, SecretStore
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _


def untranslated(text: str) -> TranslatedText:
    """Return a name that is the same in every language."""
    return lambda: text


class FieldPage(QObject):
    """A page made of fields that save themselves.

    Signals:
        saved: A value was saved; carries section, key and value.
    """

    saved = Signal(str, str, object)

    def __init__(
        self, *, name: str, title: TranslatedText, icon: Icon, parts: Sequence[QWidget]
    ) -> None:
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
    def fields(self) -> tuple[SettingField, ...]:
        """The fields, top to bottom."""
        return tuple(part for part in self._parts if isinstance(part, SettingField))

    def build(self, parent: QWidget) -> QWidget:
        """Make the page."""
        page = QWidget(parent)
        page.setObjectName("column")
        box = QVBoxLayout(page)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(18)
        for part in self._parts:
            box.addWidget(part)
            if isinstance(part, SettingField):
                part.saved.connect(self.saved)
        return page

    def load(self) -> None:
        """Show the values in use."""
        for part in self._parts:
            if isinstance(part, SettingField | SecretField):
                part.load()

    def apply(self) -> None:
        """Save what is not saved yet."""
        for field in self.fields:
            field.apply()


class PageParagraph(QFrame):
    """A paragraph on a page."""

    def __init__(self, text: TranslatedText) -> None:
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


class PageHeading(QFrame):
    """The name of a group of fields."""

    def __init__(self, text: TranslatedText) -> None:
        super().__init__()
        self._text = text
        self._label = plain_label(role="section")
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 12, 0, 0)
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
                    ("en", untranslated("English")),
                    ("ko", untranslated("한국어")),
                    ("zh", untranslated("中文")),
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
                    ("anthropic", untranslated("Anthropic")),
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
            PageParagraph(
                lambda: _(
                    "The starter model is a very small one that runs on this computer, so that"
                    " Parley answers without an account and without a network. It can chat a little"
                    " and is often wrong. For real work, add a key or a local server above."
                )
            ),
        ),
    )
