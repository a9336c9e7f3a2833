"""Which addresses may be opened or fetched, and how they are written out. Pure.

What is shown to the user is what is opened: the address is brought into ASCII here, its host in
the form of IDNA 2008 with the mapping of UTS 46 as browsers use it, and nobody reads it differently
afterwards.
"""

import ipaddress
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, quote, unquote_to_bytes, urljoin, urlsplit

from assistant.foreign_text import is_hidden

MAX_ADDRESS: Final = 2_000
"""Characters of an address; what every browser takes."""
WEB: Final = ("http", "https")
_PATH: Final = "/%:@!$&'()*+,;=~-._"
"""Stays as it is in a path, besides letters and digits (RFC 3986)."""
_QUERY: Final = _PATH + "?"
_MAIL_FIELDS: Final = frozenset({"to", "cc", "bcc", "subject", "body"})
"""What may be prepared of a mail. Some programs would attach files for `attach`."""
_MAIL_NAME: Final = re.compile(r"[A-Za-z0-9.!#$'*+=^_`{|}~-]{1,64}")
"""Without what parts fields, from programs that take an address apart once it is decoded."""
_PLAIN_NAME: Final = re.compile(r"(?!.{254})[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*")
_ORDINARY_NAME: Final = re.compile(
    r"(?!.{254})(?!(?:.*\.)?..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*"
)
"""What IDNA leaves as it is."""


class AddressProblem(ValueError):  # noqa: N818  # shown to the model, not a failure of ours
    """An address that is not opened; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenableAddress:
    """An address that may be opened."""

    written: str
    """All of it, in ASCII."""
    scheme: str
    host: str = ""
    """In ASCII, of a web address; without brackets."""
    readable_host: str = ""
    """The host in its own letters, if that differs."""
    port: int | None = None
    target: str = "/"
    """Path and query of a web address, in ASCII."""


def parse_address(text: str, *, base: str | None = None) -> OpenableAddress:
    """Parse a web or mail address.

    Args:
        base: What a relative address is relative to; None takes none.

    Raises:
        AddressProblem: If it is none that may be opened.
    """
    text = text.strip(" ")
    _check_characters(text)
    try:
        parts = urlsplit(text if base is None else urljoin(base, text))
        if parts.scheme == "mailto":
            return _mail(parts.path, parts.query)
        if parts.scheme not in WEB:
            raise AddressProblem(
                f"only http, https and mailto addresses are opened, not {parts.scheme or 'this'!r}"
            )
        port = parts.port
    except AddressProblem:
        raise
    except ValueError as error:
        raise AddressProblem(f"it cannot be read: {error}") from error
    if "@" in parts.netloc:
        raise AddressProblem("it has a user name or password in it")
    if port == 0:
        raise AddressProblem("its port is 0")
    host, readable = _host(parts.hostname or "")
    authority = f"[{host}]" if ":" in host else host
    if port is not None and port != {"http": 80, "https": 443}[parts.scheme]:
        authority += f":{port}"
    target = quote(_mended(parts.path), safe=_PATH) or "/"
    if parts.query:
        target += "?" + quote(_mended(parts.query), safe=_QUERY)
    written = f"{parts.scheme}://{authority}{target}"
    if parts.fragment:
        written += "#" + quote(_mended(parts.fragment), safe=_QUERY)
    return OpenableAddress(
        written=written,
        scheme=parts.scheme,
        host=host,
        readable_host=readable,
        port=port,
        target=target,
    )


def _check_characters(text: str) -> None:
    if not text:
        raise AddressProblem("it is empty")
    if len(text) > MAX_ADDRESS:
        raise AddressProblem(f"it is longer than {MAX_ADDRESS} characters")
    for character in text:
        is_seen = character.isprintable() and not character.isspace() and not is_hidden(character)
        if not is_seen or character == "\\":
            raise AddressProblem(f"it contains {ascii(character)}, which no address has")


def _mended(part: str) -> str:
    """Escape stray percent signs."""
    return re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", part)


def _host(name: str) -> tuple[str, str]:
    """A host in ASCII, and in its own letters if that differs."""
    name = name.rstrip(".")
    if not name:
        raise AddressProblem("it names no host")
    if _ORDINARY_NAME.fullmatch(name):
        return name, ""
    if ":" in name:
        try:
            number = ipaddress.IPv6Address(name)
            if number.scope_id is None:
                return str(number), ""
        except ValueError as error:
            raise AddressProblem(f"its host {name!r} is no IPv6 address") from error
        raise AddressProblem(f"its host {name!r} names an interface of this machine")
    import idna  # its tables are large, and hardly any name needs them

    try:
        encoded = idna.encode(name, uts46=True).decode("ascii").lower()
    except UnicodeError as error:  # includes IDNAError
        if not _PLAIN_NAME.fullmatch(name):
            raise AddressProblem(f"its host {name!r} is no name: {error}") from error
        encoded = name.lower()  # an underscore, which names of services have
    if not encoded:
        raise AddressProblem("it names no host")
    return encoded, _in_own_letters(encoded)


def _in_own_letters(host: str) -> str:
    if not any(label.startswith("xn--") for label in host.split(".")):
        return ""
    import idna

    try:
        return idna.decode(host)
    except UnicodeError:
        return ""


def _mail(path: str, query: str) -> OpenableAddress:
    receivers = [unquote_to_bytes(part).decode("utf-8", "replace") for part in path.split(",")]
    for receiver in receivers if path else ():
        name, _at, host = receiver.rpartition("@")
        if not _MAIL_NAME.fullmatch(name):
            raise AddressProblem(f"{receiver!r} is no mail address")
        _host(host)
    for field, value in parse_qsl(query, keep_blank_values=True, max_num_fields=20):
        if field.casefold() not in _MAIL_FIELDS:
            raise AddressProblem(f"a mail is not prepared with the field {field!r}")
        hidden = {c for c in value if not c.isprintable() or is_hidden(c)} - (
            {"\r", "\n"} if field.casefold() == "body" else set()
        )
        if hidden:
            raise AddressProblem(f"the field {field!r} contains {ascii(min(hidden))}")
    written = "mailto:" + quote(_mended(path), safe=_PATH)
    if query:
        written += "?" + quote(_mended(query), safe=_QUERY.replace(";", ""))
    return OpenableAddress(written=written, scheme="mailto")
