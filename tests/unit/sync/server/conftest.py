import pytest

from tests.helpers.sync.server_worlds import MemoryWorld, ServerWorld


@pytest.fixture(params=["memory"])
def world(request: pytest.FixtureRequest) -> ServerWorld:
    """A server of each kind."""
    return MemoryWorld()
