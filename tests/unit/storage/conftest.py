from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from assistant.storage.database import Database
from assistant.storage.store import Store
from tests.unit.storage.samples import conversation


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of the test is, or will be."""
    return tmp_path / "data" / "parley.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    """An open store with one conversation, `c1`."""
    store = Store(database=await Database.open(path))
    await store.conversations.create(conversation())
    yield store
    await store.aclose()
