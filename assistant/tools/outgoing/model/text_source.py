"""Where the texts of a conversation come from. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final


class TextSource(Enum):
    """Who wrote a text, or where it was read."""

    USER = "user"
    """The user's own words in this conversation."""
    PASTED = "pasted"
    """A message of the user's that is so long that others may have written it."""
    MEMORY = "memory"
    CONVERSATIONS = "conversations"
    """Past conversations."""
    NOTES = "notes"
    FILES = "files"
    """Files of the workspace, and their names."""
    CLIPBOARD = "clipboard"
    SCREEN = "screen"
    """A picture of the screen: nothing in it can be compared."""
    COMMAND = "command"
    """The output of a command."""
    PAGE = "page"
    SERVER = "server"
    """What an MCP server gave back."""
    DESCRIPTION = "description"
    """What an MCP server says of its tools."""
    OTHER = "other"
    """A tool of which nothing is known."""
    SENT = "sent"
    """What an earlier call sent to a place: it is known there."""

    @property
    def is_private(self) -> bool:
        """Whether it is the user's, and leaves the machine only with their consent."""
        return self in _PRIVATE

    @property
    def is_foreign(self) -> bool:
        """Whether others may have written it, and so may want the model to do something."""
        return self not in _OWN

    @property
    def offers_links(self) -> bool:
        """Whether its addresses may be followed as they stand: their author knows them."""
        return self in _LINKS


_PRIVATE: Final = frozenset(
    {
        TextSource.MEMORY,
        TextSource.CONVERSATIONS,
        TextSource.NOTES,
        TextSource.FILES,
        TextSource.CLIPBOARD,
        TextSource.SCREEN,
        TextSource.COMMAND,
    }
)
_OWN: Final = frozenset({TextSource.USER, TextSource.MEMORY, TextSource.SENT})
_LINKS: Final = frozenset(
    {TextSource.USER, TextSource.PASTED, TextSource.PAGE, TextSource.SERVER, TextSource.OTHER}
)

PASTED_FROM: Final = 1_500
"""Characters from which a message of the user's counts as `PASTED`."""
SERVER_MARK: Final = "__"
"""Between server and tool in the name of an MCP server's tool; no other tool has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedText:
    """A text of a conversation, with where it comes from."""

    text: str
    source: TextSource
    place: str = ""
    """The host or MCP server that wrote it, or to which it was sent; empty for none."""


_SOURCES: Final[Mapping[str, TextSource | None]] = {
    "recall": TextSource.MEMORY,
    "remember": TextSource.MEMORY,
    "forget": TextSource.MEMORY,
    "search_conversations": TextSource.CONVERSATIONS,
    "read_conversation": TextSource.CONVERSATIONS,
    "list_decisions": TextSource.CONVERSATIONS,
    "read_notes": TextSource.NOTES,
    "add_note": TextSource.NOTES,
    "delete_note": TextSource.NOTES,
    "show_list": TextSource.NOTES,
    "edit_list": TextSource.NOTES,
    "delete_list": TextSource.NOTES,
    "list_files": TextSource.FILES,
    "search_files": TextSource.FILES,
    "read_file": TextSource.FILES,
    "write_file": TextSource.FILES,
    "delete_file": TextSource.FILES,
    "restore_deleted": TextSource.FILES,
    "clipboard_read": TextSource.CLIPBOARD,
    "take_screenshot": TextSource.SCREEN,
    "run_command": TextSource.COMMAND,
    "fetch_page": TextSource.PAGE,
    "read_mcp_resource": TextSource.SERVER,
    "list_coding_agents": TextSource.OTHER,
    "start_coding_agent": None,
    # What these say is the program's.
    "current_time": None,
    "calculator": None,
    "ask_user_question": None,
    "ask_from_template": None,
    "request_folder": None,
    "read_skill": None,
    "set_timer": None,
    "list_timers": None,
    "cancel_timer": None,
    "set_volume": None,
    "clipboard_write": None,
    "open_address": None,
    "open_application": None,
}


def source_of_result(name: str) -> TextSource | None:
    """Source of a tool's results; None for the program's own words.

    An unknown tool brings the words of others.
    """
    if SERVER_MARK in name:
        return TextSource.SERVER
    return _SOURCES.get(name.casefold(), TextSource.OTHER)


def is_listed(name: str) -> bool:
    """Whether the source of a built-in tool's results is decided."""
    return name in _SOURCES
