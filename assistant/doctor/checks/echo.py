"""Does the microphone hear the loudspeaker, and is that taken out again?"""

from collections.abc import Callable, Mapping
from typing import assert_never

from assistant.doctor.check_context import CheckContext
from assistant.doctor.checks.audio_devices import voice_is_off
from assistant.doctor.finding import CheckVerdict, ok, skipped, warning
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.devices.protocols import InputDevice, OutputDevice
from assistant.voice.devices.system import system_audio
from assistant.voice.listening.echo_measurement import (
    DEVICE_START_S,
    EchoFinding,
    EchoMeasure,
    echo_advice,
    measure_echo,
)


def checks(context: CheckContext) -> Mapping[str, Callable[[], CheckVerdict]]:
    return {"echo": lambda: check_echo(context)}


def check_echo(context: CheckContext) -> CheckVerdict:
    """Whether Parley would hear its own voice through the configured devices."""
    voice = context.settings.voice
    if not voice.enabled:
        return voice_is_off()
    audio = system_audio(clock=context.clock)
    try:
        there = audio.list_devices()
    except DeviceError as error:
        return skipped(error.message, hint=error.hint)
    if not there.inputs or not there.outputs:
        return skipped(_("It takes a microphone and a speaker to hear an echo."))
    microphone, _input = audio.microphone(voice.input_device)
    speaker, _output = audio.speaker(voice.output_device)
    return listen_to_itself(microphone, speaker, is_cancelled=voice.echo == "cancel")


def listen_to_itself(
    microphone: InputDevice,
    speaker: OutputDevice,
    *,
    is_cancelled: bool,
    patience_s: float = DEVICE_START_S,
) -> CheckVerdict:
    """Play a short sound and judge what the microphone hears of it.

    Args:
        microphone: Closed again at the end.
        speaker: Closed again at the end.
        is_cancelled: Whether echo is cancelled by the settings.
        patience_s: How much longer than the sound it may take.
    """
    try:
        measure = measure_echo(microphone, speaker, patience_s=patience_s)
    except DeviceError as error:
        return skipped(error.message, hint=error.hint)
    if measure is None:
        return skipped(_("The microphone or the speaker did not keep up."))
    return judge(measure, is_cancelled=is_cancelled)


def judge(measure: EchoMeasure, *, is_cancelled: bool) -> CheckVerdict:
    """Explain a measurement, with advice. Pure."""
    finding = measure.finding(is_cancelled=is_cancelled)
    text = _("An echo after {delay} ms is made {reduction:.0f} dB quieter.").format(
        delay=round(1000 * measure.delay_s), reduction=measure.reduction_db
    )
    match finding:
        case EchoFinding.NOT_HEARD:
            return ok(
                _("The microphone does not hear the speaker, as with headphones."),
                hint=_(
                    "With headphones there is nothing to cancel: parley config set voice.echo headset"
                )
                if is_cancelled
                else "",
            )
        case EchoFinding.LEFT_ALONE:
            return warning(
                _(
                    "The microphone hears the speaker after {delay} ms, and nothing is done about it."
                ).format(delay=round(1000 * measure.delay_s)),
                hint=_("Have it cancelled: parley config set voice.echo cancel"),
            )
        case EchoFinding.FAULTY:
            return warning(measure.fault, hint=_("Use headphones, or install Parley again."))
        case EchoFinding.WELL:
            return ok(text)
        case EchoFinding.OVERDRIVEN | EchoFinding.LATE | EchoFinding.LEFT:
            return warning(text, hint=echo_advice(finding))
        case _:
            assert_never(finding)
