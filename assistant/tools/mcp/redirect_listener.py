"""Takes the browser back after a sign-in: one answer, on a port of this machine alone."""

import asyncio
import contextlib
from typing import Final, Self

from assistant.locale import _
from assistant.tools.mcp.model.peer import ServerError
from assistant.tools.mcp.model.redirect import PATH, Redirect, read_redirect

HOST: Final = "127.0.0.1"
_MAX_HEAD: Final = 32 * 1024
_READ_S: Final = 10.0


class RedirectListener:
    """Listens until the browser brings the answer, then no more. Engine loop only.

    The system chooses the port, so that none can be taken: the program registers again for each
    sign-in. Only an operator who knows the program by a client id may want a port of their own.

    Args:
        port: The port; 0 for any.
    """

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self._state = ""
        self._answer: asyncio.Future[Redirect] = asyncio.get_running_loop().create_future()
        self._server: asyncio.Server | None = None
        self.url = ""
        """Where the browser is sent back to."""

    async def __aenter__(self) -> Self:
        """Raises ServerError if no port is free."""
        try:
            self._server = await asyncio.start_server(
                self._serve, HOST, self._port, limit=_MAX_HEAD, start_serving=False
            )
        except OSError as error:
            raise ServerError(
                _("No port of this machine is free for the way back from the browser.")
            ) from error
        try:
            await self._server.start_serving()
        except BaseException:
            self._close()
            raise
        self.url = f"http://{HOST}:{self._server.sockets[0].getsockname()[1]}{PATH}"
        return self

    async def __aexit__(self, *_problem: object) -> None:
        self._close()
        self._answer.cancel()

    def expect(self, state: str) -> None:
        """Accept the answer with this state, and no other."""
        self._state = state

    async def answer(self) -> Redirect:
        """Wait for the answer."""
        return await self._answer

    def _close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(
            OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
        ):
            async with asyncio.timeout(_READ_S):
                head = await reader.readuntil(b"\r\n\r\n")
            line = head.split(b"\r\n", 1)[0].decode("ascii", "replace")
            redirect = read_redirect(line, state=self._state)
            if redirect is None or self._answer.done():
                await _respond(
                    writer, "400 Bad Request", _("This is not a sign-in that Parley began.")
                )
            else:
                self._close()
                self._answer.set_result(redirect)
                text = (
                    _("The sign-in was not granted. You can close this page.")
                    if redirect.error
                    else _("Parley goes on by itself. You can close this page.")
                )
                await _respond(writer, "200 OK", text)
        writer.close()


async def _respond(writer: asyncio.StreamWriter, status: str, text: str) -> None:
    body = text.encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
        "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    )
    writer.write(head.encode() + body)
    await writer.drain()
