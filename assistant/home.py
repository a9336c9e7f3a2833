"""Where files live.

The *home* holds the user's own files, overrides, memory and data. What the program ships
(defaults, prompts, personas, the model catalogue) is read from where it is installed, so that new
defaults reach everybody: in a checkout that is the top level, in a wheel `assistant/_shipped`.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from assistant.errors import HomeBusyError
from assistant.failure_reason import failure_reason
from assistant.home_folder import API_FILE, APP_NAME, HOME_VARIABLE, home_folder
from assistant.locale import _, mark
from assistant.private_files import make_private_folder, open_private

if TYPE_CHECKING:
    from filelock import FileLock

MODELS_VARIABLE = "PARLEY_MODELS"


def shipped(*parts: str) -> Path:
    """Path of a file that the program ships."""
    package = Path(__file__).parent
    root = package / "_shipped"
    if not root.is_dir():
        root = package.parent
    return root.joinpath(*parts)


@dataclass(frozen=True, slots=True)
class Home:
    """The folders of one person on one machine."""

    root: Path
    """The user's files, overrides and data."""
    models: Path
    """Model files; large, shared between homes, safe to delete."""

    @classmethod
    def locate(cls, root: Path | None = None, models: Path | None = None) -> "Home":
        """Find the home: the argument, else the environment, else the platform's data folder."""
        environment_models = os.environ.get(MODELS_VARIABLE)
        return cls(
            root=Path(home_folder("" if root is None else str(root))),
            models=(
                models
                or (Path(environment_models) if environment_models else None)
                or Path(platformdirs.user_cache_dir(APP_NAME, appauthor=False)) / "models"
            )
            .expanduser()
            .absolute(),
        )

    @property
    def settings_file(self) -> Path:
        """May not exist."""
        return self.root / "settings.toml"

    @property
    def servers_file(self) -> Path:
        """Which MCP servers there are; may hold keys of theirs, mode 0600."""
        return self.root / "mcp.json"

    @property
    def database(self) -> Path:
        """SQLite, with conversations, questions and drafts."""
        return self.root / "data" / "parley.db"

    @property
    def logs(self) -> Path:
        """The folder of log files."""
        return self.root / "logs"

    @property
    def keys_file(self) -> Path:
        """Keys, for machines that have no system key store; mode 0600."""
        return self.root / "keys.toml"

    @property
    def api_file(self) -> Path:
        """How to reach the running program; exists while it runs, mode 0600."""
        return self.root.joinpath(*API_FILE)

    @property
    def lowered_volumes_file(self) -> Path:
        """Which other programs are lowered; exists while some are."""
        return self.root / "run" / "lowered-volumes.json"

    @property
    def paused_players_file(self) -> Path:
        """Which players of other programs are paused; exists while some are."""
        return self.root / "run" / "paused-players.json"

    def workspace(self, workspace_id: str) -> Path:
        """May not exist."""
        return self.root / "workspaces" / workspace_id

    def personal_memory(self, user_id: str) -> Path:
        """May not exist."""
        return self.root / "memory" / f"{user_id}.md"

    def find(self, *parts: str) -> Path:
        """The user's own version of a shipped file if there is one, else the shipped."""
        own = self.root.joinpath(*parts)
        return own if own.exists() else shipped(*parts)

    def is_free(self) -> bool:
        """Whether no engine has this home at the moment."""
        try:
            self.claim().release()
        except HomeBusyError:
            return False
        return True

    def claim(self, surface: str = "") -> "FileLock":
        """Become the one engine of this home.

        Args:
            surface: What kind of surface does so, for those who come after it.

        Returns:
            The held lock; the caller releases it.

        Raises:
            HomeBusyError: If another process holds it, or the folder cannot be written.
        """
        from filelock import FileLock, Timeout  # the window is there before a home is claimed

        lock = FileLock(self.root / "engine.lock", thread_local=False)
        owner = self.root / "engine.pid"
        try:
            make_private_folder(self.root)
            lock.acquire(timeout=0)
            with open_private(owner, "wb") as file:
                file.write(f"{os.getpid()} {surface}".strip().encode() + b"\n")
        except Timeout as error:
            process, holder = _holder(owner)
            raise HomeBusyError(
                _("Parley is already running with the home {folder} (process {process}).").format(
                    folder=str(self.root), process=process
                ),
                hint=_(_BUSY_HINTS.get(holder, _END_THAT)).format(variable=HOME_VARIABLE),
                holder=holder,
            ) from error
        except OSError as error:
            lock.release()
            raise HomeBusyError(
                _("The home folder {folder} cannot be written: {error}.").format(
                    folder=str(self.root), error=failure_reason(error)
                ),
                hint=_("Choose another one with --home or {variable}.").format(
                    variable=HOME_VARIABLE
                ),
            ) from error
        return lock


_END_THAT: Final = mark("End that one, or use another home with --home or {variable}.")
_BUSY_HINTS: Final = {
    "desktop": mark("Use that window, or another home with --home or {variable}."),
    "terminal": mark("Use that terminal, or another home with --home or {variable}."),
}
"""By the kind of surface that runs."""


def _holder(owner: Path) -> tuple[str, str]:
    """The process that owns a home, for the user, and its kind of surface."""
    try:
        process, _space, surface = owner.read_text(encoding="utf-8").strip().partition(" ")
    except (OSError, UnicodeDecodeError):
        return "?", ""
    return process or "?", surface
