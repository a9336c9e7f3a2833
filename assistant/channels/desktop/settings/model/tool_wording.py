"""How tools are named to the user."""

from typing import Final

from assistant.locale import _, mark
from assistant.protocol.tools import ToolListEntry

_CLASSES: Final = {
    "safe": mark("Safe"),
    "sensitive": mark("Sensitive"),
    "restricted": mark("Restricted"),
}
_OUTCOMES: Final = {
    "ok": mark("Done"),
    "error": mark("Failed"),
    "unknown": mark("There is no such tool"),
    "unavailable": mark("Could not be used"),
    "refused": mark("Not allowed"),
    "invalid": mark("Called wrongly"),
    "limit": mark("Too many questions"),
    "timeout": mark("Took too long"),
    "crashed": mark("Broke"),
    "cancelled": mark("Cancelled"),
    "skipped": mark("Skipped"),
}
_PURPOSES: Final = {
    "add_note": mark("Keeps a note"),
    "ask_from_template": mark("Asks you a question that a skill brings"),
    "ask_user_question": mark("Asks you questions"),
    "calculator": mark("Calculates"),
    "cancel_timer": mark("Cancels timers, alarms and reminders"),
    "clipboard_read": mark("Reads the clipboard"),
    "clipboard_write": mark("Puts text on the clipboard"),
    "current_time": mark("Tells the date and time, here or anywhere"),
    "delete_file": mark("Deletes a file of the workspace"),
    "delete_list": mark("Deletes a list"),
    "delete_note": mark("Deletes a note"),
    "edit_list": mark("Adds to a list, ticks off, takes away"),
    "fetch_page": mark("Reads a web page"),
    "forget": mark("Forgets a fact about you"),
    "list_files": mark("Lists the files of the workspace"),
    "list_timers": mark("Tells what timers, alarms and reminders are set"),
    "open_address": mark("Opens an address or a file"),
    "open_application": mark("Starts an application"),
    "read_conversation": mark("Reads a past conversation"),
    "read_file": mark("Reads a file of the workspace"),
    "read_mcp_resource": mark("Reads what an MCP server offers to be read"),
    "read_notes": mark("Reads your notes"),
    "read_skill": mark("Reads a skill"),
    "recall": mark("Looks up what it knows about you"),
    "request_folder": mark("Asks you to open a folder of yours"),
    "remember": mark("Keeps a fact about you"),
    "restore_deleted": mark("Brings back what was deleted"),
    "run_command": mark("Runs a command"),
    "search_conversations": mark("Searches past conversations"),
    "search_files": mark("Searches the files of the workspace"),
    "set_timer": mark("Sets timers, alarms and reminders"),
    "set_volume": mark("Makes its own voice louder or quieter"),
    "show_list": mark("Shows a list"),
    "take_screenshot": mark("Takes a picture of the screen"),
    "write_file": mark("Writes a file of the workspace"),
}
MAX_PURPOSE: Final = 160
"""Characters of a description that a person is shown."""


def class_title(permission: str) -> str:
    """Return the name of a permission class in the interface's language."""
    return _(_CLASSES[permission]) if permission in _CLASSES else permission


def outcome_title(outcome: str) -> str:
    """Return how a call ended, in the interface's language."""
    return _(_OUTCOMES[outcome]) if outcome in _OUTCOMES else outcome


def tool_purpose(entry: ToolListEntry) -> str:
    """Return what a tool does: in the interface's language, or as its description begins."""
    if not entry.server and entry.name in _PURPOSES:
        return _(_PURPOSES[entry.name])
    first, _separator, _rest = entry.description.strip().partition("\n")
    sentence, stop, _more = first.partition(". ")
    said = sentence + stop.strip()
    return said if len(said) <= MAX_PURPOSE else said[: MAX_PURPOSE - 1].rstrip() + "…"
