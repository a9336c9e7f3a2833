"""PortAudio as a whole: one library for all streams of the process.

Its functions may not run at the same time, and it lists the devices once, when it is initialised;
initialising it again ends every stream. So whoever opens, closes or lists does it through one host,
under its lock, and a new list is made only while no stream is open.
"""

import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.devices.missing_device import no_answer_error
from assistant.voice.devices.policy.selection import AudioDevices, DeviceInfo, DeviceKind


def load_portaudio() -> Any:
    """Import sounddevice; only here, so that a program without voice needs no PortAudio.

    Raises:
        DeviceError: If the PortAudio library, or the package, is missing.
    """
    try:
        return import_module("sounddevice")
    except (ImportError, OSError) as error:  # OSError where it finds no PortAudio library
        raise DeviceError(
            _("The PortAudio library is missing."),
            hint=_("Install it with your package manager (Debian and Ubuntu: {package}).").format(
                package="libportaudio2"
            ),
        ) from error


class PortAudioHost:
    """PortAudio, for one call at a time. Any thread; a call waits as long as others hang.

    Args:
        load: Imports the library; it is initialised by that.
    """

    def __init__(self, *, load: Callable[[], Any] = load_portaudio) -> None:
        self._load = load
        self._lock = threading.RLock()
        self._all_closed = threading.Condition(self._lock)
        self._open = 0

    @contextmanager
    def using(self) -> Generator[Any]:
        """Hold the library for calls into it.

        Raises:
            DeviceError: If it is missing.
        """
        with self._lock:
            yield self._load()

    def opened(self) -> None:
        """A stream is open; called while the library is held."""
        self._open += 1

    def closed(self) -> None:
        """A stream is closed; called while the library is held."""
        self._open -= 1
        self._all_closed.notify_all()

    def refresh(self, *, wait_s: float = 0.0) -> bool:
        """Enumerate devices again, if no stream is open.

        Args:
            wait_s: Longest wait for all streams to be closed, in seconds.

        Returns:
            Whether that was done.

        Raises:
            DeviceError: If the library is missing, or cannot be initialised again.
        """
        with self.using() as audio:
            if not self._all_closed.wait_for(lambda: not self._open, wait_s):
                return False
            try:
                # There is no public way: https://github.com/spatialaudio/python-sounddevice/issues/125
                audio._terminate()
                audio._initialize()
            except audio.PortAudioError as error:
                raise no_answer_error(str(error)) from error
            return True

    def devices(self) -> AudioDevices:
        """Devices as of the last enumeration.

        Raises:
            DeviceError: If the library is missing or cannot be asked.
        """
        with self.using() as audio:
            try:
                described = audio.query_devices()
                defaults = tuple(int(index) for index in audio.default.device)
            except audio.PortAudioError as error:
                raise no_answer_error(str(error)) from error
        return AudioDevices(
            inputs=_infos(described, DeviceKind.INPUT, defaults[0]),
            outputs=_infos(described, DeviceKind.OUTPUT, defaults[1]),
        )


def _infos(
    described: Sequence[Mapping[str, Any]],
    kind: DeviceKind,
    default: int,
) -> tuple[DeviceInfo, ...]:
    """Devices of a kind, each once.

    One device may be listed by several host interfaces; that of the system's default counts.
    """
    channels = f"max_{kind.value}_channels"
    usable = [index for index, device in enumerate(described) if device[channels]]
    first = default if default in usable else next(iter(usable), None)
    host = described[first].get("hostapi") if first is not None else None
    infos: dict[str, DeviceInfo] = {}
    for index in usable:
        device = described[index]
        name = str(device["name"])
        if device.get("hostapi") == host and (name not in infos or index == default):
            infos[name] = DeviceInfo(
                name=name,
                is_default=index == default,
                rate_hz=round(device["default_samplerate"]),
            )
    return tuple(infos.values())
