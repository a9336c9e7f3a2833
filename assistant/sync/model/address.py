"""Reads the address of a database as users paste it: the password is taken out of it. Pure."""

import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from assistant.errors import ConfigError
from assistant.locale import _

EXAMPLE: Final = "postgresql://parley@db.example.org/parley"
_SCHEME: Final = "postgresql://"
_PARTS: Final = re.compile(
    r"(?:(?P<user>[^\s:@/?#]*)(?::(?P<password>.*))?@)?(?P<rest>[^\s@#]*)", re.DOTALL
)
_PLACEHOLDER: Final = re.compile(r"\[.*\]|<.*>|\*+|•+")
"""What stands for the password where a cloud shows an address."""
_PASSWORD_OPTION: Final = re.compile(r"(?<=[?&])password=([^&]*)&?")


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseAddress:
    """Where a database is, and how to get in."""

    url: str
    """Without the password; as it goes into the settings."""
    password: str = field(default="", repr=False)
    """Empty if none was given."""


def read_address(text: str) -> DatabaseAddress:
    """Read an address as a cloud's page or a command line shows it.

    `psql` before it and quotes around it are left out, `postgres://` and an address without a
    scheme are taken, and so is a password with characters that should have been escaped.

    Raises:
        ConfigError: If it is no address; the message leaves the password out.
    """
    given = text.strip().removeprefix("psql ").strip().strip("'\"")
    scheme, has_scheme, after = given.partition("://")
    if not has_scheme:
        scheme, after = "postgresql", given
    parts = _PARTS.fullmatch(after)
    if parts is None or scheme.casefold() not in {"postgres", "postgresql"} or not _says(after):
        raise ConfigError(
            _("That is not the address of a PostgreSQL database."),
            hint=_("It looks like this: {example}").format(example=EXAMPLE),
        )
    user, password, rest = parts["user"] or "", unquote(parts["password"] or ""), parts["rest"]
    if option := _PASSWORD_OPTION.search(rest):
        password = password or unquote(option[1])
        rest = _PASSWORD_OPTION.sub("", rest).rstrip("?&")
    if _PLACEHOLDER.fullmatch(password):
        password = ""
    return DatabaseAddress(
        url=f"{_SCHEME}{user}@{rest}" if user else _SCHEME + rest, password=password
    )


def _says(after: str) -> bool:
    """Whether the text after the scheme names a host, or a socket among the options."""
    return bool(re.match(r"[^/?]", after) or "host=" in after) and not re.match(r"\w+=", after)
