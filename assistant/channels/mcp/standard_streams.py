"""The streams that a client speaks over to the process it started, and the first answers on them.

Blocking; imports next to nothing, for clients do not wait long.
"""

import json
import os
import signal
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

from assistant import __version__
from assistant.channels.mcp.model.opening import Opening

_CHUNK: Final = 65_536
_ENDING: Final = (signal.SIGINT, signal.SIGTERM)


class StandardStreams:
    """Standard input and output, line by line.

    Args:
        received: The descriptor that the client writes to.
        sent: The one that it reads.
    """

    def __init__(self, received: int, sent: int) -> None:
        self._received = received
        self._sent = sent
        self._lines = self._read()

    @classmethod
    def claim(cls) -> "StandardStreams":
        """Take them for the protocol alone: what else is written goes to standard error."""
        streams = cls(os.dup(0), os.dup(1))
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        return streams

    def read(self) -> str | None:
        """Return the next line, or None if the client has left."""
        return next(self._lines, None)

    def write(self, line: str) -> None:
        """Write a line.

        Raises:
            BrokenPipeError: If the client does not read any more.
        """
        left = memoryview(line.encode("utf-8", "replace") + b"\n")
        while left:
            left = left[os.write(self._sent, left) :]

    def _read(self) -> Generator[str]:
        begun = b""
        while chunk := os.read(self._received, _CHUNK):
            *lines, begun = (begun + chunk).split(b"\n")
            yield from (line.decode("utf-8", "replace") for line in lines)
        if begun:
            yield begun.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunClient:
    """A client that has its first answers."""

    streams: StandardStreams
    opening: Opening
    """How the connection began."""
    line: str
    """The first line that is not answered."""


def begin_client(
    streams: StandardStreams | None = None, *, has_permissions: bool = False
) -> BegunClient | None:
    """Answer what the client of this process asks first, until it asks something else.

    Args:
        streams: The client's; by default the standard ones, which are claimed.
        has_permissions: Whether the tool for permissions is offered.

    Returns:
        The client, or None if it has left.

    Raises:
        SystemExit: If the process is told to end.
    """
    streams = StandardStreams.claim() if streams is None else streams
    for number in _ENDING:
        signal.signal(number, _leave)
    text = Path(__file__).with_name("opening.json").read_text(encoding="utf-8")
    opening = Opening(json.loads(text), version=__version__, has_permissions=has_permissions)
    try:
        while (line := streams.read()) is not None:
            answer = opening.take(line)
            if answer is None:
                return BegunClient(streams=streams, opening=opening, line=line)
            if answer:
                streams.write(answer)
    except BrokenPipeError:
        pass  # it left without reading what it was told
    return None


def _leave(_number: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)
