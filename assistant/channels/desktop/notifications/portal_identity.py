"""The entry by which the desktop's portal knows whose shortcuts it is asked for.

The Debian package brings one. For pipx, uv and a checkout Parley writes one that no menu shows:
without it, GNOME and every portal from version 1.21 on give no shortcuts.
"""

import logging
import os
from collections.abc import Mapping, Sequence
from typing import Final

from assistant.channels.desktop.desktop_entry import APP_ID, identity_entry, is_identity
from assistant.coding_agents.setup.parley_command import running_parley
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.private_files import write_private
from assistant.tools.system.applications import entry_folders

_log = logging.getLogger(__name__)

_FILE: Final = f"{APP_ID}.desktop"


def have_identity() -> None:
    """Write the entry unless there is one. Where that fails, the portal says what it gives."""
    try:
        write_identity((running_parley(Home.locate()).program,), os.environ)
    except (ConfigError, OSError):
        _log.info("The entry for the desktop's portal is not written", exc_info=True)


def write_identity(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Write the entry of a command, or bring an earlier one up to date.

    Raises:
        OSError: If that cannot be.
    """
    own, *others = (folder / _FILE for folder in entry_folders(environment))
    text = identity_entry(command)
    if own.is_file():
        there = own.read_text(encoding="utf-8", errors="replace")
        if there == text or not is_identity(there):
            return  # the user's own stays
    elif any(file.is_file() for file in others):
        return
    own.parent.mkdir(parents=True, exist_ok=True)
    write_private(own, text)
