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
    "put_off": mark("Put off"),
    "unanswered": mark("Not answered in time"),
    "switched_off": mark("Switched off"),
    "elsewhere": mark("Only in the app"),
    "invalid": mark("Called wrongly"),
    "limit": mark("Too many questions"),
    "timeout": mark("Took too long"),
    "crashed": mark("Broke"),
    "cancelled": mark("Cancelled"),
    "skipped": mark("Skipped"),
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
    if entry.purpose:
        return _(entry.purpose)
    first, _separator, _rest = entry.description.strip().partition("\n")
    sentence, stop, _more = first.partition(". ")
    said = sentence + stop.strip()
    return said if len(said) <= MAX_PURPOSE else said[: MAX_PURPOSE - 1].rstrip() + "…"
