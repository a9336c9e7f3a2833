"""Whether a connection comes from a process of this user. Linux tells; elsewhere nobody does."""

import asyncio
import contextlib
import functools
import os
import socket
import sys
from pathlib import Path
from typing import Final, cast

from assistant.channels.web.server.model.socket_query import NETLINK_SOCK_DIAG, owner_in, query
from assistant.channels.web.server.model.socket_table import Endpoint, is_trusted, owner_of

TABLES: Final = ("/proc/net/tcp", "/proc/net/tcp6")
_READS: Final = 3
"""A list is not read at one moment, so that one reading can miss a connection."""


def is_from_this_user(transport: asyncio.BaseTransport) -> bool:
    """Return whether the peer of a connection belongs to this user, as far as that can be known.

    A peer that has let go of the connection is nobody's.
    """
    here, there = transport.get_extra_info("sockname"), transport.get_extra_info("peername")
    if sys.platform != "linux" or not isinstance(there, tuple):  # else it is a socket in a folder
        return True
    local, remote = cast("Endpoint", here), cast("Endpoint", there)
    try:
        owner = asked_owner(remote, local) if can_ask() else listed_owner(remote, local)
    except FileNotFoundError:  # a system that neither answers nor lists them
        return True
    return is_trusted(owner, os.geteuid())


def asked_owner(local: Endpoint, remote: Endpoint) -> int | None:
    """Return who holds an end of a connection; None if nobody does.

    Raises:
        OSError: If the system does not answer.
    """
    with socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, NETLINK_SOCK_DIAG) as asking:
        asking.settimeout(1.0)
        asking.send(query(local, remote))
        return owner_in(asking.recv(4096))


def listed_owner(local: Endpoint, remote: Endpoint) -> int | None:
    """Return the same by the system's list of all connections.

    Raises:
        OSError: If there is no such list.
    """
    for _reading in range(_READS):
        for table in TABLES:
            owner = owner_of(Path(table).read_text(encoding="ascii"), local, remote)
            if owner is not None:
                return owner
    return None


@functools.cache
def can_ask() -> bool:
    """Whether the system answers such questions, tried with a connection of our own."""
    with contextlib.ExitStack() as stack:
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        calling = stack.enter_context(socket.create_connection(listening.getsockname()))
        try:
            return asked_owner(calling.getsockname(), calling.getpeername()) == os.geteuid()
        except OSError:
            return False
