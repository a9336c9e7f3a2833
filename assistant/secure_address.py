"""Whether what is sent to an address can be read on the way. Pure."""

import ipaddress
from urllib.parse import urlsplit


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine.

    Raises:
        ValueError: If it is no address.
    """
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def needs_certificates(url: str) -> bool:
    """Whether a request may need certificates: not within this machine over http.

    Reading the certificates of the system takes 20 ms of processor time for each client.

    Raises:
        ValueError: If it is no address.
    """
    return urlsplit(url).scheme != "http" or not is_loopback(url)


def is_confidential(url: str) -> bool:
    """Whether nobody on the way can read along: over TLS, or within this machine.

    Raises:
        ValueError: If it is no address.
    """
    scheme = urlsplit(url).scheme
    return scheme == "https" or (scheme == "http" and is_loopback(url))
