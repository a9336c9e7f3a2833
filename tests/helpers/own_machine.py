"""Keeps tests on this machine, so that none depends on what there is in the network.

Child processes are their own masters, and so are libraries that do without Python's sockets.
"""

import errno
import ipaddress
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final

REFUSAL: Final = "Tests reach nothing but this machine"


def is_here(host: str | bytes | None) -> bool:
    """Whether a name or an address is of this machine."""
    name = host.decode() if isinstance(host, bytes) else host
    if not name or name in {"localhost", socket.gethostname()}:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    return address.is_loopback or address.is_unspecified


@contextmanager
def own_machine() -> Generator[None]:
    """Have connections to elsewhere fail as without a network, and names of elsewhere unknown."""
    kept = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def connect(self: socket.socket, address: Any) -> None:
        if not _is_address_here(self, address):
            raise OSError(errno.ENETUNREACH, REFUSAL)
        kept[0](self, address)

    def connect_ex(self: socket.socket, address: Any) -> int:
        return kept[1](self, address) if _is_address_here(self, address) else errno.ENETUNREACH

    def names(host: str | bytes | None, *given: Any, **options: Any) -> Any:
        if not is_here(host) and not _is_number(host):
            raise socket.gaierror(socket.EAI_NONAME, REFUSAL)
        return kept[2](host, *given, **options)

    _put(connect, connect_ex, names)
    try:
        yield
    finally:
        _put(*kept)


def _put(connect: Callable[..., Any], connect_ex: Callable[..., Any], names: Any) -> None:
    for owner, name, function in (
        (socket.socket, "connect", connect),
        (socket.socket, "connect_ex", connect_ex),
        (socket, "getaddrinfo", names),
    ):
        setattr(owner, name, function)


def _is_address_here(connecting: socket.socket, address: Any) -> bool:
    is_internet = connecting.family in {socket.AF_INET, socket.AF_INET6}
    return not is_internet or is_here(address[0])


def _is_number(host: str | bytes | None) -> bool:
    """Whether nobody has to be asked for an address."""
    try:
        ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host))
    except ValueError:
        return False
    return True
