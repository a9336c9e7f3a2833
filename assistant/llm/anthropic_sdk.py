"""The `anthropic` SDK behind a narrow door: open a stream, read its events, close it.

Importing this module takes one to two seconds (the SDK defines several thousand modules of types),
so nothing imports it at its top: `messages_client.py` loads it on a worker thread. Our own clock
governs how long content may take, and our own conversation retries, so both are off here.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from typing import Any, Final

import anthropic
import httpx2

from assistant.clock import Clock
from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.stream_events import (
    ErrorEvent,
    StreamEvent,
    UnreadableEventError,
    parse_event,
)
from assistant.llm.service_errors import Failure, plain_error, provider_error
from assistant.secure_address import is_loopback

_log = logging.getLogger(__name__)

CONNECT_TIMEOUT_S: Final = 5.0
"""The SDK's own default."""
KEEP_ALIVE_S: Final = 60.0
"""How long an idle connection is kept: the next turn then needs no new TLS handshake."""
FRESH_S: Final = KEEP_ALIVE_S / 2
"""How long after its last use a connection is taken to be open without asking."""
DEFAULT_BASE_URL: Final = "https://api.anthropic.com"
AsyncStream = anthropic.AsyncStream[Any]


class EventStream:
    """One reply as it arrives.

    Attributes:
        request_id: The provider's id of the request, or None.
    """

    def __init__(self, stream: AsyncStream, connection: SdkConnection) -> None:
        self._stream = stream
        self._connection = connection
        self.request_id: str | None = stream.response.headers.get("request-id")
        self._raw = anthropic.AsyncStream[Any].raw_events(stream.response)

    async def events(self) -> AsyncGenerator[StreamEvent]:
        """Yield the events we know until the stream ends, however it ends.

        Raises:
            ProviderError: If the service reports an error in the stream (its category),
                the connection breaks (`connectivity`), or an event cannot be read (`unknown`).
        """
        try:
            async for raw in self._raw:
                event = parse_event(raw.event, raw.data)
                match event:
                    case None:
                        continue
                    case ErrorEvent():
                        raise self._connection.refused(
                            Failure(
                                type=event.error.type,
                                message=event.error.message,
                                request_id=self.request_id,
                            )
                        )
                    case _:
                        yield event
        except (httpx2.HTTPError, httpx2.StreamError) as error:
            raise plain_error(ErrorCategory.CONNECTIVITY, self.request_id) from error
        except (UnreadableEventError, UnicodeDecodeError) as error:
            _log.warning("a stream could not be read: %s", type(error).__name__)
            raise plain_error(ErrorCategory.UNKNOWN, self.request_id) from error

    async def drain(self) -> None:
        """Read what is left after the end of the message, so that the connection can be reused."""
        try:
            async for _event in self._raw:
                pass
        except (httpx2.HTTPError, httpx2.StreamError, UnicodeDecodeError):
            _log.debug("the connection ended untidily after a complete reply", exc_info=True)

    async def aclose(self) -> None:
        """Close the response; a request that is still running is broken off."""
        await self._stream.close()


class SdkConnection:
    """A client of one service with one key.

    Args:
        base_url: The service, or None for Anthropic's own.
        api_key: The key.
        keeps_alive: Whether connections are used again. Worth a TLS handshake a turn with a
            service far away; a llama.cpp server was seen to close a connection it had announced to
            keep, which fails the next request.
        clock: For `retry-after` headers that name a date.

    Attributes:
        key_refused: Whether the service answered 401 to this key.
    """

    def __init__(
        self, *, base_url: str | None, api_key: str, keeps_alive: bool, clock: Clock
    ) -> None:
        self.key_refused = False
        self._clock = clock
        self._used_at: float | None = None
        self._base_url = base_url or DEFAULT_BASE_URL
        timeout = httpx2.Timeout(None, connect=CONNECT_TIMEOUT_S)
        self._keeps_alive = keeps_alive
        limits = httpx2.Limits(
            max_keepalive_connections=None if keeps_alive else 0, keepalive_expiry=KEEP_ALIVE_S
        )
        # A redirect would carry the key to another host, and the API has none.
        self._http = (
            httpx2.AsyncClient(
                trust_env=False, timeout=timeout, limits=limits, follow_redirects=False
            )
            if is_loopback(self._base_url)  # no proxy must see the request
            else anthropic.DefaultAsyncHttpxClient(
                timeout=timeout, limits=limits, follow_redirects=False
            )
        )
        self._client = anthropic.AsyncAnthropic(
            api_key=api_key,
            base_url=self._base_url,
            timeout=timeout,
            max_retries=0,
            http_client=self._http,
            open_telemetry=False,
        )

    async def open(self, body: dict[str, Any]) -> EventStream:
        """Send a request and return once the reply's headers are there.

        Args:
            body: As `messages_api.request_body` makes it.

        Raises:
            ProviderError: If the service refuses, or cannot be reached (`connectivity`).
        """
        try:
            stream: AsyncStream = await self._client.messages.create(**body, stream=True)
        except anthropic.APIStatusError as error:
            raise self.refused(_failure(error)) from error
        except (anthropic.APIConnectionError, httpx2.HTTPError) as error:
            raise plain_error(ErrorCategory.CONNECTIVITY) from error
        self._used_at = self._clock.monotonic()
        return EventStream(stream, self)

    async def warm_up(self) -> None:
        """Open a connection, so that the next request needs none; what fails here is no error.

        Nothing is sent if one was used a moment ago, or if none would be used again.
        """
        now = self._clock.monotonic()
        if not self._keeps_alive or (self._used_at is not None and now - self._used_at < FRESH_S):
            return
        try:
            await self._http.head(self._base_url)
        except httpx2.HTTPError:
            _log.debug("the service could not be reached to warm up", exc_info=True)
        else:
            self._used_at = self._clock.monotonic()

    async def aclose(self) -> None:
        """Close every connection."""
        await self._client.close()

    def refused(self, failure: Failure) -> ProviderError:
        """Return the error for a failure, and remember a refused key."""
        if failure.status == 401 or failure.type == "authentication_error":
            self.key_refused = True
        error = provider_error(failure, now=self._clock.now())
        _log.warning(
            "the service failed: status %s, type %s, category %s, request %s",
            failure.status,
            failure.type,
            error.category.value,
            failure.request_id,
        )
        return error


def _failure(error: anthropic.APIStatusError) -> Failure:
    headers = error.response.headers
    return Failure(
        status=error.status_code,
        type=error.type or "",
        message=error.api_message or "",
        request_id=error.request_id,
        retry_after=headers.get("retry-after"),
    )
