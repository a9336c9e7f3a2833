"""Microphones and speakers through PortAudio, opened and closed under the lock of its host."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from assistant.clock import Clock
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.devices.missing_device import no_device_error, stopped_reason
from assistant.voice.devices.policy.selection import DeviceKind
from assistant.voice.devices.portaudio.host import PortAudioHost
from assistant.voice.devices.protocols import Fill, OnBlock, OnEnd

IN_BLOCK_S: Final = 0.02
"""Length of a block of a microphone: small against the 32 ms frame that waits for it, large against
its overhead. A speaker's is what PortAudio likes."""
LATENCY_S: Final = 0.05
"""Asked of the system's buffers. The lowest a microphone offers overflows when the interpreter is busy
for 10 ms, and what overflows is lost speech; what PortAudio calls low for a speaker ran dry 26 times
in a minute while the models worked."""
RATES_HZ: Final = (48_000, 44_100, 16_000)
"""What is tried where a device refuses the rate that is said to be its own."""
INVALID_SAMPLE_RATE: Final = -9997
INVALID_CHANNEL_COUNT: Final = -9998

_FIRST_BLOCK_SAMPLES = 8192

_Callback = Callable[[npt.NDArray[np.float32], int, object, object], None]


class _PortAudioDevice:
    """A stream at the device's own rate, because many refuse any other; else others are tried."""

    _kind: ClassVar[DeviceKind]
    _usual_channels: ClassVar[int]
    _block_s: ClassVar[float]

    def __init__(
        self,
        *,
        host: PortAudioHost,
        clock: Clock,
        target: str | None = None,
        rate_hz: int | None = None,
    ) -> None:
        self._host = host
        self._clock = clock
        self._target = target
        self._wanted_rate_hz = rate_hz
        self._name = target or "default"
        self._rate_hz = 0
        self._latency_s = 0.0
        self._stream: Any = None

    @property
    def name(self) -> str:
        """PortAudio's name of the device in use, or the one asked for."""
        return self._name

    @property
    def sample_rate_hz(self) -> int:
        return self._rate_hz

    def close(self) -> None:
        with self._host.using() as audio:
            if self._let_go(audio):
                self._host.closed()

    def _open(self, callback: _Callback, ended: Callable[[], None], *, refusal: str) -> None:
        """Open the stream; without an accepted format raises `refusal` with the device's name."""
        self.close()

        def finished() -> None:  # called after every end, also after one that was asked for
            if self._stream is not None:
                ended()

        with self._host.using() as audio:
            index, device = self._find(audio)
            self._name = str(device["name"])
            make = audio.InputStream if self._kind is DeviceKind.INPUT else audio.OutputStream
            own_hz = self._wanted_rate_hz or round(device["default_samplerate"])
            most = int(device[f"max_{self._kind.value}_channels"])
            problem: Exception | None = None
            for rate_hz, channels in _formats(own_hz, (min(self._usual_channels, most), most)):
                self._rate_hz = rate_hz
                try:
                    self._stream = make(
                        samplerate=rate_hz,
                        blocksize=round(rate_hz * self._block_s),
                        device=index,
                        channels=channels,
                        dtype="float32",
                        latency=LATENCY_S,
                        callback=callback,
                        finished_callback=finished,
                    )
                    self._latency_s = float(self._stream.latency)
                    self._stream.start()
                except audio.PortAudioError as error:
                    self._let_go(audio)
                    problem = problem or error
                    if not _is_refused_format(error):
                        break
                else:
                    self._host.opened()
                    return
        raise DeviceError(refusal.format(name=self._name), hint=str(problem)) from problem

    def _find(self, audio: Any) -> tuple[int, Mapping[str, Any]]:
        """The device with the wanted name, else the default, else the first."""
        try:
            devices: Sequence[Mapping[str, Any]] = audio.query_devices()
            default = int(audio.default.device[0 if self._kind is DeviceKind.INPUT else 1])
        except audio.PortAudioError as error:
            raise no_device_error(self._kind) from error
        channels = f"max_{self._kind.value}_channels"
        usable = {index: each for index, each in enumerate(devices) if each[channels]}
        if not usable:
            raise no_device_error(self._kind)
        named = (index for index, each in usable.items() if each["name"] == self._target)
        index = next(named, default if default in usable else next(iter(usable)))
        return index, usable[index]

    def _let_go(self, audio: Any) -> bool:
        """Close the stream; returns whether there was one."""
        stream, self._stream = self._stream, None
        if stream is None:
            return False
        # A stream whose device is gone fails to stop; what is left to do is to let it go.
        for end in (stream.abort, stream.close):
            with contextlib.suppress(audio.PortAudioError):
                end()
        return True


class PortAudioInput(_PortAudioDevice):
    """Implements `InputDevice`; it takes the first channel.

    Args:
        target: Name of the device; None, or one that is not there, for the system's default.
        rate_hz: The device's own rate; None for what PortAudio says.
        on_stopped: Called on any thread when the stream ends by itself.
    """

    _kind = DeviceKind.INPUT
    _usual_channels = 1
    _block_s = IN_BLOCK_S

    def __init__(
        self,
        *,
        host: PortAudioHost,
        clock: Clock,
        target: str | None = None,
        rate_hz: int | None = None,
        on_stopped: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(host=host, clock=clock, target=target, rate_hz=rate_hz)
        self._on_stopped = on_stopped

    @property
    def is_live(self) -> bool:
        return True

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        """Never calls `on_end`."""
        clock = self._clock

        def take(
            data: npt.NDArray[np.float32], _frames: int, _time: object, _status: object
        ) -> None:
            on_block(data[:, 0].copy(), clock.monotonic())  # PortAudio writes to `data` again

        refusal = _("The microphone “{name}” cannot be opened.")
        self._open(take, self._on_stopped, refusal=refusal)


class PortAudioOutput(_PortAudioDevice):
    """Implements `OutputDevice`; all channels play the same.

    Args:
        clock: Stamps what the device asks for.
        target: Name of the device; None, or one that is not there, for the system's default.
        rate_hz: The device's own rate; None for what PortAudio says.
    """

    _kind = DeviceKind.OUTPUT
    _usual_channels = 2
    _block_s = 0.0

    @property
    def latency_s(self) -> float:
        """As PortAudio reports it; known once it is open."""
        return self._latency_s

    def open(self, fill: Fill, *, on_lost: Callable[[str], None]) -> None:
        clock = self._clock
        block = np.zeros(_FIRST_BLOCK_SAMPLES, np.float32)

        def pull(out: npt.NDArray[np.float32], frames: int, _time: object, _status: object) -> None:
            nonlocal block
            if self._stream is None:
                out[:] = 0.0
                return
            if frames > block.size:
                block = np.zeros(frames, np.float32)
            mono = block[:frames]
            fill(mono, clock.monotonic())
            out[:] = mono[:, np.newaxis]

        def ended() -> None:
            on_lost(stopped_reason(DeviceKind.OUTPUT))

        self._open(pull, ended, refusal=_("The speaker {name!r} cannot be opened."))


def _formats(rate_hz: int, channels: Sequence[int]) -> Sequence[tuple[int, int]]:
    """Rates and channel counts in the order to try."""
    return [
        (rate, count)
        for rate in dict.fromkeys((rate_hz, *RATES_HZ))
        for count in dict.fromkeys(channels)
    ]


def _is_refused_format(error: Exception) -> bool:
    """Whether opening failed because of its rate or channel count."""
    return len(error.args) > 1 and error.args[1] in {INVALID_SAMPLE_RATE, INVALID_CHANNEL_COUNT}
