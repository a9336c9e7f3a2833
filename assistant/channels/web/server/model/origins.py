"""From where a request may come: this machine, under the address it was given. Pure.

A page of somebody else's that a browser on this machine shows can send requests to any port here.
It cannot choose what its browser says of it: the name it looked up (`Host`), and the page that asks
(`Origin`, `Sec-Fetch-Site`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

LOOPBACK: Final = "127.0.0.1"
_NAMES: Final = (LOOPBACK, "localhost")
_OWN_SITE: Final = frozenset({"same-origin", "none"})
"""Asked by a page of ours, or by the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedHosts:
    """The names under which a server on a port of this machine is reached."""

    port: int

    @property
    def address(self) -> str:
        """The address to hand out, without a slash at its end."""
        return f"http://{LOOPBACK}:{self.port}"

    def refusal(self, headers: Mapping[str, Sequence[str]]) -> str | None:
        """Return the name of the header that gives a request away as foreign, or None.

        Args:
            headers: Every value of each header, by its name in lower case.
        """
        hosts = [host.casefold() for host in headers.get("host", ())]
        if len(hosts) != 1 or hosts[0] not in self._authorities():
            return "Host"
        origins = {f"http://{authority}" for authority in self._authorities()}
        if any(origin.casefold() not in origins for origin in headers.get("origin", ())):
            return "Origin"
        is_navigation = list(headers.get("sec-fetch-mode", ())) == ["navigate"]
        if not is_navigation and not _OWN_SITE.issuperset(headers.get("sec-fetch-site", ())):
            return "Sec-Fetch-Site"
        return None

    def _authorities(self) -> frozenset[str]:
        return frozenset(f"{name}:{self.port}" for name in _NAMES)
