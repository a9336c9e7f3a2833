"""A service of systemd that runs for the user alone: the file that names it, written and removed."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.errors import ConfigError
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.private_files import write_private
from assistant.processes.blocking_child import run

NAME: Final = "parley.service"
SYSTEMCTL_S: Final = 20.0
_SEEN: Final = ("PATH", "HOME", "LANG", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")
"""What `systemctl` needs of the environment."""
Say = Callable[[str], None]


def unit_text(command: Sequence[str]) -> str:
    """A unit that starts a command with the user's session, and again after a failure."""
    return f"""\
[Unit]
Description=Parley, an assistant that asks instead of guessing

[Service]
ExecStart={" ".join(map(unit_word, command))}
Restart=on-failure
RestartSec=30
RestartPreventExitStatus=2
TimeoutStopSec=10

[Install]
WantedBy=default.target
"""


def unit_word(word: str) -> str:
    """Quote an argument for `ExecStart` (systemd.service(5), *Command lines*)."""
    for character, written in (("\\", "\\\\"), ('"', '\\"'), ("%", "%%"), ("$", "$$")):
        word = word.replace(character, written)
    return f'"{word}"'


@dataclass(frozen=True, slots=True)
class UserService:
    """The service.

    Args:
        file: Where its unit stands.
    """

    file: Path

    @classmethod
    def of_user(cls) -> "UserService":
        """The service of the user who runs this program."""
        config = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
        return cls(Path(config) / "systemd" / "user" / NAME)

    def write(self, command: Sequence[str], *, say: Say) -> None:
        """Write and start the unit; where systemd cannot be asked, print how.

        Raises:
            ConfigError: If it cannot be written.
        """
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_private(self.file, unit_text(command))
        except OSError as error:
            raise _not_changed(self.file, error) from error
        say(_("Written: {file}").format(file=str(self.file)))
        self._ask(("daemon-reload",), ("enable", "--now", NAME), say=say)
        say(
            _("To have it run while you are not logged in: {command}").format(
                command="loginctl enable-linger"
            )
        )

    def remove(self, *, say: Say) -> None:
        """Stop the service and delete its unit.

        Raises:
            ConfigError: If there is none, or it cannot be removed.
        """
        if not self.file.exists():
            raise ConfigError(_("There is no {file}.").format(file=str(self.file)))
        self._ask(("disable", "--now", NAME), say=say)
        try:
            self.file.unlink()
        except OSError as error:
            raise _not_changed(self.file, error) from error
        say(_("Removed: {file}").format(file=str(self.file)))
        self._ask(("daemon-reload",), say=say)

    def _ask(self, *requests: Sequence[str], say: Say) -> None:
        """Run systemctl; print for the user what it does not do."""
        for request in requests:
            command = ("systemctl", "--user", *request)
            seen = {name: os.environ[name] for name in _SEEN if name in os.environ}
            try:
                status, _out, _errors = run(command, limit_s=SYSTEMCTL_S, environment=seen)
            except (OSError, TimeoutError):
                status = 1
            if status:
                say(
                    _("systemd did not take this; run it yourself: {command}").format(
                        command=" ".join(command)
                    )
                )


def _not_changed(file: Path, error: OSError) -> ConfigError:
    return ConfigError(
        _("{file} cannot be changed: {error}.").format(file=str(file), error=failure_reason(error))
    )
