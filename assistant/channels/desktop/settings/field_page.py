"""The pages of the settings window that are made of fields alone."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.settings.device_field import DeviceField, DeviceLister
from assistant.channels.desktop.settings.fields import (
    SettingField,
    SettingsStore,
    TranslatedText,
    setting_field,
)
from assistant.channels.desktop.settings.page import SettingsNote, SettingsPage
from assistant.channels.desktop.settings.secret_field import SecretField, SecretStore
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.settings.schema import controls
from assistant.voice.devices.policy.selection import DeviceKind


class FieldPage(SettingsPage):
    """A page made of fields that save themselves.

    Signals:
        saved: A value was saved; carries section, key and value.
    """

    saved = Signal(str, str, object)

    def __init__(
        self, *, name: str, title: TranslatedText, icon: Icon, parts: Sequence[QWidget]
    ) -> None:
        super().__init__(name=name, title=title, icon=icon, gap=18)
        self._parts = tuple(parts)
        for part in parts:
            self._box.addWidget(part)
        for field in self.fields:
            field.saved.connect(self.saved)

    @property
    def fields(self) -> tuple[SettingField, ...]:
        """The fields, top to bottom."""
        return tuple(part for part in self._parts if isinstance(part, SettingField))

    @override
    def load(self) -> None:
        for part in self._parts:
            if isinstance(part, SettingField | SecretField):
                part.load()

    @override
    def apply(self) -> None:
        for field in self.fields:
            field.apply()


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
            parts.append(SettingsNote(partial(_, control.heading), is_heading=True))
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
    about = SettingsNote(
        lambda: _(
            "The built-in model runs on this computer, so that Parley answers without an account"
            " and without a network. It knows less than a large one and is sometimes wrong. For"
            " real work, add a key or a local server above."
        )
    )
    return FieldPage(
        name="model",
        title=lambda: _("Model"),
        icon=Icon.MODEL,
        parts=(profile, key, *others, about),
    )


def voice_page(*, theme: Theme, store: SettingsStore, lister: DeviceLister) -> FieldPage:
    """Devices, what wakes and ends a turn, and how replies sound."""
    devices = [
        DeviceField(theme=theme, store=store, section="voice", key=key, kind=kind, lister=lister)
        for key, kind in (
            ("input_device", DeviceKind.INPUT),
            ("output_device", DeviceKind.OUTPUT),
        )
    ]
    return FieldPage(
        name="voice",
        title=lambda: _("Voice"),
        icon=Icon.MICROPHONE,
        parts=section_fields("voice", theme=theme, store=store, special=devices),
    )


def programs_page(*, theme: Theme, store: SettingsStore) -> FieldPage:
    """Whether other programs reach Parley, and where."""
    about = SettingsNote(
        lambda: _(
            "Scripts and coding agents on this computer can put their questions to you"
            " here: through a local HTTP API, and through parley mcp and parley ask,"
            " which use it. They can answer questions too, but never confirm what a tool"
            " is about to do."
        )
    )
    return FieldPage(
        name="programs",
        title=lambda: _("Other programs"),
        icon=Icon.PROGRAMS,
        parts=(about, *section_fields("api", theme=theme, store=store)),
    )
