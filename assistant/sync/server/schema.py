"""The tables and functions in the database, as numbered steps. A released step never changes.

Each `migrations/NNNN_name.sql` leads from version N-1 to version N; the version stands in the
table `parley.schema_version`. A Parley that knows fewer steps is refused. So a new kind of record
comes with a step, even an empty one: what an older Parley could not read, it would miss for ever.
"""

from pathlib import Path
from typing import Any, Final

from psycopg import AsyncConnection, errors

from assistant.locale import _
from assistant.storage.migrations import shipped_steps
from assistant.sync.errors import SyncError
from assistant.sync.model.faults import SyncFault

MIGRATIONS: Final = Path(__file__).parent / "migrations"
"""Of the steps."""
_LOCK: Final = 0x7061726C6579
"""Of the migration: the bytes of "parley"."""
_BEGIN: Final = """
DO $$ BEGIN
    IF to_regnamespace('parley') IS NULL THEN CREATE SCHEMA parley; END IF;
END $$;
CREATE TABLE IF NOT EXISTS parley.schema_version (version integer NOT NULL);
INSERT INTO parley.schema_version SELECT 0 WHERE NOT EXISTS (SELECT FROM parley.schema_version);
"""


async def stored_version(connection: "AsyncConnection[Any]") -> int:
    """Version of the schema; 0 if there is none.

    The connection is in autocommit mode, or in a transaction that goes on only if there is a
    schema.
    """
    try:
        cursor = await connection.execute("SELECT version FROM parley.schema_version")
    except (errors.UndefinedTable, errors.InvalidSchemaName):
        return 0
    row = await cursor.fetchone()
    return 0 if row is None else int(row[0])


async def migrate(connection: "AsyncConnection[Any]", steps: tuple[str, ...] | None = None) -> None:
    """Migrate the schema in one transaction; devices that do so at once wait in line.

    Args:
        connection: In autocommit mode.
        steps: The shipped ones if None.

    Raises:
        SyncError: If a newer Parley made the schema; it is left untouched.
        psycopg.Error: If the database fails.
    """
    steps = shipped_steps(MIGRATIONS) if steps is None else steps
    version = await stored_version(connection)
    if version < len(steps):
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
            await connection.execute(_BEGIN)
            version = await stored_version(connection)
            for step in steps[version:]:
                await connection.execute(step.encode())
            if version < len(steps):
                await connection.execute(
                    "UPDATE parley.schema_version SET version = %s", [len(steps)]
                )
                version = len(steps)
    refuse_newer(version, len(steps))


def refuse_newer(version: int, newest: int) -> None:
    """Refuse a schema that this Parley does not know.

    Raises:
        SyncError: If it is newer.
    """
    if version > newest:
        raise SyncError(
            _("The database of your devices was brought up to date by a newer version of Parley."),
            hint=_("Update Parley on this device. Nothing was changed."),
            fault=SyncFault.TOO_NEW,
        )
