"""Which microphones and speakers there are, and which one a setting means. Pure.

A setting holds a name, never a number: numbers change when a device is plugged in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class DeviceKind(Enum):
    """What a device is for."""

    INPUT = "input"
    """A microphone."""
    OUTPUT = "output"
    """A speaker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceInfo:
    """A device that can be used now."""

    name: str
    """What the system calls it; unique among its kind, and the same after a restart."""
    description: str = ""
    """What a person calls it; empty if that is its name."""
    is_default: bool = False
    """Whether the system would choose it."""
    rate_hz: int | None = None
    """Its own sample rate, where that is known."""

    @property
    def title(self) -> str:
        return self.description or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class AudioDevices:
    """The devices of a machine, in the system's order."""

    inputs: tuple[DeviceInfo, ...] = ()
    outputs: tuple[DeviceInfo, ...] = ()

    def of(self, kind: DeviceKind) -> tuple[DeviceInfo, ...]:
        return self.inputs if kind is DeviceKind.INPUT else self.outputs


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamPlacement:
    """The device that a stream goes through, or is to."""

    device: DeviceInfo
    is_fallback: bool
    """Whether a device was asked for that is not there."""


def find_device(devices: Sequence[DeviceInfo], wanted: str) -> DeviceInfo | None:
    """The device that a setting means; None if it is not connected.

    The whole name counts before the whole description, and both before a part of either; ignores
    case and spaces around. Of several takes the first.

    Args:
        devices: Those of one kind.
        wanted: A name or a part of one, not empty.
    """
    text = wanted.strip().casefold()
    candidates = [
        *(device for device in devices if device.name.casefold() == text),
        *(device for device in devices if device.description.casefold() == text),
        *(
            device
            for device in devices
            if text in device.name.casefold() or text in device.description.casefold()
        ),
    ]
    return candidates[0] if candidates else None


def choose_device(devices: Sequence[DeviceInfo], wanted: str) -> StreamPlacement | None:
    """The wanted device, else the system's default, else the first.

    Args:
        devices: Those of one kind.
        wanted: As in the settings; empty for the system's default.
    """
    is_wanted = bool(wanted.strip())
    found = find_device(devices, wanted) if is_wanted else None
    device = found or next((each for each in devices if each.is_default), next(iter(devices), None))
    if device is None:
        return None
    return StreamPlacement(device=device, is_fallback=is_wanted and found is None)


def place_stream(devices: Sequence[DeviceInfo], *, wanted: str, at: str) -> StreamPlacement | None:
    """Where a running stream should go, on a server that can move it.

    The setting overrides a move made elsewhere; without one, where the server or the user has put
    the stream is right, as long as it is a real device.

    Args:
        devices: Those that are there, of the stream's kind.
        wanted: As in the settings; empty for the system's default.
        at: Name of the device the stream goes through; one that is not among `devices` is none that
            makes or takes sound.

    Returns:
        None if there is nowhere it could go.
    """
    best = choose_device(devices, wanted)
    present = next((device for device in devices if device.name == at), None)
    if best is None or present is None or (wanted.strip() and not best.is_fallback):
        return best
    return StreamPlacement(device=present, is_fallback=best.is_fallback)
