import logging
from pathlib import Path

import pytest

from assistant.assembly.sync.switch import SyncSwitch
from assistant.llm.api_keys import KeyStore
from tests.helpers.llm.memory_keyring import MemoryKeyring


async def test_who_has_no_devices_reads_in_no_log_that_they_cannot_be_reached(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    keys = KeyStore(keys_file=tmp_path / "keys.toml", environment={}, load_backend=MemoryKeyring)
    with caplog.at_level(logging.INFO):
        await SyncSwitch(keys=keys).refresh_devices()
    assert not caplog.records
