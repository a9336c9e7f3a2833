"""What to do about a stream, given the devices that are there and where the stream goes. Pure.

For sound servers that can move a running stream from one device to another.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.voice.devices.binding import Place
from assistant.voice.devices.policy.selection import DeviceInfo, choose


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """It goes where it should."""

    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """It is to go elsewhere."""

    place: Place


@dataclass(frozen=True, slots=True)
class Lose:
    """It goes nowhere, and there is nowhere it could go."""


Verdict = Stay | Move | Lose


def judge(devices: Sequence[DeviceInfo], *, wanted: str, at: str) -> Verdict:
    """Return what to do about a running stream.

    The setting wins over whoever moved the stream; without one, where the server or the person has
    put the stream is right, as long as it is a real device.

    Args:
        devices: Those that are there, of the stream's kind.
        wanted: As in the settings; empty for the system's default.
        at: Name of the device the stream goes through; one that is not among `devices` is none that
            makes or takes sound.
    """
    choice = choose(devices, wanted)
    if choice is None:
        return Lose()
    present = next((device for device in devices if device.name == at), None)
    best = Place(device=choice.device, is_fallback=choice.is_fallback)
    if present is None:
        return Move(place=best)
    if wanted.strip() and not choice.is_fallback and choice.device.name != at:
        return Move(place=best)
    return Stay(place=Place(device=present, is_fallback=choice.is_fallback))
