"""Microphone and speaker: there, openable, alive. Text works without either, so nothing here fails."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

import numpy as np
import numpy.typing as npt

from assistant.doctor.finding import Verdict, ok, skipped, warning
from assistant.doctor.patient import Patient
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.devices.missing import missing_hint
from assistant.voice.devices.portaudio import PortAudio, PortAudioInput, load_portaudio
from assistant.voice.devices.portaudio_output import PortAudioOutput
from assistant.voice.devices.protocol import InputDevice, OutputDevice
from assistant.voice.events import Samples
from assistant.voice.loudness import FLOOR_DBFS, rms_dbfs

FIRST_S: Final = 2.0
"""How long a device may take to begin."""
LISTEN_S: Final = 0.5
"""Length of what is listened to for the level."""


def checks(patient: Patient) -> Mapping[str, Callable[[], Verdict]]:
    """Return the checks of this module by their names."""
    return {
        "microphone": lambda: check_microphone(patient),
        "speaker": lambda: check_speaker(patient),
    }


def check_microphone(
    patient: Patient, *, load: Callable[[], PortAudio] = load_portaudio
) -> Verdict:
    """Whether the microphone of the settings opens and gives audio."""
    if not patient.settings.voice.enabled:
        return voice_is_off()
    still = _("Everything works by typing all the same.")
    try:
        names = device_names(load(), "max_input_channels")
    except DeviceError as error:
        return warning(f"{error.message} {still}", hint=error.hint)
    if not names:
        return warning(
            " ".join((_("No microphone was found."), still)),
            hint=missing_hint(),
        )
    wanted = patient.settings.voice.input_device
    return listen(PortAudioInput(name_part=wanted, clock=patient.clock, load=load), names)


def check_speaker(patient: Patient, *, load: Callable[[], PortAudio] = load_portaudio) -> Verdict:
    """Whether the speaker of the settings opens and takes audio; only silence is played."""
    if not patient.settings.voice.enabled:
        return voice_is_off()
    still = _("Replies can be read all the same.")
    try:
        names = device_names(load(), "max_output_channels")
    except DeviceError as error:
        return warning(f"{error.message} {still}", hint=error.hint)
    if not names:
        return warning(
            " ".join((_("No speaker was found."), still)),
            hint=missing_hint(),
        )
    wanted = patient.settings.voice.output_device
    return play(PortAudioOutput(name_part=wanted, clock=patient.clock), names, wanted=wanted)


def device_names(audio: PortAudio, channels_key: str) -> tuple[str, ...]:
    """Return the names of the devices that have channels of a kind.

    Args:
        audio: The library.
        channels_key: `max_input_channels` or `max_output_channels`.

    Raises:
        DeviceError: If the sound system cannot be asked.
    """
    try:
        devices = cast("Sequence[Mapping[str, object]]", audio.query_devices())
    except audio.PortAudioError as error:
        raise DeviceError(_("The sound system does not answer."), hint=str(error)) from error
    return tuple(str(device["name"]) for device in devices if device[channels_key])


def voice_is_off() -> Verdict:
    """Say that nothing of the voice is looked at."""
    return skipped(
        _("Voice is switched off."),
        hint=_("To use it: parley config set voice.enabled true"),
    )


def listen(device: InputDevice, names: Sequence[str], *, first_s: float = FIRST_S) -> Verdict:
    """Open a microphone and hear `LISTEN_S` of it.

    Args:
        device: Closed again at the end.
        names: The microphones that are there.
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
        finally:
            device.close()
    except DeviceError as error:
        return warning(error.message, hint=_others(error.hint, names))
    heard = np.concatenate([*blocks, np.zeros(0, np.float32)])
    if not heard.size:
        return warning(
            _("“{name}” opens but gives no audio.").format(name=device.name),
            hint=_(
                "Plug it in again, or choose another one: parley config set voice.input_device NAME"
            ),
        )
    level = rms_dbfs(heard)
    if level <= FLOOR_DBFS:
        return warning(
            _("“{name}” gives nothing but silence.").format(name=device.name),
            hint=_("It may be muted, or this program may not be allowed to use it."),
        )
    return ok(
        _("“{name}”, {rate} Hz, level {level:.0f} dBFS").format(
            name=device.name, rate=device.sample_rate_hz, level=level
        )
    )


def play(
    device: OutputDevice, names: Sequence[str], *, wanted: str, first_s: float = FIRST_S
) -> Verdict:
    """Open a speaker and wait until it asks for audio.

    Args:
        device: Closed again at the end.
        names: The speakers that are there.
        wanted: The part of its name that the settings ask for, or empty.
        first_s: How long it may take.
    """
    asked = threading.Event()
    lost: list[str] = []

    def fill(block: npt.NDArray[np.float32], _at: float) -> None:
        block[:] = 0.0
        asked.set()

    on_lost: Callable[[str], None] = lost.append
    try:
        device.open(fill, on_lost=on_lost)
        try:
            is_alive = asked.wait(first_s)
            name, rate_hz, latency_s = device.name, device.sample_rate_hz, device.latency_s
        finally:
            device.close()
    except DeviceError as error:
        return warning(error.message, hint=_others(error.hint, names))
    if not is_alive:
        return warning(
            _("“{name}” opens but takes no audio.").format(name=name),
            hint=_(
                "Plug it in again, or choose another one: parley config set voice.output_device"
                " NAME"
            ),
        )
    text = _("“{name}”, {rate} Hz, latency {latency:.0f} ms").format(
        name=name, rate=rate_hz, latency=1000 * latency_s
    )
    if wanted.casefold() not in name.casefold():
        return warning(
            text,
            hint=_("No speaker is called “{wanted}”, so this one is used.").format(wanted=wanted),
        )
    return ok(text)


def _others(hint: str, names: Sequence[str]) -> str:
    there = _("These are there: {names}").format(names=", ".join(names))
    return there if not hint or there in hint else f"{hint} · {there}"
