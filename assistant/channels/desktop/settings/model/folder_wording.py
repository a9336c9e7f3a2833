"""How folders that tools may use are told to the user. Pure."""

from assistant.locale import _
from assistant.protocol.folders import FolderEntry


def folder_trouble(entry: FolderEntry) -> str:
    """Return what the user should know of a folder, or an empty string."""
    if not entry.is_there:
        return _("This folder is not there now. Its drive may be unplugged.")
    if entry.is_for_conversation:
        return _("Only in one conversation, until Parley ends.")
    return ""
