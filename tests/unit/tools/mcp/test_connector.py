"""Reaching a server as its entry says, with what the environment fills in."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from assistant.llm.api_keys import KeyStore
from assistant.mcp_server import ServerConfig, StdioTarget
from assistant.tools.mcp.connector import McpConnector, server_logs
from assistant.tools.mcp.model.peer import ServerError
from tests.helpers.llm.memory_keyring import MemoryKeyring

pytestmark = pytest.mark.timeout(90)

SERVER = Path(__file__).parents[3] / "helpers" / "mcp" / "servers" / "untidy.py"


async def nobody(_params: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Answer no question."""
    return None


async def test_variables_are_filled_in_whenever_a_server_is_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = KeyStore(keys_file=tmp_path / "keys.toml", environment={}, load_backend=MemoryKeyring)
    reach = McpConnector(log=server_logs(tmp_path / "home"), keys=keys)
    (tmp_path / "written.json").write_text("{}", encoding="utf-8")
    config = ServerConfig(
        name="a",
        target=StdioTarget(
            program="${PY:-" + sys.executable + "}",
            arguments=(str(SERVER), "${env:PARLEY_TEST_WRITTEN}"),
        ),
    )
    monkeypatch.delenv("PARLEY_TEST_WRITTEN", raising=False)
    with pytest.raises(ServerError, match="PARLEY_TEST_WRITTEN is not set") as raised:
        async with reach(config, nobody):
            pass
    assert raised.value.hint
    monkeypatch.setenv("PARLEY_TEST_WRITTEN", str(tmp_path / "written.json"))
    async with reach(config, nobody) as peer:
        assert [tool.name for tool in (await peer.offer()).tools] == ["do"]
