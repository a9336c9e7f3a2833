"""One connection with the database: a statement at a time, and word of what others change.

Loads psycopg, so it is imported when synchronising is set up. Engine loop only.
"""

import asyncio
import contextlib
import socket
import ssl
import traceback
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg
from psycopg import AsyncConnection, Notify
from psycopg.conninfo import make_conninfo

from assistant.locale import _
from assistant.sync.errors import SyncError, SyncUnavailableError
from assistant.sync.model.server_address import ServerAddress
from assistant.sync.server.announced_changes import AnnouncedChanges
from assistant.sync.server.schema import migrate
from assistant.sync.server.server_errors import explained, unavailable

OLDEST_SERVER: Final = 12
CONNECT_S: Final = 10
"""Until a host that does not answer is given up."""
CALL_S: Final = 120.0
"""Until a server is given up that took a statement and says nothing; a batch may come slowly."""
_KEEPALIVE: Final = {
    # A network that is gone is noticed within 20 s: nothing was heard for 10 s, and three questions
    # 3 s apart had no answer; or what was sent was not confirmed for 20 s.
    "keepalives_idle": "10",
    "keepalives_interval": "3",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
_SESSION: Final = {
    "statement_timeout": "60s",
    "lock_timeout": "30s",
    "idle_in_transaction_session_timeout": "30s",
    "client_min_messages": "warning",
    "TimeZone": "UTC",
    # The server, too, notices within a minute that a device is gone, and takes its place back.
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
_CHANNEL: Final = "parley"
"""Tells which device changed something; another, of a secret name, what it was."""
_AUTHORITIES: Final = (
    "/etc/ssl/certs/ca-certificates.crt",  # Debian, Ubuntu, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",  # Fedora
    "/etc/ssl/ca-bundle.pem",  # openSUSE
    "/etc/ssl/cert.pem",  # macOS, Alpine
)


T = TypeVar("T")


class DatabaseConnection:
    """An open connection. Build it with `open`; it never comes back once it is broken.

    Each method raises a SyncError if the server refuses, and SyncUnavailableError if the connection
    breaks.

    Attributes:
        told: Set when another device may have changed something, and when the connection broke.
        announced: What was changed, as far as notifications hold it.
        generation: Of the database; another one since it was encrypted, and then the server refuses
            this connection.
    """

    def __init__(
        self, connection: "AsyncConnection[Any]", *, address: ServerAddress, device_id: str
    ) -> None:
        self._connection = connection
        self._address = address
        self._device_id = device_id
        self._watched: int | None = None
        self._task: asyncio.Task[Any] | None = None
        """The statement under way."""
        self._is_broken = False
        self.changed = asyncio.Event()
        self.changed.set()
        self.announced = AnnouncedChanges()
        self.generation = 0

    @classmethod
    async def open(
        cls, address: ServerAddress, *, password: str | None, device_id: str
    ) -> "DatabaseConnection":
        """Connect, migrate the schema, and listen for notifications.

        Raises:
            SyncError: If the server refuses, is too old, or has a newer schema.
            SyncUnavailableError: If it cannot be reached.
        """
        connection = await connect(address, password=password)
        opened = cls(connection, address=address, device_id=device_id)
        try:
            check_server(connection)
            await opened._guard(opened._prepare())
        except BaseException:
            await opened.aclose()
            raise
        return opened

    @property
    def is_usable(self) -> bool:
        return not (self._is_broken or self._connection.closed)

    def broken(self) -> SyncUnavailableError:
        return unavailable(self._address, _("The connection broke."))

    async def run(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run one statement and return its rows; calls must not overlap.

        Cancellation breaks the connection: the statement may be carried out or not.
        """
        return await self._guard(self._fetch(statement, values))

    async def aclose(self) -> None:
        """Close the connection and abort the running statement; idempotent.

        Cancellation does not keep it open.
        """
        self._unwatch()
        self._break()
        task, close = self._task, self._connection.pgconn.finish
        if task is None or task.done():
            close()
        else:  # the loop still watches the socket for it
            task.add_done_callback(lambda _task: close())
            await self._abort(task)

    async def _prepare(self) -> None:
        await migrate(self._connection)
        self._connection.add_notify_handler(self._on_notify)
        ((self.generation,),) = await self._fetch("SELECT parley.listen()", ())

    async def _guard(self, work: Coroutine[Any, Any, T]) -> T:
        """Await work with a time limit, and turn psycopg's errors into ours."""
        self._unwatch()
        task = self._task = asyncio.create_task(work)
        try:
            done, _pending = await asyncio.wait({task}, timeout=CALL_S)
        except asyncio.CancelledError:
            await self._abort(task)
            raise
        if not done:
            await self._abort(task)
            raise unavailable(self._address, _("It does not answer."))
        try:
            with explained(self._address):
                return task.result()
        finally:
            self._task = None
            self._watch()

    async def _fetch(self, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        async with self._connection.cursor(binary=True) as cursor:
            await cursor.execute(statement.encode(), values)
            return await cursor.fetchall() if cursor.description else []

    # Notifications come with the results of statements, and between them on the socket.

    def _watch(self) -> None:
        """Read notifications from the socket until the next statement."""
        self._read()
        if self.is_usable:
            self._watched = self._connection.pgconn.socket
            asyncio.get_running_loop().add_reader(self._watched, self._read)

    def _unwatch(self) -> None:
        watched, self._watched = self._watched, None
        if watched is not None:
            asyncio.get_running_loop().remove_reader(watched)

    def _read(self) -> None:
        pgconn = self._connection.pgconn
        try:
            pgconn.consume_input()
            while (notification := pgconn.notifies()) is not None:
                self._hear(notification.relname.decode(), notification.extra.decode())
        except psycopg.OperationalError:
            self._unwatch()
            self._break()

    def _on_notify(self, notification: Notify) -> None:
        self._hear(notification.channel, notification.payload)

    def _hear(self, channel: str, payload: str) -> None:
        if channel != _CHANNEL:
            self.announced.take(payload)
        elif payload != self._device_id:
            self.changed.set()

    def _break(self) -> None:
        self._is_broken = True
        self.changed.set()

    async def _abort(self, task: "asyncio.Task[Any]") -> None:
        """Abort a running statement at once; cancelled, psycopg would wait for its end."""
        self._break()
        with contextlib.suppress(OSError, psycopg.Error):
            theirs = socket.socket(fileno=self._connection.pgconn.socket)
            try:
                theirs.shutdown(socket.SHUT_RDWR)
            finally:
                theirs.detach()  # the library closes it
        await asyncio.wait({task})
        if not task.cancelled():
            task.exception()  # it was asked for


async def connect(address: ServerAddress, *, password: str | None) -> "AsyncConnection[Any]":
    """In autocommit mode.

    Raises:
        SyncError: If the server refuses it.
        SyncUnavailableError: If it cannot be reached.
    """
    options = " ".join(f"-c {name}={value}" for name, value in _SESSION.items())
    parameters = {
        **_KEEPALIVE,
        **address.parameters(),
        "application_name": "parley",
        "client_encoding": "UTF8",
        "connect_timeout": str(CONNECT_S),
        "options": options,
    }
    if address.is_verified and "sslrootcert" not in parameters:
        authorities = await asyncio.to_thread(_authorities)
        if authorities is not None:
            parameters["sslrootcert"] = authorities
    with explained(address):
        try:
            return await AsyncConnection.connect(
                make_conninfo(**parameters, password=password), autocommit=True
            )
        except asyncio.CancelledError as cancelled:
            # WORKAROUND: psycopg up to at least 3.3 leaves what was begun to the collector of garbage.
            # Until that comes, a server that asked for the password waits, and nobody on it can drop
            # a database: up to a minute.
            traceback.clear_frames(cancelled.__traceback__)
            raise


def check_server(connection: "AsyncConnection[Any]") -> None:
    """Refuse a server that lacks a feature we use.

    Raises:
        SyncError: If it does.
    """
    if connection.info.server_version < OLDEST_SERVER * 10_000:
        raise SyncError(
            _("The server of your devices is PostgreSQL {version}, which is too old.").format(
                version=connection.info.server_version // 10_000
            ),
            hint=_("Parley needs version {version} or a newer one.").format(version=OLDEST_SERVER),
        )
    if connection.info.parameter_status("server_encoding") != "UTF8":
        raise SyncError(
            _("The database of your devices cannot hold every letter."),
            hint=_("Create it anew, with ENCODING 'UTF8'."),
        )


def _authorities() -> str | None:
    """File of the certificate authorities that this system trusts.

    libpq's default comes from the machine it was built on.
    """
    own = Path.home() / ".postgresql" / "root.crt"
    given = ssl.get_default_verify_paths().cafile  # SSL_CERT_FILE, if it is set
    found = (str(own), *filter(None, [given]), *_AUTHORITIES)
    return next((path for path in found if Path(path).is_file()), None)
