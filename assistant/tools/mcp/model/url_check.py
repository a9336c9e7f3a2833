"""Addresses that a server wants the user to open: what they are, said plainly. Pure."""

import unicodedata
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

MAX_LENGTH: Final = 2_000
"""Characters of an address; a longer one cannot be judged by a user."""
_ACE: Final = "xn--"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedUrl:
    """An address that may be put before the user."""

    url: str
    host: str
    """As it is written in the address."""
    readable_host: str
    """With the letters that punycode stands for; the same if there are none."""
    is_encrypted: bool

    @property
    def is_disguised(self) -> bool:
        """Whether the domain has letters that may look like others."""
        return self.readable_host != self.host or not self.host.isascii()


def check_url(url: str) -> CheckedUrl | None:
    """Return what an address is, or None if it is never opened.

    Only http and https, nothing that does not show, no name or password in it.
    """
    if len(url) > MAX_LENGTH or any(not _is_shown(character) for character in url):
        return None
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        _port = parts.port
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not host:
        return None
    if "@" in parts.netloc or "\\" in url:
        return None
    return CheckedUrl(
        url=url,
        host=host,
        readable_host=".".join(_decoded(label) for label in host.split(".")),
        is_encrypted=parts.scheme == "https",
    )


def _is_shown(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"}


def _decoded(label: str) -> str:
    if not label.casefold().startswith(_ACE):
        return label
    try:
        return label[len(_ACE) :].encode("ascii").decode("punycode")
    except UnicodeError:
        return label
