"""The `anthropic` SDK behind a narrow door: open a stream, read its events, close it.

Every profile that speaks the Messages API goes through it. The SDK builds the request, sends it
through our own HTTP client (`model_http.py`) and tells a reply from a refusal. It retries nothing:
our own conversation does (`conversation/turn`).

The events are read from the SDK's response by httpx2 and `messages_api/stream_events.py`, not by the
SDK's own iterator, which passes over every event without a name (so a service's `data: {"error": …}`
would be lost), fails on a byte that is not UTF-8, expects a stream whatever the content type says, and
copies an event again with each of its lines, which a service could make last for hours.

Importing the SDK takes half a second of processor time (a whole one without `lazy_packages.py`), so
`messages_client.py` loads this module on a worker thread, after the window stands.
"""

import asyncio
import codecs
import dataclasses
import logging
from collections.abc import AsyncGenerator, Iterable, Iterator
from typing import Any, Final, cast

import httpx2
from anthropic import APIConnectionError, APIStatusError, AsyncAnthropic
from anthropic.resources.messages import AsyncMessages

from assistant.bounded_body import EVENT_STREAM, BodyBounds, BodyTooLargeError
from assistant.clock import Clock
from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.refusals import Reason, read_reason
from assistant.llm.messages_api.reply_reader import ReplyTooLongError
from assistant.llm.messages_api.stream_events import (
    ErrorEvent,
    OtherApiError,
    StreamEvent,
    UnreadableEventError,
    parse_event,
    whole_message,
)
from assistant.llm.model_choice.choice import DEFAULT_BASE_URL, service_root
from assistant.llm.model_http import KEEP_ALIVE_S, NO_READ_TIMEOUT, USER_AGENT, open_http
from assistant.llm.service_errors import (
    Failure,
    other_api_error,
    plain_error,
    provider_error,
    web_page_error,
)

_log = logging.getLogger(__name__)

KEYLESS: Final = "none"
"""Sent where a server wants no key; the SDK sends no request without one."""
FRESH_S: Final = KEEP_ALIVE_S / 2
"""How long after its last use a connection is taken to be open without asking."""
MAX_EVENT_BYTES: Final = 16 * 1024 * 1024
"""Of one event; some servers send a tool's whole input as one."""
MAX_REFUSAL_BYTES: Final = 64 * 1024
"""What is read of why a request was refused."""
REFUSAL_S: Final = 5.0
BYTES_PER_TOKEN: Final = 2048
"""Of a stream, for each token of a reply: an event is a few hundred bytes long."""
SPARE_BYTES: Final = 1024 * 1024
"""For all that a stream has besides."""
WHOLE_REPLY_S: Final = 600.0
"""Seconds for a reply that comes as one body."""
_WEB_PAGES: Final = frozenset({"text/html", "application/xhtml+xml"})


class EventStream:
    """One reply as it arrives.

    Attributes:
        request_id: The provider's id of the request, or None.
    """

    def __init__(self, response: httpx2.Response, connection: "SdkConnection") -> None:
        self._response = response
        self._connection = connection
        self.request_id: str | None = response.headers.get("request-id")
        self._raw: AsyncGenerator[httpx2.ServerSentEvent] | None = None

    async def events(self) -> AsyncGenerator[StreamEvent]:
        """Yield the events we know until the stream ends, however it ends.

        Raises:
            ProviderError: If the service reports an error in the stream (its category),
                the connection breaks (`connectivity`), or an event cannot be read (`unknown`).
            ReplyTooLongError: If there is no end to it.
        """
        try:
            if media_type(self._response) != EVENT_STREAM:
                for event in await self._whole():
                    yield event
                return
            self._response.encoding = "utf-8"  # whatever it says, a stream of events is
            source = httpx2.EventSource(self._response, max_event_size=MAX_EVENT_BYTES)
            self._raw = cast("AsyncGenerator[httpx2.ServerSentEvent]", aiter(source))
            async for raw in self._raw:
                event = parse_event(raw.event, raw.data)
                match event:
                    case None:
                        continue
                    case ErrorEvent():
                        raise self._refused(event.reason)
                    case _:
                        yield event
        except BodyTooLargeError as error:
            raise ReplyTooLongError from error
        except (httpx2.HTTPError, httpx2.StreamError) as error:
            raise plain_error(ErrorCategory.CONNECTIVITY, self.request_id) from error
        except OtherApiError as error:
            raise other_api_error(self.request_id) from error
        except UnreadableEventError as error:
            _log.warning("a stream could not be read: %s", type(error).__name__)
            raise plain_error(ErrorCategory.UNKNOWN, self.request_id) from error

    async def _whole(self) -> Iterable[StreamEvent]:
        """Read a reply that comes as one body, though a stream was asked for."""
        body = (await self._response.aread()).removeprefix(codecs.BOM_UTF8)
        message = whole_message(body)
        if message is not None:
            return message
        if body.lstrip().startswith((b"event:", b"data:", b":")):
            return self._events_in(body)
        if not body.strip():
            raise plain_error(ErrorCategory.CONNECTIVITY, self.request_id)
        raise self._refused(read_reason(body))

    def _events_in(self, body: bytes) -> Iterator[StreamEvent]:
        """Read a stream of events that has another content type."""
        headers = {"content-type": EVENT_STREAM}
        named = httpx2.Response(200, headers=headers, content=body, request=self._response.request)
        for raw in httpx2.EventSource(named, max_event_size=MAX_EVENT_BYTES):
            event = parse_event(raw.event, raw.data)
            if isinstance(event, ErrorEvent):
                raise self._refused(event.reason)
            if event is not None:
                yield event

    def _refused(self, reason: Reason) -> ProviderError:
        return self._connection.refused(
            Failure(types=reason.types, message=reason.message, request_id=self.request_id)
        )

    async def drain(self) -> None:
        """Read what is left after the end of the message, so that the connection can be reused."""
        try:
            if self._raw is not None:
                async for _event in self._raw:
                    pass
        except (httpx2.HTTPError, httpx2.StreamError):
            _log.debug("the connection ended untidily after a complete reply", exc_info=True)

    async def aclose(self) -> None:
        """Close the response; a request that is still running is broken off."""
        if self._raw is not None:
            await self._raw.aclose()
        await self._response.aclose()


class SdkConnection:
    """A client of one service with one key.

    Args:
        base_url: The service, or None for Anthropic's own.
        api_key: The key, or None for a server that wants none.
        max_output_tokens: How long a reply may be: what is read of one is bounded by that.
        keeps_alive: As for `open_http`.
        clock: For `retry-after` headers that name a date.

    Attributes:
        key_refused: Whether the service answered 401 to this key.
    """

    def __init__(
        self,
        *,
        base_url: str | None,
        api_key: str | None,
        max_output_tokens: int,
        keeps_alive: bool,
        clock: Clock,
    ) -> None:
        self.key_refused = False
        self._api_key = api_key
        self._clock = clock
        self._used_at: float | None = None
        self._warming = asyncio.Lock()
        self._keeps_alive = keeps_alive
        address = service_root(base_url or DEFAULT_BASE_URL)
        most = max_output_tokens * BYTES_PER_TOKEN + SPARE_BYTES
        self._http = open_http(
            address,
            bounds=BodyBounds(
                max_bytes=most,
                time_s=WHOLE_REPLY_S,
                stream_bytes=most,
                refusal_bytes=MAX_REFUSAL_BYTES,
                refusal_s=REFUSAL_S,
            ),
            keeps_alive=keeps_alive,
        )
        token = api_key or KEYLESS
        self._messages: AsyncMessages = AsyncAnthropic(
            auth_token=token,
            base_url=address,
            # Named here too, because the environment may name them (`ANTHROPIC_CUSTOM_HEADERS`).
            default_headers={"Authorization": f"Bearer {token}", "User-Agent": USER_AGENT},
            timeout=NO_READ_TIMEOUT,
            max_retries=0,
            http_client=self._http,
            open_telemetry=False,
        ).messages

    async def open(self, body: dict[str, Any]) -> EventStream:
        """Send a request and return once the reply's headers are there.

        Args:
            body: As `messages_api.request_body` makes it.

        Raises:
            ProviderError: If the service refuses, is no API but a web page (`invalid_request`), or
                cannot be reached (`connectivity`).
        """
        try:
            stream = await self._messages.create(**body, stream=True)
        except APIStatusError as error:  # it quotes the service, which may quote the key
            raise self._status_error(error.response) from None
        except (APIConnectionError, httpx2.HTTPError) as error:
            raise plain_error(ErrorCategory.CONNECTIVITY) from error
        except ValueError as error:
            raise plain_error(ErrorCategory.INVALID_REQUEST, detail=str(error)) from error
        if (page := _web_page_error(stream.response)) is not None:
            await stream.close()
            raise page
        self._used_at = self._clock.monotonic()
        return EventStream(stream.response, self)

    async def warm_up(self) -> None:
        """Open a connection, so that the next request needs none; what fails here is no error.

        Nothing is sent if one was used a moment ago, or if none would be used again.
        """
        if not self._keeps_alive:
            return
        async with self._warming:
            now = self._clock.monotonic()
            if self._used_at is not None and now - self._used_at < FRESH_S:
                return
            try:
                await self._http.head("/")
            except httpx2.HTTPError:
                _log.debug("the service could not be reached to warm up", exc_info=True)
            else:
                self._used_at = self._clock.monotonic()

    async def aclose(self) -> None:
        await self._http.aclose()

    def refused(self, failure: Failure) -> ProviderError:
        """Return the error for a failure, and remember a refused key."""
        has_key = self._api_key is not None
        if has_key and (failure.status == 401 or "authentication_error" in failure.types):
            self.key_refused = True
        if self._api_key:  # some gateways quote it
            message = failure.message.replace(self._api_key, "…")
            failure = dataclasses.replace(failure, message=message)
        error = provider_error(failure, now=self._clock.now(), has_key=has_key)
        _log.warning(
            "the service failed: status %s, types %s, category %s, request %s",
            failure.status,
            failure.types,
            error.category.value,
            failure.request_id,
        )
        return error

    def _status_error(self, response: httpx2.Response) -> ProviderError:
        if (page := _web_page_error(response)) is not None:
            return page
        reason = read_reason(response.content)
        return self.refused(
            Failure(
                status=response.status_code,
                types=reason.types,
                message=reason.message,
                request_id=response.headers.get("request-id"),
                retry_after=response.headers.get("retry-after"),
            )
        )


def media_type(response: httpx2.Response) -> str:
    """Return the content type, in lower case and without parameters."""
    return response.headers.get("content-type", "").partition(";")[0].strip().lower()


def _web_page_error(response: httpx2.Response) -> ProviderError | None:
    """Return the error of a web page where an API should be; None if it is none."""
    if media_type(response) not in _WEB_PAGES:
        return None
    error = web_page_error(response.status_code, response.headers.get("request-id"))
    if error is not None:
        _log.warning("the service answered with a web page: status %s", response.status_code)
    return error
