"""The question to Linux whose a connection is, and its answer: `sock_diag(7)`. Pure.

It finds one connection among any number, which reading `/proc/net/tcp` does not.
"""

import struct
from ipaddress import IPv4Address
from typing import Final

from assistant.channels.web.server.model.socket_table import Endpoint

NETLINK_SOCK_DIAG: Final = 4
_BY_FAMILY: Final = 20
_REQUEST: Final = 1
_INET: Final = 2
_TCP: Final = 6
_ANY: Final = 0xFFFFFFFF
_HEADER: Final = struct.Struct("=IHHII")
_WANTED: Final = struct.Struct("=BBBBI")
_CONNECTION: Final = struct.Struct("!HH4s12x4s12x")
_WHERE: Final = struct.Struct("=III")
_OWNER: Final = struct.Struct("=II")
_OWNER_AT: Final = _HEADER.size + 4 + _CONNECTION.size + _WHERE.size + 12
"""Behind the header, four bytes, the connection, and three counters."""


def query(local: Endpoint, remote: Endpoint) -> bytes:
    """Return the question for the end `local` of a connection to `remote`."""
    body = _WANTED.pack(_INET, _TCP, 0, 0, _ANY)
    body += _CONNECTION.pack(
        local[1], remote[1], IPv4Address(local[0]).packed, IPv4Address(remote[0]).packed
    )
    body += _WHERE.pack(0, _ANY, _ANY)
    return _HEADER.pack(_HEADER.size + len(body), _BY_FAMILY, _REQUEST, 0, 0) + body


def owner_in(answer: bytes) -> int | None:
    """Return the user that an answer names; None if there is no such connection, or it is let go."""
    if len(answer) < _OWNER_AT + _OWNER.size or _HEADER.unpack_from(answer)[1] != _BY_FAMILY:
        return None
    owner, inode = _OWNER.unpack_from(answer, _OWNER_AT)
    return owner if inode else None
