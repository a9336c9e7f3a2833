"""Microphones through PortAudio: the only module here that knows sounddevice for input.

sounddevice is imported when a device is opened, so that a machine without PortAudio, or a surface
without voice, never touches it.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, Protocol, cast

import numpy as np
import numpy.typing as npt

from assistant.clock import Clock
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.devices.missing_device import missing_hint
from assistant.voice.devices.protocols import OnBlock, OnEnd
from assistant.voice.events import Samples

BLOCK_S: Final = 0.02
"""Length of a block: small against the 32 ms frame that waits for it, large against its overhead."""

_LATENCY_S = 0.05
"""Asked of the system's buffer. The lowest it offers overflows when the interpreter is busy for 10 ms,
and what overflows is lost speech."""

_Callback = Callable[[npt.NDArray[np.float32], int, object, object], None]


def _nothing() -> None:
    """Do nothing."""


class _Stream(Protocol):
    def start(self) -> None: ...

    def abort(self) -> None: ...

    def close(self) -> None: ...


class PortAudio(Protocol):
    """The part of the sounddevice module that is used."""

    PortAudioError: type[Exception]

    def query_devices(
        self, device: int | None = None, kind: str | None = None
    ) -> Sequence[Mapping[str, object]] | Mapping[str, object]:
        """Describe one device, or all of them."""
        ...

    def InputStream(  # noqa: N802  # sounddevice's name
        self,
        *,
        samplerate: int,
        blocksize: int,
        device: int | None,
        channels: int,
        dtype: str,
        latency: float,
        callback: _Callback,
        finished_callback: Callable[[], None],
    ) -> _Stream:
        """Open a stream that calls back."""
        ...


def load_portaudio() -> PortAudio:
    """Import sounddevice.

    Raises:
        DeviceError: If the PortAudio library, or the package, is missing.
    """
    try:
        return cast("PortAudio", cast("Any", import_module("sounddevice")))
    # sounddevice raises OSError where it finds no PortAudio library.
    except (ImportError, OSError) as error:
        raise DeviceError(
            _("The PortAudio library is missing."),
            hint=_("Install it with your package manager (Debian and Ubuntu: {package}).").format(
                package="libportaudio2"
            ),
        ) from error


RATES_HZ: Final = (48_000, 44_100, 16_000)
"""What is tried where a device refuses the rate that is said to be its own."""
INVALID_SAMPLE_RATE: Final = -9997
INVALID_CHANNEL_COUNT: Final = -9998


def candidate_formats(rate_hz: int, channels: Sequence[int]) -> Sequence[tuple[int, int]]:
    """Return rates and numbers of channels in the order in which they are to be tried."""
    return [
        (rate, count)
        for rate in dict.fromkeys((rate_hz, *RATES_HZ))
        for count in dict.fromkeys(channels)
    ]


def is_refused_format(error: Exception) -> bool:
    """Whether a stream was not opened because of its rate or its number of channels."""
    return len(error.args) > 1 and error.args[1] in {INVALID_SAMPLE_RATE, INVALID_CHANNEL_COUNT}


def find_exact_device(
    devices: Sequence[Mapping[str, object]], names: Sequence[str], channels_key: str
) -> int | None:
    """Return the index of the device with the first of these names that there is, or None.

    Args:
        devices: As sounddevice lists them.
        names: Whole names, best first.
        channels_key: `max_input_channels` or `max_output_channels`.
    """
    for name in names:
        for index, device in enumerate(devices):
            if device[channels_key] and str(device["name"]) == name:
                return index
    return None


def choose_portaudio_input(
    devices: Sequence[Mapping[str, object]], *, name_part: str
) -> int | None:
    """Return the index of the first microphone whose name contains a text, without regard to case.

    Args:
        devices: As sounddevice lists them, speakers too; the index is the position.
        name_part: Empty for the system's default, which is None.

    Raises:
        DeviceError: If there is none; it lists those that are there.
    """
    microphones = [
        (index, str(device["name"]))
        for index, device in enumerate(devices)
        if device["max_input_channels"]
    ]
    if not microphones:
        raise _no_microphone()
    if not name_part:
        return None
    for index, name in microphones:
        if name_part.casefold() in name.casefold():
            return index
    raise DeviceError(
        _("There is no audio device “{name}”.").format(name=name_part),
        hint=_("These are there: {names}").format(
            names=", ".join(name for _i, name in microphones)
        ),
    )


def _no_microphone() -> DeviceError:
    return DeviceError(_("No microphone was found."), hint=missing_hint())


class PortAudioInput:
    """Implements `InputDevice` with the system's audio.

    It opens at the device's native rate, because many refuse any other, and takes the first channel.
    Where it refuses that all the same, others are tried.

    Args:
        name_part: Part of the device's name; empty for the system's default.
        clock: Stamps the blocks.
        load: Imports the library.
        names: Whole names, best first, which count before `name_part`.
        rate_hz: The device's own rate; None for what PortAudio says.
        on_stopped: Told, on any thread, that the stream ended by itself.
    """

    def __init__(
        self,
        *,
        name_part: str = "",
        clock: Clock,
        load: Callable[[], PortAudio] = load_portaudio,
        names: Sequence[str] = (),
        rate_hz: int | None = None,
        on_stopped: Callable[[], None] = _nothing,
    ) -> None:
        self._name_part = name_part
        self._names = tuple(names)
        self._wanted_rate_hz = rate_hz
        self._on_stopped = on_stopped
        self._clock = clock
        self._load = load
        self._stream: _Stream | None = None
        self._name = name_part or "default"
        self._rate_hz = 0

    @property
    def name(self) -> str:
        """See `InputDevice.name`."""
        return self._name

    @property
    def sample_rate_hz(self) -> int:
        """See `InputDevice.sample_rate_hz`."""
        return self._rate_hz

    @property
    def is_live(self) -> bool:
        """See `InputDevice.is_live`."""
        return True

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        """See `InputDevice.open`; `on_end` is never called."""
        self.close()
        audio = self._load()
        index, channels = self._find(audio)
        refusal: Exception | None = None
        for rate_hz, count in candidate_formats(self._rate_hz, (1, channels)):
            stream: _Stream | None = None
            try:
                stream = audio.InputStream(
                    samplerate=rate_hz,
                    blocksize=round(rate_hz * BLOCK_S),
                    device=index,
                    channels=count,
                    dtype="float32",
                    latency=_LATENCY_S,
                    callback=self._callback(on_block),
                    finished_callback=self._ended,
                )
                self._rate_hz = rate_hz
                self._stream = stream
                stream.start()
            except audio.PortAudioError as error:
                self._stream = None
                if stream is not None:
                    self._close(stream)
                refusal = refusal or error
                if not is_refused_format(error):
                    break
            else:
                return
        raise DeviceError(
            _("The microphone “{name}” cannot be opened.").format(name=self._name),
            hint=str(refusal),
        ) from refusal

    def close(self) -> None:
        """See `InputDevice.close`."""
        stream, self._stream = self._stream, None
        if stream is not None:
            self._close(stream)

    def _find(self, audio: PortAudio) -> tuple[int | None, int]:
        try:
            devices = cast("Sequence[Mapping[str, object]]", audio.query_devices())
            index = find_exact_device(devices, self._names, "max_input_channels")
            if index is None:
                index = choose_portaudio_input(devices, name_part=self._name_part)
            described = cast("Mapping[str, object]", audio.query_devices(index, "input"))
        # sounddevice raises one or the other, by its version, where the system has no default.
        except (audio.PortAudioError, ValueError) as error:
            raise _no_microphone() from error
        self._name = str(described["name"])
        self._rate_hz = self._wanted_rate_hz or round(
            cast("float", described["default_samplerate"])
        )
        return index, cast("int", described["max_input_channels"])

    def _callback(self, on_block: OnBlock) -> _Callback:
        clock = self._clock

        def callback(
            data: npt.NDArray[np.float32], _frames: int, _time: object, _status: object
        ) -> None:
            samples: Samples = data[:, 0].copy()  # PortAudio writes to `data` again
            on_block(samples, clock.monotonic())

        return callback

    # PortAudio calls it after every end, also after one that was asked for.
    def _ended(self) -> None:
        if self._stream is not None:
            self._on_stopped()

    def _close(self, stream: _Stream) -> None:
        # A stream whose device is gone fails to stop; what is left to do is to let it go.
        with contextlib.suppress(self._load().PortAudioError):
            stream.abort()
        with contextlib.suppress(self._load().PortAudioError):
            stream.close()
