"""Tells coding agents where Parley is, and takes that back. Blocks."""

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup.backups import Backups
from assistant.coding_agents.setup.model.agent_files import (
    AgentFile,
    AgentFiles,
    ParleyCommand,
    UserFolders,
    agent_files,
)
from assistant.coding_agents.setup.model.config_text import ConfigTextError
from assistant.coding_agents.setup.model.entries import (
    Launch,
    TableEntry,
    launch_at,
    with_entries,
    without_entries,
)
from assistant.coding_agents.setup.model.file_bytes import difference, edited
from assistant.coding_agents.setup.model.own_file import OwnFile
from assistant.coding_agents.setup.parley_command import running_parley
from assistant.coding_agents.setup.settings_file import (
    check_writable,
    read_settings,
    replace_settings,
)
from assistant.errors import ConfigError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """What becomes of a settings file."""

    path: Path
    before: bytes | None
    """None: there is none."""
    after: bytes | None
    """None: it is deleted."""
    change: Callable[[bytes | None], bytes | None]
    """Gives `after`; also for what another program writes in the meantime."""
    is_removal: bool = False
    kept: tuple[str, ...] = ()
    """Places of entries of this name that start something else."""
    is_restored: bool = False
    """Whether the file becomes what it was, to the byte."""

    @property
    def is_needed(self) -> bool:
        return self.before != self.after

    @property
    def difference(self) -> str:
        """A unified diff."""
        return difference(self.before, self.after, str(self.path))


class AgentSetup:
    """Changes the settings files of agents.

    Args:
        parley: How they start Parley.
        folders: Where their settings are.
        home: The root of Parley's home, which keeps the backups.
        find: Looks for a program by its name.
    """

    def __init__(
        self,
        *,
        parley: ParleyCommand,
        folders: UserFolders,
        home: Path,
        find: Callable[[str], str | None] = shutil.which,
    ) -> None:
        self._parley = parley
        self._folders = folders
        self._backups = Backups(home)
        self._find = find

    @classmethod
    def of(cls, home: Home, environment: Mapping[str, str] = os.environ) -> "AgentSetup":
        """Set up for the Parley that runs, and the agents of its user.

        Raises:
            ConfigError: If agents could not start this Parley.
        """
        folders = UserFolders(home=Path.home(), environment=environment)
        return cls(parley=running_parley(home), folders=folders, home=home.root)

    @property
    def backup_folder(self) -> Path:
        """Where copies of changed files are."""
        return self._backups.folder

    def found(self) -> tuple[CodingAgent, ...]:
        """Return the agents that are installed, or were used once."""
        return tuple(
            agent
            for agent in CodingAgent
            if self._find(agent.traits.program) or self._files(agent).folder.is_dir()
        )

    def launch(self, agent: CodingAgent) -> Launch | None:
        """Return how an agent starts Parley; None where it does not, or cannot be read."""
        file = self._files(agent).files[0]
        server = file.entries[0]
        try:
            content = read_settings(_place(file)) or b""
            data = file.notation.read(content.decode("utf-8-sig"))
        except (ConfigError, ConfigTextError, UnicodeDecodeError):
            return None
        launch = launch_at(data, server.path) if isinstance(server, TableEntry) else None
        return launch if launch is not None and launch.is_parley else None

    def needs_trust(self, agent: CodingAgent) -> bool:
        """Whether an agent runs new hooks only once the user has trusted them."""
        return self._files(agent).needs_trust

    def additions(self, agent: CodingAgent) -> tuple[FileChange, ...]:
        """Return what a set-up of an agent changes.

        Raises:
            ConfigError: If a file cannot be read, or is broken.
        """
        return tuple(self._addition(file) for file in self._files(agent).files)

    def removals(self, agent: CodingAgent) -> tuple[FileChange, ...]:
        """Return what taking the set-up back changes.

        Raises:
            ConfigError: If a file cannot be read, or is broken.
        """
        return tuple(self._removal(file) for file in self._files(agent).files)

    def write(self, changes: Sequence[FileChange]) -> None:
        """Carry out changes; all of them, or none.

        Raises:
            ConfigError: If one cannot be carried out; those before it are taken back.
        """
        needed = [change for change in changes if change.is_needed]
        for change in needed:
            check_writable(change.path)
        done: list[tuple[Path, bytes | None]] = []
        try:
            for change in needed:
                now = read_settings(change.path)
                after = change.after if now == change.before else change.change(now)
                if not change.is_removal:
                    self._keep(change.path, now, after or b"")
                done.append((change.path, now))
                replace_settings(change.path, after)
            for change in needed:
                if change.is_removal:
                    self._forget(change.path, change.before)
        except ConfigError:
            for path, before in reversed(done):
                replace_settings(path, before)
            raise

    def _keep(self, path: Path, now: bytes | None, written: bytes) -> None:
        try:
            self._backups.keep(path, now, written)
        except OSError as error:
            raise _no_backup(path, error) from error

    def _forget(self, path: Path, removed: bytes | None) -> None:
        try:
            self._backups.forget(path, removed)
        except OSError as error:
            raise _no_backup(path, error) from error

    def _files(self, agent: CodingAgent) -> AgentFiles:
        return agent_files(agent, self._parley, self._folders)

    def _addition(self, file: AgentFile) -> FileChange:
        path = _place(file)

        def change(before: bytes | None) -> bytes | None:
            return _edited(
                path, before, lambda text: with_entries(text, file.notation, file.entries)
            )

        before = read_settings(path)
        return FileChange(path=path, before=before, after=change(before), change=change)

    def _removal(self, file: AgentFile) -> FileChange:
        path = _place(file)
        now = read_settings(path)
        known = self._backups.before(path, now)
        if known is not None and known.is_unchanged:
            return FileChange(
                path=path,
                before=now,
                after=known.content,
                change=lambda _now: known.content,
                is_removal=True,
                is_restored=True,
            )
        earlier = None if known is None else (known.content or b"").decode("utf-8-sig")
        kept: list[str] = []

        def without(text: str) -> str:
            removal = without_entries(text, file.notation, file.entries, before=earlier)
            kept[:] = [".".join(place) for place in removal.kept]
            return removal.text

        def change(before: bytes | None) -> bytes | None:
            rest = _edited(path, before, without)
            return None if rest == b"" and isinstance(file.notation, OwnFile) else rest

        after = change(now)
        return FileChange(
            path=path, before=now, after=after, change=change, is_removal=True, kept=tuple(kept)
        )


def _no_backup(path: Path, error: OSError) -> ConfigError:
    return ConfigError(
        _("No backup of {file} can be made: {problem}.").format(
            file=path, problem=failure_reason(error)
        ),
        hint=_("Free some space, or write elsewhere."),
    )


def _place(file: AgentFile) -> Path:
    return next((place for place in file.places if place.exists()), file.places[-1])


def _edited(path: Path, before: bytes | None, edit: Callable[[str], str]) -> bytes | None:
    try:
        return edited(before, edit)
    except ConfigTextError as error:
        problem, cause = error.problem, error
        if error.line:
            problem = _("there is a mistake in line {line}, column {column} ({problem})").format(
                line=error.line, column=error.column, problem=error.problem
            )
    except UnicodeDecodeError as error:
        problem, cause = failure_reason(error), error
    raise ConfigError(
        _("{file} cannot be read: {problem}").format(file=path, problem=problem),
        hint=_("Nothing was changed. Mend the file, and try again."),
    ) from cause
