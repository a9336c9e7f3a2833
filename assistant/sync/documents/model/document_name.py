"""Which files of a home are documents, by names that mean the same on every device. Pure."""

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.memory.model.persona_names import is_name, is_reserved

_FORBIDDEN: Final = re.compile(r'[<>:"/\\|?*]')
_ENDING: Final = ".md"
_MAX_BYTES: Final = 230
"""Of UTF-8; with what a temporary file adds it stays below what file systems take."""


class DocumentKind(Enum):
    """What a document is."""

    MEMORY = "memory"
    PERSONA = "persona"
    NOTE = "note"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class DocumentName:
    """A file of a home that travels.

    Memory of the user, of workspaces and of agents in them; personas; notes and lists. What is
    archived or in the trash, other files of a workspace, prompts and settings do not.
    """

    kind: DocumentKind
    parts: tuple[str, ...]
    """Below the home."""

    @property
    def path(self) -> str:
        """Below the home, with slashes, composed (NFC)."""
        return unicodedata.normalize("NFC", "/".join(self.parts))

    @property
    def key(self) -> str:
        """Case-folded: not every file system tells case apart."""
        return self.key_of(self.path)

    @staticmethod
    def key_of(path: str) -> str:
        return unicodedata.normalize("NFC", path.casefold())

    @classmethod
    def of(cls, path: str) -> "DocumentName | None":
        """None if the path is no document."""
        parts = tuple(path.split("/"))
        match parts:
            case ("memory", file):
                kind, names = DocumentKind.MEMORY, (file.removesuffix(_ENDING),)
            case ("workspaces", workspace, "memory.md"):
                kind, names = DocumentKind.MEMORY, (workspace,)
            case ("workspaces", workspace, "agents", agent, "memory.md"):
                kind, names = DocumentKind.MEMORY, (workspace, agent)
            case ("agents", agent, "persona.md"):
                kind, names = DocumentKind.PERSONA, (agent,)
            case ("workspaces", workspace, "notes", file):
                kind, names = DocumentKind.NOTE, (workspace,)
            case ("workspaces", workspace, "lists", file):
                kind, names = DocumentKind.LIST, (workspace,)
            case _:
                return None
        if not parts[-1].endswith(_ENDING) or not _is_file_name(parts[-1]):
            return None
        if not all(is_name(unicodedata.normalize("NFC", name)) for name in names):
            return None
        return cls(kind, parts)


PLACES: Final = (
    ("memory", "*"),
    ("workspaces", "*", "memory.md"),
    ("workspaces", "*", "agents", "*", "memory.md"),
    ("agents", "*", "persona.md"),
    ("workspaces", "*", "notes", "*"),
    ("workspaces", "*", "lists", "*"),
)
"""Where documents are; a star is any name."""


def _is_file_name(name: str) -> bool:
    """Whether every operating system allows this file name."""
    stem = name.removesuffix(_ENDING)
    return (
        bool(stem)
        and len(name.encode("utf-8", "replace")) <= _MAX_BYTES
        and not _FORBIDDEN.search(name)
        and not name.startswith((".", " "))
        and not stem.endswith((".", " "))
        and not is_reserved(name)
        and all(unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} for c in name)
    )
