from collections.abc import AsyncGenerator

import pytest

from tests.helpers.postgres import PostgresProcess
from tests.helpers.sync.server_worlds import EncryptedWorld, MemoryWorld, PostgresWorld, ServerWorld

KINDS = ("memory", "postgres", "threaded postgres", "encrypted", "encrypted postgres")


@pytest.fixture(params=KINDS)
async def world(request: pytest.FixtureRequest) -> AsyncGenerator[ServerWorld]:
    """A server of each kind."""
    kind: str = request.param
    if kind.endswith("postgres"):
        process: PostgresProcess = request.getfixturevalue("postgres")
        inner = PostgresWorld(process, on_threads=kind.startswith("threaded"))
        yield EncryptedWorld(inner) if kind.startswith("encrypted") else inner
        await inner.aclose()
    else:
        yield EncryptedWorld(MemoryWorld()) if kind == "encrypted" else MemoryWorld()
