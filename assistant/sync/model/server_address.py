"""What is said to the library of the user's server, and what an address may ask of it. Pure."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from assistant.errors import ConfigError
from assistant.locale import _

_SCHEME: Final = "postgresql"
_PORT: Final = 5432
_VERIFIED: Final = "verify-full"
_ENCRYPTED: Final = frozenset({"require", "verify-ca", _VERIFIED})
_MODES: Final = _ENCRYPTED | {"disable", "allow", "prefer"}
_PASSED_ON: Final = frozenset(
    {"channel_binding", "sslcert", "sslkey", "sslnegotiation", "sslrootcert"}
)
_TAKEN: Final = _PASSED_ON | {"host", "port", "sslmode"}
"""What may stand behind the question mark. The rest could load files or change how Parley works."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerAddress:
    """Where the server is, without the password."""

    host: str
    """A name, a number, or the folder of a Unix socket; empty for the library's own folder."""
    port: int
    user: str
    """Empty: the one of the system."""
    database: str
    """Empty: called like the user."""
    is_local: bool
    """Whether what is sent stays on this machine."""
    sslmode: str
    options: Mapping[str, str]
    """What else was written into it for the library, such as `sslrootcert`."""

    @property
    def place(self) -> str:
        """As the user reads it."""
        if not self.host or self.host.startswith("/"):
            return self.host or _("this machine")
        return f"{self.host}:{self.port}"

    @property
    def is_verified(self) -> bool:
        """Whether the server must present a certificate of a trusted authority."""
        return self.sslmode.startswith("verify")

    def parameters(self) -> dict[str, str]:
        """Connection parameters for libpq."""
        given = {
            "host": self.host,
            "port": str(self.port),
            "user": self.user,
            "dbname": self.database,
            "sslmode": self.sslmode,
            **self.options,
        }
        return {name: value for name, value in given.items() if value}


def read_server_address(url: str) -> ServerAddress:
    """Read the address of a server as it stands in the settings.

    Raises:
        ConfigError: If it is none, holds a password, or would let others read what is sent.
    """
    try:
        parts = urlsplit(url.strip())
        login, _at, place = parts.netloc.rpartition("@")
        name, port = _host_and_port(place)
    except ValueError:
        raise _unreadable() from None
    if parts.scheme != _SCHEME or parts.fragment:
        raise _unreadable()
    given = dict(parse_qsl(parts.query, keep_blank_values=True))
    if ":" in login or "password" in given:
        raise ConfigError(
            _("The address of the server holds a password."),
            hint=_("Leave it out, and enter it in its own field."),
        )
    unknown = sorted(given.keys() - _TAKEN)
    if unknown:
        raise ConfigError(
            _("The address of the server holds {name}, which is not taken.").format(
                name=unknown[0]
            ),
            hint=_("After the question mark these may stand: {names}.").format(
                names=", ".join(sorted(_TAKEN))
            ),
        )
    host = given.get("host") or name
    if "," in host:
        raise _unreadable()
    port = given.get("port") or port
    if port and not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise _unreadable()
    is_local = _is_local(host)
    return ServerAddress(
        host=host,
        port=int(port or _PORT),
        user=unquote(login),
        database=unquote(parts.path.removeprefix("/")),
        is_local=is_local,
        sslmode=_sslmode(given.get("sslmode", ""), is_local=is_local),
        options={name: value for name, value in given.items() if name in _PASSED_ON},
    )


def _host_and_port(place: str) -> tuple[str, str]:
    """Host names are lower-cased; folders keep their case.

    Raises:
        ValueError: If the brackets of a number do not close.
    """
    if place.startswith("["):
        number, bracket, rest = place[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise ValueError(place)
        return number, rest.removeprefix(":")
    host, _colon, port = place.partition(":")
    return unquote(host), port


def _is_local(host: str) -> bool:
    if not host or host.startswith(("/", "@")) or host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _sslmode(wanted: str, *, is_local: bool) -> str:
    """Choose libpq's `sslmode`.

    Raises:
        ConfigError: If others could read it.
    """
    if wanted and wanted not in _MODES:
        raise _unreadable()
    if is_local:
        return wanted or "prefer"
    if wanted and wanted not in _ENCRYPTED:
        raise ConfigError(
            _("The server is not used: anybody on the way could read what is sent."),
            hint=_("Leave sslmode out of the address, or choose sslmode=require."),
        )
    return wanted or _VERIFIED


def _unreadable() -> ConfigError:
    """The message does not repeat the address: it may hold a password."""
    return ConfigError(
        _("The address of the server cannot be read."),
        hint=_(
            "It looks like postgresql://user@host/database; in names, write characters such as"
            " # / ? @ as %23 %2F %3F %40."
        ),
    )
