"""What a call would send to another place, part by part. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast
from urllib.parse import parse_qsl, unquote, urlsplit

from assistant.tools.outgoing.model.text_source import SERVER_MARK
from assistant.tools.system.model.addresses import (
    WEB,
    AddressProblem,
    OpenableAddress,
    parse_address,
)

MAX_PATH: Final = 120
"""Characters of a path that is taken for a place; what is longer is data."""
_SMALL: Final = 100
"""Numbers below it are sent unasked: a page, a count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingPart:
    """A piece of what is sent."""

    label: str
    """Where it stands: the name of a parameter or argument; `host` and `path` of an address."""
    value: str
    is_data: bool = True
    """Whether it may say anything; a path and a host first of all say where."""
    key: str = ""
    """What the model called it, if that is sent too."""
    address: str = ""
    """The whole address it is a part of; empty if it is of none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingCall:
    """A call that sends something to a place outside."""

    places: tuple[str, ...]
    """Hosts, with their port if they have one, or the MCP server and the hosts it is told of."""
    parts: tuple[OutgoingPart, ...]

    @property
    def has_address(self) -> bool:
        """Whether it names an address, which may differ the next time."""
        return any(part.address for part in self.parts)


def outgoing_call(name: str, arguments: Mapping[str, Any]) -> OutgoingCall | None:
    """What a call sends out; None if it sends nothing.

    A new mail is none: the user sees it and sends it themselves. A command is none either: it is
    confirmed every time, and nobody can tell what it sends.

    Args:
        name: Of the tool.
        arguments: As the model gave them.
    """
    if SERVER_MARK in name:
        return _to_server(name.partition(SERVER_MARK)[0], arguments)
    match name.casefold():
        case "fetch_page" | "open_address":
            address = web_address(arguments.get("address"))
            if address is None:
                return None
            return OutgoingCall(places=(place_of(address),), parts=tuple(_of_address(address)))
        case "read_mcp_resource":
            server = str(arguments.get("server") or "")
            return _to_server(server, {"uri": arguments.get("uri") or ""})
        case _:
            return None


def web_address(value: object) -> OpenableAddress | None:
    if not isinstance(value, str):
        return None
    try:
        address = parse_address(value)
    except AddressProblem:
        return None
    return address if address.scheme in WEB else None


def place_of(address: OpenableAddress) -> str:
    """Host, with a port other than the scheme's."""
    return address.host if address.port is None else f"{address.host}:{address.port}"


def _to_server(server: str, arguments: Mapping[str, Any]) -> OutgoingCall:
    parts = tuple(_of_value("", arguments))
    hosts = [place_of(found) for part in parts if (found := web_address(part.address)) is not None]
    return OutgoingCall(places=tuple(dict.fromkeys((server, *hosts))), parts=parts)


def _of_value(label: str, value: object) -> Iterator[OutgoingPart]:
    match value:
        case None | bool():  # what it is called may say something
            yield OutgoingPart(label=label, value="", is_data=False, key=label)
        case int() if abs(value) < _SMALL:
            yield OutgoingPart(label=label, value=str(value), is_data=False, key=label)
        case dict():
            for key, inner in cast("dict[str, object]", value).items():
                yield from _of_value(f"{label}.{key}".lstrip("."), inner)
        case list() if _is_plain(cast("list[object]", value)):  # together they may be a text
            yield OutgoingPart(
                label=label, value=" ".join(map(str, cast("list[object]", value))), key=label
            )
        case list():
            for inner in cast("list[object]", value):
                yield from _of_value(label, inner)
        case str() if (address := web_address(value)) is not None:
            yield from _of_address(address, f"{label} ")
        case _:
            yield OutgoingPart(label=label, value=str(value), key=label)


def _is_plain(values: list[object]) -> bool:
    return len(values) > 1 and all(isinstance(value, int | float) for value in values)


def _of_address(address: OpenableAddress, prefix: str = "") -> Iterator[OutgoingPart]:
    parts = urlsplit(address.written)
    whole = address.written

    def part(label: str, value: str, *, is_data: bool = True, key: str = "") -> OutgoingPart:
        return OutgoingPart(
            label=prefix + label, value=value, is_data=is_data, key=key, address=whole
        )

    yield part("host", address.readable_host or address.host, is_data=False)
    if parts.path.strip("/"):
        path = unquote(parts.path)
        yield part("path", path, is_data=len(path) > MAX_PATH)
    for key, value in parse_qsl(parts.query, keep_blank_values=True):
        yield part(key, value, key=key) if value else part("query", key)
    if parts.fragment:
        yield part("fragment", unquote(parts.fragment))
