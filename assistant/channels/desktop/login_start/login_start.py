"""The file that has the desktop start Parley as the user logs in: written, read and deleted.

The file is the truth, for the user's desktop has tools of its own for it; the setting follows it.
"""

import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from assistant.channels.desktop.desktop_entry import is_on, login_entry
from assistant.coding_agents.setup.parley_command import running_parley
from assistant.errors import ConfigError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _
from assistant.private_files import write_private

HIDDEN = "--hidden"


class LoginStart:
    """Of one home.

    Args:
        file: The entry.
        home: The home.
    """

    def __init__(self, file: Path, home: Home) -> None:
        self.file = file
        self._home = home

    @classmethod
    def of_user(cls, home: Home) -> Self:
        """Return that of the user who runs this program; each home has an entry of its own."""
        config = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
        name = "parley"
        if home.root != Home.locate().root:
            name += f"-{hashlib.sha256(os.fsencode(home.root)).hexdigest()[:8]}"
        return cls(Path(config) / "autostart" / f"{name}.desktop", home)

    @property
    def is_on(self) -> bool:
        """Whether Parley starts at login."""
        try:
            return is_on(self.file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            return False

    def turn(self, on: bool) -> str:  # what a switch says
        """Have Parley start at login, or not.

        Returns:
            What the user should know, in their language; empty if there is nothing.

        Raises:
            ConfigError: If that cannot be.
        """
        try:
            if not on:
                self.file.unlink(missing_ok=True)
                return ""
            command = self._command()
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_private(self.file, login_entry(command))
        except OSError as error:
            raise ConfigError(
                _("{file} cannot be changed: {error}.").format(
                    file=str(self.file), error=failure_reason(error)
                )
            ) from error
        if not _is_checkout():
            return ""
        return _(
            "Parley will start at login from {program}. If that folder is moved or deleted, it does"
            " not start any more."
        ).format(program=command[0])

    def _command(self) -> Sequence[str]:
        if sys.platform in {"win32", "darwin"}:
            raise ConfigError(_("Parley can start at login on Linux only."))
        parley = running_parley(self._home)
        return parley.program, HIDDEN, *parley.options


def _is_checkout() -> bool:
    """Whether the running program is a folder that somebody works in, not one that was installed."""
    return (Path(__file__).parents[4] / "pyproject.toml").is_file()
