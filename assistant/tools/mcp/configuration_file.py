"""`mcp.json` on the disk. It may hold keys of services: nobody else may read it. Blocks."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from assistant.errors import ConfigError
from assistant.locale import _
from assistant.tools.mcp.model.configuration import Configuration, dump, parse

MAX_BYTES: Final = 1024 * 1024
"""A longer file is not read."""


class ConfigurationFile:
    """Reads and writes the file; any thread, one at a time.

    Args:
        path: Where it is; it may not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Configuration:
        """Return what the file says; without servers if there is none."""
        try:
            with self.path.open("rb") as file:
                content = file.read(MAX_BYTES + 1)
            if len(content) > MAX_BYTES:
                raise OSError(_("it is longer than a megabyte"))
            text = content.decode("utf-8-sig")
        except FileNotFoundError:
            return Configuration()
        except (OSError, UnicodeDecodeError) as error:
            problem = _("{file} cannot be read: {problem}").format(file=self.path, problem=error)
            return Configuration(problems=(problem,), is_broken=True)
        return parse(text, file=str(self.path))

    def write(self, document: Mapping[str, Any]) -> None:
        """Replace the file as a whole, readable by the user alone.

        Raises:
            ConfigError: If it cannot be written; it is as it was.
        """
        temporary: Path | None = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Created with mode 0600, so that there is no moment when others could read it.
            descriptor, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)
            temporary = Path(name)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(dump(document))
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self.path)
        except OSError as error:
            if temporary is not None:
                temporary.unlink(missing_ok=True)
            raise ConfigError(
                _("The MCP servers cannot be written to {file}.").format(file=self.path),
                hint=_("Check the folder and the space on the disk, and try again."),
            ) from error
