"""Signing in at MCP servers by OAuth, with the client of the `mcp` package. Importing takes a while.

`StoredSignIn` sends what is kept, renews it, and finds out that the user must sign in; it never
opens anything. `sign_in` is the user's own doing, and the only place that leads to the browser.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from http import HTTPStatus
from typing import Final

import httpx2
from mcp.client.auth import (
    AuthorizationCodeResult,
    OAuthClientProvider,
    OAuthFlowError,
    OAuthRegistrationError,
    OAuthTokenError,
)
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl, ValidationError
from typing_extensions import override

from assistant.failure_reason import connection_reason
from assistant.llm.api_keys import KeyStore
from assistant.locale import _
from assistant.mcp_server import HttpTarget, ServerConfig
from assistant.tools.mcp.model.peer import ServerError, SignInRequiredError
from assistant.tools.mcp.model.redirect import PATH, can_sign_in, entry_of, may_ask, state_of
from assistant.tools.mcp.model.safe_names import bounded_text
from assistant.tools.mcp.redirect_listener import HOST, RedirectListener
from assistant.tools.mcp.sign_in_storage import SignInStorage
from assistant.tools.mcp.transports import http_client

MAX_SIGN_IN_S: Final = 300.0
"""Seconds the user has in the browser."""
_REVOKE_S: Final = 5.0
"""Seconds that a server has to take tokens back."""
PKCE_METHOD: Final = "S256"
_LONG_AGO: Final = 1.0
_PROBE: Final = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
"""What a server is sent to have it ask for a sign-in; it begins no session."""

OpenAddress = Callable[[str], Awaitable[bool]]
"""Opens an address in the user's browser; returns whether that worked."""


def silence_sdk() -> None:
    """Keep the SDK's errors out of the log: they hold what a server sent."""
    logging.getLogger("mcp").setLevel(logging.CRITICAL)


async def stored_sign_in(config: ServerConfig, keys: KeyStore) -> "StoredSignIn":
    """Authenticates with the stored sign-in."""
    auth = StoredSignIn(config, SignInStorage(keys, entry_of(config)))
    await auth.load()
    return auth


async def sign_in(
    config: ServerConfig,
    keys: KeyStore,
    open_address: OpenAddress,
    *,
    patience_s: float = MAX_SIGN_IN_S,
) -> None:
    """Sign in through the browser and store the tokens, replacing earlier ones.

    Raises:
        ServerError: If it comes to nothing; the message says why and repeats nothing secret.
        ConfigError: If it can be kept nowhere.
    """
    silence_sdk()
    address = _address(config)
    if not can_sign_in(config):
        raise ServerError(_("To sign in, the address must begin with https, and have no key."))
    storage = SignInStorage(keys, entry_of(config))
    async with RedirectListener(address.callback_port) as listener:
        if address.client_id:
            await storage.set_client_info(_known_client(address.client_id, listener.url))
        browser = _Browser(listener, open_address, patience_s)
        provider = _provider(address, storage, browser)
        with _explained():
            async with (
                http_client(address, _CheckedSignIn(provider)) as client,
                client.stream(
                    "POST",
                    address.url,
                    json=_PROBE,
                    headers={"Accept": "application/json, text/event-stream"},
                ),
            ):
                pass  # the tokens are what it was sent for
        context = provider.context
        if context.current_tokens is None:
            raise ServerError(_("The server did not ask you to sign in."))
        await storage.update(
            metadata=context.oauth_metadata,
            resource=context.protected_resource_metadata,
            issuer=context.auth_server_url,
        )


async def sign_out(config: ServerConfig, keys: KeyStore) -> None:
    """Delete a sign-in, and revoke it at the server if that is supported (RFC 7009).

    Raises:
        ServerError: If the server could not be reached; it is forgotten here all the same.
        ConfigError: If it cannot be removed here.
    """
    silence_sdk()
    storage = SignInStorage(keys, entry_of(config))
    record = await storage.load()
    await keys.delete(entry_of(config))
    endpoint = record.metadata.revocation_endpoint if record.metadata is not None else None
    if record.tokens is None or endpoint is None:
        return
    try:
        async with asyncio.timeout(_REVOKE_S):
            await _revoke(_address(config), storage, str(endpoint))
    except (httpx2.HTTPError, httpx2.StreamError, OSError, TimeoutError, OAuthFlowError) as error:
        raise ServerError(
            _("You are signed out here, but the server could not be told."),
            hint=_("Where you manage your account there, you can take Parley's access back."),
        ) from error


async def _revoke(address: HttpTarget, storage: SignInStorage, endpoint: str) -> None:
    """Revoke the tokens, the refresh token first.

    Raises:
        ServerError: If the address is not safe.
        HTTPError: If the server does not do it.
    """
    if not may_ask(address.url, endpoint):
        raise ServerError(_("The sign-in leads to an address that is not safe."))
    context = _provider(address, storage).context
    context.client_info, context.oauth_metadata = storage.record.client, storage.record.metadata
    tokens = storage.record.tokens
    given = {
        "refresh_token": tokens.refresh_token if tokens is not None else None,
        "access_token": tokens.access_token if tokens is not None else None,
    }
    async with http_client(HttpTarget(url=address.url)) as client:
        for kind, token in given.items():
            if not token:
                continue
            named = {
                "client_id": "" if context.client_info is None else context.client_info.client_id
            }
            data, headers = context.prepare_token_auth(
                {"token": token, "token_type_hint": kind} | named,
                {"Content-Type": "application/x-www-form-urlencoded"},
            )
            (await client.post(endpoint, data=data, headers=headers)).raise_for_status()


class StoredSignIn(httpx2.Auth):
    """Sends the tokens that are kept, and renews them silently.

    The package's own flow would hold every request until the one before it is answered, would not
    renew a token that the server revoked, and would register and begin to sign in by itself. So it
    is stepped through: it renews tokens and finds the server's metadata, and is left before more.

    Args:
        config: The server.
        storage: Where the tokens are.
    """

    def __init__(self, config: ServerConfig, storage: SignInStorage) -> None:
        self._name = config.name
        self._address = _address(config)
        self._storage = storage
        self._provider = _provider(self._address, storage)
        self._renewing = asyncio.Lock()
        self._was_signed_in = False
        self.problem: SignInRequiredError | None = None
        """That the user must sign in, once the server says so."""

    @property
    def is_signed_in(self) -> bool:
        return self._provider.context.current_tokens is not None

    async def load(self) -> None:
        """Read the store again; another process may have renewed the tokens."""
        record = await self._storage.load()
        context = self._provider.context
        self._was_signed_in = record.client is not None  # what outlives the tokens
        context.current_tokens = record.tokens
        context.client_info = record.client
        context.token_expiry_time = record.expires_at
        context.oauth_metadata = record.metadata
        context.protected_resource_metadata = record.resource
        context.auth_server_url = record.issuer

    @override
    async def async_auth_flow(
        self, request: httpx2.Request
    ) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        context = self._provider.context
        used: OAuthToken | None = None
        renewal: httpx2.Response | None = None
        attempt = 0
        while True:
            request.headers.pop("Authorization", None)
            async with self._renewing:
                if attempt or (self.is_signed_in and not context.is_token_valid()):
                    await self.load()
                if attempt and context.current_tokens == used:
                    context.token_expiry_time = _LONG_AGO  # it does not hold, whatever was said
                async with contextlib.aclosing(self._provider.async_auth_flow(request)) as flow:
                    outgoing = await anext(flow)
                    while outgoing is not request:
                        renewal = yield self._checked(outgoing)
                        outgoing = await flow.asend(renewal)
            used = context.current_tokens
            refusal = yield request
            if refusal.status_code != HTTPStatus.UNAUTHORIZED:
                self.problem = None
                return
            if used is None or attempt:
                break
            attempt += 1
        if self._storage.record.tokens and (renewal is None or renewal.is_client_error):
            context.clear_tokens()
            await self._storage.forget_tokens()
        if self.problem is not None:
            return
        # A client of its own finds out whether one can sign in: it only reads, and is left there.
        finder = _provider(self._address, self._storage.unread())
        async with contextlib.aclosing(finder.async_auth_flow(request)) as flow:
            await anext(flow)
            with contextlib.suppress(OAuthFlowError):
                outgoing = await flow.asend(refusal)
                while outgoing is not request and outgoing.method == "GET":
                    outgoing = await flow.asend((yield self._checked(outgoing)))
        if finder.context.oauth_metadata is not None:
            self.problem = SignInRequiredError(self._name, has_expired=self._was_signed_in)
        yield request  # who sent it is to see the refusal, not the metadata

    def _checked(self, request: httpx2.Request) -> httpx2.Request:
        return _checked(self._address.url, request)


class _CheckedSignIn(httpx2.Auth):
    """The package's flow, kept from asking where it must not."""

    def __init__(self, provider: OAuthClientProvider) -> None:
        self._provider = provider

    @override
    async def async_auth_flow(
        self, request: httpx2.Request
    ) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        server = self._provider.context.server_url
        async with contextlib.aclosing(self._provider.async_auth_flow(request)) as flow:
            with contextlib.suppress(StopAsyncIteration):
                outgoing = await anext(flow)
                while True:
                    if outgoing.method == "POST" and outgoing is not request:
                        _check_metadata(self._provider)
                    outgoing = await flow.asend((yield _checked(server, outgoing)))


class _Browser:
    """Where the user signs in, and how they come back."""

    def __init__(
        self, listener: RedirectListener, open_address: OpenAddress, patience_s: float
    ) -> None:
        self._open = open_address
        self._patience_s = patience_s
        self._state = ""
        self.listener = listener

    async def lead(self, url: str) -> None:
        self._state = state_of(url)
        self.listener.expect(self._state)
        if not await self._open(url):
            raise ServerError(
                _("Your browser cannot be opened."),
                hint=_("Set a default browser for this system, and try again."),
            )

    async def answer(self) -> AuthorizationCodeResult:
        try:
            async with asyncio.timeout(self._patience_s):
                redirect = await self.listener.answer()
        except TimeoutError as error:
            raise ServerError(
                _("You were not back from the browser within five minutes."),
                hint=_("Sign in again in the settings, under MCP servers."),
            ) from error
        if redirect.error:
            raise ServerError(
                _("The sign-in was not granted: {reason}.").format(
                    reason=bounded_text(redirect.error, 100)
                )
            )
        return AuthorizationCodeResult(code=redirect.code, state=self._state, iss=redirect.issuer)


def _provider(
    address: HttpTarget, storage: SignInStorage, browser: _Browser | None = None
) -> OAuthClientProvider:
    back = f"http://{HOST}{PATH}" if browser is None else browser.listener.url
    return OAuthClientProvider(
        server_url=address.url,
        client_metadata=OAuthClientMetadata(client_name="Parley", redirect_uris=[AnyUrl(back)]),
        storage=storage,
        redirect_handler=None if browser is None else browser.lead,
        callback_handler=None if browser is None else browser.answer,
    )


def _known_client(client_id: str, back: str) -> OAuthClientInformationFull:
    """The program's preregistered client; it has no secret, so PKCE proves who asks."""
    return OAuthClientInformationFull(
        client_id=client_id,
        redirect_uris=[AnyUrl(back)],
        token_endpoint_auth_method="none",  # it is no password
    )


def _address(config: ServerConfig) -> HttpTarget:
    if not isinstance(config.target, HttpTarget):
        raise ServerError(_("Only servers at an address can be signed in to."))
    return config.target


def _checked(server: str, request: httpx2.Request) -> httpx2.Request:
    """Refuse a request that a sign-in must not send."""
    if not may_ask(server, str(request.url)):
        raise ServerError(_("The sign-in leads to an address that is not safe."))
    return request


def _check_metadata(provider: OAuthClientProvider) -> None:
    """Refuse unsafe metadata before anything begins."""
    metadata = provider.context.oauth_metadata
    if metadata is None:
        raise ServerError(_("The server refuses access, and does not say how to sign in."))
    if PKCE_METHOD not in (metadata.code_challenge_methods_supported or ()):
        raise ServerError(
            _("The server's sign-in lacks a protection that Parley requires (PKCE with S256).")
        )
    if not may_ask(provider.context.server_url, str(metadata.authorization_endpoint)):
        raise ServerError(_("The sign-in leads to an address that is not safe."))


@contextlib.contextmanager
def _explained() -> Generator[None]:
    """In our words: those of the SDK may hold secrets."""
    try:
        yield
    except OAuthRegistrationError as error:
        raise ServerError(
            _("The server does not let Parley register for a sign-in."),
            hint=_("Ask its operator for a client id, or for a key to be entered as a header."),
        ) from error
    except (OAuthTokenError, ValidationError) as error:
        raise ServerError(_("The server did not accept the sign-in.")) from error
    except OAuthFlowError as error:
        raise ServerError(_("The server's answers do not fit; the sign-in was ended.")) from error
    except (httpx2.HTTPError, httpx2.StreamError, OSError) as error:
        raise ServerError(
            _("It cannot be reached: {reason}").format(
                reason=bounded_text(connection_reason(error), 300) or type(error).__name__
            )
        ) from error
