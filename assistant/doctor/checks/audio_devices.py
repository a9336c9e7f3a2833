"""Microphone and speaker: there, openable, alive. Text works without either, so nothing here fails."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol, assert_never

import numpy as np
import numpy.typing as npt

from assistant.doctor.check_context import CheckContext
from assistant.doctor.finding import CheckVerdict, ok, skipped, warning
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.audio.loudness import FLOOR_DBFS, rms_dbfs
from assistant.voice.devices.missing_device import missing_hint
from assistant.voice.devices.policy.selection import (
    AudioDevices,
    DeviceInfo,
    DeviceKind,
    find_device,
)
from assistant.voice.devices.protocols import InputDevice, OutputDevice
from assistant.voice.devices.system import system_audio
from assistant.voice.events import Samples

FIRST_S: Final = 4.0
"""How long a device may take to begin; a sound server lets an idle one sleep for two seconds."""
LISTEN_S: Final = 0.5
"""Length of what is listened to for the level."""
FAINT_DBFS: Final = -75.0
"""A microphone in a quiet room is louder; below, nobody who speaks would be heard."""
LOUD_DBFS: Final = -3.0
"""A microphone that is so loud cuts the tops off what is said."""


class AudioPort(Protocol):
    """What is needed of `SystemAudio`."""

    def list_devices(self) -> AudioDevices: ...

    def microphone(self, wanted: str) -> tuple[InputDevice, object]:
        """Not opened yet."""
        ...

    def speaker(self, wanted: str) -> tuple[OutputDevice, object]:
        """Not opened yet."""
        ...


def checks(context: CheckContext) -> Mapping[str, Callable[[], CheckVerdict]]:
    return {
        "microphone": lambda: check_microphone(context, system_audio(clock=context.clock)),
        "speaker": lambda: check_speaker(context, system_audio(clock=context.clock)),
    }


def check_microphone(context: CheckContext, audio: AudioPort) -> CheckVerdict:
    """Whether the microphone of the settings exists, opens and hears something."""
    wanted = context.settings.voice.input_device
    devices = _devices(context, audio, DeviceKind.INPUT)
    if isinstance(devices, CheckVerdict):
        return devices
    device, _binding = audio.microphone(wanted)
    return _with_devices(listen(device), DeviceKind.INPUT, devices, wanted)


def check_speaker(context: CheckContext, audio: AudioPort) -> CheckVerdict:
    """Whether the speaker of the settings exists, opens and takes audio; plays silence."""
    wanted = context.settings.voice.output_device
    devices = _devices(context, audio, DeviceKind.OUTPUT)
    if isinstance(devices, CheckVerdict):
        return devices
    device, _binding = audio.speaker(wanted)
    return _with_devices(play(device), DeviceKind.OUTPUT, devices, wanted)


def voice_is_off() -> CheckVerdict:
    return skipped(
        _("Voice is switched off."),
        hint=_("To use it: parley config set voice.enabled true"),
    )


def _devices(
    context: CheckContext, audio: AudioPort, kind: DeviceKind
) -> tuple[DeviceInfo, ...] | CheckVerdict:
    """Devices of a kind, or the verdict that there is nothing to check."""
    if not context.settings.voice.enabled:
        return voice_is_off()
    match kind:
        case DeviceKind.INPUT:
            missing, still = (
                _("No microphone was found."),
                _("Everything works by typing all the same."),
            )
        case DeviceKind.OUTPUT:
            missing, still = _("No speaker was found."), _("Replies can be read all the same.")
        case _:
            assert_never(kind)
    try:
        devices = audio.list_devices().of(kind)
    except DeviceError as error:
        return warning(f"{error.message} {still}", hint=error.hint)
    return devices or warning(f"{missing} {still}", hint=missing_hint())


def listen(device: InputDevice, *, first_s: float = FIRST_S) -> CheckVerdict:
    """Open a microphone and hear `LISTEN_S` of it.

    Args:
        device: Closed again at the end.
        first_s: How long it may take until that much has come.
    """
    blocks: list[Samples] = []
    enough = threading.Event()

    def take(block: Samples, _at: float) -> None:
        blocks.append(block)
        if sum(map(len, blocks)) >= LISTEN_S * device.sample_rate_hz:
            enough.set()

    try:
        device.open(take, on_end=lambda _at: enough.set())
        try:
            enough.wait(first_s)
            name, rate_hz = device.name, device.sample_rate_hz
        finally:
            device.close()
    except DeviceError as error:
        return warning(error.message, hint=error.hint)
    heard = np.concatenate([*blocks, np.zeros(0, np.float32)])
    if not heard.size:
        return warning(
            _("“{name}” opens but gives no audio.").format(name=name),
            hint=_(
                "Plug it in again, or choose another one: parley config set voice.input_device NAME"
            ),
        )
    level = rms_dbfs(heard)
    if level <= FLOOR_DBFS:
        return warning(
            _("“{name}” gives nothing but silence.").format(name=name),
            hint=_("It may be muted, or this program may not be allowed to use it."),
        )
    text = _("“{name}”, {rate} Hz, level {level:.0f} dBFS").format(
        name=name, rate=rate_hz, level=level
    )
    if level < FAINT_DBFS:
        return warning(text, hint=_("It hears next to nothing: raise its level in the system."))
    if level > LOUD_DBFS:
        return warning(text, hint=_("It is overdriven: lower its level in the system."))
    return ok(text)


def play(device: OutputDevice, *, first_s: float = FIRST_S) -> CheckVerdict:
    """Open a speaker and wait until it asks for audio.

    Args:
        device: Closed again at the end.
        first_s: How long it may take.
    """
    asked = threading.Event()

    def fill(block: npt.NDArray[np.float32], _at: float) -> None:
        block[:] = 0.0
        asked.set()

    def lost(_reason: str) -> None:
        """A missing request says enough."""

    try:
        device.open(fill, on_lost=lost)
        try:
            is_alive = asked.wait(first_s)
            name, rate_hz, latency_s = device.name, device.sample_rate_hz, device.latency_s
        finally:
            device.close()
    except DeviceError as error:
        return warning(error.message, hint=error.hint)
    if not is_alive:
        return warning(
            _("“{name}” opens but takes no audio.").format(name=name),
            hint=_(
                "Plug it in again, or choose another one: parley config set voice.output_device"
                " NAME"
            ),
        )
    return ok(
        _("“{name}”, {rate} Hz, latency {latency:.0f} ms").format(
            name=name, rate=rate_hz, latency=1000 * latency_s
        )
    )


def _with_devices(
    verdict: CheckVerdict, kind: DeviceKind, devices: Sequence[DeviceInfo], wanted: str
) -> CheckVerdict:
    """Add the list of devices, and whether the configured one is among them."""
    there = _("These are there: {names}").format(names=", ".join(map(_shown, devices)))
    if not wanted.strip() or find_device(devices, wanted) is not None:
        return verdict.model_copy(update={"hint": _joined(verdict.hint, there)})
    match kind:
        case DeviceKind.INPUT:
            missing = _("No microphone is called “{wanted}”, so this one is used.")
            reset = _("For the system's: parley config set voice.input_device ''")
        case DeviceKind.OUTPUT:
            missing = _("No speaker is called “{wanted}”, so this one is used.")
            reset = _("For the system's: parley config set voice.output_device ''")
        case _:
            assert_never(kind)
    return warning(
        verdict.text,
        hint=_joined(missing.format(wanted=wanted), verdict.hint, there, reset),
    )


def _shown(device: DeviceInfo) -> str:
    if device.is_default:
        return _("{name} (the system's)").format(name=device.title)
    return device.title


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
