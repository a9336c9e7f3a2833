"""The workspaces and agents there are, and the making of new ones.

Each is a folder in the home, over those the program ships. What the user may have put there by
hand is listed as long as its name is one that the settings take; nothing here follows a link out
of the home, and nothing is replaced that the user has not seen.
"""

import logging
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.errors import AssistantError
from assistant.failure_reason import failure_reason
from assistant.home import Home, shipped
from assistant.locale import _
from assistant.memory.atomic_write import prepare_file, put_in_place
from assistant.memory.files import MemoryText, read_memory
from assistant.memory.model.persona_names import is_name, name_problem, same_name

_log = logging.getLogger(__name__)

PERSONA_LIMIT: Final = 8_000
"""Characters of a persona; it is sent with every message and never shortened."""

_WORKSPACES: Final = "workspaces"
_AGENTS: Final = "agents"
_PERSONA: Final = "persona.md"
_TEMPLATE: Final = "default"
"""The workspace that new ones are made like."""


class PersonaRefusedError(AssistantError):
    """A workspace or agent that cannot be made or changed; nothing was.

    Attributes:
        now: What the persona says now, if it had changed since it was read.
    """

    def __init__(self, message: str, *, now: str | None = None) -> None:
        super().__init__(message)
        self.now = now


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """One agent."""

    name: str
    persona: str
    """Without white space at both ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Personas:
    """What there is to choose from, each sorted by name."""

    workspaces: tuple[str, ...]
    agents: tuple[Agent, ...]


class PersonaFiles:
    """The folders of workspaces and agents of one home. Every method blocks as the disk does."""

    def __init__(self, *, home: Home) -> None:
        self._home = home

    def find(self, *, workspace: str, agent: str) -> Personas:
        """`workspace` is in use, and so listed whether or not it has a folder yet."""
        agents = self._names(_AGENTS, _PERSONA) | {agent}
        return Personas(
            workspaces=_sorted(self._names(_WORKSPACES) | {workspace}),
            agents=tuple(
                Agent(name=name, persona=self._read(name).text) for name in _sorted(agents)
            ),
        )

    def create_workspace(self, name: str) -> None:
        """Create a workspace from the shipped template.

        Raises:
            PersonaRefusedError: If the name cannot be or is taken, or the disk does not let it be
                written.
        """
        folder = self._home.root / _WORKSPACES
        problem = name_problem(name, self._taken(_WORKSPACES))
        if problem:
            raise PersonaRefusedError(problem)
        try:
            self._check_inside(folder)
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder, prefix=".new-") as made:
                whole = Path(made) / _TEMPLATE
                _copy(shipped(_WORKSPACES, _TEMPLATE), whole)
                whole.rename(folder / name)
        except (OSError, RuntimeError) as error:  # a circle of links raises either, by version
            raise _unwritten(folder / name, error) from error

    def save_agent(self, name: str, persona: str, *, replaces: str | None = None) -> None:
        """Create an agent, or change its persona.

        Args:
            name: Of the agent.
            replaces: What it said when the user edited it; None makes a new agent.

        Raises:
            PersonaRefusedError: If the name cannot be or is taken, there is nothing to say or too
                much, the persona says something else by now, or the disk does not let it be
                written.
        """
        text = persona.replace("\0", "").strip()
        if not text:
            raise PersonaRefusedError(_("The persona says nothing yet."))
        if len(text) > PERSONA_LIMIT:
            raise PersonaRefusedError(
                _("The persona is too long: {n} of {limit} characters.").format(
                    n=len(text), limit=PERSONA_LIMIT
                )
            )
        if replaces is None:
            self._check_new(name)
        else:
            self._check_same(name, replaces)
        path = self._home.root / _AGENTS / name / _PERSONA
        try:
            self._check_inside(path.parent)
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_symlink():  # into the folder itself: what it leads to is what is changed
                path = path.resolve()
            with prepare_file(path, f"{text}\n".encode()) as made:
                put_in_place(made, path)
        except (OSError, RuntimeError) as error:
            raise _unwritten(path, error) from error

    def _check_new(self, name: str) -> None:
        problem = name_problem(name, self._taken(_AGENTS))
        if problem:
            raise PersonaRefusedError(problem)

    def _check_same(self, name: str, replaces: str) -> None:
        if not is_name(name):
            raise PersonaRefusedError(name_problem(name))
        now = self._read(name)
        if now.problem:
            raise PersonaRefusedError(now.problem)
        if now.text != replaces.strip():
            raise PersonaRefusedError(
                _("The persona was changed elsewhere meanwhile."), now=now.text
            )

    def _check_inside(self, folder: Path) -> None:
        """Raises OSError if a link leads out of the home."""
        if not folder.resolve().is_relative_to(self._home.root.resolve()):
            raise OSError(_("a link leads out of the home"))

    def _read(self, agent: str) -> MemoryText:
        path = self._home.find(_AGENTS, agent, _PERSONA)
        own = self._home.root / _AGENTS
        return read_memory(path, inside=own if path.is_relative_to(own) else shipped(_AGENTS))

    def _names(self, folder: str, file: str | None = None) -> set[str]:
        """Folders in home and program, with this file in them if given."""
        return {
            found.name
            for place in (shipped(folder), self._home.root / folder)
            for found in _folders(place)
            if is_name(found.name) and (file is None or _is_file(found / file))
        }

    def _taken(self, folder: str) -> set[str]:
        """Every name in a folder of home and program, of whatever type."""
        return {
            name
            for place in (shipped(folder), self._home.root / folder)
            for name in _entries(place)
        }


def has_persona(home: Home, agent: str) -> bool:
    """Blocks on the disk."""
    try:
        return home.find(_AGENTS, agent, _PERSONA).is_file()
    except OSError:
        return False


def find_persona(personas: Personas, *, workspace: str, agent: str) -> tuple[str, str] | None:
    """The workspace and agent as their names are spelt on disk."""
    found_workspace = same_name(workspace, personas.workspaces)
    found_agent = same_name(agent, [one.name for one in personas.agents])
    if found_workspace is None or found_agent is None:
        return None
    return found_workspace, found_agent


def _copy(template: Path, to: Path) -> None:
    """Copy content without permissions: shipped files are read-only."""
    to.mkdir()
    for path in sorted(template.rglob("*")):  # a folder before what is in it
        if path.is_dir():
            (to / path.relative_to(template)).mkdir()
        else:
            shutil.copyfile(path, to / path.relative_to(template))


def _folders(place: Path) -> list[Path]:
    """Empty if it cannot be read; leaves out links that lead elsewhere."""
    try:
        real = place.resolve()
        return [found for found in place.iterdir() if _is_folder(found, inside=real)]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, RuntimeError):
        _log.warning("The folder %s cannot be read", place)
        return []


def _is_folder(path: Path, *, inside: Path) -> bool:
    try:
        return path.is_dir() and path.resolve().is_relative_to(inside)
    except (OSError, RuntimeError):
        return False  # one that cannot be looked at hides no other


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _entries(place: Path) -> list[str]:
    try:
        return [found.name for found in place.iterdir()]
    except OSError:
        return []  # making something in it will tell


def _sorted(names: set[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: (name.casefold(), name)))


def _unwritten(path: Path, error: Exception) -> PersonaRefusedError:
    _log.warning("%s cannot be written: %s", path, type(error).__name__)
    return PersonaRefusedError(
        _("{file} cannot be written: {error}.").format(file=path, error=failure_reason(error))
    )
