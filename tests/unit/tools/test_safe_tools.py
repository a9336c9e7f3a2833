"""What runs without being asked for, and over Telegram: only what looks up or can be undone."""

from pathlib import Path
from typing import Final

from assistant.home import Home
from assistant.tools.tool import Permission
from tests.helpers.engine.running_core import opened

LOOKS_UP: Final = frozenset(
    {
        "ask_from_template",
        "ask_user_question",
        "calculator",
        "current_time",
        "list_coding_agents",
        "list_decisions",
        "list_files",
        "list_timers",
        "read_conversation",
        "read_file",
        "read_notes",
        "read_skill",
        "recall",
        "search_conversations",
        "search_files",
        "show_list",
    }
)
"""Changes nothing; it may ask."""
CHANGES: Final = frozenset(
    {
        "add_note",
        "cancel_timer",
        "edit_list",
        "forget",
        "remember",
        "request_folder",
        "restore_deleted",
        "set_timer",
        "set_volume",
    }
)
"""Changes Parley's own data so that it can be undone, or asks for more."""
PAGE: Final = Path(__file__).parents[3] / "docs" / "telegram.md"


async def test_every_safe_tool_is_known_to_be_so_and_the_page_names_what_it_changes(
    home: Home,
) -> None:
    async with opened(home) as running:
        registry = running.core.registry
        safe = {one.tool.name for one in registry if one.own is Permission.SAFE}
    assert safe <= LOOKS_UP | CHANGES
    assert safe >= CHANGES
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in sorted(CHANGES) if f"`{name}`" not in page] == []
