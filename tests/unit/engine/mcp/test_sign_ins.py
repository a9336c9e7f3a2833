"""Signing in and out of servers in a whole engine's handlers; the browser's part is a fake."""

import asyncio

import pytest

from assistant.engine.mcp.sign_ins import SignIns
from assistant.mcp_server import HttpTarget, ServerConfig
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.tools.mcp.model.peer import ServerError
from tests.helpers.mcp.fake_sign_in import FakeSignIn

ONE, OTHER = (
    ServerConfig(name=name, target=HttpTarget(url="https://example.com/mcp"))
    for name in ("one", "other")
)


class Room:
    """What is under way, and what was told."""

    def __init__(self) -> None:
        self.sign_in = FakeSignIn()
        self.events: list[EngineEvent] = []
        self.done: list[str] = []
        self.opened: asyncio.Queue[str] = asyncio.Queue()
        self.changed = asyncio.Event()
        self.sign_ins = SignIns(
            sign_in=self.sign_in,
            visit=self._visit,
            emit=self.events.append,
            on_change=self.changed.set,
            on_done=self.done.append,
        )

    async def _visit(self, url: str) -> bool:
        await self.opened.put(url)
        return True

    async def until_idle(self) -> None:
        """Wait until none is under way."""
        while self.sign_ins.pending:
            self.changed.clear()
            await self.changed.wait()


@pytest.fixture
async def room() -> Room:
    return Room()


async def test_two_servers_are_signed_in_to_at_once_and_keep_apart(room: Room) -> None:
    await room.sign_ins.begin(ONE)
    await room.sign_ins.begin(OTHER)
    assert {await room.opened.get(), await room.opened.get()} == {"one", "other"}
    room.sign_in.results["one"].set_exception(ServerError("No.", hint="Try again."))
    room.sign_in.results["other"].set_result(None)
    await room.until_idle()
    assert room.done == ["other"]
    assert room.events == [Notice(code="mcp_sign_in", text="one: No.", hint="Try again.")]


async def test_the_latest_try_counts_and_all_end_with_the_program(room: Room) -> None:
    await room.sign_ins.begin(ONE)
    await room.opened.get()
    first = room.sign_in.results["one"]
    await room.sign_ins.begin(ONE)
    await room.opened.get()
    assert first.cancelled()
    assert room.sign_ins.pending == {"one"}
    await room.sign_ins.aclose()
    assert room.sign_in.results["one"].cancelled()
    assert not room.sign_ins.pending
    assert room.done == []


async def test_a_sign_in_that_the_user_cancels_ends_without_a_word(room: Room) -> None:
    await room.sign_ins.begin(ONE)
    await room.opened.get()
    await room.sign_ins.cancel("one")
    assert room.sign_in.results["one"].cancelled()
    assert not room.sign_ins.pending
    assert room.events == []
    await room.sign_ins.cancel("one")
