"""The client of the Messages API: Anthropic's service, and every server that speaks the same.

Runs on the engine's loop. What speaks HTTP is loaded and the connection built on a worker thread at
the first request, or by `warm_up`.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from assistant.clock import Clock
from assistant.errors import ConfigError, ErrorCategory
from assistant.llm.api_keys import is_usable_key
from assistant.llm.messages_api.model_client import ModelEvent, ModelRequest, Profile
from assistant.llm.messages_api.reply_reader import ReplyReader, ReplyTooLongError
from assistant.llm.messages_api.request_body import request_body
from assistant.llm.messages_api.stream_events import StreamEvent
from assistant.llm.messages_api.written_thought import thinks_by_name
from assistant.llm.service_errors import plain_error
from assistant.llm.stall_timer import StallTimer
from assistant.locale import _
from assistant.secure_address import is_confidential

if TYPE_CHECKING:
    from assistant.llm.sdk_connection import EventStream, SdkConnection

_log = logging.getLogger(__name__)

DRAIN_TIMEOUT_S: Final = 0.25
"""How long a server may take to end the stream after the end of the message."""
END_TIMEOUT_S: Final = 2.0
"""How long the end of the message may take after the reason of the end."""
WARM_UP_TIMEOUT_S: Final = 5.0
_SDK_PACKAGES: Final = (
    "anthropic",
    "anthropic.resources",
    "anthropic.types",
    "anthropic.types.beta",
    "anthropic.types.beta.organization",
    "anthropic.types.beta.sessions",
    "anthropic.types.organization",
)
"""Those whose `__init__` imports what the Messages API does not use."""


class MessagesClient:
    """A language model behind the Messages API; implements `ModelClient`.

    Args:
        profile: What the model can do.
        api_key: The key, or None; only the anthropic profile needs one.
        base_url: The service's address, with or without `/v1`, or None for Anthropic's own.
        timeout_s: Seconds without content before a request is given up.
        clock: For `retry-after` headers that name a date.

    Raises:
        ConfigError: If `base_url` is not an http or https address, or a key sent there could be
            read on the way.
    """

    def __init__(
        self,
        *,
        profile: Profile,
        api_key: str | None,
        base_url: str | None,
        timeout_s: float,
        clock: Clock,
    ) -> None:
        if base_url is not None:
            require_http_address(base_url)
            has_key = api_key is not None or bool(urlsplit(base_url).username)
            if has_key and not is_confidential(base_url):
                raise ConfigError(
                    _("The key would be sent to {address} in the open.").format(
                        address=repr(_without_user(base_url))
                    ),
                    hint=_("Use an address that begins with https, or one of this computer."),
                )
        self._profile = profile
        self._api_key = api_key
        self._base_url = base_url
        self._timeout_s = timeout_s
        self._clock = clock
        is_reasoner = profile.name == "local" and thinks_by_name(profile.model)
        self._begins_in_thought: bool | None = None if is_reasoner else False
        """Whether replies begin with reasoning that no mark opens, judging by the last reply."""
        self._connection: SdkConnection | None = None
        self._connecting = asyncio.Lock()

    @property
    def profile(self) -> Profile:
        return self._profile

    async def check(self) -> None:
        """Make sure there is a key that was not refused.

        Raises:
            ProviderError: `authentication` if the key is missing, cannot be sent, or was answered
                with a 401 before.
        """
        if not self._has_usable_key:
            raise plain_error(ErrorCategory.AUTHENTICATION)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Send a request and yield what comes back.

        Raises:
            ProviderError: If the service refuses, cannot be reached, breaks off, is silent for
                too long, or sends what cannot be read.
        """
        await self.check()
        body = request_body(self._profile, request)
        connection = await self._connect()
        pace = StallTimer(self._timeout_s)
        stream = await pace.wait_for(connection.open(body))
        reader = ReplyReader(
            request_id=stream.request_id,
            begins_in_thought=self._begins_in_thought,
            max_tokens=self._profile.max_output_tokens,
        )
        try:
            async with aclosing(stream.events()) as arriving:
                while not reader.is_complete:
                    for received in await self._next(arriving, reader, pace, stream.request_id):
                        yield received
            if reader.began_in_thought is not None:
                self._begins_in_thought = reader.began_in_thought
            await self._drain(stream)
        finally:
            await stream.aclose()

    async def _next(
        self,
        arriving: AsyncGenerator[StreamEvent],
        reader: ReplyReader,
        pace: StallTimer,
        request_id: str | None,
    ) -> Sequence[ModelEvent]:
        """Wait for the next event of a stream; return what it brings."""
        try:
            if reader.is_ending:  # only its end is missing, which some servers do not send
                try:
                    async with asyncio.timeout(END_TIMEOUT_S):
                        event = await anext(arriving, None)
                except TimeoutError:
                    event = None
            else:
                event = await pace.wait_for(anext(arriving, None), request_id)
            if event is not None:
                pace.saw(event)
                return reader.feed(event)
        except ReplyTooLongError as error:
            if not reader.has_begun:
                raise plain_error(ErrorCategory.UNKNOWN, request_id) from error
            _log.warning("a reply was longer than it may be, and was cut off")
            return reader.cut()
        if not reader.is_ending:
            _log.warning("a stream ended before the message did")
            raise plain_error(ErrorCategory.CONNECTIVITY, request_id)
        return reader.end()

    async def warm_up(self) -> None:
        """Open a connection; a service that cannot be reached is no error.

        Without a usable key nothing is contacted.
        """
        if not self._has_usable_key:
            return
        connection = await self._connect()
        try:
            async with asyncio.timeout(WARM_UP_TIMEOUT_S):
                await connection.warm_up()
        except TimeoutError:
            _log.debug("the service did not answer to warm up")

    async def aclose(self) -> None:
        """Close the connection; idempotent."""
        async with self._connecting:
            connection, self._connection = self._connection, None
        if connection is not None:
            await connection.aclose()

    @property
    def _has_usable_key(self) -> bool:
        is_sent = self._profile.name == "anthropic" or bool(self._api_key)
        if is_sent and not is_usable_key(self._api_key):
            return False
        return self._connection is None or not self._connection.key_refused

    async def _connect(self) -> "SdkConnection":
        async with self._connecting:
            connection = self._connection
            if connection is None:
                loop = asyncio.get_running_loop()
                connection = await loop.run_in_executor(None, self._build)
                self._connection = connection
            return connection

    def _build(self) -> "SdkConnection":
        return load_sdk()(
            base_url=self._base_url,
            api_key=self._api_key or None,
            max_output_tokens=self._profile.max_output_tokens,
            keeps_alive=self._profile.name == "anthropic",
            clock=self._clock,
        )

    async def _drain(self, stream: "EventStream") -> None:
        try:
            async with asyncio.timeout(DRAIN_TIMEOUT_S):
                await stream.drain()
        except TimeoutError:
            _log.debug("the stream stayed open after the end of the message")


def load_sdk() -> "type[SdkConnection]":
    """Import what speaks to the service: half a second of processor time, so on a worker thread.

    Returns at once where it is imported already, and waits where another thread imports it.
    """
    from assistant.llm.lazy_packages import prepare

    prepare(_SDK_PACKAGES)
    from assistant.llm.sdk_connection import SdkConnection

    return SdkConnection


def _without_user(base_url: str) -> str:
    scheme, mark, rest = base_url.partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}"


def require_http_address(base_url: str) -> None:
    """Refuse what is not an http or https address with a host.

    Raises:
        ConfigError: If it is not one.
    """
    parts = urlsplit(base_url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ConfigError(
            _("{address} is not the address of a model service.").format(address=repr(base_url)),
            hint=_("It should look like http://127.0.0.1:11434."),
        )
