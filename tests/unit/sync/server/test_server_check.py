"""What is found out about a database before it is used."""

from datetime import UTC, datetime, timedelta

import pytest

from assistant.clock import SystemClock
from assistant.errors import AssistantError, ConfigError
from assistant.sync.errors import SyncError
from assistant.sync.model.faults import SyncFault
from assistant.sync.server.database_setup import script
from assistant.sync.server.server_check import examine_server
from tests.helpers.clock import ManualClock
from tests.helpers.postgres import PostgresDatabase, PostgresProcess
from tests.helpers.sync.server_worlds import PostgresWorld


async def test_an_empty_database_can_be_used_and_stays_empty(
    database: PostgresDatabase, postgres: PostgresProcess
) -> None:
    finding = await examine_server(database.url, database.password, clock=SystemClock())
    assert finding.version
    assert (finding.devices, finding.has_passphrase, finding.is_encrypted) == (0, False, False)
    assert abs(finding.clock_off_s) < 60
    tables = "SELECT FROM pg_tables WHERE schemaname = 'parley'"
    assert postgres.run(tables, database=database.name) == []


async def test_the_devices_that_use_it_are_counted(postgres: PostgresProcess) -> None:
    world = PostgresWorld(postgres)
    try:
        laptop, _tower = await world.connect("laptop"), await world.connect("tower")
        found = await examine_server(
            world.database.socket_url, world.database.password, clock=SystemClock()
        )
        assert found.devices == 2
        await laptop.remove_device("tower")
        found = await examine_server(
            world.database.url, world.database.password, clock=SystemClock()
        )
        assert found.devices == 1
    finally:
        await world.aclose()


async def test_a_clock_that_is_wrong_is_measured(database: PostgresDatabase) -> None:
    clock = ManualClock(datetime.now(UTC) + timedelta(days=1))
    finding = await examine_server(database.url, database.password, clock=clock)
    assert 86_000 < finding.clock_off_s < 87_000


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("DROP SCHEMA parley", SyncFault.NO_RIGHTS),
        ("ALTER SCHEMA parley OWNER TO postgres", SyncFault.NO_RIGHTS),
        (
            "CREATE TABLE parley.schema_version AS SELECT 99 AS version;"
            "GRANT ALL ON parley.schema_version TO PUBLIC",
            SyncFault.TOO_NEW,
        ),
    ],
)
async def test_what_is_in_the_way_is_told(
    database: PostgresDatabase, postgres: PostgresProcess, statement: str, fault: SyncFault
) -> None:
    postgres.run(statement, database=database.name)
    with pytest.raises(SyncError) as refusal:
        await examine_server(database.url, database.password, clock=SystemClock())
    assert refusal.value.fault is fault


async def test_an_address_that_would_be_readable_is_not_tried() -> None:
    with pytest.raises(ConfigError):
        await examine_server(
            "postgresql://me@db.example.org/x?sslmode=disable", "secret", clock=SystemClock()
        )


async def test_a_wrong_password_is_told(database: PostgresDatabase) -> None:
    with pytest.raises(AssistantError) as refusal:
        await examine_server(database.url, "wrong", clock=SystemClock())
    assert isinstance(refusal.value, SyncError)
    assert refusal.value.fault is SyncFault.REFUSED


def test_what_an_administrator_carries_out_names_role_and_database() -> None:
    written = script("my devices")
    assert 'CREATE DATABASE "my devices"' in written
    assert 'CREATE SCHEMA parley AUTHORIZATION "my devices"' in written
