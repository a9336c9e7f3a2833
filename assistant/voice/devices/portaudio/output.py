"""A speaker through PortAudio. The only module that knows sounddevice for output.

The stream is opened at the device's own rate. Its callback runs on PortAudio's thread and only
copies one mono block to the channels.
"""

import contextlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, Protocol, cast

import numpy as np
import numpy.typing as npt

from assistant.clock import Clock
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.devices.missing_device import missing_hint
from assistant.voice.devices.portaudio.input import candidate_formats, is_refused_format
from assistant.voice.devices.protocols import Fill

_log = logging.getLogger(__name__)

_FIRST_BLOCK_SAMPLES = 8192


class _Flags(Protocol):
    output_underflow: bool


class _Stream(Protocol):
    latency: float

    def start(self) -> None: ...

    def abort(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputInfo:
    """A device that PortAudio can play on."""

    index: int
    name: str
    channels: int
    sample_rate_hz: int


def choose_portaudio_output(
    devices: Sequence[OutputInfo], *, name_part: str, default_index: int
) -> OutputInfo | None:
    """Return the first device whose name contains `name_part`, without regard to case.

    An empty or unknown name takes the system's default, else the first; None if there is no device.
    """
    if name_part:
        for device in devices:
            if name_part.casefold() in device.name.casefold():
                return device
    for device in devices:
        if device.index == default_index:
            return device
    return devices[0] if devices else None


class PortAudioOutput:
    """Implements `OutputDevice`.

    Args:
        name_part: Part of the device's name; empty for the system's default. If no device has it,
            the default is taken and a warning logged; `name` says which one is in use.
        clock: Stamps what the device asks for.
        latency: Seconds, or what PortAudio calls `low` or `high` for the device.
        names: Whole names, best first, which count before `name_part`.
        rate_hz: The device's own rate; None for what PortAudio says.
    """

    def __init__(
        self,
        *,
        name_part: str,
        clock: Clock,
        latency: float | Literal["low", "high"] = "low",
        names: Sequence[str] = (),
        rate_hz: int | None = None,
    ) -> None:
        self._name_part = name_part
        self._names = tuple(names)
        self._wanted_rate_hz = rate_hz
        self._clock = clock
        self._latency = latency
        self._name = name_part
        self._rate_hz = 0
        self._latency_s = 0.0
        self._stream: _Stream | None = None
        self._fill: Fill | None = None
        self._block = np.zeros(_FIRST_BLOCK_SAMPLES, np.float32)
        self._underflows = 0

    @property
    def name(self) -> str:
        """Name of the device in use, or the part that was asked for while it is closed."""
        return self._name

    @property
    def sample_rate_hz(self) -> int:
        """The device's own rate; known once it is open."""
        return self._rate_hz

    @property
    def latency_s(self) -> float:
        """As PortAudio reports it; known once it is open."""
        return self._latency_s

    @property
    def underflows(self) -> int:
        """How often the device ran out of audio since it was made."""
        return self._underflows

    def open(self, fill: Fill, *, on_lost: Callable[[str], None]) -> None:
        """Begin to ask for blocks.

        Raises:
            DeviceError: If PortAudio is missing, there is no speaker, or it does not open.
        """
        audio = _sounddevice()
        device = self._find(audio)
        self._name, self._fill = device.name, fill

        def ended() -> None:
            if self._fill is not None:
                on_lost(_("The speaker stopped working."))

        own_hz = self._wanted_rate_hz or device.sample_rate_hz
        refusal: Exception | None = None
        for rate_hz, channels in candidate_formats(
            own_hz, (min(2, device.channels), device.channels)
        ):
            self._rate_hz, self._fill = rate_hz, fill
            try:
                stream = cast(
                    "_Stream",
                    audio.OutputStream(
                        device=device.index,
                        samplerate=rate_hz,
                        channels=channels,
                        dtype="float32",
                        latency=self._latency,
                        callback=self._pull,
                        finished_callback=ended,
                    ),
                )
                self._latency_s = float(stream.latency)
                self._stream = stream
                stream.start()
            except audio.PortAudioError as error:
                self.close()
                refusal = refusal or error
                if not is_refused_format(error):
                    break
            else:
                return
        raise DeviceError(
            _("The speaker {name!r} cannot be opened.").format(name=device.name), hint=str(refusal)
        ) from refusal

    def close(self) -> None:
        """Stop at once; idempotent."""
        stream, self._stream = self._stream, None
        self._fill = None
        if stream is not None:
            # A stream whose device is gone fails to stop; what is left to do is to let it go.
            failure = _sounddevice().PortAudioError
            with contextlib.suppress(failure):
                stream.abort()
            with contextlib.suppress(failure):
                stream.close()

    def _find(self, audio: Any) -> OutputInfo:
        try:
            devices = _outputs(audio)
            default_index = int(audio.default.device[1])
        except audio.PortAudioError as error:
            raise DeviceError(_("No speaker was found."), hint=missing_hint()) from error
        for name in self._names:
            for device in devices:
                if device.name == name:
                    return device
        device = choose_portaudio_output(
            devices, name_part=self._name_part, default_index=default_index
        )
        if device is None:
            raise DeviceError(_("No speaker was found."), hint=missing_hint())
        if self._name_part.casefold() not in device.name.casefold():
            _log.warning("No speaker is called %r; using %r", self._name_part, device.name)
        return device

    # PortAudio's thread.

    def _pull(
        self, out: npt.NDArray[np.float32], frames: int, _time: object, status: _Flags
    ) -> None:
        if status.output_underflow:
            self._underflows += 1
        fill = self._fill
        if fill is None:
            out[:] = 0.0
            return
        if frames > self._block.size:
            self._block = np.zeros(frames, np.float32)
        block = self._block[:frames]
        fill(block, self._clock.monotonic())
        out[:] = block[:, np.newaxis]


def _sounddevice() -> Any:
    try:
        return import_module("sounddevice")
    except OSError as error:
        raise DeviceError(
            _("The audio library PortAudio is missing."),
            hint=_("On Debian and Ubuntu: sudo apt install libportaudio2"),
        ) from error


def _outputs(audio: Any) -> list[OutputInfo]:
    return [
        OutputInfo(
            index=int(device["index"]),
            name=str(device["name"]),
            channels=int(device["max_output_channels"]),
            sample_rate_hz=int(device["default_samplerate"]),
        )
        for device in audio.query_devices()
        if device["max_output_channels"] > 0
    ]
