"""What a process that was killed left beside what belongs in a home."""

from pathlib import Path
from typing import Final

_BELONGS: Final = frozenset(
    {"engine.lock", "engine.pid", "memory.lock", "settings.lock", "settings.toml", "data/parley.db"}
    | {f"data/parley.db-{suffix}" for suffix in ("wal", "shm")}
)
_FOLDERS: Final = ("logs", "memory", "memory-archive", "workspaces", "agents")


def leftovers(home: Path) -> list[str]:
    """Return the files of a home that nobody wants there, by their paths in it, sorted."""
    files = [path.relative_to(home) for path in home.rglob("*") if path.is_file()]
    return sorted(str(path) for path in files if not _belongs(path))


def _belongs(path: Path) -> bool:
    if path.as_posix() in _BELONGS:
        return True
    return path.parts[0] in _FOLDERS and path.suffix in {".md", ".log", ".lock"}
