"""What an authorisation server tells by way of the browser. Pure."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, urlsplit

from assistant.mcp_server import HttpTarget, ServerConfig
from assistant.secure_address import is_confidential, is_loopback

PATH: Final = "/callback"
"""Of the address that the browser is sent back to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """The parameters of the address that the browser was sent back to."""

    code: str = ""
    issuer: str | None = None
    error: str = ""
    """An OAuth error code, such as `access_denied`; empty if there is a code."""


def read_redirect(request_line: str, *, state: str) -> Redirect | None:
    """Parse the browser's request; None if it does not belong to the sign-in.

    Args:
        request_line: Of HTTP, such as `GET /callback?code=… HTTP/1.1`.
        state: What the sign-in was begun with.
    """
    method, _space, rest = request_line.partition(" ")
    target = rest.partition(" ")[0]
    try:
        parts = urlsplit(target)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    except ValueError:
        return None
    given = query.get("state", "")
    if method != "GET" or parts.path != PATH or not state:
        return None
    if not hmac.compare_digest(given.encode(), state.encode()):
        return None
    if query.get("error"):
        return Redirect(error=query["error"])
    return Redirect(code=query["code"], issuer=query.get("iss")) if query.get("code") else None


def state_of(url: str) -> str:
    """Empty if there is none."""
    return parse_qs(urlsplit(url).query).get("state", [""])[-1]


def may_ask(server: str, url: str) -> bool:
    """Whether a sign-in at a server may lead to an address.

    It must be confidential, and a server elsewhere has no business on this machine.
    """
    try:
        return is_confidential(url) and (is_loopback(server) or not is_loopback(url))
    except ValueError:
        return False


def can_sign_in(config: ServerConfig) -> bool:
    """Whether OAuth can apply: a confidential address without a key."""
    match config.target:
        case HttpTarget() as address:
            has_key = any(name.lower() == "authorization" for name in address.headers)
            return not has_key and is_confidential(address.url)
        case _:
            return False


def entry_of(config: ServerConfig) -> str:
    """Name of a server's sign-in in the key store.

    It holds for this name, this address and this client alone: no other server is sent the token.
    """
    parts = [config.name, ""]
    if isinstance(config.target, HttpTarget):
        parts = [config.name, config.target.url]
        if config.target.client_id:
            parts.append(config.target.client_id)
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return f"mcp-{digest[:32]}"
