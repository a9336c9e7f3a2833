"""One SQLite connection on one thread of its own, awaited by the engine.

Everything SQLite does happens on the `store` thread, in the order it was asked for. A write is
durable when its `await` returns: write-ahead log, `synchronous=FULL`.
"""

import asyncio
import contextlib
import functools
import logging
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

from assistant.errors import StoreError
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.private_files import open_private
from assistant.storage.database_errors import (
    NewerDatabaseError,
    damaged,
    explained,
    refuse_damaged,
)
from assistant.storage.migrations import migrate, shipped_steps
from assistant.storage.model.file_header import (
    APPLICATION_OFFSET,
    HEADER_BYTES,
    SCHEMA,
    VERSION_OFFSET,
    is_sound,
    number,
)
from assistant.storage.model.row_values import readable

_log = logging.getLogger(__name__)

APPLICATION_ID: Final = 0x5041524C
"""`PARL` in the file's header, so that another program's database is never taken for ours."""

_COMPANIONS: Final = ("-wal", "-shm")
"""What SQLite keeps beside the file; the log may hold what the file does not yet."""

T = TypeVar("T")


@dataclass(slots=True, kw_only=True, eq=False)
class _Watch:
    """Somebody who wants to know when something changes."""

    read: Callable[[sqlite3.Connection], object]
    changed: Callable[[], None]
    loop: asyncio.AbstractEventLoop
    _value: object = None

    def look(self, connection: sqlite3.Connection) -> None:
        """Report a change; store thread."""
        before = self._value
        try:
            self._value = self.read(connection)
        except Exception:  # noqa: BLE001  # the write is stored, and none of its writer's faults
            _log.exception("What changed in the store was not looked at")
        if self._value != before:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self.loop.call_soon_threadsafe(self.changed)


class Database:
    """The open database. Build it with `open`; close it with `aclose`.

    Every other method raises StoreError if the file cannot be read or written, or is closed.
    """

    def __init__(
        self, *, path: Path, connection: sqlite3.Connection, executor: ThreadPoolExecutor
    ) -> None:
        self.path = path
        self._connection = connection
        self._executor = executor
        self._closed = False
        self._watches: list[_Watch] = []

    @classmethod
    async def open(
        cls, path: Path, *, steps: Sequence[str] | None = None, busy_timeout_s: float = 2.0
    ) -> "Database":
        """Open the database; creates it or migrates its schema.

        Args:
            path: The file; its folder is created.
            steps: The schema as SQL, one step a version; the shipped ones if None.
            busy_timeout_s: How long to wait for another program's lock.

        Raises:
            DamagedDatabaseError: If the file is not a readable database.
            NewerDatabaseError: If a newer Parley wrote it; it is left untouched, byte for byte.
            StoreError: If it belongs to another program, is locked, or cannot be read or written.
        """
        executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        opening = executor.submit(_open, path, steps, busy_timeout_s)
        try:
            connection = await asyncio.wrap_future(opening)
        except BaseException:
            opening.add_done_callback(_close_unwanted)
            executor.shutdown(wait=False)
            raise
        return cls(path=path, connection=connection, executor=executor)

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the store thread."""
        return await self._submit(work)

    async def select(
        self, statement: str, values: Sequence[Any] = (), *, read: Callable[[Any], T]
    ) -> tuple[T, ...]:
        """Query on the store thread; `read` converts each row.

        Leaves out rows that it cannot read; see `readable`.
        """
        return await self._submit(lambda c: tuple(readable(c.execute(statement, values), read)))

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` in one transaction; durable when this returns.

        An exception rolls it back. Cancelling the wait before the work began prevents it; later it
        completes all the same.
        """

        def transaction(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            for watch in tuple(self._watches):
                watch.look(connection)
            return result

        return await self._submit(transaction)

    def watch(
        self, read: Callable[[sqlite3.Connection], object], changed: Callable[[], None]
    ) -> Callable[[], None]:
        """Call `changed` on this loop when a write has changed the value of `read`.

        Args:
            read: Called on the store thread after each write; must be quick.
            changed: Called on the loop.

        Returns:
            A function that ends it.
        """
        watch = _Watch(read=read, changed=changed, loop=asyncio.get_running_loop())
        self._watches.append(watch)

        def end() -> None:
            if watch in self._watches:
                self._watches.remove(watch)

        return end

    async def execute(self, statement: str, *rows: Sequence[Any]) -> None:
        """Run a statement for each row of values, in one transaction; see `write`."""

        def work(connection: sqlite3.Connection) -> None:
            # A cursor that is freed on the loop's thread resets a statement that this one may be
            # running again: SQLite then reports a misuse of its API.
            connection.executemany(statement, rows).close()

        await self.write(work)

    async def empty_log(self) -> None:
        """Checkpoint and truncate the write-ahead log."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

        await self._submit(work)

    async def compact(self) -> None:
        """Rewrite the file without free pages."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

        await self._submit(work)

    async def aclose(self) -> None:
        """Close the file after queued work, and end the thread; idempotent."""
        if self._closed:
            return
        self._closed = True
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._executor, self._connection.close)
        finally:
            await asyncio.to_thread(self._executor.shutdown)

    async def _submit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreError(_("The database {path} is closed.").format(path=self.path))

        def explained_work() -> T:
            with explained(self.path):
                return work(self._connection)

        return await asyncio.get_running_loop().run_in_executor(self._executor, explained_work)


def of_another_program(path: Path) -> StoreError:
    """The error for what reads as another program's database: the file is, or the log beside it."""
    if _has_log(path) and _number_in_file(path, APPLICATION_OFFSET) == APPLICATION_ID:
        return StoreError(
            _("The file {log} belongs to a database of another program.").format(
                log=_beside(path, "-wal")
            ),
            hint=_("Move it away and start Parley again. Your database is unchanged."),
        )
    return StoreError(
        _("The file {path} is a database of another program.").format(path=path),
        hint=_("Move it away, or choose another home. The file is unchanged."),
    )


def set_aside(path: Path, now: datetime) -> Path:
    """Rename a damaged database and its side files; deletes nothing.

    Args:
        path: The database; not open.
        now: The moment that becomes part of the new name, aware.

    Returns:
        The new path, `<name>.damaged-<UTC>`.

    Raises:
        StoreError: If the file cannot be renamed.
    """
    stem = f"{path.name}.damaged-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    target = path.with_name(stem)
    attempt = 1
    while any(_beside(target, suffix).exists() for suffix in ("", *_COMPANIONS)):
        attempt += 1
        target = path.with_name(f"{stem}-{attempt}")
    try:
        # The database goes last: a log left behind would be replayed into the next one.
        for suffix in (*_COMPANIONS, ""):
            with contextlib.suppress(FileNotFoundError):
                _beside(path, suffix).rename(_beside(target, suffix))
    except OSError as error:
        raise StoreError(
            _("The damaged database {path} cannot be renamed: {reason}.").format(
                path=path, reason=failure_reason(error)
            ),
            hint=_("Rename it yourself and start Parley again."),
        ) from error
    _log.warning("A damaged database was set aside as %s", target.name)
    return target


lenient_text: Final = functools.partial(str, encoding="utf-8", errors="replace")
"""What reads text. Bytes that are not UTF-8 become U+FFFD; sqlite3 would give up the whole query."""


def _close_unwanted(opening: "Future[sqlite3.Connection]") -> None:
    """Close a connection that opened after its caller gave up."""
    if not opening.cancelled() and opening.exception() is None:
        opening.result().close()


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _has_log(path: Path) -> bool:
    log = _beside(path, "-wal")
    return log.exists() and log.stat().st_size > 0


def _number_in_file(path: Path, at: int) -> int:
    """A number of the file's own header, whatever the log says."""
    with path.open("rb") as file:
        return number(file.read(HEADER_BYTES), at)


def _open(path: Path, steps: Sequence[str] | None, busy_timeout_s: float) -> sqlite3.Connection:
    steps = shipped_steps() if steps is None else steps
    _prepare(path)
    with explained(path):
        _refuse_unknown(path, len(steps))
        connection = sqlite3.connect(
            path, timeout=busy_timeout_s, isolation_level=None, check_same_thread=False
        )
        try:
            connection.text_factory = lenient_text
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")  # what the user deletes is gone
            refuse_damaged(connection, path)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            before = migrate(connection, steps)
            if 0 < before < len(steps):
                _log.info("The database went from schema %d to %d", before, len(steps))
        except BaseException:
            connection.close()
            raise
    return connection


def _reader(path: Path) -> sqlite3.Connection:
    """A connection that changes neither file nor log."""
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)


def _prepare(path: Path) -> None:
    """Create folder and file, readable by the user alone."""
    try:
        open_private(path, "ab").close()
    except OSError as error:
        raise StoreError(
            _("The database {path} cannot be opened.").format(path=path)
            + f" ({failure_reason(error)})",
            hint=_("Allow reading and writing in its folder, or choose another home."),
        ) from error


def _refuse_unknown(path: Path, newest: int) -> None:
    """Refuse a foreign or newer file without changing a byte, not even by replaying the log."""
    stamp = _stamp(path)
    if stamp is None:
        return
    if stamp.application != APPLICATION_ID and stamp.schema:
        raise of_another_program(path)
    if stamp.version > newest:
        raise NewerDatabaseError(
            _("The database {path} was written by a newer version of Parley.").format(path=path),
            hint=_("Install that version again, or choose another home. The file is unchanged."),
        )


@dataclass(frozen=True, slots=True)
class _Stamp:
    application: int
    version: int
    schema: int
    """0 until the first table is created."""


def _stamp(path: Path) -> _Stamp | None:
    """None if the file is empty."""
    if _has_log(path) and path.stat().st_size:
        # The log may hold a newer header; a read-only connection reads it and writes neither.
        with contextlib.closing(_reader(path)) as connection:
            # Also the log of another file is written into this one when it is closed after writing.
            refuse_damaged(connection, path)
            return _Stamp(
                *(
                    int(connection.execute(f"PRAGMA {name}").fetchone()[0])
                    for name in ("application_id", "user_version", "schema_version")
                )
            )
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    if not header:
        if _has_log(path):
            raise damaged(path)  # SQLite deletes the log of an empty file
        return None
    if not is_sound(header):
        raise damaged(path)
    return _Stamp(*(number(header, at) for at in (APPLICATION_OFFSET, VERSION_OFFSET, SCHEMA)))
