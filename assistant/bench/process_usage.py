"""Memory and processor time of a process. Linux reads `/proc`; elsewhere only our own process.

`resource` has only the peak of the resident memory, and only of this process; `/proc/<pid>/statm` and
`/proc/<pid>/stat` have the present one, of any process of ours, so also of the starter model's.
"""

import os
import sys
import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a process used, at one moment."""

    at: float
    """Monotonic clock, seconds."""
    rss_bytes: int
    """Resident memory now; where only the peak is known, the peak."""
    cpu_s: float
    """Processor time of all threads, user and system, since the process began."""


def read_usage(pid: int | None = None) -> Usage:
    """Measure a process; None is this one.

    Raises:
        ProcessLookupError: If there is no such process, or it cannot be measured on this system.
    """
    at = time.monotonic()
    folder = Path("/proc") / str(os.getpid() if pid is None else pid)
    try:
        return Usage(
            at=at,
            rss_bytes=resident_bytes(
                (folder / "statm").read_text(encoding="ascii"), page_bytes=os.sysconf("SC_PAGESIZE")
            ),
            cpu_s=processor_s(
                (folder / "stat").read_text(encoding="utf-8", errors="replace"),
                ticks_per_s=os.sysconf("SC_CLK_TCK"),
            ),
        )
    except (OSError, AttributeError) as error:
        if pid is not None and pid != os.getpid():
            raise ProcessLookupError(f"process {pid} cannot be measured") from error
    return Usage(at=at, rss_bytes=_peak_rss_bytes(), cpu_s=time.process_time())


def cores_used(before: Usage, after: Usage) -> float:
    """Return how many cores were busy on average between two measurements.

    Raises:
        ValueError: If no time has passed.
    """
    seconds = after.at - before.at
    if seconds <= 0:
        raise ValueError("no time has passed between the measurements")
    return (after.cpu_s - before.cpu_s) / seconds


def resident_bytes(statm: str, *, page_bytes: int) -> int:
    """Read `/proc/<pid>/statm`: the second field is the resident memory in pages (proc(5))."""
    return int(statm.split()[1]) * page_bytes


def processor_s(stat: str, *, ticks_per_s: int) -> float:
    """Read `/proc/<pid>/stat`: fields 14 and 15 are user and system time in ticks (proc(5)).

    The second field is the program's name in parentheses and may hold blanks and parentheses.
    """
    fields = stat.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / ticks_per_s


def _peak_rss_bytes() -> int:
    try:
        resource = cast("Any", import_module("resource"))
    except ImportError as error:  # Windows
        raise ProcessLookupError("memory cannot be measured on this system") from error
    peak = int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return peak if sys.platform == "darwin" else peak * 1024
