"""A connection that is no longer wanted is closed at once."""

import asyncio
import struct

from assistant.sync.model.server_address import read_server_address
from assistant.sync.server.database_connection import connect


async def test_who_gives_up_while_the_server_asks_for_the_password_is_gone_at_once() -> None:
    is_asked, is_gone = asyncio.Event(), asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        (size,) = struct.unpack(">i", await reader.readexactly(4))
        await reader.readexactly(size - 4)  # who wants to use which database
        is_asked.set()
        await reader.read()
        is_gone.set()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        address = read_server_address(f"postgresql://me@127.0.0.1:{port}/parley?sslmode=disable")
        connecting = asyncio.create_task(connect(address, password="secret"))
        await is_asked.wait()
        connecting.cancel()
        await asyncio.wait({connecting})
        assert connecting.cancelled()
        async with asyncio.timeout(5):
            await is_gone.wait()
