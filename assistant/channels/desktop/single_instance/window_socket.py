"""Where the window of a home is asked to come to the front, and how. No Qt: it is asked before.

The socket lies in the home, where only its owner comes; a home that is too deep down for a socket has
a folder of the user's own in the system's folder for temporary files. Windows has no such sockets
here.
"""

import hashlib
import json
import os
import socket
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from assistant.home import Home

MAX_LINE: Final = 4096
"""Bytes of a request, and of the answer to it."""
_LONGEST: Final = 100
"""Bytes of a socket's path; systems take some more."""
_ANSWER_S: Final = 3.0
"""How long a window may take; one that hangs does not keep the user from being told."""
_LOOK_S: Final = 0.2
TOKENS: Final = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""The variables with which the desktop lets a program take the focus that it was started for."""


def socket_path(home: Home) -> Path | None:
    """Return where it is, or None on Windows."""
    if sys.platform == "win32":
        return None
    path = home.root / "run" / "window.sock"
    if len(os.fsencode(path)) <= _LONGEST:
        return path
    name = hashlib.sha256(os.fsencode(home.root)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"parley-{os.geteuid()}" / f"{name}.sock"


def is_own(path: Path) -> bool:
    """Whether a path and its folder are this user's, not a link to somebody else's."""
    try:
        found = (path.lstat(), path.parent.lstat())
    except OSError:
        return False
    return stat.S_ISDIR(found[1].st_mode) and all(one.st_uid == os.geteuid() for one in found)


def show_running(home: Home) -> bool:
    """Have the window of the program that runs with a home shown; whether there is one that did so."""
    path = socket_path(home)
    if path is None or not is_own(path):
        return False
    token = next((os.environ[name] for name in TOKENS if os.environ.get(name)), "")
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(_ANSWER_S)
            connection.connect(os.fspath(path))
            connection.sendall(json.dumps({"activation_token": token}).encode()[:MAX_LINE] + b"\n")
            answer: Any = json.loads(connection.makefile("rb").readline(MAX_LINE))
    except (OSError, ValueError):
        return False
    return answer == {"shown": True}


def is_running(home: Home) -> bool:
    """Whether a program with a window runs with a home; nothing is shown."""
    path = socket_path(home)
    if path is None or not is_own(path):
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(_ANSWER_S)
            connection.connect(os.fspath(path))
    except OSError:
        return False
    return True


def wait_for_running(home: Home, *, is_free: Callable[[], bool], limit_s: float) -> bool:
    """Have the window of a program shown that has just been started, or is just ending.

    Args:
        home: Its home.
        is_free: Whether no program has the home any more.
        limit_s: How long it may take, in seconds.

    Returns:
        Whether it was shown; False as well if the home is free.
    """
    deadline = time.monotonic() + limit_s
    while not show_running(home):
        if is_free() or time.monotonic() >= deadline:
            return False
        time.sleep(_LOOK_S)
    return True


def token_in(line: bytes) -> str | None:
    """Return what a request carries for the desktop, "" if nothing; None if it is no request."""
    with suppress(ValueError, RecursionError):
        request: Any = json.loads(line)
        match request:
            case {"activation_token": str(token)} if token.isascii() and token.isprintable():
                return token
            case _:
                pass
    return None
