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
from assistant.voice.devices.missing import missing_hint
from assistant.voice.devices.protocol import OnBlock, OnEnd
from assistant.voice.events import Samples

BLOCK_S: Final = 0.02
"""Length of a block: small against the 32 ms frame that waits for it, large against its overhead."""

_LATENCY_S = 0.05
"""Asked of the system's buffer. The lowest it offers overflows when the interpreter is busy for 10 ms,
and what overflows is lost speech."""

_Callback = Callable[[npt.NDArray[np.float32], int, object, object], None]


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


def choose_input(devices: Sequence[Mapping[str, object]], *, name_part: str) -> int | None:
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

    Args:
        name_part: Part of the device's name; empty for the system's default.
        clock: Stamps the blocks.
        load: Imports the library.
    """

    def __init__(
        self,
        *,
        name_part: str = "",
        clock: Clock,
        load: Callable[[], PortAudio] = load_portaudio,
    ) -> None:
        self._name_part = name_part
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
        index = self._find(audio)
        stream: _Stream | None = None
        try:
            stream = audio.InputStream(
                samplerate=self._rate_hz,
                blocksize=round(self._rate_hz * BLOCK_S),
                device=index,
                channels=1,
                dtype="float32",
                latency=_LATENCY_S,
                callback=self._callback(on_block),
            )
            stream.start()
        except audio.PortAudioError as error:
            if stream is not None:
                self._close(stream)
            raise DeviceError(
                _("The microphone “{name}” cannot be opened.").format(name=self._name),
                hint=str(error),
            ) from error
        self._stream = stream

    def close(self) -> None:
        """See `InputDevice.close`."""
        stream, self._stream = self._stream, None
        if stream is not None:
            self._close(stream)

    def _find(self, audio: PortAudio) -> int | None:
        try:
            devices = cast("Sequence[Mapping[str, object]]", audio.query_devices())
            index = choose_input(devices, name_part=self._name_part)
            described = cast("Mapping[str, object]", audio.query_devices(index, "input"))
        # sounddevice raises one or the other, by its version, where the system has no default.
        except (audio.PortAudioError, ValueError) as error:
            raise _no_microphone() from error
        self._name = str(described["name"])
        self._rate_hz = round(cast("float", described["default_samplerate"]))
        return index

    def _callback(self, on_block: OnBlock) -> _Callback:
        clock = self._clock

        def callback(
            data: npt.NDArray[np.float32], _frames: int, _time: object, _status: object
        ) -> None:
            samples: Samples = data[:, 0].copy()  # PortAudio writes to `data` again
            on_block(samples, clock.monotonic())

        return callback

    def _close(self, stream: _Stream) -> None:
        # A stream whose device is gone fails to stop; what is left to do is to let it go.
        with contextlib.suppress(self._load().PortAudioError):
            stream.abort()
        with contextlib.suppress(self._load().PortAudioError):
            stream.close()
