"""A system's sound through PortAudio: Windows, macOS, and Linux without a sound server.

PortAudio lists the devices once. What was plugged in since is seen by a child process, which makes
a list of its own; when that says that other devices are to be used, everybody closes what is open,
PortAudio is initialised again, and everybody opens again.
"""

import json
import logging
import os
import threading
from collections.abc import Callable
from typing import Any, Final

from assistant.clock import Clock
from assistant.errors import DeviceError
from assistant.processes.blocking_child import run
from assistant.processes.model.environment import for_programs
from assistant.processes.python_command import python_environment, python_module
from assistant.voice.devices.binding import DeviceAvailable
from assistant.voice.devices.missing_device import no_device_error
from assistant.voice.devices.policy.selection import (
    AudioDevices,
    DeviceInfo,
    DeviceKind,
    StreamPlacement,
    choose_device,
)
from assistant.voice.devices.portaudio.host import PortAudioHost
from assistant.voice.devices.portaudio.streams import PortAudioInput, PortAudioOutput
from assistant.voice.devices.protocols import InputDevice, OutputDevice
from assistant.voice.devices.sound_system import StreamTarget, StreamWatcher

_log = logging.getLogger(__name__)

SOON_S: Final = 3.0
"""Interval of looking for devices while one is missing that is wanted."""
SELDOM_S: Final = 15.0
"""The same while all is well. A look takes a tenth of a second of one core."""
ALL_CLOSED_S: Final = 1.0
"""Longest wait for everybody to close, before PortAudio can list the devices again."""

_PROBE = python_module("assistant.voice.devices.portaudio.probe")
_PROBE_LIMIT_S = 20.0


def probe() -> AudioDevices:
    """Enumerate devices in a child process.

    Raises:
        DeviceError: If it cannot.
    """
    try:
        code, out, _errors = run(
            _PROBE,
            environment=python_environment(for_programs(os.environ)),
            limit_s=_PROBE_LIMIT_S,
        )
        if code != 0:
            raise DeviceError(str(code))
        return from_json(out)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DeviceError(str(error)) from error


def from_json(text: str) -> AudioDevices:
    """Parse the child's output.

    Raises:
        ValueError, TypeError, AttributeError: If it is no such thing.
    """
    lists: dict[str, list[dict[str, Any]]] = json.loads(text)
    return AudioDevices(
        **{kind: tuple(DeviceInfo(**each) for each in devices) for kind, devices in lists.items()}
    )


class PortAudioSoundSystem:
    """Implements `SoundSystem` through PortAudio.

    Args:
        host: PortAudio; by default one of its own.
        look: Lists the devices that are there now.
        soon_s: Interval of looking while a device is missing, in seconds.
        seldom_s: Interval of looking while none is.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        host: PortAudioHost | None = None,
        look: Callable[[], AudioDevices] = probe,
        soon_s: float = SOON_S,
        seldom_s: float = SELDOM_S,
    ) -> None:
        self._clock = clock
        self._host = host or PortAudioHost()
        self._look = look
        self._soon_s = soon_s
        self._seldom_s = seldom_s
        self._lock = threading.Lock()
        self._places: dict[StreamWatcher, StreamPlacement | None] = {}
        self._is_stale = False
        self._thread: threading.Thread | None = None
        self._changed = threading.Event()

    def devices(self) -> AudioDevices:
        """Present devices, if no stream is open or a child can tell."""
        if self._host.refresh():
            return self._host.devices()
        try:
            return self._look()
        except DeviceError as error:
            _log.info("The devices cannot be looked for: %s", error.message)
            return self._host.devices()

    def find(self, kind: DeviceKind, wanted: str) -> StreamTarget:
        with self._lock:
            wait_s = ALL_CLOSED_S if self._is_stale else 0.0
        devices = self._host.devices().of(kind)
        place = choose_device(devices, wanted)
        if wait_s or place is None or place.is_fallback:
            if self._host.refresh(wait_s=wait_s):
                place = choose_device(self._host.devices().of(kind), wanted)
            with self._lock:
                self._is_stale = False
        if place is None:
            raise no_device_error(kind)
        return StreamTarget.of(place, wanted)

    def input(self, spot: StreamTarget, stopped: Callable[[], None]) -> InputDevice:
        return PortAudioInput(
            host=self._host,
            clock=self._clock,
            target=spot.target,
            rate_hz=spot.place.device.rate_hz,
            on_stopped=stopped,
        )

    def output(self, spot: StreamTarget) -> OutputDevice:
        return PortAudioOutput(
            host=self._host,
            clock=self._clock,
            target=spot.target,
            rate_hz=spot.place.device.rate_hz,
        )

    def bind(
        self, watcher: StreamWatcher, spot: StreamTarget, device: InputDevice | OutputDevice
    ) -> None:
        """A stream stays with its device."""
        with self._lock:
            if watcher in self._places:
                self._places[watcher] = spot.place
        watcher.mailbox.place(spot.place, devices=self._host.devices().of(watcher.kind))

    def release(self, watcher: StreamWatcher) -> None:
        with self._lock:
            if watcher in self._places:
                self._places[watcher] = None
        self._changed.set()

    def follow(self, watcher: StreamWatcher) -> None:
        with self._lock:
            self._places.setdefault(watcher, None)
            if self._thread is None:
                self._thread = threading.Thread(target=self._main, name="device-watch", daemon=True)
                self._thread.start()

    def unfollow(self, watcher: StreamWatcher) -> None:
        """The thread ends with the last watcher."""
        with self._lock:
            self._places.pop(watcher, None)
        self._changed.set()

    # The watching thread.

    def _main(self) -> None:
        while True:
            with self._lock:
                if not self._places:
                    self._thread = None  # under the same lock as `follow` looks
                    return
                is_one_missing = any(
                    place is None or place.is_fallback for place in self._places.values()
                )
            self._changed.wait(self._soon_s if is_one_missing else self._seldom_s)
            if self._changed.is_set():  # something was opened, closed or given up: wait again
                self._changed.clear()
                continue
            try:
                devices = self._look()
            except DeviceError as error:
                _log.info("The devices cannot be looked for: %s", error.message)
                continue
            self._compare(devices)

    def _compare(self, devices: AudioDevices) -> None:
        """Reopen everything if any stream belongs elsewhere."""
        with self._lock:
            if not any(
                _is_elsewhere(place, devices, watcher) for watcher, place in self._places.items()
            ):
                return
            self._is_stale = True
            watchers = tuple(self._places)
        for watcher in watchers:
            watcher.mailbox.put(DeviceAvailable())


def _is_elsewhere(
    place: StreamPlacement | None, devices: AudioDevices, watcher: StreamWatcher
) -> bool:
    """Whether a stream should go elsewhere than it goes."""
    choice = choose_device(devices.of(watcher.kind), watcher.wanted)
    if choice is None:
        return False  # nothing better; that it gives no audio any more is seen by its flow
    if place is None:
        return True
    return (choice.device.name, choice.is_fallback) != (place.device.name, place.is_fallback)
