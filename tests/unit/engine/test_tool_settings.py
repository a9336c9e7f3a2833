"""What the user sees of tools and lets them do, through the assembled core."""

import tomllib

import pytest

from assistant.home import Home
from assistant.protocol.notices import Notice
from assistant.protocol.tools import (
    EnableTool,
    ListToolCalls,
    ListTools,
    SetToolClass,
    ToolCallsListed,
    ToolListEntry,
    ToolsListed,
)
from assistant.tools.model.permission_classes import fingerprint_of
from assistant.tools.tool import Permission
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import says, uses_tool
from tests.helpers.tools.fakes import ScriptedTool


async def listed(running: RunningCore) -> dict[str, ToolListEntry]:
    """Return the tools as they were told last."""
    if not running.of(ToolsListed):
        await running.do(ListTools())
    await running.until(ToolsListed)
    return {entry.name: entry for entry in running.of(ToolsListed)[-1].tools}


async def again(running: RunningCore) -> dict[str, ToolListEntry]:
    """Return the tools as they are told next."""
    await running.until(ToolsListed, len(running.of(ToolsListed)) + 1)
    return await listed(running)


def saved(home: Home) -> dict[str, object]:
    return tomllib.loads(home.settings_file.read_text("utf-8"))["tools"]


async def test_tools_are_listed_to_who_asks_and_whenever_they_change(home: Home) -> None:
    async with opened(home) as running:
        assert running.of(ToolsListed) == []
        tools = await listed(running)
        assert tools["calculator"].permission == tools["calculator"].own_permission == "safe"
        assert tools["calculator"].is_enabled

        running.core.registry.add(ScriptedTool("wipe", permission=Permission.RESTRICTED))

        wipe = (await again(running))["wipe"]
        assert (wipe.permission, wipe.is_enabled) == ("restricted", False)


@pytest.mark.requirement("TOOL-17")
async def test_a_class_the_person_gives_holds_at_once_and_after_a_restart(home: Home) -> None:
    async with opened(home) as running:
        running.core.registry.add(ScriptedTool("write", permission=Permission.SENSITIVE))
        await listed(running)
        await running.do(SetToolClass(tool="write", permission="safe"))
        assert (await again(running))["write"].permission == "safe"
        assert saved(home) == {"classes": "write = safe"}
    async with opened(home) as running:
        running.core.registry.add(ScriptedTool("write", permission=Permission.SENSITIVE))
        assert (await listed(running))["write"].permission == "safe"
        await running.do(SetToolClass(tool="write", permission=""))
        assert (await again(running))["write"].permission == "sensitive"
        assert saved(home) == {"classes": ""}


class OfServer(ScriptedTool):
    """A tool as a server describes it now."""

    def __init__(self, description: str) -> None:
        super().__init__("files__read", permission=Permission.SENSITIVE)
        self.fingerprint = fingerprint_of(description, {})


@pytest.mark.requirement("TOOL-17", "SEC-15")
async def test_a_class_for_a_servers_tool_ends_when_the_server_changes_the_tool(
    home: Home,
) -> None:
    async with opened(home) as running:
        running.core.registry.add(OfServer("Reads a file."))
        entry = (await listed(running))["files__read"]
        await running.do(
            SetToolClass(tool=entry.name, permission="safe", fingerprint=entry.fingerprint)
        )
        assert (await again(running))["files__read"].permission == "safe"
    for description, permission in (
        ("Reads a file.", "safe"),
        ("Sends a file away.", "sensitive"),
        ("Reads a file.", "safe"),
    ):
        async with opened(home) as running:
            running.core.registry.add(OfServer(description))
            assert (await listed(running))["files__read"].permission == permission
    async with opened(home) as running:
        running.core.registry.add(OfServer("Sends a file away."))
        await listed(running)
        await running.do(SetToolClass(tool="files__read", permission=""))
        assert saved(home) == {"classes": ""}


async def test_a_restricted_tool_runs_only_once_it_is_enabled(home: Home) -> None:
    async with opened(home) as running:
        running.core.registry.add(ScriptedTool("wipe", permission=Permission.RESTRICTED))
        await listed(running)
        await running.do(SetToolClass(tool="wipe", permission="safe"))
        assert (await again(running))["wipe"].permission == "restricted"
        await running.do(EnableTool(tool="wipe", is_enabled=True))
        assert (await again(running))["wipe"].is_enabled
        assert saved(home)["enabled"] == "wipe"
        await running.do(EnableTool(tool="wipe", is_enabled=False))
        assert not (await again(running))["wipe"].is_enabled


async def test_what_cannot_be_saved_holds_until_the_end_and_is_told(home: Home) -> None:
    async with opened(home) as running:
        await listed(running)
        home.settings_file.write_text("[tools\n")
        await running.do(SetToolClass(tool="calculator", permission="restricted"))
        entry = (await again(running))["calculator"]
        assert (entry.permission, entry.is_enabled) == ("restricted", False)
        assert running.of(Notice)[-1].code == "tools_unsaved"
        assert home.settings_file.read_text() == "[tools\n"


async def test_what_tools_did_is_listed_with_its_conversation(home: Home) -> None:
    async with opened(home) as running:
        running.model.script.extend(
            [uses_tool("calculator", {"expression": "6 * 7"}), says("Forty-two.")]
        )
        await running.turn("What is six times seven?")

        await running.do(ListToolCalls(limit=0))

        listing = await running.until(ToolCallsListed)
        (call,) = listing.calls
        assert (call.tool, call.permission, call.outcome) == ("calculator", "safe", "ok")
        assert "6 * 7" in call.arguments
        assert not listing.has_more
        await running.do(ListToolCalls(before=call.number))
        assert (await running.until(ToolCallsListed, 2)).calls == ()
