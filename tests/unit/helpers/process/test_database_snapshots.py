"""Copies of a home after each write."""

from pathlib import Path

import pytest

from assistant.clock import SystemClock
from assistant.home import Home
from assistant.storage.store import open_store
from tests.helpers.process.database_snapshots import after_each_write


async def test_each_copy_has_what_was_written_so_far(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = SystemClock().now()
    store = (await open_store(home.database, now=now)).store
    with after_each_write(monkeypatch, home, tmp_path / "copies") as copies:
        for n in range(3):
            await store.state.put("n", str(n))
    await store.state.put("n", "after")
    await store.aclose()
    found: list[str | None] = []
    for copy in copies:
        copied = (await open_store(copy.database, now=now)).store
        found.append(await copied.state.get("n"))
        await copied.aclose()
    assert found == ["0", "1", "2"]
