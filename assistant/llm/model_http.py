"""HTTP to a model's service: the one place where it is opened.

What holds for every service holds here: what it may send is bounded, what stays on this machine
passes no proxy, no redirect carries a key to another host, and no header is sent that is not named
here. The `anthropic` SDK would describe the machine (`x-stainless-*`), and add what
`ANTHROPIC_CUSTOM_HEADERS` says to requests to every server.

Importing httpx2 takes a tenth of a second, so this module is loaded on a worker thread.
"""

from typing import Final

import httpx2

from assistant.bounded_body import BodyBounds, body_bounds, sync_body_bounds
from assistant.secure_address import is_loopback, needs_certificates

SENT_HEADERS: Final = frozenset(
    {
        "accept",
        "accept-encoding",
        "anthropic-version",
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "host",
        "transfer-encoding",
        "user-agent",
    }
)
USER_AGENT: Final = "Parley"
CONNECT_TIMEOUT_S: Final = 5.0
KEEP_ALIVE_S: Final = 60.0
"""How long an idle connection is kept: the next turn then needs no new TLS handshake."""
NO_READ_TIMEOUT: Final = httpx2.Timeout(None, connect=CONNECT_TIMEOUT_S)
"""Our own clock governs how long content may take (`stall_timer.py`)."""


def open_http(
    address: str, *, bounds: BodyBounds, keeps_alive: bool, headers: dict[str, str] | None = None
) -> httpx2.AsyncClient:
    """Return a client of the service at an address; the caller closes it.

    Args:
        address: Where the service is, without the path of its API.
        bounds: How much of a response is read.
        keeps_alive: Whether connections are used again. Worth a TLS handshake a turn with a
            service far away; a llama.cpp server was seen to close a connection it had announced to
            keep, which fails the next request.
        headers: Sent with every request.
    """
    http = httpx2.AsyncClient(
        base_url=address,
        headers={"User-Agent": USER_AGENT, **(headers or {})},
        timeout=NO_READ_TIMEOUT,
        limits=httpx2.Limits(
            max_keepalive_connections=None if keeps_alive else 0, keepalive_expiry=KEEP_ALIVE_S
        ),
        follow_redirects=False,
        event_hooks=body_bounds(bounds),
        verify=needs_certificates(address),
        trust_env=not is_loopback(address),
    )
    http.event_hooks["request"].append(_keep_named_headers)
    return http


def open_probe(address: str, *, bounds: BodyBounds, timeout_s: float) -> httpx2.Client:
    """Return a blocking client that asks whether a model server is at an address.

    Args:
        address: As for `open_http`. It is one of a local network, so no proxy is asked.
        bounds: How much of a response is read.
        timeout_s: Seconds for each step of a request.
    """
    return httpx2.Client(
        base_url=address,
        headers={"User-Agent": USER_AGENT},
        timeout=timeout_s,
        follow_redirects=False,
        event_hooks=sync_body_bounds(bounds),
        verify=needs_certificates(address),
        trust_env=False,
    )


async def _keep_named_headers(request: httpx2.Request) -> None:
    for name in set(request.headers) - SENT_HEADERS:
        del request.headers[name]
