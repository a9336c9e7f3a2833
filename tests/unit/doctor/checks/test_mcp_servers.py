"""The MCP servers at addresses, as a user with none, or one that wants a sign-in, is told."""

import asyncio
import json

import pytest

from assistant.doctor.checks.mcp_servers import check_servers
from assistant.finding import CheckStatus
from tests.helpers.mcp.authorization_server import authorization_server
from tests.unit.doctor.conftest import Admit

pytestmark = pytest.mark.timeout(120)


def test_programs_are_not_started(admit: Admit) -> None:
    assert check_servers(admit()).status is CheckStatus.OK


async def test_a_server_that_wants_a_sign_in_is_named(admit: Admit) -> None:
    context = admit()
    async with authorization_server() as server:
        context.home.root.mkdir()
        entry = {"mcpServers": {"mine": {"url": f"{server.url}/mcp"}}}
        file = context.home.root / "mcp.json"
        await asyncio.to_thread(file.write_text, json.dumps(entry), encoding="utf-8")
        verdict = await asyncio.to_thread(check_servers, context)
    assert verdict.status is CheckStatus.WARNING
    assert verdict.text == "mine: It needs you to sign in."
    assert server.registered == []


def test_a_variable_that_is_not_set_is_named(admit: Admit) -> None:
    context = admit()
    context.home.root.mkdir()
    entry = {"mcpServers": {"mine": {"url": "${PARLEY_TEST_GONE}/mcp"}}}
    (context.home.root / "mcp.json").write_text(json.dumps(entry), encoding="utf-8")
    assert check_servers(context).text == "mine: The variable PARLEY_TEST_GONE is not set."
