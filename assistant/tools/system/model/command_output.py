"""What a command prints, as much of it as is kept: its beginning and its end. Pure."""

from collections import deque
from typing import Final

from assistant.foreign_text import to_plain_text

KEPT_BYTES: Final = 64_000
"""Bytes that are kept, half from the beginning and half from the end."""


class CommandOutput:
    """Takes what is printed and forgets the middle.

    Args:
        kept: Bytes that are kept.
    """

    def __init__(self, kept: int = KEPT_BYTES) -> None:
        self._half = kept // 2
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self.size = 0
        """Bytes that were printed."""

    def take(self, chunk: bytes) -> None:
        self.size += len(chunk)
        room = self._half - len(self._head)
        if room > 0:
            self._head += chunk[:room]
            chunk = chunk[room:]
        if not chunk:
            return
        self._tail.append(chunk[-self._half :])
        self._tail_size += len(self._tail[-1])
        while self._tail_size - len(self._tail[0]) >= self._half:
            self._tail_size -= len(self._tail.popleft())

    @property
    def text(self) -> str:
        """Readable, with a line where something is missing."""
        tail = b"".join(self._tail)[-self._half :]
        left_out = self.size - len(self._head) - len(tail)
        if not left_out:
            return to_plain_text((bytes(self._head) + tail).decode("utf-8", "replace"))
        head, end = (to_plain_text(part.decode("utf-8", "replace")) for part in (self._head, tail))
        return f"{head}\n[… {left_out} bytes are left out here …]\n{end}"
