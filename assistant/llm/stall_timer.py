"""How long content may take to arrive.

The clock starts when a request is sent and starts again with each content event; keep-alives do
not touch it, and it pauses while nobody awaits the service. Nothing at all is a time-out,
which is not retried by itself; a stall after content is a lost connection, which is.
"""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from assistant.errors import ErrorCategory
from assistant.llm.messages_api.stream_events import BlockDelta, BlockStart, BlockStop, StreamEvent
from assistant.llm.service_errors import plain_error

T = TypeVar("T")


class StallTimer:
    """The clock of one request, on the running loop's time."""

    def __init__(self, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._remaining_s = timeout_s
        self._has_content = False

    async def wait_for(self, awaitable: Awaitable[T], request_id: str | None = None) -> T:
        """Await the service for as long as it may still be silent.

        Raises:
            ProviderError: `timeout` if nothing has come at all, `connectivity` if content had.
        """
        loop = asyncio.get_running_loop()
        began = loop.time()
        limit = asyncio.timeout(self._remaining_s)
        try:
            async with limit:
                return await awaitable
        except TimeoutError as error:
            if not limit.expired():
                raise
            category = ErrorCategory.CONNECTIVITY if self._has_content else ErrorCategory.TIMEOUT
            raise plain_error(category, request_id) from error
        finally:
            self._remaining_s -= loop.time() - began

    def saw(self, event: StreamEvent) -> None:
        """Start again if the event is content."""
        match event:
            case BlockDelta(delta=delta) if delta.is_empty:
                pass  # a sign of life, as a ping is
            case BlockStart() | BlockDelta() | BlockStop():
                self.saw_content()
            case _:
                pass

    def saw_content(self) -> None:
        self._has_content = True
        self._remaining_s = self._timeout_s
