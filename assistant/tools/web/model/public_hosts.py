"""Which machines a page may be fetched from: those on the public internet. Pure.

Names are judged before they are looked up, numbers after: what counts is the number that is
connected to, whatever it was written as.
"""

import ipaddress
import re
from typing import Final

_LOCAL_NAMES: Final = ("localhost", "local", "internal", "intranet", "lan", "home", "corp", "arpa")
"""Last parts of names that mean this machine or network (RFC 6761, 6762, 8375, ICANN SAC113)."""
_NUMBER: Final = re.compile(r"(0x[0-9a-f]*|[0-9]+)")
_WEB_PORTS: Final = frozenset({80, 443})
_FIRST_FREE_PORT: Final = 1024

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_NOT_PUBLIC: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
        "::/96",
        "100::/64",
        "2001:db8::/32",
        "3fff::/20",
        "5f00::/16",
        "fc00::/7",
        "fe80::/9",
        "ff00::/8",
    )
)
"""From the special-purpose registries of IANA, besides what `ipaddress` knows; its table differs
between versions of Python."""
_NAT64: Final = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48")))


def problem_of_host(host: str, port: int | None) -> str | None:
    """Why nothing is fetched from a host, by its name alone.

    Args:
        host: In ASCII and lower case, without brackets.
        port: As written in the address; None is the usual one.
    """
    if port is not None and port not in _WEB_PORTS and port < _FIRST_FREE_PORT:
        return f"port {port} belongs to another service than the web"
    try:
        return problem_of_number(ipaddress.ip_address(host))
    except ValueError:
        pass  # a name
    last = host.rpartition(".")[2]
    if _NUMBER.fullmatch(last):
        return f"{host!r} is a number that is not written as an address"
    if last in _LOCAL_NAMES:
        return f"{host!r} is a name of this machine or network"
    if "." not in host:
        return f"{host!r} is no name on the public internet"
    return None


def problem_of_number(number: IpAddress) -> str | None:
    """Why nothing is fetched from a machine with this number."""
    return None if is_public(number) else f"{number} is not on the public internet"


def is_public(number: IpAddress) -> bool:
    """Whether a number belongs to a single machine on the public internet.

    An IPv6 number that carries an IPv4 number is judged by that one.
    """
    if isinstance(number, ipaddress.IPv6Address):
        if number.scope_id is not None:
            return False
        inner = _inner(number)
        if inner is not None:
            return all(map(is_public, inner))
    if any(number.version == network.version and number in network for network in _NOT_PUBLIC):
        return False
    return number.is_global and not (number.is_multicast or number.is_reserved)


def _inner(number: ipaddress.IPv6Address) -> tuple[ipaddress.IPv4Address, ...] | None:
    if number.ipv4_mapped is not None:
        return (number.ipv4_mapped,)
    if number.sixtofour is not None:
        return (number.sixtofour,)
    if number.teredo is not None:
        return number.teredo
    if any(number in network for network in _NAT64):
        return (ipaddress.IPv4Address(int(number) & 0xFFFFFFFF),)
    return None
