"""Which databases this device knows to be encrypted, and under which key. Pure.

A server says itself whether it is encrypted. What a device found once counts more: a database that
was encrypted and says that it is not was emptied, or someone takes the user's key away.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from assistant.sync.model.server_address import read_server_address

KEY_UNKNOWN: Final = ""
"""Of a database that was seen encrypted, and was never opened here."""


@dataclass(frozen=True, slots=True)
class KnownKeys:
    """The databases that were found encrypted."""

    ids: Mapping[str, str] = field(default_factory=dict[str, str])
    """The id of the key, or KEY_UNKNOWN, by the place of the database."""

    def of(self, url: str) -> str | None:
        """Id of a database's key; None if it was never found encrypted.

        Raises:
            ConfigError: If the address is none.
        """
        return self.ids.get(_place(url))

    def seen(self, url: str) -> "KnownKeys":
        """Note that a database was found encrypted."""
        return self if _place(url) in self.ids else self.opened(url, KEY_UNKNOWN)

    def opened(self, url: str, key_id: str) -> "KnownKeys":
        """Note that a key opened a database."""
        return KnownKeys({**self.ids, _place(url): key_id})

    def without(self, url: str) -> "KnownKeys":
        """Forget a database: the user starts over with it."""
        place = _place(url)
        return KnownKeys({name: key_id for name, key_id in self.ids.items() if name != place})

    def to_json(self) -> str:
        """For `from_json`."""
        return json.dumps(dict(self.ids))

    @classmethod
    def from_json(cls, text: str | None) -> "KnownKeys":
        """Empty if there is no text.

        Raises:
            ValueError: If it cannot be read.
        """
        ids: Any = json.loads(text or "{}")
        if not isinstance(ids, dict):
            raise ValueError("The known keys are no object.")
        return cls({str(place): str(key) for place, key in cast("dict[Any, Any]", ids).items()})


def _place(url: str) -> str:
    """Identify a database regardless of how its address is written and of the login."""
    address = read_server_address(url)
    host = address.host if address.host.startswith("/") else address.host.casefold().rstrip(".")
    return f"{host}:{address.port}/{address.database or address.user}"
