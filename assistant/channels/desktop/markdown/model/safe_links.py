"""Which addresses become links. Pure."""

from typing import Final
from urllib.parse import urlsplit

LINK_SCHEMES: Final = frozenset({"http", "https", "mailto"})


def is_safe_link(address: str) -> bool:
    """Whether an address may be offered for opening: http and https with a host, and mailto."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return False
    if parts.scheme.lower() not in LINK_SCHEMES:
        return False
    return bool(parts.netloc) or parts.scheme.lower() == "mailto"
