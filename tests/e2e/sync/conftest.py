from pathlib import Path

import pytest

from tests.helpers.postgres import PostgresProcess
from tests.helpers.sync.devices import UserDevices, user_devices


@pytest.fixture
def devices(
    tmp_path: Path, postgres: PostgresProcess, monkeypatch: pytest.MonkeyPatch
) -> UserDevices:
    """The user's devices, over a new database."""
    return user_devices(tmp_path, postgres, monkeypatch)
