"""A system's sound as the devices of this package see it: which there are, what becomes of streams."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from assistant.voice.devices.binding import DeviceEventQueue
from assistant.voice.devices.policy.selection import AudioDevices, DeviceKind, StreamPlacement
from assistant.voice.devices.protocols import InputDevice, OutputDevice


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamTarget:
    """Where a stream is to be opened."""

    place: StreamPlacement
    """The device that it is meant for."""
    target: str | None
    """What the system calls what the stream is opened on; None for what it chooses itself."""

    @classmethod
    def of(cls, place: StreamPlacement, wanted: str) -> "StreamTarget":
        """The device if it is the one `wanted`; else the stream follows the system's default."""
        is_named = bool(wanted.strip()) and not place.is_fallback
        return cls(place=place, target=place.device.name if is_named else None)


@dataclass(frozen=True, slots=True, eq=False)
class StreamWatcher:
    """Whoever wants to know what becomes of its device; equal to none but itself."""

    kind: DeviceKind
    wanted: str
    """As in the settings; empty for the system's default."""
    mailbox: DeviceEventQueue


class SoundSystem(Protocol):
    """A system's sound. Every method may be called on any thread."""

    def devices(self) -> AudioDevices:
        """Present devices; may take as long as the system takes.

        Raises:
            DeviceError: If the system does not answer.
        """
        ...

    def find(self, kind: DeviceKind, wanted: str) -> StreamTarget:
        """Where to open a stream; may take as long as the system takes.

        Raises:
            DeviceError: If there is no device of the kind, or the system does not answer.
        """
        ...

    def input(self, spot: StreamTarget, stopped: Callable[[], None]) -> InputDevice:
        """Make an input device; opens nothing yet.

        Args:
            spot: As `find` returned it.
            stopped: Called on any thread when the stream ends by itself.
        """
        ...

    def output(self, spot: StreamTarget) -> OutputDevice:
        """Make an output device; opens nothing yet."""
        ...

    def bind(
        self, watcher: StreamWatcher, spot: StreamTarget, device: InputDevice | OutputDevice
    ) -> None:
        """Make sure that a device just opened goes where it should, and follow it from now on.

        May take as long as the system takes.

        Args:
            spot: Where it was opened.
            device: What `input` or `output` returned.

        Raises:
            DeviceError: If the system does not answer.
        """
        ...

    def release(self, watcher: StreamWatcher) -> None:
        """Forget the stream, which is about to be closed; returns at once."""
        ...

    def follow(self, watcher: StreamWatcher) -> None:
        """Begin to report changes of devices; returns at once, idempotent."""
        ...

    def unfollow(self, watcher: StreamWatcher) -> None:
        """Stop reporting; returns at once, idempotent."""
        ...
