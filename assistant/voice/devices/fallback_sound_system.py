"""A sound server where there is one, and something else where there is none."""

import threading
from collections.abc import Callable

from assistant.errors import DeviceError
from assistant.voice.devices.policy.selection import AudioDevices, DeviceKind
from assistant.voice.devices.protocols import InputDevice, OutputDevice
from assistant.voice.devices.sound_system import SoundSystem, StreamTarget, StreamWatcher


class FallbackSoundSystem:
    """Implements `SoundSystem` by one of two, decided once.

    A server that has answered is waited for when it is away: whoever took its devices meanwhile would
    keep it from having them when it is back. The other one is taken if it has a device and the server
    has never answered. It is tried once for each kind and start of the voice loop, because libraries
    write to the standard error whenever they find nothing.

    Args:
        server: The sound server.
        otherwise: Without it.
    """

    def __init__(self, *, server: SoundSystem, otherwise: SoundSystem) -> None:
        self._server = server
        self._otherwise = otherwise
        self._lock = threading.Lock()
        self._decided: SoundSystem | None = None
        self._watchers: list[StreamWatcher] = []
        self._tried: set[DeviceKind] = set()

    def devices(self) -> AudioDevices:
        if self._decided is not None:
            return self._decided.devices()
        try:
            devices = self._server.devices()
        except DeviceError:
            return self._otherwise.devices()
        self._decide(self._server)
        return devices

    def find(self, kind: DeviceKind, wanted: str) -> StreamTarget:
        if self._decided is not None:
            return self._decided.find(kind, wanted)
        try:
            self._server.devices()
        except DeviceError as error:
            with self._lock:
                if kind in self._tried:
                    raise
                self._tried.add(kind)
            try:
                spot = self._otherwise.find(kind, wanted)
            except DeviceError:
                raise error from None
            self._decide(self._otherwise)
            return spot
        self._decide(self._server)
        return self._server.find(kind, wanted)

    def input(self, spot: StreamTarget, stopped: Callable[[], None]) -> InputDevice:
        return self._used.input(spot, stopped)

    def output(self, spot: StreamTarget) -> OutputDevice:
        return self._used.output(spot)

    def bind(
        self, watcher: StreamWatcher, spot: StreamTarget, device: InputDevice | OutputDevice
    ) -> None:
        self._used.bind(watcher, spot, device)

    def release(self, watcher: StreamWatcher) -> None:
        self._used.release(watcher)

    def follow(self, watcher: StreamWatcher) -> None:
        with self._lock:
            if watcher not in self._watchers:
                self._watchers.append(watcher)
                self._tried.discard(watcher.kind)
            self._used.follow(watcher)

    def unfollow(self, watcher: StreamWatcher) -> None:
        with self._lock:
            if watcher in self._watchers:
                self._watchers.remove(watcher)
            self._used.unfollow(watcher)

    @property
    def _used(self) -> SoundSystem:
        return self._decided or self._server

    def _decide(self, sound: SoundSystem) -> None:
        with self._lock:
            if self._decided is not None:
                return
            self._decided = sound
            if sound is not self._server:
                for watcher in self._watchers:
                    self._server.unfollow(watcher)
                    sound.follow(watcher)
