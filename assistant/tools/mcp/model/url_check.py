"""Addresses that a server wants the user to open: what they are, said plainly. Pure."""

from dataclasses import dataclass

from assistant.tools.system.model.addresses import WEB, AddressProblem, parse_address


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedUrl:
    """An address that may be put before the user."""

    url: str
    """As it is opened: in ASCII."""
    host: str
    readable_host: str
    """With the letters that punycode stands for; the same if there are none."""
    is_encrypted: bool

    @property
    def is_disguised(self) -> bool:
        """Whether the domain has letters that may look like others."""
        return self.readable_host != self.host


def check_url(url: str) -> CheckedUrl | None:
    """None if it is never opened: http and https alone."""
    try:
        address = parse_address(url)
    except AddressProblem:
        return None
    if address.scheme not in WEB:
        return None
    return CheckedUrl(
        url=address.written,
        host=address.host,
        readable_host=address.readable_host or address.host,
        is_encrypted=address.scheme == "https",
    )
