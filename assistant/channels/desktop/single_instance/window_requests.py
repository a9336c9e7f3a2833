"""Hears in the window's process what other programs that have its home want of it."""

import logging
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from assistant.channels.desktop.single_instance.window_socket import (
    MAX_REQUEST_BYTES,
    request_in,
    socket_path,
)
from assistant.home import Home
from assistant.private_files import make_private_folder

_log = logging.getLogger(__name__)

_MOST: Final = 8
"""Connections at a time; more are closed."""
_DONE: Final = b'{"done": true}\n'


class WindowRequests(QObject):
    """Listens on the socket of a home. GUI thread; waits for nobody.

    Signals:
        wanted: Carries a `WindowRequest`, and the token with which the desktop lets the window take
            the focus, or "".
    """

    wanted = Signal(object, str)

    def __init__(self, home: Home) -> None:
        super().__init__()
        self._home = home
        self._path: Path | None = None
        self._server: socket.socket | None = None
        self._notifier: QSocketNotifier | None = None
        self._callers: dict[socket.socket, _Caller] = {}

    def listen(self) -> None:
        """Begin. The home must be claimed: what is left there is of a program that is gone."""
        path = socket_path(self._home)
        if path is None:
            return
        server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            make_private_folder(path.parent)
            if path.parent.lstat().st_uid != os.geteuid():
                raise PermissionError(f"{path.parent} is somebody else's")
            path.parent.chmod(0o700)
            path.unlink(missing_ok=True)
            server.bind(os.fspath(path))
            path.chmod(0o600)
            server.listen(_MOST)
        except OSError as error:
            server.close()
            _log.warning("No other program can reach this window: %s", error)
            return
        server.setblocking(False)
        self._path, self._server = path, server
        self._notifier = QSocketNotifier(server.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._accept)

    def close(self) -> None:
        """End. Safe to call twice, and without `listen`."""
        if self._server is None or self._path is None or self._notifier is None:
            return
        self._notifier.setEnabled(False)
        self._path.unlink(missing_ok=True)
        self._server.close()
        self._server = None
        for caller in tuple(self._callers.values()):
            caller.close()

    def _accept(self) -> None:
        with suppress(OSError):  # it has gone again
            assert self._server is not None
            connection, _address = self._server.accept()
            connection.setblocking(False)
            if len(self._callers) >= _MOST:
                connection.close()
                return
            self._callers[connection] = _Caller(
                connection, said=self._said, over=self._callers.pop, parent=self
            )

    def _said(self, line: bytes) -> bool:
        asked = request_in(line)
        if asked is not None:
            self.wanted.emit(*asked)
        return asked is not None


class _Caller:
    """A program that was started; says one line."""

    def __init__(
        self,
        connection: socket.socket,
        *,
        said: Callable[[bytes], bool],
        over: Callable[[socket.socket], object],
        parent: QObject,
    ) -> None:
        self._connection = connection
        self._said = said
        self._over = over
        self._line = b""
        self._notifier = QSocketNotifier(connection.fileno(), QSocketNotifier.Type.Read, parent)
        self._notifier.activated.connect(self._read)

    def close(self) -> None:
        """Hang up."""
        self._notifier.setEnabled(False)
        self._notifier.deleteLater()
        self._connection.close()
        self._over(self._connection)

    def _read(self) -> None:
        try:
            part = self._connection.recv(MAX_REQUEST_BYTES)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        self._line += part
        if part and b"\n" not in part and len(self._line) <= MAX_REQUEST_BYTES:
            return
        line, end, _rest = self._line.partition(b"\n")
        if end and self._said(line):
            with suppress(OSError):
                self._connection.sendall(_DONE)
        self.close()
