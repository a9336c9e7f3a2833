"""Fetches a page from the public internet, within limits.

The number that is judged is the number that is connected to: a name is looked up once for each
request, and the connection goes to what was looked up, while certificate and `Host` are those of the
name. So a name that changes its number between the two (DNS rebinding) gains nothing.

That holds with a proxy too: names are looked up here, and the proxy is asked for a tunnel to the
number. What is not encrypted has no tunnel, and the proxy would look the name up by itself; so such
a page is asked for by https.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import httpx2

from assistant.bounded_body import ENCODINGS, BrokenEncodingError, read_start
from assistant.errors import ToolError
from assistant.tools.system.host_access import FETCH_S, FetchedPage
from assistant.tools.system.model.addresses import (
    WEB,
    AddressProblem,
    OpenableAddress,
    parse_address,
)
from assistant.tools.web.environment_proxy import environment_proxy
from assistant.tools.web.model.public_hosts import IpAddress, problem_of_host, problem_of_number

MAX_PAGE_BYTES: Final = 2_000_000
"""What is read of a page, uncompressed."""
MAX_REDIRECTS: Final = 5
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_ACCEPTED: Final = (
    "text/html,application/xhtml+xml,text/markdown,text/plain,application/json;q=0.9,*/*;q=0.5"
)

Resolve = Callable[[str, int], Awaitable[Sequence[IpAddress]]]
"""Looks a name up; raises OSError if there is none."""
JudgeNumber = Callable[[IpAddress], str | None]
"""Returns why nothing is fetched from a host of this number, or None."""
FindProxy = Callable[[OpenableAddress], str | None]
"""Returns the address of the proxy for a page, or None; raises ToolError if it cannot be used."""


async def resolve(host: str, port: int) -> Sequence[IpAddress]:
    """By the system's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(ipaddress.ip_address(entry[4][0]) for entry in found))


class HttpPageFetcher:
    """Fetches pages; belongs to the engine loop.

    Args:
        user_agent: How it introduces itself.
        resolve: Looks names up.
        judge_number: Judges the machine that would be connected to.
        time_s: How long it may take, all redirects together.
        certificates: Returns whom to trust; reads files.
        find_proxy: Finds the proxy for a page. The proxy itself is the user's choice: not judged.
    """

    def __init__(
        self,
        *,
        user_agent: str,
        resolve: Resolve = resolve,
        judge_number: JudgeNumber = problem_of_number,
        time_s: float = FETCH_S,
        certificates: Callable[[], ssl.SSLContext] = httpx2.create_ssl_context,
        find_proxy: FindProxy = environment_proxy,
    ) -> None:
        self._headers = {
            "User-Agent": user_agent,
            "Accept": _ACCEPTED,
            "Accept-Encoding": ENCODINGS,
        }
        self._resolve = resolve
        self._judge_number = judge_number
        self._time_s = time_s
        self._read_certificates = certificates
        self._find_proxy = find_proxy
        self._certificates: ssl.SSLContext | None = None

    async def fetch(self, address: OpenableAddress) -> FetchedPage:
        """Fetch a page and follow redirects.

        Raises:
            ToolError: If it cannot be fetched, or is not to be.
        """
        try:
            async with asyncio.timeout(self._time_s):
                return await self._follow(address)
        except TimeoutError as error:
            raise ToolError(
                f"{address.host} took longer than {self._time_s:g} seconds.",
                hint="Try another page, or tell the person.",
            ) from error
        except BrokenEncodingError as error:
            raise ToolError(f"{address.written} cannot be read. {error}") from error
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise ToolError(
                f"{address.host} cannot be read: {type(error).__name__}: {error}."[:300]
            ) from error

    async def _follow(self, address: OpenableAddress) -> FetchedPage:
        for _hop in range(MAX_REDIRECTS + 1):
            proxy = self._find_proxy(address)
            if proxy is not None:
                address = _encrypted(address)
            # No client: it would follow redirects, keep cookies and have proxies look names up.
            async with httpx2.AsyncHTTPTransport(
                verify=await self._trusted(address), proxy=proxy
            ) as transport:
                found = await self._get(transport, address, has_proxy=proxy is not None)
            if isinstance(found, FetchedPage):
                return found
            address = found
        raise ToolError(f"The page was moved more than {MAX_REDIRECTS} times.")

    async def _trusted(self, address: OpenableAddress) -> ssl.SSLContext:
        """Whom to trust; without encryption nobody, which reads no files."""
        if address.scheme == "http":
            return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self._certificates is None:
            self._certificates = await asyncio.to_thread(self._read_certificates)
        return self._certificates

    async def _get(
        self, transport: httpx2.AsyncHTTPTransport, address: OpenableAddress, *, has_proxy: bool
    ) -> FetchedPage | OpenableAddress:
        """Request a page; for a redirect, return the new place."""
        last: httpx2.ConnectError | None = None
        numbers = await self._numbers(address)
        if has_proxy:  # httpcore writes the number of a tunnel without the brackets of IPv6
            numbers = [number for number in numbers if number.version == 4]
        for number in numbers:
            request = self._request(address, number)
            try:
                response = await transport.handle_async_request(request)
            except httpx2.ConnectError as error:
                last = error
                continue
            try:
                return await _read(response, address)
            finally:
                await response.aclose()
        raise last or ToolError(f"{address.host} has no address.")

    async def _numbers(self, address: OpenableAddress) -> Sequence[IpAddress]:
        """Addresses to connect to; raises if any is not allowed."""
        problem = problem_of_host(address.host, address.port)
        if problem is not None:
            raise _not_public(address, problem)
        try:
            numbers = await self._resolve(address.host, _port(address))
        except OSError as error:
            raise ToolError(f"There is no host {address.host!r}, or no network.") from error
        for number in numbers:
            problem = self._judge_number(number)
            if problem is not None:
                raise _not_public(address, problem)
        return numbers

    def _request(self, address: OpenableAddress, number: IpAddress) -> httpx2.Request:
        host = f"[{number}]" if number.version == 6 else str(number)
        named = _named(address)
        return httpx2.Request(
            "GET",
            f"{address.scheme}://{host}:{_port(address)}{address.target}",
            headers={
                **self._headers,
                "Host": named if address.port is None else f"{named}:{address.port}",
            },
            extensions={"sni_hostname": address.host},
        )


def _encrypted(address: OpenableAddress) -> OpenableAddress:
    """The address inside a proxy's tunnel."""
    if address.scheme == "https":
        return address
    if address.port not in {None, 80}:
        raise ToolError(
            f"{address.written} is not encrypted, and this machine reaches the web through a proxy.",
            hint="Only https pages are fetched through one; give the https address if there is one.",
        )
    return parse_address(f"https://{_named(address)}{address.target}")


def _named(address: OpenableAddress) -> str:
    return f"[{address.host}]" if ":" in address.host else address.host


def _port(address: OpenableAddress) -> int:
    return address.port or (443 if address.scheme == "https" else 80)


def _not_public(address: OpenableAddress, problem: str) -> ToolError:
    return ToolError(
        f"{address.written} is not fetched: {problem}.",
        hint="Only pages of the public internet are fetched; the person can open others themselves.",
    )


async def _read(
    response: httpx2.Response, address: OpenableAddress
) -> FetchedPage | OpenableAddress:
    headers = response.headers
    if response.status_code in _REDIRECTS and "location" in headers:
        try:
            moved = parse_address(headers["location"], base=address.written)
        except AddressProblem as error:
            raise ToolError(f"The page was moved to a place that is not read: {error}.") from error
        if moved.scheme not in WEB:
            raise ToolError("The page was moved to a mail address.")
        return moved
    if response.status_code >= 400:
        raise ToolError(
            f"{address.host} answered with {response.status_code} {response.reason_phrase[:80]!r}.",
            hint="The page may not exist, or not be for programs.",
        )
    body, is_cut = await read_start(response, MAX_PAGE_BYTES)
    return FetchedPage(
        address=address.written,
        content_type=headers.get("content-type", "")[:200],
        body=body,
        is_cut=is_cut,
    )
