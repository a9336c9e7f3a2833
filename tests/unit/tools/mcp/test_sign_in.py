"""Signing in at a real server over HTTP, with a real authorisation server beside it."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from assistant.engine.mcp.sign_ins import BrowserSignIn
from assistant.llm.api_keys import KeyStore
from assistant.mcp_server import HttpTarget, ServerConfig, ServerState
from assistant.tools.mcp.connection import ServerConnection
from assistant.tools.mcp.connector import McpConnector
from assistant.tools.mcp.model.peer import ServerError, SignInRequiredError
from assistant.tools.mcp.model.redirect import can_sign_in, entry_of, may_ask, read_redirect
from assistant.tools.mcp.server_log import ServerLog
from assistant.tools.mcp.sign_in import sign_in, sign_out
from assistant.tools.mcp.sign_in_storage import SignInStorage
from tests.helpers.llm.memory_keyring import MemoryKeyring
from tests.helpers.mcp.authorization_server import (
    AuthorizationServer,
    UserBrowser,
    authorization_server,
)
from tests.helpers.web.ports import reserved_port
from tests.unit.tools.mcp.test_processes import Reached, words

pytestmark = pytest.mark.timeout(120)


class Guarded:
    """A server that wants a sign-in, a browser, and a key store."""

    def __init__(self, server: AuthorizationServer, folder: Path) -> None:
        self.server = server
        self.keyring = MemoryKeyring()
        self.keys = KeyStore(
            keys_file=folder / "keys.toml", environment={}, load_backend=lambda: self.keyring
        )
        self.browser = UserBrowser()
        self.config = ServerConfig(name="real", target=HttpTarget(url=f"{server.url}/mcp"))
        self.reached = Reached(self.config.target, folder, self.keys)

    @property
    def connection(self) -> ServerConnection:
        return self.reached.connection

    async def sign_in(self, *, patience_s: float = 60) -> None:
        await sign_in(self.config, self.keys, self.browser.open, patience_s=patience_s)

    async def until(self, standing: ServerState) -> None:
        await self.reached.until(lambda: self.connection.standing is standing)

    async def connected(self) -> None:
        """Sign in and connect."""
        await self.sign_in()
        self.connection.start()
        await self.until(ServerState.CONNECTED)


@asynccontextmanager
async def _guarded(folder: Path) -> AsyncGenerator[Guarded]:
    async with authorization_server() as server:
        there = Guarded(server, folder)
        try:
            yield there
        finally:
            await there.connection.aclose()


def _written(folder: Path) -> str:
    return "".join(path.read_text("utf-8") for path in folder.rglob("*") if path.is_file())


async def _nobody(_question: Mapping[str, Any]) -> None:
    pass


@pytest.fixture
async def there(tmp_path: Path) -> AsyncGenerator[Guarded]:
    async with _guarded(tmp_path) as there:
        yield there


async def test_a_server_that_wants_a_sign_in_says_so_and_opens_and_registers_nothing(
    there: Guarded,
) -> None:
    there.connection.start()
    await there.until(ServerState.SIGN_IN)
    assert there.connection.detail == "It needs you to sign in."
    assert there.server.registered == []
    assert there.reached.visited == there.browser.opened == []


async def test_the_user_signs_in_and_the_tokens_are_in_the_key_store_alone(
    there: Guarded, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="assistant")
    await there.connected()
    assert words(await there.reached.call("add", a=1, b=2)).endswith("\n3")
    assert there.connection.is_signed_in
    assert list(there.keyring.entries) == [("parley", entry_of(there.config))]
    assert "code_challenge_method=S256" in there.browser.opened[0]
    (registration,) = there.server.registered
    assert registration["redirect_uris"][0].startswith("http://127.0.0.1:")
    kept = _written(tmp_path)
    assert not any(token in kept + caplog.text for token in there.server.given)


async def test_only_the_first_answer_with_the_right_state_is_taken_and_the_port_is_closed(
    there: Guarded,
) -> None:
    await there.sign_in()
    await there.browser.followed()
    wrong, right = there.browser.answers
    assert (wrong.status_code, right.status_code) == (400, 200)
    async with httpx2.AsyncClient() as client:
        with pytest.raises(httpx2.ConnectError):
            await client.get(right.url)


async def test_a_user_who_closes_the_page_is_told_once_the_time_is_over(there: Guarded) -> None:
    there.browser.is_closed = True
    with pytest.raises(ServerError, match="five minutes"):
        await there.sign_in(patience_s=0)
    assert there.keyring.entries == {}


@pytest.mark.parametrize("expires_in", [None, 3600])
async def test_a_token_that_was_revoked_is_renewed_silently(
    there: Guarded, expires_in: int | None
) -> None:
    there.server.expires_in = expires_in
    await there.connected()
    there.server.revoke()
    assert words(await there.reached.call("add", a=2, b=2)).endswith("\n4")
    assert there.server.renewals
    assert len(there.browser.opened) == 1


async def test_a_token_that_has_ended_is_renewed_after_a_restart(there: Guarded) -> None:
    await there.sign_in()
    storage = SignInStorage(there.keys, entry_of(there.config))
    await storage.load()
    await storage.update(expires_at=1.0)
    there.server.revoke()
    there.connection.start()
    await there.until(ServerState.CONNECTED)
    assert there.server.renewals == 1


async def test_a_call_that_meets_an_ended_sign_in_says_where_to_sign_in(there: Guarded) -> None:
    await there.connected()
    there.server.revoke()
    there.server.refuses_refresh = True
    with pytest.raises(SignInRequiredError) as caught:
        await there.reached.call("add", a=2, b=2)
    assert "Settings, MCP servers, 'real'" in caught.value.plain
    await there.until(ServerState.SIGN_IN)
    assert "Sign in again" in there.connection.detail
    assert len(there.browser.opened) == 1
    there.server.refuses_refresh = False
    await there.sign_in()
    there.connection.retry()
    await there.until(ServerState.CONNECTED)


async def test_that_a_sign_in_has_ended_is_found_out_by_asking_the_server(
    there: Guarded, tmp_path: Path
) -> None:
    await there.sign_in()
    log = ServerLog(tmp_path / "server.log")
    connect = McpConnector(log=lambda _name: log, keys=there.keys)
    async with connect(there.config, _nobody) as peer:
        await peer.check()
        there.server.revoke()
        there.server.refuses_refresh = True
        with pytest.raises(SignInRequiredError):
            await peer.check()


async def test_a_server_without_pkce_is_not_signed_in_to(there: Guarded) -> None:
    there.server.methods = ("plain",)
    with pytest.raises(ServerError, match="PKCE"):
        await there.sign_in()
    assert there.browser.opened == there.server.registered == []


async def test_a_server_that_says_not_how_is_merely_not_reached(there: Guarded) -> None:
    there.server.has_metadata = False
    there.connection.start()
    await there.until(ServerState.LOST)
    with pytest.raises(ServerError, match="does not say how"):
        await there.sign_in()
    assert there.browser.opened == []


async def test_two_servers_at_one_address_keep_apart(there: Guarded) -> None:
    other = ServerConfig(name="other", target=there.config.target)
    await asyncio.gather(
        there.sign_in(), sign_in(other, there.keys, UserBrowser().open, patience_s=60)
    )
    assert {name for _service, name in there.keyring.entries} == {
        entry_of(there.config),
        entry_of(other),
    }
    assert len(set(there.keyring.entries.values())) == 2


@pytest.mark.parametrize(
    ("server", "url", "may"),
    [
        ("https://a.example/mcp", "https://b.example/token", True),
        ("https://a.example/mcp", "http://b.example/token", False),
        ("https://a.example/mcp", "http://127.0.0.1:8080/", False),
        ("https://a.example/mcp", "https://localhost/", False),
        ("http://127.0.0.1:1/mcp", "http://127.0.0.1:2/token", True),
    ],
)
def test_a_sign_in_leads_to_safe_addresses_alone(server: str, url: str, may: bool) -> None:
    assert may_ask(server, url) is may


@pytest.mark.parametrize(
    ("url", "headers", "can"),
    [
        ("https://a.example/mcp", {}, True),
        ("https://a.example/mcp", {"authorization": "Bearer x"}, False),
        ("http://a.example/mcp", {}, False),
    ],
)
def test_a_token_is_sent_where_nobody_reads_it_and_beside_no_key(
    url: str, headers: dict[str, str], can: bool
) -> None:
    assert can_sign_in(ServerConfig(name="a", target=HttpTarget(url=url, headers=headers))) is can


@pytest.mark.parametrize(
    "line",
    [
        "",
        "GET",
        "POST /callback?code=c&state=s HTTP/1.1",
        "GET /other?code=c&state=s HTTP/1.1",
        "GET /callback?code=c HTTP/1.1",
        "GET /callback?code=c&state=t HTTP/1.1",
        "GET /callback?state=s HTTP/1.1",
        "GET //[/callback?code=c&state=s HTTP/1.1",
    ],
)
def test_what_is_no_answer_to_the_sign_in_is_not_read(line: str) -> None:
    assert read_redirect(line, state="s") is None


def test_nothing_is_read_before_there_is_a_state() -> None:
    assert read_redirect("GET /callback?code=c&state= HTTP/1.1", state="") is None


# Signing out.


async def test_signing_out_takes_the_tokens_back_at_the_server(there: Guarded) -> None:
    there.server.revokes = True
    await there.connected()
    access, refresh = there.server.given
    await sign_out(there.config, there.keys)
    assert there.keyring.entries == {}
    (client_id,) = {one.pop("client_id") for one in there.server.revoked}
    assert client_id
    assert there.server.revoked == [
        {"token": refresh, "token_type_hint": "refresh_token"},
        {"token": access, "token_type_hint": "access_token"},
    ]
    assert there.server.access == there.server.refresh == set()


async def test_a_server_that_takes_nothing_back_is_signed_out_of_here(there: Guarded) -> None:
    await there.sign_in()
    await sign_out(there.config, there.keys)
    assert there.keyring.entries == {}
    await sign_out(there.config, there.keys)


async def test_that_a_server_could_not_be_told_is_said_and_it_is_forgotten_here(
    there: Guarded, caplog: pytest.LogCaptureFixture
) -> None:
    there.server.revokes, there.server.revocation_status = True, 503
    await there.sign_in()
    with pytest.raises(ServerError, match="could not be told") as raised:
        await sign_out(there.config, there.keys)
    assert there.keyring.entries == {}
    told = f"{raised.value.message} {raised.value.hint} {caplog.text}"
    assert not any(token in told for token in there.server.given)


# A client that the operator knows.


async def test_a_server_without_registration_is_signed_in_to_with_the_operators_client_id(
    there: Guarded,
) -> None:
    there.server.known_client = "parley-123"
    with pytest.raises(ServerError, match="does not let Parley register"):
        await there.sign_in()
    target = HttpTarget(url=f"{there.server.url}/mcp", client_id="parley-123")
    there.config = ServerConfig(name="real", target=target)
    await there.sign_in()
    assert there.server.registered == []
    assert "client_id=parley-123" in there.browser.opened[-1]
    there.server.revokes = True
    await sign_out(there.config, there.keys)


@pytest.mark.parametrize(
    "other",
    [
        ServerConfig(name="real", target=HttpTarget(url="https://other.example/mcp")),
        ServerConfig(name="real", target=HttpTarget(url="https://one.example/other")),
        ServerConfig(name="real", target=HttpTarget(url="https://one.example/mcp", client_id="p")),
        ServerConfig(name="else", target=HttpTarget(url="https://one.example/mcp")),
    ],
)
def test_a_token_is_kept_for_one_name_address_and_client(other: ServerConfig) -> None:
    config = ServerConfig(name="real", target=HttpTarget(url="https://one.example/mcp"))
    assert entry_of(other) != entry_of(config)


async def test_the_browser_comes_back_to_the_operators_port(there: Guarded) -> None:
    with reserved_port() as port:
        target = HttpTarget(url=f"{there.server.url}/mcp", callback_port=port)
        there.config = ServerConfig(name="real", target=target)
        await there.sign_in()
    (registration,) = there.server.registered
    assert registration["redirect_uris"] == [f"http://127.0.0.1:{port}/callback"]


async def test_the_engine_signs_out_with_the_server(there: Guarded) -> None:
    there.server.revokes = True
    signing = BrowserSignIn(there.keys)
    await signing.begin(there.config, there.browser.open)
    await signing.forget(there.config)
    await signing.forget(there.config)
    assert len(there.server.revoked) == 2
    assert there.keyring.entries == {}
