"""The socket of relays and hooks: nothing of it stays open, however early it is left."""

import asyncio
import gc
import stat
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest

from assistant.assembly.mcp.program_socket import open_program_socket


async def _serve(path: Path) -> None:
    async with open_program_socket(path, token="t", build=Mock(), hear=AsyncMock()):
        assert stat.S_IMODE((await asyncio.to_thread(path.stat)).st_mode) == 0o600
        await asyncio.Event().wait()


@pytest.mark.parametrize("n_turns", range(8))
async def test_a_start_that_is_cancelled_leaves_nothing_open(tmp_path: Path, n_turns: int) -> None:
    path = tmp_path / "mcp.sock"
    serving = asyncio.create_task(_serve(path))
    for _turn in range(n_turns):
        await asyncio.sleep(0)
    serving.cancel()
    await asyncio.wait({serving})
    assert serving.cancelled()
    with pytest.raises((FileNotFoundError, ConnectionRefusedError)):
        await asyncio.open_unix_connection(path)
    del serving
    gc.collect()  # a socket that is still open is warned of here
