"""Looks whether a database could be used, and changes nothing in it.

Loads psycopg, so it is imported on first use.
"""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from psycopg import AsyncConnection

from assistant.clock import Clock
from assistant.locale import _
from assistant.storage.migrations import shipped_steps
from assistant.sync.errors import SyncError, SyncUnavailableError
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.server_address import ServerAddress, read_server_address
from assistant.sync.server.database_connection import check_server, connect
from assistant.sync.server.postgres_server import PLACES_LEFT
from assistant.sync.server.schema import MIGRATIONS, refuse_newer, stored_version
from assistant.sync.server.selector_thread import run_with_selector
from assistant.sync.server.server_errors import explained, unavailable

MAX_CHECK_S: Final = 15.0
_RIGHTS_TO_BEGIN: Final = """
SELECT CASE WHEN to_regnamespace('parley') IS NULL
    THEN has_database_privilege(current_database(), 'CREATE')
    ELSE has_schema_privilege('parley', 'CREATE') AND has_schema_privilege('parley', 'USAGE') END
"""
_RIGHTS_TO_GO_ON: Final = """
SELECT bool_and(has_table_privilege(c.oid, wanted))
FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) wanted
WHERE c.relnamespace = 'parley'::regnamespace AND c.relkind = 'r'
"""
_USE: Final = """
SELECT (SELECT count(*) FROM parley.devices WHERE NOT is_removed),
    EXISTS (SELECT FROM parley.records WHERE kind = 'data_key')
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerFinding:
    """A database that can be used."""

    version: str
    """Of PostgreSQL."""
    is_encrypted: bool
    """Whether the connection goes over TLS."""
    devices: int = 0
    """How many use it already."""
    has_passphrase: bool = False
    """Whether they encrypt the records."""
    places_left: int
    """How many connections the server still takes."""
    clock_off_s: float
    """How far this computer's clock is ahead of the server's; negative if it is behind."""


async def examine_server(url: str, password: str | None, *, clock: Clock) -> ServerFinding:
    """Connect and inspect; on any loop.

    Args:
        url: Of the database, without the password.
        password: Of its user; None if it needs none.

    Raises:
        ConfigError: If the address is none, or would let others read what is sent.
        SyncError: If the database cannot be used; `fault` says why.
    """
    address = read_server_address(url)
    try:
        return await run_with_selector(lambda: _examine(address, password, clock))
    except SyncUnavailableError as error:  # nobody keeps trying what is only looked at
        raise SyncUnavailableError(
            error.message,
            hint=_("Check the address, and that the server runs."),
            fault=error.fault,
        ) from error


async def _examine(address: ServerAddress, password: str | None, clock: Clock) -> ServerFinding:
    connection = await connect(address, password=password)
    try:
        check_server(connection)
        with explained(address):
            async with asyncio.timeout(MAX_CHECK_S):
                return await _look(connection, clock)
    except TimeoutError:
        raise unavailable(address, _("It does not answer.")) from None
    finally:
        connection.pgconn.finish()  # without a word, which a server that is slow would delay


async def _look(connection: "AsyncConnection[Any]", clock: Clock) -> ServerFinding:
    asked_at = clock.now()
    ((server_now,),) = await _rows(connection, "SELECT clock_timestamp()")
    answered_at = clock.now()
    schema = await stored_version(connection)
    refuse_newer(schema, len(shipped_steps(MIGRATIONS)))
    ((may,),) = await _rows(connection, _RIGHTS_TO_GO_ON if schema else _RIGHTS_TO_BEGIN)
    if not may:
        raise SyncError(
            _("The user of the database may not create or change its tables."),
            hint=_("Create the database as the manual says, or give that user its rights."),
            fault=SyncFault.NO_RIGHTS,
        )
    ((places_left,),) = await _rows(connection, PLACES_LEFT)
    ((devices, has_passphrase),) = await _rows(connection, _USE) if schema else ((0, False),)
    return ServerFinding(
        version=str(connection.info.parameter_status("server_version")).partition(" ")[0],
        is_encrypted=connection.pgconn.ssl_in_use,
        devices=devices,
        has_passphrase=has_passphrase,
        places_left=places_left,
        clock_off_s=(asked_at + (answered_at - asked_at) / 2 - server_now).total_seconds(),
    )


async def _rows(connection: "AsyncConnection[Any]", statement: str) -> list[tuple[Any, ...]]:
    return await (await connection.execute(statement.encode())).fetchall()
