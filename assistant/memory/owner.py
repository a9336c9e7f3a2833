"""Whose memory it is, and which file each part of it is. Names are checked, nothing is read."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, assert_never

from assistant.errors import ConfigError
from assistant.locale import _
from assistant.memory.model.scope import MemoryScope

_NAME: Final = re.compile(r"\w[\w.-]{0,63}")
"""As in the settings: a file name that is no path and not hidden."""
_DEVICE: Final = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")
"""Names that Windows keeps for devices, with any ending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryOwner:
    """The user, and the agent and workspace they are with.

    Raises:
        ConfigError: If a name could lead out of its folder, or means a device on this system.
    """

    workspace: str
    agent: str
    user: str

    def __post_init__(self) -> None:
        for name in (self.workspace, self.agent, self.user):
            checked_name(name)

    def parts(self, scope: MemoryScope) -> tuple[str, ...]:
        """Path of a memory file below the home (MEM-09)."""
        match scope:
            case MemoryScope.WORKSPACE:
                return ("workspaces", self.workspace, "memory.md")
            case MemoryScope.AGENT:
                return ("workspaces", self.workspace, "agents", self.agent, "memory.md")
            case MemoryScope.PERSONAL:
                return ("memory", f"{self.user}.md")
            case _:
                assert_never(scope)

    def archive_parts(self, scope: MemoryScope) -> tuple[str, ...]:
        """Folder of the archived versions, below the home."""
        own = (self.user,) if scope is MemoryScope.PERSONAL else ()
        return (*self.parts(scope)[:-1], "memory-archive", *own)


def checked_name(name: str, *, on_windows: bool = os.name == "nt") -> str:
    """Return the name if it is one safe file name.

    Raises:
        ConfigError: If it could lead out of its folder, or means a device on this system.
    """
    is_device = on_windows and (name.endswith(".") or _DEVICE.fullmatch(name) is not None)
    if is_device or not _NAME.fullmatch(name):
        raise ConfigError(
            _("{name!r} cannot be the name of a workspace, an agent or a person.").format(
                name=name
            ),
            hint=_("Use letters, digits, dots, dashes and underscores; begin with a letter."),
        )
    return name


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a path is really in a folder, links followed; raises OSError or RuntimeError."""
    return path.resolve().is_relative_to(folder.resolve())
