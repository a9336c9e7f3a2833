"""The fake Bot API behind a client of the same loop, without a socket: for virtual time."""

import asyncio
from urllib.parse import urlsplit

import httpx2
from typing_extensions import override

from tests.helpers.telegram.http_requests import CallRequest, read_request
from tests.helpers.telegram.server import FakeBotApi, HttpReply


class LoopTransport(httpx2.AsyncBaseTransport):
    """Carries requests to a `FakeBotApi`; a poll waits in the loop's own time."""

    def __init__(self, telegram: FakeBotApi) -> None:
        self._telegram = telegram
        self._changed = asyncio.Event()
        telegram.world.on_change = self._changed.set

    @override
    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Serve one request."""
        body = await request.aread()
        address = request.url.raw_path.decode()
        content = self._telegram.file_at(urlsplit(address).path)
        if content is not None:
            return httpx2.Response(200, content=content)
        call = read_request(address, request.headers.get("Content-Type", ""), body)
        refused = self._telegram.refusal_of(call)
        if call is None or refused is not None:
            return _response(refused or HttpReply(404))
        if call.method == "getUpdates":
            await self._wait(call)
        reply = self._telegram.call(call.method, call.given, call.uploads)
        if reply.is_dropped:
            raise httpx2.RemoteProtocolError("Server disconnected without sending a response.")
        return _response(reply)

    async def _wait(self, call: CallRequest) -> None:
        self._telegram.n_polls += 1
        try:
            async with asyncio.timeout(call.given.get("timeout", 0)):
                while not self._telegram.has_updates(call.given):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pass  # it is answered with nothing


def _response(reply: HttpReply) -> httpx2.Response:
    return httpx2.Response(reply.status, content=reply.body, headers={"Content-Type": reply.kind})
