"""What servers write that is no message, to standard error above all, kept in a bounded file. Blocks; any thread."""

import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from assistant.private_files import open_private

_log = logging.getLogger(__name__)

MAX_LOG_BYTES: Final = 512 * 1024
"""Of the file; then it restarts, and the one before is kept beside it."""
_TAIL: Final = 2_000
_MAX_UNREAD: Final = 500
"""Characters that are kept of a line."""


class ServerLog:
    """A log file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self.tail = ""
        """The end of what was written."""
        self.unread = ""
        """What the server wrote last where messages belong; empty once it sends one."""

    def write(self, chunk: bytes) -> None:
        """Append to the file; on failure log one line of our own."""
        self.tail = (self.tail + chunk.decode("utf-8", "replace"))[-_TAIL:]
        self._store(chunk)

    def write_unread(self, texts: Sequence[str]) -> None:
        """Append foreign output of the message stream."""
        self.unread = texts[-1]
        lines = [text[:_MAX_UNREAD] for text in texts]
        joined = "\n".join(lines)
        self.tail = f"{self.tail.rstrip()}\n{joined}\n"[-_TAIL:]
        self._store(
            "".join(f"on its output: {line}\n" for line in lines).encode("utf-8", "replace")
        )

    def note(self, text: str) -> None:
        """Keep a remark of ours for `tail`."""
        self.tail = (f"{self.tail.rstrip()}\n{text}")[-_TAIL:]

    def _store(self, chunk: bytes) -> None:
        try:
            with self._lock:
                if self._path.exists() and self._path.stat().st_size > MAX_LOG_BYTES:
                    self._path.replace(self._path.with_suffix(".1.log"))
                with open_private(self._path, "ab") as file:
                    file.write(chunk)
        except OSError as error:
            _log.warning("The log of an MCP server cannot be written: %s", type(error).__name__)
