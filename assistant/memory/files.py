"""The memory files and the persona, as they are read.

They are Markdown that people edit by hand, so reading forgives: a missing file is empty text, a
damaged one gives what can be read of it and says what was wrong. Names come from settings and
messages, so they are checked here: no name and no link leads out of the folder it belongs to.
"""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.home import Home, shipped
from assistant.locale import _, mark
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner

_log = logging.getLogger(__name__)

MAX_MEMORY_FILE_BYTES: Final = 1_000_000
"""What is read of a file at most. Far above every limit: what is over a limit is compressed by
whoever writes the file, and read whole until then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryText:
    """What a file says."""

    text: str
    """Without white space at both ends; empty if the file is missing."""
    problem: str = ""
    """What was wrong, in the user's language; empty if nothing was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryTexts:
    """Everything that is remembered, by scope."""

    workspace: str
    agent: str
    personal: str
    problems: tuple[str, ...] = ()
    """What was wrong with the files, in the user's language."""


def read_memory(path: Path, *, inside: Path) -> MemoryText:
    """Read a memory file or persona.

    Args:
        path: The file; may not exist.
        inside: The folder it must really be in, links followed.

    Returns:
        Its text. A file that is no UTF-8 is read with U+FFFD for what is damaged; one that is too
        long is cut off; one that leads elsewhere or cannot be read is empty.
    """
    try:
        real = path.resolve()
        if not real.is_relative_to(inside.resolve()):
            return _problem(mark("The file {path} leads out of its folder and was not read."), path)
        if not real.exists():
            return MemoryText(text="")
        if not real.is_file():
            return _problem(mark("{path} is not a file and was not read."), path)
        with real.open("rb") as file:
            data = file.read(MAX_MEMORY_FILE_BYTES + 1)
    except (OSError, RuntimeError):  # a circle of links raises either, by version of Python
        return _problem(mark("The file {path} cannot be read."), path)
    if len(data) > MAX_MEMORY_FILE_BYTES:
        text = data[:MAX_MEMORY_FILE_BYTES].decode("utf-8", "ignore")
        return _problem(mark("The file {path} is too long; its end was not read."), path, text)
    try:
        return MemoryText(text=_tidy(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        text = data.decode("utf-8-sig", "replace")
        return _problem(
            mark("The file {path} is not UTF-8 text; parts of it are lost."), path, text
        )


class MemoryFiles:
    """The memory and persona of one person with one agent in one workspace.

    Args:
        home: Where the files are; what the user does not have is read as shipped.

    Raises:
        ConfigError: If a name could lead out of its folder.
    """

    def __init__(self, *, home: Home, workspace: str, agent: str, user: str) -> None:
        self._home = home
        self._whose = MemoryOwner(workspace=workspace, agent=agent, user=user)

    def read(self) -> MemoryTexts:
        found = {scope.value: self._find(*self._whose.parts(scope)) for scope in MemoryScope}
        return MemoryTexts(
            **{scope: memory.text for scope, memory in found.items()},
            problems=tuple(memory.problem for memory in found.values() if memory.problem),
        )

    def persona(self) -> MemoryText:
        return self._find("agents", self._whose.agent, "persona.md")

    def _find(self, folder: str, *parts: str) -> MemoryText:
        path = self._home.find(folder, *parts)
        own = self._home.root / folder
        inside = own if path.is_relative_to(own) else shipped(folder)
        return read_memory(path, inside=inside)


def _tidy(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\0", "").strip()


def _problem(template: str, path: Path, text: str = "") -> MemoryText:
    _log.warning("%s", template.format(path=path))  # logs are English
    return MemoryText(text=_tidy(text), problem=_(template).format(path=path))
