"""Whether a connection comes from a process of this user. Linux tells; elsewhere nobody does."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Final, cast

from assistant.channels.web.server.model.socket_table import Endpoint, is_trusted, owner_of

TABLES: Final = ("/proc/net/tcp", "/proc/net/tcp6")
_READS: Final = 3
"""The list is not read at one moment, so that one reading can miss a connection."""


def is_from_this_user(transport: asyncio.BaseTransport) -> bool:
    """Return whether the peer of a connection belongs to this user, as far as that can be known.

    A peer that has let go of the connection is nobody's.
    """
    here, there = transport.get_extra_info("sockname"), transport.get_extra_info("peername")
    if sys.platform != "linux" or not isinstance(there, tuple):  # else it is a socket in a folder
        return True
    local, remote = cast("Endpoint", here), cast("Endpoint", there)
    try:
        for _reading in range(_READS):
            for table in TABLES:
                owner = owner_of(Path(table).read_text(encoding="ascii"), remote, local)
                if owner is not None:
                    return is_trusted(owner, os.geteuid())
    except FileNotFoundError:  # a system that does not list them
        return True
    return False
