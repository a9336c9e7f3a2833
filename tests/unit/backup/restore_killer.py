"""Restores a backup, and dies at one of the things that it does to files."""

import os
import sys
from pathlib import Path
from typing import Final, NoReturn

from assistant.backup.restore import restore_backup
from assistant.home import Home
from tests.helpers.backup.homes import NOW

KILLED: Final = 9
AT_THE_END: Final = 3


def restore_and_die(home: Home, file: Path, moment: int, events: tuple[str, ...]) -> NoReturn:
    """Restore in a process that was forked for it, and end that process.

    Args:
        home: The home.
        file: The backup.
        moment: Before which of the events the process ends as if it were killed.
        events: How the names of the audit events begin that count.
    """
    left = moment

    def count(event: str, _arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event.startswith(events):
            left -= 1
            if left < 0:
                os._exit(KILLED)

    sys.addaudithook(count)
    restore_backup(home, file, passphrase=None, now=NOW)
    os._exit(AT_THE_END)
