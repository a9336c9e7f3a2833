"""What servers write to standard error, kept in a bounded file. Blocks; one thread at a time."""

import logging
from pathlib import Path
from typing import Final

from assistant.private_files import open_private

_log = logging.getLogger(__name__)

MAX_BYTES: Final = 512 * 1024
"""Of the file; then it begins anew, and the one before is kept beside it."""
_TAIL: Final = 2_000


class ServerLog:
    """A log file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.tail = ""
        """The end of what was written."""

    def write(self, chunk: bytes) -> None:
        """Add to the file; one that cannot be written is left out with a line in our own log."""
        self.tail = (self.tail + chunk.decode("utf-8", "replace"))[-_TAIL:]
        try:
            if self._path.exists() and self._path.stat().st_size > MAX_BYTES:
                self._path.replace(self._path.with_suffix(".1.log"))
            with open_private(self._path, "ab") as file:
                file.write(chunk)
        except OSError as error:
            _log.warning("The log of an MCP server cannot be written: %s", type(error).__name__)

    def note(self, text: str) -> None:
        """Keep a remark of ours for `tail`."""
        self.tail = (f"{self.tail.rstrip()}\n{text}")[-_TAIL:]
