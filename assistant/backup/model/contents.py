"""What of a home belongs into a backup, what a backup says of itself, and which names it may hold."""

from datetime import datetime
from pathlib import PurePath
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT: Final = 1
DATABASE: Final = "data/parley.db"
KEYS: Final = "keys.toml"
MODELS: Final = "models"
"""Where model files may be in a home; most are in a folder that several homes share."""
_REMADE_FOLDERS: Final = frozenset({"logs", "run"})
_LEFT_OUT_FOLDERS: Final = _REMADE_FOLDERS | {MODELS, "voice-profiles", "coding-agents"}
"""What can be made again; the users' voices, which are biometric and stay on their computer; and
copies of settings of programs on it, which may hold their keys."""
_LEFT_OUT_FILES: Final = frozenset(
    {
        "engine.lock",
        "engine.pid",
        "keys.lock",
        "memory.lock",
        "settings.lock",
        KEYS,
        DATABASE,
        f"{DATABASE}-wal",
        f"{DATABASE}-shm",
    }
)
"""The database is copied in another way, keys only if they are wanted."""
_MAX_COMPONENT: Final = 255
_MAX_PATH: Final = 4096
_WINDOWS_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul"} | {f"{name}{n}" for name in ("com", "lpt") for n in range(10)}
)


class _Stored(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BackupHead(_Stored):
    """What stands at the beginning: enough to say no before anything else is read."""

    format: int = FORMAT
    created_at: datetime
    parley: str
    """The version of Parley that wrote it."""
    schema_version: Annotated[int, Field(ge=0)]
    """Of the database; 0 if there is none in it."""


class BackupPart(_Stored):
    """One file of the home."""

    path: str
    """Below the home, with slashes."""
    size: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class BackupManifest(_Stored):
    """What stands at the end: a backup without it is not whole."""

    head: BackupHead
    parts: tuple[BackupPart, ...]
    has_keys: bool = False
    complete: Literal[True] = True

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)


def folder_below(root: PurePath, folder: PurePath) -> str:
    """Path of a folder below a home, with slashes; "" if it is not below."""
    if folder == root or not folder.is_relative_to(root):
        return ""
    return folder.relative_to(root).as_posix()


def belongs(path: str, *, models: str = "") -> bool:
    """Whether a file of the home is copied as is.

    Trash is: Parley promised that it can be brought back. Files that are being written, and locks,
    are not.

    Args:
        path: Below the home, with slashes.
        models: Where model files are below the home, if they are and not in `models`.
    """
    is_model = bool(models) and path.startswith(f"{models}/")
    return not is_model and _first(path) not in _LEFT_OUT_FOLDERS and not _is_remade(path)


def is_lost_without_copy(path: str) -> bool:
    """Whether losing this file would lose something that the user has or fetched."""
    if path in {DATABASE, KEYS}:
        return True
    return _first(path) not in _REMADE_FOLDERS and not _is_remade(path)


def _first(path: str) -> str:
    return path.partition("/")[0]


def _is_remade(path: str) -> bool:
    name = path.rpartition("/")[2]
    return path in _LEFT_OUT_FILES or (name.startswith(".") and name.endswith(".new"))


def is_safe_path(path: str, *, on_windows: bool) -> bool:
    """Whether a name in a backup names a file below the home, and nothing else."""
    parts = path.split("/")
    if len(path.encode("utf-8", "surrogatepass")) > _MAX_PATH:
        return False
    return all(_is_safe_name(part, on_windows=on_windows) for part in parts)


def _is_safe_name(name: str, *, on_windows: bool) -> bool:
    if name in {"", ".", ".."} or len(name.encode("utf-8", "surrogatepass")) > _MAX_COMPONENT:
        return False
    if any(ord(c) < 32 or ord(c) == 127 or 0xD800 <= ord(c) < 0xE000 for c in name):
        return False
    if not on_windows:
        return True
    is_device = name.partition(".")[0].rstrip(" ").casefold() in _WINDOWS_DEVICES
    return not (is_device or name[-1] in ". " or any(c in '\\:*?"<>|' for c in name))
