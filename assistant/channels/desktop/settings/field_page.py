"""The pages of the settings window that are made of fields alone."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.device_field import DeviceField, DeviceLister
from assistant.channels.desktop.settings.fields import SettingField, setting_field
from assistant.channels.desktop.settings.page import SettingsNote, SettingsPage
from assistant.channels.desktop.settings.secret_field import SecretField
from assistant.channels.desktop.widgets.icons import Icon
from assistant.locale import _
from assistant.settings.schema import controls
from assistant.voice.devices.policy.selection import DeviceKind


class FieldPage(SettingsPage):
    """A page made of fields that save themselves."""

    def __init__(
        self,
        context: DesktopContext,
        *,
        name: str,
        title: str,
        icon: Icon,
        parts: Sequence[QWidget],
    ) -> None:
        super().__init__(context, name=name, title=title, icon=icon, gap=18)
        self._parts = tuple(parts)
        for part in parts:
            self._box.addWidget(part)

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
    context: DesktopContext, section: str, *, special: Sequence[SettingField] = ()
) -> list[QWidget]:
    """Make the fields of a section's settings, with the headings of their groups.

    Args:
        context: What they are made with.
        section: Of the settings.
        special: Fields that need more than their setting; each takes its place among the others.
    """
    made = {field.key: field for field in special}
    parts: list[QWidget] = []
    for key, control in controls(section).items():
        if control.heading:
            parts.append(SettingsNote(_(control.heading), is_heading=True))
        parts.append(made.get(key) or setting_field(context, section=section, key=key))
    return parts


def general_page(context: DesktopContext) -> FieldPage:
    """Language, theme, text size: all change at once."""
    return FieldPage(
        context,
        name="general",
        title=_("General"),
        icon=Icon.SETTINGS,
        parts=section_fields(context, "ui"),
    )


def model_page(context: DesktopContext) -> FieldPage:
    """Which model answers, and how it is reached."""
    profile, *others = section_fields(context, "llm")
    key = SecretField(
        secrets=context.secrets.anthropic_key,
        title=_("Anthropic key"),
        hint=_("Kept in the system's key store and sent to Anthropic alone."),
    )
    about = SettingsNote(
        _(
            "The built-in model runs on this computer, so that Parley answers without an account"
            " and without a network. It knows less than a large one and is sometimes wrong. For"
            " real work, add a key or a local server above."
        )
    )
    return FieldPage(
        context,
        name="model",
        title=_("Model"),
        icon=Icon.MODEL,
        parts=(profile, key, *others, about),
    )


def voice_page(context: DesktopContext, lister: DeviceLister) -> FieldPage:
    """Devices, what wakes and ends a turn, and how replies sound."""
    devices = [
        DeviceField(context, section="voice", key=key, kind=kind, lister=lister)
        for key, kind in (
            ("input_device", DeviceKind.INPUT),
            ("output_device", DeviceKind.OUTPUT),
        )
    ]
    return FieldPage(
        context,
        name="voice",
        title=_("Voice"),
        icon=Icon.MICROPHONE,
        parts=section_fields(context, "voice", special=devices),
    )
