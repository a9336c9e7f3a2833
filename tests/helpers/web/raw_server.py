"""A web server on this machine that answers byte by byte what a test wants, rules of HTTP or not."""

import asyncio
import ipaddress
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from assistant.tools.web.model.public_hosts import IpAddress, problem_of_number

LOOPBACK = ipaddress.ip_address("127.0.0.1")

Handle = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass(slots=True)
class OddWeb:
    """What is served, and what was asked for."""

    port: int = 0
    pages: dict[str, bytes | Handle] = field(default_factory=dict[str, bytes | Handle])
    """By path: the whole answer as it goes over the wire, or what writes it."""
    requests: list[str] = field(default_factory=list[str])
    """The heads of the requests."""
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once a client has closed its connection."""
    numbers: dict[str, Sequence[IpAddress]] = field(default_factory=dict[str, Sequence[IpAddress]])
    """What names stand for; this server for the others."""
    looked_up: list[str] = field(default_factory=list[str])

    def url(self, path: str = "/", host: str = "site.example") -> str:
        """Return an address of this server."""
        return f"http://{host}:{self.port}{path}"

    async def resolve(self, host: str, port: int) -> Sequence[IpAddress]:
        """Look a name up."""
        self.looked_up.append(host)
        return self.numbers.get(host, (LOOPBACK,))

    @staticmethod
    def judge_number(number: IpAddress) -> str | None:
        """Judge as the program does, but for this machine's usual number."""
        return None if number == LOOPBACK else problem_of_number(number)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            self.requests.append(head)
            answer = self.pages.get(head.split(" ")[1], reply(b"no such page", status="404 No"))
            if isinstance(answer, bytes):
                writer.write(answer)
                await writer.drain()
            else:
                serving = asyncio.ensure_future(answer(writer))
                leaving = asyncio.ensure_future(reader.read(1))
                await asyncio.wait({serving, leaving}, return_when=asyncio.FIRST_COMPLETED)
                if leaving.done():
                    self.gone.set()
                serving.cancel()
                leaving.cancel()
                await asyncio.gather(serving, leaving, return_exceptions=True)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.gone.set()
        finally:
            writer.close()


def reply(
    body: bytes, *, kind: str = "text/html; charset=utf-8", status: str = "200 OK", **headers: str
) -> bytes:
    """Return a whole answer."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close"]
    if kind:
        lines.append(f"Content-Type: {kind}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join((*lines, "", "")).encode("latin-1") + body


def moved(where: str) -> bytes:
    """Return an answer that sends the client elsewhere."""
    return reply(b"", status="302 Found", Location=where)


async def silence(writer: asyncio.StreamWriter) -> None:
    """Say nothing, for ever."""
    await asyncio.Event().wait()


@asynccontextmanager
async def odd_web(*, encrypted: ssl.SSLContext | None = None) -> AsyncGenerator[OddWeb]:
    """Serve on a port that is free, encrypted if there is something to do it with."""
    web = OddWeb()
    server = await asyncio.start_server(web._serve, "127.0.0.1", 0, ssl=encrypted)
    web.port = server.sockets[0].getsockname()[1]
    async with server:
        yield web
        server.close()
