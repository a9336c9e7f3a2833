from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from assistant.storage.database import Database
from assistant.storage.store import Store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An open store without anything in it."""
    store = Store(database=await Database.open(tmp_path / "parley.db"))
    yield store
    await store.aclose()
