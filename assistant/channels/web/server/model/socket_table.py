"""Who holds the other end of a connection, as Linux lists it in `/proc/net/tcp`. Pure."""

import sys
from ipaddress import IPv4Address
from typing import Final

Endpoint = tuple[str, int]
"""An IPv4 address and a port."""

_MAPPED: Final = "0" * 16 + f"{int.from_bytes(bytes((0, 0, 255, 255)), sys.byteorder):08X}"
"""What an IPv6 socket has before an IPv4 address."""
_ROOT: Final = 0


def owner_of(table: str, local: Endpoint, remote: Endpoint) -> int | None:
    """Return the user whose process holds a connection's end; None if it is not listed or let go.

    A connection that nobody holds any more is listed too, as root's and without an inode.

    Args:
        table: The list, of IPv4 or IPv6.
        local: The end that is looked for.
        remote: The other end.
    """
    ends = {(prefix + _written(local), prefix + _written(remote)) for prefix in ("", _MAPPED)}
    for line in table.splitlines()[1:]:
        fields = line.split()
        if len(fields) > 9 and (fields[1], fields[2]) in ends:
            return None if fields[9] == "0" else int(fields[7])
    return None


def is_trusted(owner: int | None, user: int) -> bool:
    """Whether a peer may connect: the user's own process, or root's, who can do anything anyway."""
    return owner in {user, _ROOT}


def _written(end: Endpoint) -> str:
    address = int.from_bytes(IPv4Address(end[0]).packed, sys.byteorder)
    return f"{address:08X}:{end[1]:04X}"
