"""A system's sound in memory: devices come and go, and everything can hang or fail."""

import threading
from collections.abc import Callable

import numpy as np

from assistant.voice.devices.binding import DeviceAvailable, DeviceGone
from assistant.voice.devices.missing_device import no_device_error
from assistant.voice.devices.policy.selection import (
    AudioDevices,
    DeviceInfo,
    DeviceKind,
    choose_device,
    place_stream,
)
from assistant.voice.devices.protocols import Fill, InputDevice, OnBlock, OnEnd, OutputDevice
from assistant.voice.devices.sound_system import StreamTarget, StreamWatcher
from assistant.voice.events import Samples


def nothing() -> None:
    """Do nothing."""


def infos(*names: str) -> tuple[DeviceInfo, ...]:
    """Return devices of these names; the first is the default."""
    return tuple(DeviceInfo(name=name, is_default=index == 0) for index, name in enumerate(names))


class Hang:
    """A call that does not return before it is let go.

    Attributes:
        entered: Set when somebody hangs.
    """

    def __init__(self) -> None:
        self.entered = threading.Event()
        self._released = threading.Event()

    def __call__(self) -> None:
        self.entered.set()
        self._released.wait(30)

    def release(self) -> None:
        """Let everybody go, now and later."""
        self._released.set()


class FakeStream:
    """What both kinds of stream have in common.

    Attributes:
        is_open: Whether it was opened and not closed.
        on_close: Called by `close`, and may hang or raise.
    """

    def __init__(self, sound: "FakeSound", name: str, rate_hz: int) -> None:
        self._sound = sound
        self._name = name
        self._rate_hz = rate_hz
        self.is_open = False
        self.on_close: Callable[[], None] = sound.on_close

    @property
    def name(self) -> str:
        return self._name

    @property
    def sample_rate_hz(self) -> int:
        return self._rate_hz

    def close(self) -> None:
        """Stop, or do what the test says."""
        self.is_open = False
        self.on_close()


class FakeInput(FakeStream):
    """Implements `InputDevice`; the test feeds it."""

    def __init__(
        self, sound: "FakeSound", name: str, rate_hz: int, stopped: Callable[[], None]
    ) -> None:
        super().__init__(sound, name, rate_hz)
        self.stop_by_itself = stopped
        self._on_block: OnBlock | None = None

    @property
    def is_live(self) -> bool:
        return True

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        """Begin, or do what the test says."""
        self._sound.on_open()
        self.is_open = True
        self._on_block = on_block

    def feed(self, samples: Samples, at: float) -> None:
        """Deliver a block, even if it was closed: a backend may be late."""
        if self._on_block is not None:
            self._on_block(samples, at)


class FakeOutput(FakeStream):
    """Implements `OutputDevice`; the test pulls from it."""

    latency_s = 0.0

    def __init__(self, sound: "FakeSound", name: str, rate_hz: int) -> None:
        super().__init__(sound, name, rate_hz)
        self._fill: Fill | None = None
        self._on_lost: Callable[[str], None] | None = None

    def open(self, fill: Fill, *, on_lost: Callable[[str], None]) -> None:
        """Begin, or do what the test says."""
        self._sound.on_open()
        self.is_open = True
        self._fill, self._on_lost = fill, on_lost

    def stop_by_itself(self) -> None:
        if self._on_lost is not None:
            self._on_lost("stopped")

    def pull(self, seconds: float, at: float = 0.0) -> Samples:
        """Ask for audio, even if it was closed: a backend may be late."""
        block = np.full(round(seconds * self._rate_hz), np.nan, np.float32)
        if self._fill is not None:
            self._fill(block, at)
        return block


class FakeSound:
    """Implements `SoundSystem`; moves streams as a sound server does.

    Attributes:
        on_find: Called by `find`, and may hang or raise; so are `on_open`, `on_close`, `on_bind`.
        rate_hz: Of the next stream.
        inputs: Those that were made, oldest first.
        outputs: The same.
    """

    def __init__(self, *, inputs: tuple[str, ...] = (), outputs: tuple[str, ...] = ()) -> None:
        self._lock = threading.RLock()
        self._devices = AudioDevices(inputs=infos(*inputs), outputs=infos(*outputs))
        self._at: dict[StreamWatcher, str | None] = {}
        self.rate_hz = 16_000
        self.on_find: Callable[[], None] = nothing
        self.on_open: Callable[[], None] = nothing
        self.on_bind: Callable[[], None] = nothing
        self.on_close: Callable[[], None] = nothing
        self.inputs: list[FakeInput] = []
        self.outputs: list[FakeOutput] = []

    @property
    def followers(self) -> int:
        """How many want to be told."""
        return len(self._at)

    def devices(self) -> AudioDevices:
        self.on_find()
        return self._devices

    def find(self, kind: DeviceKind, wanted: str) -> StreamTarget:
        place = choose_device(self.devices().of(kind), wanted)
        if place is None:
            raise no_device_error(kind)
        return StreamTarget(place=place, target=place.device.name)

    def input(self, spot: StreamTarget, stopped: Callable[[], None]) -> InputDevice:
        self.inputs.append(FakeInput(self, spot.place.device.name, self.rate_hz, stopped))
        return self.inputs[-1]

    def output(self, spot: StreamTarget) -> OutputDevice:
        self.outputs.append(FakeOutput(self, spot.place.device.name, self.rate_hz))
        return self.outputs[-1]

    def bind(
        self, watcher: StreamWatcher, spot: StreamTarget, device: InputDevice | OutputDevice
    ) -> None:
        self.on_bind()
        with self._lock:
            if watcher in self._at:
                self._at[watcher] = device.name
            self._look(watcher)

    def release(self, watcher: StreamWatcher) -> None:
        with self._lock:
            if watcher in self._at:
                self._at[watcher] = None

    def follow(self, watcher: StreamWatcher) -> None:
        with self._lock:
            self._at.setdefault(watcher, None)

    def unfollow(self, watcher: StreamWatcher) -> None:
        with self._lock:
            self._at.pop(watcher, None)

    def plug(
        self, *, inputs: tuple[str, ...] | None = None, outputs: tuple[str, ...] | None = None
    ) -> None:
        """Have other devices from now on; None leaves a kind as it is."""
        with self._lock:
            self._devices = AudioDevices(
                inputs=self._devices.inputs if inputs is None else infos(*inputs),
                outputs=self._devices.outputs if outputs is None else infos(*outputs),
            )
            for watcher in list(self._at):
                self._look(watcher)

    def _look(self, watcher: StreamWatcher) -> None:
        devices = self._devices.of(watcher.kind)
        at = self._at.get(watcher)
        if at is None:
            if devices:
                watcher.mailbox.put(DeviceAvailable())
            return
        place = place_stream(devices, wanted=watcher.wanted, at=at)
        self._at[watcher] = place.device.name if place is not None else None
        if place is not None:
            watcher.mailbox.place(place, devices=devices)
        else:
            watcher.mailbox.put(DeviceGone(reason="unplugged"))
