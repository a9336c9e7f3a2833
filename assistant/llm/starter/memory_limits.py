"""What a container or a service may have of the machine's memory: Linux control groups, 1 and 2."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

GROUPS: Final = Path("/sys/fs/cgroup")
MEMBERSHIP: Final = Path("/proc/self/cgroup")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLimit:
    """A limit, in bytes."""

    total: int
    available: int
    """What is left of it; files that were read count as left, since they give way."""


@dataclass(frozen=True, slots=True)
class _Files:
    limit: str
    used: str
    reclaimable: str
    """A line of `memory.stat`."""


_FIRST: Final = _Files("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
_SECOND: Final = _Files("memory.max", "memory.current", "inactive_file")


def memory_limits(*, groups: Path = GROUPS, membership: Path = MEMBERSHIP) -> Iterator[MemoryLimit]:
    """Yield the limits that hold for this process; none where there are no control groups.

    Args:
        groups: Where they are mounted.
        membership: Says in which ones the process is.
    """
    lines: list[str] = []
    with suppress(OSError):
        lines = membership.read_text("utf-8").splitlines()
    for line in lines:
        _number, controllers, path = line.split(":", 2)
        if not controllers:
            root, files = groups, _SECOND
        elif "memory" in controllers.split(","):
            root, files = groups / "memory", _FIRST
        else:
            continue
        folder = root / path.lstrip("/")
        while True:  # a limit of a group holds for the groups in it
            with suppress(OSError, ValueError):  # not there, as in a container, or "max"
                yield _limit(folder, files)
            if folder == root:
                break
            folder = folder.parent


def _limit(folder: Path, files: _Files) -> MemoryLimit:
    limit = int((folder / files.limit).read_text("utf-8"))
    used = int((folder / files.used).read_text("utf-8"))
    statistics = dict(
        line.split(" ", 1) for line in (folder / "memory.stat").read_text("utf-8").splitlines()
    )
    reclaimable = int(statistics.get(files.reclaimable, 0))
    return MemoryLimit(total=limit, available=max(0, limit - used + reclaimable))
