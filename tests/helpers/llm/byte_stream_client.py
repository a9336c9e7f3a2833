"""A Messages API without a network: bytes that come in pieces on the loop's time, and break.

The real client reads them as it does a response, so that what a cut at any byte does to an event is
what it does on a real connection.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import httpx2
from typing_extensions import override

from assistant.errors import ProviderError
from assistant.llm.messages_api.model_client import Profile
from assistant.llm.messages_client import MessagesClient
from assistant.llm.sdk_connection import EventStream
from assistant.llm.service_errors import Failure, provider_error
from tests.helpers.clock import ManualClock
from tests.helpers.llm.messages_server import Reply

if TYPE_CHECKING:
    from assistant.llm.sdk_connection import SdkConnection

PIECE_BYTES = 64
PIECE_S = 0.05
"""How often a piece comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """One answer: the bytes of a reply, and after how many of them the connection breaks."""

    data: bytes
    cut: int | None = None

    @staticmethod
    def of(reply: Reply, cut: int | None = None) -> "Wire":
        """Return a scripted reply as the bytes that a server would send."""
        pieces = [piece for piece in reply.stream() if isinstance(piece, bytes)]
        return Wire(data=b"".join(pieces), cut=cut)


class _Body(httpx2.AsyncByteStream):
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        data, cut = self._wire.data, self._wire.cut
        whole = data if cut is None else data[:cut]
        for start in range(0, len(whole), PIECE_BYTES):
            await asyncio.sleep(PIECE_S)
            yield whole[start : start + PIECE_BYTES]
        if cut is not None:
            raise httpx2.ReadError("the connection broke")

    @override
    async def aclose(self) -> None:
        """Nothing is open."""


@dataclass(slots=True)
class _Line:
    """Stands where the connection of a service stands."""

    script: list[Wire]
    bodies: list[dict[str, Any]]
    key_refused: bool = False

    async def open(self, body: dict[str, Any]) -> EventStream:
        self.bodies.append(body)
        response = httpx2.Response(
            200,
            headers={"content-type": "text/event-stream"},
            stream=_Body(self.script.pop(0)),
            request=httpx2.Request("POST", "http://scripted.invalid/v1/messages"),
        )
        return EventStream(response, cast("Any", self))

    def refused(self, failure: Failure) -> ProviderError:
        return provider_error(failure, now=ManualClock().now())

    async def warm_up(self) -> None:
        """There is nothing to open."""

    async def aclose(self) -> None:
        """There is nothing to close."""


@dataclass(slots=True)
class WireScript:
    """What a `WireClient` answers, and what it was asked."""

    wires: list[Wire] = field(default_factory=list[Wire])
    bodies: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])


class WireClient(MessagesClient):
    """The real client of the Messages API over scripted bytes."""

    def __init__(self, script: WireScript) -> None:
        super().__init__(
            profile=Profile(name="anthropic", model="scripted"),
            api_key="sk-ant-test",
            base_url=None,
            timeout_s=20.0,
            clock=ManualClock(),
        )
        self._line = _Line(script=script.wires, bodies=script.bodies)

    @override
    async def _connect(self) -> "SdkConnection":
        return cast("SdkConnection", self._line)
