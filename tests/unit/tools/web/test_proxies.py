"""Fetching pages through a proxy: a tunnel to a number that was looked up and judged here."""

import asyncio
import ipaddress
import shutil
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from assistant.errors import AssistantError, ToolError
from assistant.tools.system.model.addresses import parse_address
from assistant.tools.web.environment_proxy import environment_proxy
from assistant.tools.web.page_fetcher import HttpPageFetcher
from tests.helpers.web.raw_server import OddWeb, moved, odd_web, reply

VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


class Proxy:
    """A proxy that gives tunnels and keeps what it was asked for.

    Attributes:
        url: Its address.
        heads: What it was asked.
        is_closed: Whether it refuses.
    """

    def __init__(self) -> None:
        self.url = ""
        self.heads: list[str] = []
        self.is_closed = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Give one tunnel."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        self.heads.append(head.splitlines()[0])
        if self.is_closed or not head.startswith("CONNECT "):
            writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            writer.close()
            return
        host, _colon, port = head.split(" ")[1].rpartition(":")
        inner, outer = await asyncio.open_connection(host, int(port))
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        await asyncio.gather(_copy(reader, outer), _copy(inner, writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except (ConnectionError, ssl.SSLError):
        pass
    finally:
        writer.close()


@asynccontextmanager
async def proxied() -> AsyncGenerator[Proxy]:
    proxy = Proxy()
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield proxy


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.mark.parametrize(
    ("environment", "address", "proxy"),
    [
        ({}, "https://a.example/", None),
        ({"HTTPS_PROXY": "http://p:1"}, "https://a.example/", "http://p:1"),
        ({"https_proxy": "p:1"}, "https://a.example/", "http://p:1"),
        ({"HTTPS_PROXY": "http://p:1"}, "http://a.example/", None),
        ({"http_proxy": "http://p:1"}, "http://a.example/", "http://p:1"),
        ({"ALL_PROXY": "http://p:1"}, "https://a.example/", "http://p:1"),
        ({"HTTPS_PROXY": "http://p:1", "NO_PROXY": "example"}, "https://a.example/", None),
        ({"HTTPS_PROXY": "http://p:1", "NO_PROXY": "*"}, "https://a.example/", None),
        ({"HTTPS_PROXY": "p:1", "NO_PROXY": "b.example"}, "https://a.example/", "http://p:1"),
        ({"HTTPS_PROXY": ""}, "https://a.example/", None),
    ],
)
def test_the_environment_says_which_proxy(
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    address: str,
    proxy: str | None,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert environment_proxy(parse_address(address)) == proxy


def test_a_proxy_of_another_kind_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://p:1")
    with pytest.raises(ToolError, match="socks5 proxy"):
        environment_proxy(parse_address("https://a.example/"))


def fetcher(web: OddWeb, proxy: Proxy, trusted: ssl.SSLContext) -> HttpPageFetcher:
    return HttpPageFetcher(
        user_agent="x",
        resolve=web.resolve,
        judge_number=web.judge_number,
        certificates=lambda: trusted,
        find_proxy=lambda _address: proxy.url,
    )


@pytest.fixture
async def certificate(tmp_path: Path) -> Path:
    """A certificate of site.example, and its key behind it."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes the certificate, is not installed")
    file = tmp_path / "both.pem"
    made = await asyncio.create_subprocess_exec(
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
        *("-nodes", "-days", "2", "-subj", "/CN=site.example"),
        *("-addext", "subjectAltName=DNS:site.example", "-keyout", str(file), "-out", str(file)),
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert await made.wait() == 0
    return file


@asynccontextmanager
async def site(certificate: Path) -> AsyncGenerator[tuple[OddWeb, Proxy, HttpPageFetcher]]:
    """Serve a site that is reached through a proxy."""
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(certificate)
    trusted = ssl.create_default_context(cafile=str(certificate))
    async with odd_web(encrypted=served) as web, proxied() as proxy:
        yield web, proxy, fetcher(web, proxy, trusted)


@pytest.mark.requirement("SEC-12")
async def test_the_proxy_is_asked_for_the_number_that_was_judged(certificate: Path) -> None:
    async with site(certificate) as (web, proxy, fetching):
        web.pages["/"] = reply(b"tea", kind="text/plain")
        found = await fetching.fetch(parse_address(f"https://site.example:{web.port}/"))

    assert found.body == b"tea"
    assert proxy.heads == [f"CONNECT 127.0.0.1:{web.port} HTTP/1.1"]
    assert f"Host: site.example:{web.port}\r\n" in web.requests[0]


@pytest.mark.requirement("SEC-12")
@pytest.mark.parametrize(
    "where",
    [
        "https://127.0.0.2/",
        "https://localhost/",
        "https://2130706433/",
        "https://[::1]/",
        "https://169.254.169.254/latest/meta-data/",
        "https://inner.example/",
        "http://inner.example/",
        "http://site.example:8080/",
    ],
)
async def test_no_private_machine_is_reached_through_the_proxy(
    certificate: Path, where: str
) -> None:
    async with site(certificate) as (web, proxy, fetching):
        web.numbers["inner.example"] = (ipaddress.ip_address("10.0.0.1"),)
        web.pages["/"] = moved(where)
        with pytest.raises(AssistantError):
            await fetching.fetch(parse_address(where))
        assert proxy.heads == []
        with pytest.raises(AssistantError):
            await fetching.fetch(parse_address(f"https://site.example:{web.port}/"))
        assert len(proxy.heads) == 1


async def test_what_is_not_encrypted_is_asked_for_by_https(certificate: Path) -> None:
    async with site(certificate) as (_web, proxy, fetching):
        proxy.is_closed = True
        with pytest.raises(AssistantError, match="403 Forbidden"):
            await fetching.fetch(parse_address("http://site.example/a?b=c"))

    assert proxy.heads == ["CONNECT 127.0.0.1:443 HTTP/1.1"]
