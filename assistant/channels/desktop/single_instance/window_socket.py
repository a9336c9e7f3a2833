"""Where other programs ask the window of a home, and how. No Qt: it is asked before.

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
from enum import Enum
from pathlib import Path
from typing import Any, Final

from assistant.errors import UnreachableError
from assistant.home import Home
from assistant.locale import _

MAX_REQUEST_BYTES: Final = 4096
"""Bytes of a request, and of the answer to it."""
_LONGEST: Final = 100
"""Bytes of a socket's path; systems take some more."""
_ANSWER_S: Final = 3.0
"""How long a window may take; one that hangs does not keep the user from being told."""
_LOOK_S: Final = 0.2
TOKENS: Final = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""The variables with which the desktop lets a program take the focus that it was started for."""


class WindowRequest(Enum):
    """What is wanted of a window that runs."""

    SHOW = "show"
    """To come to the front: the program was started once more."""
    TOGGLE = "toggle"
    """To come to the front, or to go if it is there."""
    TALK = "talk"
    """To open a voice session, or to end it."""
    DICTATE = "dictate"
    """To begin a dictation, or to end it and have it typed."""


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


def ask_running(home: Home, request: WindowRequest = WindowRequest.SHOW) -> bool:
    """Ask the window of the program that runs with a home; whether there is one that did so."""
    path = socket_path(home)
    if path is None or not is_own(path):
        return False
    token = next((os.environ[name] for name in TOKENS if os.environ.get(name)), "")
    asked = json.dumps({"request": request.value, "activation_token": token})
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(_ANSWER_S)
            connection.connect(os.fspath(path))
            connection.sendall(asked.encode()[:MAX_REQUEST_BYTES] + b"\n")
            answer: Any = json.loads(connection.makefile("rb").readline(MAX_REQUEST_BYTES))
    except (OSError, ValueError):
        return False
    return answer == {"done": True}


def require_running(home: Home, request: WindowRequest) -> None:
    """Ask the window of the program that runs with a home.

    Raises:
        UnreachableError: If there is none, or it does not answer.
    """
    if not ask_running(home, request):
        raise UnreachableError(
            _("No window of Parley that runs with the home {folder} can be reached.").format(
                folder=str(home.root)
            ),
            hint=_("Start it with parley."),
        )


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
    while not ask_running(home):
        if is_free() or time.monotonic() >= deadline:
            return False
        time.sleep(_LOOK_S)
    return True


def request_in(line: bytes) -> tuple[WindowRequest, str] | None:
    """Return what a request wants, and what it carries for the desktop, "" if nothing.

    None if it is no request.
    """
    with suppress(ValueError, RecursionError):
        asked: Any = json.loads(line)
        match asked:
            case {"request": str(name), "activation_token": str(token)} if (
                token.isascii() and token.isprintable()
            ):
                return WindowRequest(name), token
            case _:
                pass
    return None
