"""Who may connect to a server of ours, how often, and how long one may dawdle. Runs on its loop.

Whoever opens connections and asks for nothing would take up all the files the program may have.
Where the system tells, other users of the machine are turned away at once: they could take up all
connections, and use an address that they have seen.
"""

import asyncio
from typing import Final

from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol

from assistant.channels.web.server.peer import is_from_this_user

MAX_CONNECTIONS: Final = 128
"""At once; one that comes then is closed."""
HEAD_LIMIT_S: Final = 10.0
"""How long the head of a request may take to arrive."""


class HttpConnection(H11Protocol):
    """One connection; closed if another user made it, or where no request comes on it in time."""

    _head: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS or not is_from_this_user(transport):
            transport.abort()
        else:
            self._expect()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_no_more()
        super().connection_lost(exc)

    @override
    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect()

    def _expect(self) -> None:
        """Close the connection unless a request is there in time."""
        self._expect_no_more()
        self._head = self.loop.call_later(HEAD_LIMIT_S, self._give_up)

    def _expect_no_more(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _give_up(self) -> None:
        cycle = self.cycle
        is_idle = cycle is None or cycle.response_complete  # pyright: ignore[reportUnnecessaryComparison]  # None before the first
        if is_idle and self in self.connections:  # else it is a socket of a page by now
            self.transport.close()
