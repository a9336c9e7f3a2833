"""The pages of the settings window that the walking program brings."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget
from typing_extensions import override

from assistant.channels.desktop.settings.fields import (
    SettingField,
    SettingsStore,
    TranslatedText,
    setting_field,
)
from assistant.channels.desktop.settings.secret_field import SecretField, SecretStore
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.settings.schema import controls


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


def section_fields(
    section: str,
    *,
    theme: Theme,
    store: SettingsStore,
    special: Sequence[SettingField] = (),
) -> list[QWidget]:
    """Make the fields of a section's settings, with the headings of their groups.

    Args:
        section: Of the settings.
        theme: Draws the controls.
        store: Where the settings are.
        special: Fields that need more than their setting; each takes its place among the others.
    """
    made = {field.key: field for field in special}
    parts: list[QWidget] = []
    for key, control in controls(section).items():
        if control.heading:
            parts.append(PageHeading(partial(_, control.heading)))
        parts.append(
            made.get(key) or setting_field(theme=theme, store=store, section=section, key=key)
        )
    return parts


def general_page(*, theme: Theme, store: SettingsStore) -> FieldPage:
    """Language, theme, text size: all change at once."""
    return FieldPage(
        name="general",
        title=lambda: _("General"),
        icon=Icon.SETTINGS,
        parts=section_fields("ui", theme=theme, store=store),
    )


def model_page(*, theme: Theme, store: SettingsStore, secrets: SecretStore) -> FieldPage:
    """Which model answers, and how it is reached."""
    profile, *others = section_fields("llm", theme=theme, store=store)
    key = SecretField(
        secrets=secrets,
        title=lambda: _("Anthropic key"),
        hint=lambda: _("Kept in the system's key store and sent to Anthropic alone."),
    )
    about = PageParagraph(
        lambda: _(
            "The starter model is a very small one that runs on this computer, so that"
            " Parley answers without an account and without a network. It can chat a little"
            " and is often wrong. For real work, add a key or a local server above."
        )
    )
    return FieldPage(
        name="model",
        title=lambda: _("Model"),
        icon=Icon.MODEL,
        parts=(profile, key, *others, about),
    )
