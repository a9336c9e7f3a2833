import pytest

from tests.helpers.sync.server_worlds import EncryptedWorld, MemoryWorld, ServerWorld


@pytest.fixture(params=["memory", "encrypted"])
def world(request: pytest.FixtureRequest) -> ServerWorld:
    """A server of each kind."""
    return MemoryWorld() if request.param == "memory" else EncryptedWorld()
