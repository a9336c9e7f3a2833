"""Which microphones and speakers there are, and which one a setting means. Pure.

A setting holds a name, never a number: numbers change when a device is plugged in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import assert_never


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
        """What to show a person."""
        return self.description or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class AudioDevices:
    """The devices of a machine, in the system's order."""

    inputs: tuple[DeviceInfo, ...] = ()
    outputs: tuple[DeviceInfo, ...] = ()

    def of(self, kind: DeviceKind) -> tuple[DeviceInfo, ...]:
        """Return the devices of a kind."""
        match kind:
            case DeviceKind.INPUT:
                return self.inputs
            case DeviceKind.OUTPUT:
                return self.outputs
            case _:
                assert_never(kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceChoice:
    """The device to be used, and whether it is the one that was asked for."""

    device: DeviceInfo
    is_fallback: bool
    """Whether a device was asked for that is not there."""


def find_device(devices: Sequence[DeviceInfo], wanted: str) -> DeviceInfo | None:
    """Return the device that a setting means, or None if it is not there.

    The whole name counts before the whole description, and both before a part of either; case and
    spaces around do not matter. Of several the first is taken.

    Args:
        devices: Those of one kind.
        wanted: A name or a part of one, not empty.
    """
    text = wanted.strip().casefold()
    for device in devices:
        if device.name.casefold() == text:
            return device
    for device in devices:
        if device.description.casefold() == text:
            return device
    for device in devices:
        if text in device.name.casefold() or text in device.description.casefold():
            return device
    return None


def choose_device(devices: Sequence[DeviceInfo], wanted: str) -> DeviceChoice | None:
    """Return the device to be used: the wanted one, else the system's default, else the first.

    Args:
        devices: Those of one kind.
        wanted: As in the settings; empty for the system's default.

    Returns:
        None if there is no device at all.
    """
    is_wanted = bool(wanted.strip())
    device = find_device(devices, wanted) if is_wanted else None
    if device is not None:
        return DeviceChoice(device=device, is_fallback=False)
    for device in devices:
        if device.is_default:
            return DeviceChoice(device=device, is_fallback=is_wanted)
    return DeviceChoice(device=devices[0], is_fallback=is_wanted) if devices else None
