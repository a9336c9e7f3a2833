from collections.abc import AsyncGenerator

import pytest

from tests.helpers.postgres import PostgresProcess
from tests.helpers.sync.server_worlds import MemoryWorld, PostgresWorld, ServerWorld

KINDS = ("memory", "postgres")


@pytest.fixture(params=KINDS)
async def world(request: pytest.FixtureRequest) -> AsyncGenerator[ServerWorld]:
    """A server of each kind."""
    if request.param == "memory":
        yield MemoryWorld()
    else:
        process: PostgresProcess = request.getfixturevalue("postgres")
        world = PostgresWorld(process)
        yield world
        await world.aclose()
