"""What to do about a stream, given the devices that are there and where the stream goes. Pure.

For sound servers that can move a running stream from one device to another.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.voice.devices.binding import StreamPlacement
from assistant.voice.devices.policy.selection import DeviceInfo, choose_device


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepPlacement:
    """It goes where it should."""

    place: StreamPlacement


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveStream:
    """It is to go elsewhere."""

    place: StreamPlacement


@dataclass(frozen=True, slots=True)
class DropStream:
    """It goes nowhere, and there is nowhere it could go."""


PlacementDecision = KeepPlacement | MoveStream | DropStream


def decide_placement(devices: Sequence[DeviceInfo], *, wanted: str, at: str) -> PlacementDecision:
    """Return what to do about a running stream.

    The setting wins over whoever moved the stream; without one, where the server or the user has
    put the stream is right, as long as it is a real device.

    Args:
        devices: Those that are there, of the stream's kind.
        wanted: As in the settings; empty for the system's default.
        at: Name of the device the stream goes through; one that is not among `devices` is none that
            makes or takes sound.
    """
    choice = choose_device(devices, wanted)
    if choice is None:
        return DropStream()
    present = next((device for device in devices if device.name == at), None)
    best = StreamPlacement(device=choice.device, is_fallback=choice.is_fallback)
    if present is None:
        return MoveStream(place=best)
    if wanted.strip() and not choice.is_fallback and choice.device.name != at:
        return MoveStream(place=best)
    return KeepPlacement(place=StreamPlacement(device=present, is_fallback=choice.is_fallback))
