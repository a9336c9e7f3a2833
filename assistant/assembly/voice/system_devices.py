"""The machine's own microphone and speaker, as the settings name them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant.clock import Clock
from assistant.home import Home
from assistant.settings import Settings

if TYPE_CHECKING:
    from assistant.assembly.voice.voice_loop import VoiceDevices
    from assistant.assembly.voice.voice_switch import DeviceBuilder
    from assistant.voice.devices.system import SystemAudio


def devices_of(audio: "Callable[[], SystemAudio]", *, home: Home) -> "DeviceBuilder":
    """Builds the machine's microphone and speaker of the settings."""

    def build(settings: Settings, clock: Clock) -> "VoiceDevices":
        from assistant.assembly.voice.output_ducking import other_media
        from assistant.assembly.voice.voice_loop import VoiceDevices
        from assistant.voice.devices.pacers import FreePacing

        sound = audio()
        microphone, input_binding = sound.microphone(settings.voice.input_device)
        speaker, output_binding = sound.speaker(settings.voice.output_device)
        return VoiceDevices(
            input=microphone,
            output=speaker,
            pacer=FreePacing(),
            clock=clock,
            input_binding=input_binding,
            output_binding=output_binding,
            media=other_media(home, settings.voice, clock),
        )

    return build
