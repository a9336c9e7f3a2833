"""Which streams of other programs are lowered while Parley listens, and which come back. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

LOWERED_TO: Final = 0.5
"""Share of the volume that is left: as sound servers count it, 18 dB less."""
_SAME: Final = 0.02
"""Volumes that differ by no more are the same; servers round them."""

_ROLES_LEFT_ALONE: Final = frozenset({"a11y", "phone", "production", "filter", "DSP", "test"})
"""Screen readers, calls, and what passes on or makes the sound of others."""

Volumes = tuple[float, ...]
"""Of each channel; 1.0 is full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramStream:
    """What a program plays, as the sound server has it."""

    number: int
    program: str
    """What the server remembers the program's volume by; empty if it is not known."""
    is_own: bool
    """Whether Parley plays it, or the server itself, which may be passing on Parley's voice."""
    volumes: Volumes
    role: str = ""
    """What the program says that it is for, such as `music`; empty if it says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoweredStream:
    """A stream whose volume was lowered."""

    number: int
    program: str
    before: Volumes
    lowered: Volumes


def streams_to_lower(
    streams: Iterable[ProgramStream], known: Sequence[LoweredStream]
) -> tuple[LoweredStream, ...]:
    """Streams of other programs that are still as loud as their users want them."""
    numbers = {each.number for each in known}
    return tuple(
        LoweredStream(
            number=stream.number,
            program=stream.program,
            before=stream.volumes,
            lowered=tuple(volume * LOWERED_TO for volume in stream.volumes),
        )
        for stream in streams
        if not stream.is_own
        and stream.role not in _ROLES_LEFT_ALONE
        and stream.number not in numbers
        and any(stream.volumes)
    )


def streams_to_raise(
    streams: Iterable[ProgramStream], known: Iterable[LoweredStream]
) -> tuple[LoweredStream, ...]:
    """Streams still as they were lowered: a volume that the user changed since stays.

    A server that was started again gives old numbers to new streams; those are others'.
    """
    now = {(stream.number, stream.program): stream.volumes for stream in streams}
    return tuple(
        each
        for each in known
        if is_same_volume(now.get((each.number, each.program), ()), each.lowered)
    )


def ended_streams(
    streams: Iterable[ProgramStream], known: Iterable[LoweredStream]
) -> tuple[LoweredStream, ...]:
    """Streams that ended while lowered, as the server may remember their volume."""
    alive = {(stream.number, stream.program) for stream in streams}
    return tuple(
        each for each in known if each.program and (each.number, each.program) not in alive
    )


def is_same_volume(one: Volumes, other: Volumes) -> bool:
    """Compare channel by channel."""
    return len(one) == len(other) and all(
        abs(a - b) <= _SAME for a, b in zip(one, other, strict=True)
    )
