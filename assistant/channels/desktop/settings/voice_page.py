"""The settings window's page about microphone, wake word and voice."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.settings.device_field import DeviceField, DeviceLister
from assistant.channels.desktop.settings.field_page import FieldPage, PageHeading, untranslated
from assistant.channels.desktop.settings.fields import (
    ChoiceField,
    SettingsStore,
    SliderField,
    SwitchField,
    TextField,
)
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.voice.devices.policy.selection import DeviceKind

_SECTION = "voice"


def voice_page(*, theme: Theme, store: SettingsStore, lister: DeviceLister) -> FieldPage:
    """Devices, what wakes and ends a turn, and how replies sound.

    Args:
        theme: Colours of the controls.
        store: Where the settings are.
        lister: Tells which microphones and speakers there are.
    """
    return FieldPage(
        name="voice",
        title=lambda: _("Voice"),
        icon=Icon.MICROPHONE,
        parts=(
            SwitchField(
                theme=theme,
                store=store,
                section=_SECTION,
                key="enabled",
                title=lambda: _("Use the microphone and the speaker"),
            ),
            *_devices(theme, store, lister),
            PageHeading(lambda: _("Waking")),
            *_waking(theme, store),
            PageHeading(lambda: _("Your turn")),
            *_turn(theme, store),
            PageHeading(lambda: _("Replies")),
            *_replies(theme, store),
        ),
    )


def _devices(theme: Theme, store: SettingsStore, lister: DeviceLister) -> Sequence[QWidget]:
    return (
        DeviceField(
            theme=theme,
            store=store,
            section=_SECTION,
            key="input_device",
            title=lambda: _("Microphone"),
            kind=DeviceKind.INPUT,
            lister=lister,
        ),
        DeviceField(
            theme=theme,
            store=store,
            section=_SECTION,
            key="output_device",
            title=lambda: _("Speaker"),
            kind=DeviceKind.OUTPUT,
            lister=lister,
        ),
        ChoiceField(
            theme=theme,
            store=store,
            section=_SECTION,
            key="echo",
            title=lambda: _("You hear Parley through"),
            hint=lambda: _(
                "With loudspeakers Parley's own voice is taken out of what the microphone hears."
            ),
            choices=(
                ("cancel", lambda: _("Loudspeakers")),
                ("headset", lambda: _("Headphones or a headset")),
            ),
        ),
        SwitchField(
            theme=theme,
            store=store,
            section=_SECTION,
            key="earcons",
            title=lambda: _("Short tones"),
            hint=lambda: _("When it wakes, has understood, waits for you, or something failed."),
        ),
    )


def _waking(theme: Theme, store: SettingsStore) -> Sequence[QWidget]:
    return (
        ChoiceField(
            theme=theme,
            store=store,
            section=_SECTION,
            key="wake_word",
            title=lambda: _("Wake word"),
            choices=(
                ("hey_jarvis", untranslated("hey jarvis")),
                ("alexa", untranslated("alexa")),
                ("hey_mycroft", untranslated("hey mycroft")),
                ("hey_rhasspy", untranslated("hey rhasspy")),
            ),
        ),
        SliderField(
            store=store,
            section=_SECTION,
            key="wake_threshold",
            title=lambda: _("How sure the wake word must be"),
            hint=lambda: _("Higher wakes less often by mistake."),
            low=0.1,
            high=0.99,
            step=0.01,
        ),
        SwitchField(
            theme=theme,
            store=store,
            section=_SECTION,
            key="wake_check",
            title=lambda: _("Check calls that are barely sure"),
            hint=lambda: _("The recogniser listens again; it takes a third of a second."),
        ),
        SwitchField(
            theme=theme,
            store=store,
            section=_SECTION,
            key="push_to_talk",
            title=lambda: _("Listen only while I hold the key or the button"),
            hint=lambda: _("Ctrl+Space, or the microphone button. Holding them always works."),
        ),
    )


def _turn(theme: Theme, store: SettingsStore) -> Sequence[QWidget]:
    return (
        ChoiceField(
            theme=theme,
            store=store,
            section=_SECTION,
            key="turn_end",
            title=lambda: _("How long you may pause"),
            hint=lambda: _("Before Parley takes it that you are done."),
            choices=(
                ("patient", lambda: _("Patient: I think while I speak")),
                ("balanced", lambda: _("Balanced")),
                ("quick", lambda: _("Quick: answer at once")),
            ),
        ),
        SwitchField(
            theme=theme,
            store=store,
            section=_SECTION,
            key="learn_pauses",
            title=lambda: _("Learn from my pauses"),
        ),
        SwitchField(
            theme=theme,
            store=store,
            section=_SECTION,
            key="barge_in",
            title=lambda: _("Stop speaking when I speak"),
            hint=lambda: _("Otherwise only the wake word and Stop interrupt it."),
        ),
        TextField(
            store=store,
            section=_SECTION,
            key="languages",
            title=lambda: _("Languages you speak"),
            hint=lambda: _("Codes with commas, such as en, ko."),
        ),
        TextField(
            store=store,
            section=_SECTION,
            key="names",
            title=lambda: _("Names it should know"),
            hint=lambda: _("Names and words that are often misheard, with commas."),
        ),
    )


def _replies(theme: Theme, store: SettingsStore) -> Sequence[QWidget]:
    return (
        TextField(
            store=store, section=_SECTION, key="voice", title=lambda: _("Voice of the replies")
        ),
        TextField(
            store=store,
            section=_SECTION,
            key="voices",
            title=lambda: _("Voices of other languages"),
            hint=lambda: _("Language and voice, such as de=de_DE-thorsten-medium, with commas."),
        ),
        SliderField(
            store=store,
            section=_SECTION,
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
            section=_SECTION,
            key="speak_typed_turns",
            title=lambda: _("Speak replies to typed words too"),
        ),
        SwitchField(
            theme=theme,
            store=store,
            section=_SECTION,
            key="speculate",
            title=lambda: _("Ask the model before I am surely done"),
            hint=lambda: _(
                "Quicker, and now and then a request more. Nothing is kept, said or done before."
            ),
        ),
    )
