"""Memory and processor time of a process, and what a measured one is started with."""

import os
import time
from dataclasses import dataclass
from typing import Final

import psutil

_COMPILE_ANEW: Final = "PYTHONDONTWRITEBYTECODE"
"""With it a checkout's modules are compiled at each start, which takes half a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a process used, at one moment."""

    at: float
    """Monotonic clock, seconds."""
    rss_bytes: int
    """Resident memory now."""
    cpu_s: float
    """Processor time of all threads, user and system, since the process began."""


def read_usage(pid: int | None = None) -> Usage:
    """Measure a process; None is this one.

    Raises:
        ProcessLookupError: If there is no such process, or it may not be measured.
    """
    at = time.monotonic()
    try:
        process = psutil.Process(pid)
        times = process.cpu_times()
        return Usage(at=at, rss_bytes=process.memory_info().rss, cpu_s=times.user + times.system)
    except psutil.Error as error:
        raise ProcessLookupError(f"process {pid} cannot be measured") from error


def cores_used(before: Usage, after: Usage) -> float:
    """Return how many cores were busy on average between two measurements.

    Raises:
        ValueError: If no time has passed.
    """
    seconds = after.at - before.at
    if seconds <= 0:
        raise ValueError("no time has passed between the measurements")
    return (after.cpu_s - before.cpu_s) / seconds


def compiled_environment() -> dict[str, str]:
    """Return ours, but let Python keep what it compiled: an installed program comes compiled."""
    return {name: value for name, value in os.environ.items() if name != _COMPILE_ANEW}
