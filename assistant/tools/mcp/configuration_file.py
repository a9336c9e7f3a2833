"""`mcp.json` on the disk. It may hold keys of services: nobody else may read it. Blocks."""

import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from assistant.errors import ConfigError
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.private_files import keep_private, write_private
from assistant.tools.mcp.model.configuration import Configuration, dump, parse
from assistant.tools.mcp.model.variables import Surroundings

_log = logging.getLogger(__name__)

MAX_CONFIGURATION_BYTES: Final = 1024 * 1024
"""A longer file is not read."""


class ConfigurationFile:
    """Reads and writes the file; any thread, one at a time.

    Args:
        path: Where it is; it may not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Configuration:
        """Parse the file; without servers if there is none.

        One that was written by hand is made the user's alone.
        """
        try:
            if keep_private(self.path):
                _log.warning("%s was readable by others; it no longer is", self.path.name)
            with self.path.open("rb") as file:
                content = file.read(MAX_CONFIGURATION_BYTES + 1)
            if len(content) > MAX_CONFIGURATION_BYTES:
                raise OSError(_("it is longer than a megabyte"))
            text = content.decode("utf-8-sig")
        except FileNotFoundError:
            return Configuration()
        except (OSError, UnicodeDecodeError) as error:
            problem = _("{file} cannot be read: {problem}").format(
                file=self.path, problem=failure_reason(error)
            )
            return Configuration(problems=(problem,), is_broken=True)
        return parse(text, file=str(self.path))

    def write(self, document: Mapping[str, Any]) -> None:
        """Replace the file, readable by the user alone.

        Raises:
            ConfigError: If it cannot be written; it is as it was.
        """
        try:
            write_private(self.path, dump(document))
        except OSError as error:
            raise ConfigError(
                _("The MCP servers cannot be written to {file}.").format(file=self.path),
                hint=_("Check the folder and the space on the disk, and try again."),
            ) from error


def surroundings(environment: Mapping[str, str] = os.environ) -> Surroundings:
    """What fills in the variables of servers' entries."""
    return Surroundings(environment=environment, home=str(Path.home()))
