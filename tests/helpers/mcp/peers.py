"""MCP servers of a test's own making, and the people who are asked meanwhile."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any

from assistant.mcp_server import ServerConfig, ServerState, StdioTarget
from assistant.questions.model.question import Cancelled, QuestionSet, Response
from assistant.tools.mcp.connection import ServerConnection
from assistant.tools.mcp.model.peer import Elicit, OnProgress, ServerError, ServerPeer
from assistant.tools.mcp.model.server_offer import (
    CallAnswer,
    ServerContent,
    ServerOffer,
    ServerText,
)

Work = Callable[[Mapping[str, Any], OnProgress, Elicit], Any]


def unheard(progress: float, total: float | None, message: str | None) -> None:
    """Take no note of progress."""


class FakePeer:
    """Implements `ServerPeer`: does what the test says."""

    def __init__(self, offer: ServerOffer) -> None:
        self.title = "fake 1.0"
        self.is_signed_in = False
        self.unread = ""
        self.offered = offer
        self.calls: list[tuple[str, Mapping[str, Any]]] = []
        self.work: Work | None = None
        self.fails: ServerError | None = None
        self.check_fails = False
        self.ended = asyncio.Event()
        self.elicit: Elicit | None = None
        self.changed: Callable[[], None] = lambda: None

    async def offer(self) -> ServerOffer:
        """Return what it offers."""
        return self.offered

    async def call_tool(
        self, name: str, arguments: Mapping[str, Any], on_progress: OnProgress
    ) -> CallAnswer:
        """Do the work, or answer."""
        self.calls.append((name, arguments))
        if self.fails is not None:
            raise self.fails
        if self.work is not None and self.elicit is not None:
            answer: CallAnswer = await self.work(arguments, on_progress, self.elicit)
            return answer
        return CallAnswer(parts=(ServerText(text="fine"),))

    async def read_resource(self, uri: str) -> tuple[ServerContent, ...]:
        """Return the address as words."""
        if self.fails is not None:
            raise self.fails
        return (ServerText(text=f"what {uri} holds", uri=uri),)

    async def get_prompt(self, name: str, arguments: Mapping[str, str]) -> str:
        """Return name and arguments."""
        if self.fails is not None:
            raise self.fails
        return f"{name} {dict(arguments)}"

    async def check(self) -> None:
        """Answer, unless told not to."""
        if self.check_fails:
            raise ServerError("It does not answer.", is_lost=True)

    async def watch(self, changed: Callable[[], None]) -> None:
        """Wait for the end."""
        self.changed = changed
        await self.ended.wait()


class FakeConnect:
    """Implements `ConnectPeer`: gives the peers in order; an error fails the try, None hangs.

    The last is given again and again.
    """

    def __init__(self, *peers: FakePeer | ServerError | None) -> None:
        self.peers = list(peers)
        self.tries: list[float] = []
        self.open = 0

    @contextlib.asynccontextmanager
    async def __call__(self, config: ServerConfig, elicit: Elicit) -> AsyncGenerator[ServerPeer]:
        """Connect."""
        self.tries.append(asyncio.get_running_loop().time())
        peer = self.peers.pop(0) if len(self.peers) > 1 else self.peers[0]
        if peer is None:
            await asyncio.Event().wait()
        if not isinstance(peer, FakePeer):
            raise peer or ServerError("unreachable")
        peer.elicit = elicit
        peer.ended.clear()
        self.open += 1
        try:
            yield peer
        finally:
            self.open -= 1


class FakeAsker:
    """Implements `Asker`: gives the responses of the test, when it gives them."""

    def __init__(self) -> None:
        self.asked: list[QuestionSet] = []
        self.rests = 0
        self.was_cancelled = False
        self._responses: asyncio.Queue[Response] = asyncio.Queue()

    async def ask(self, questions: QuestionSet) -> Response:
        """Wait for the next response."""
        self.asked.append(questions)
        try:
            return await self._responses.get()
        except asyncio.CancelledError:
            self.was_cancelled = True
            raise

    @contextlib.contextmanager
    def _waiting(self) -> Any:
        self.rests += 1
        try:
            yield
        finally:
            self.rests -= 1

    def waiting(self) -> contextlib.AbstractContextManager[None]:
        """Count who rests."""
        return self._waiting()

    def answers(self, response: Response | None = None) -> None:
        """Give the next response; closing the question if none is given."""
        self._responses.put_nowait(response or Cancelled())


class HeardConnection:
    """A connection to a fake server, and what it told."""

    def __init__(
        self,
        connect: FakeConnect,
        *,
        is_enabled: bool = True,
        name: str = "home",
        timeout_s: float | None = None,
    ) -> None:
        self.history: list[tuple[ServerState, str]] = []
        self.visited: list[str] = []
        self._changed = asyncio.Event()
        config = ServerConfig(
            name=name,
            target=StdioTarget(program="x"),
            is_enabled=is_enabled,
            timeout_s=timeout_s,
        )
        self.connection = ServerConnection(
            config=config, connect=connect, visit=self._visit, on_change=self._note
        )

    async def until(self, standing: ServerState) -> None:
        """Wait until it stands so."""
        async with asyncio.timeout(300):
            while self.connection.standing is not standing:
                self._changed.clear()
                await self._changed.wait()

    def _note(self) -> None:
        self.history.append((self.connection.standing, self.connection.detail))
        self._changed.set()

    async def _visit(self, url: str) -> bool:
        self.visited.append(url)
        return True


@contextlib.asynccontextmanager
async def connected(peer: FakePeer) -> AsyncGenerator[HeardConnection]:
    """Give a connection that stands to a server."""
    heard = HeardConnection(FakeConnect(peer))
    heard.connection.start()
    try:
        await heard.until(ServerState.CONNECTED)
        yield heard
    finally:
        await heard.connection.aclose()
