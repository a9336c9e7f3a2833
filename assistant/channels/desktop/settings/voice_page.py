"""The settings window's page about microphone, wake word and voice."""

from assistant.channels.desktop.settings.device_field import DeviceField, DeviceLister
from assistant.channels.desktop.settings.field_page import FieldPage, section_fields
from assistant.channels.desktop.settings.fields import SettingsStore
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.voice.devices.policy.selection import DeviceKind


def voice_page(*, theme: Theme, store: SettingsStore, lister: DeviceLister) -> FieldPage:
    """Devices, what wakes and ends a turn, and how replies sound.

    Args:
        theme: Colours of the controls.
        store: Where the settings are.
        lister: Tells which microphones and speakers there are.
    """
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
