"""The user's PostgreSQL: what is made in it, what can be wrong with it, what its role may."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from assistant.storage.migrations import shipped_steps
from assistant.sync.errors import SyncError, SyncUnavailableError
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.server_address import ServerAddress, read_server_address
from assistant.sync.server import database_connection
from assistant.sync.server.postgres_server import PostgresServer
from assistant.sync.server.schema import MIGRATIONS
from tests.helpers.postgres import PostgresDatabase, PostgresProcess
from tests.helpers.sync.server_worlds import device, message


@asynccontextmanager
async def connected(
    address: ServerAddress, password: str | None, *, device_id: str = "laptop"
) -> AsyncGenerator[PostgresServer]:
    server = PostgresServer(address, password=password, device_id=device_id)
    try:
        yield server
    finally:
        await server.aclose()


def address_of(database: PostgresDatabase) -> ServerAddress:
    return read_server_address(database.url)


# The schema.


async def test_devices_that_come_first_at_once_make_the_schema_once(
    database: PostgresDatabase, postgres: PostgresProcess
) -> None:
    servers = [
        PostgresServer(address_of(database), password=database.password, device_id=f"device {n}")
        for n in range(5)
    ]
    await asyncio.gather(*(server.register(device("x")) for server in servers))
    assert len(await servers[0].devices()) == 5
    assert postgres.run("SELECT version FROM parley.schema_version", database=database.name) == [
        (len(shipped_steps(MIGRATIONS)),)
    ]
    await asyncio.gather(*(server.aclose() for server in servers))


async def test_a_newer_schema_is_refused_and_left_as_it_is(
    database: PostgresDatabase, postgres: PostgresProcess
) -> None:
    async with connected(address_of(database), database.password) as server:
        await server.register(device("laptop"))
    postgres.run("UPDATE parley.schema_version SET version = 99", database=database.name)
    async with connected(address_of(database), database.password) as server:
        with pytest.raises(SyncError) as refusal:
            await server.register(device("laptop", "another name"))
    assert refusal.value.fault is SyncFault.TOO_NEW
    assert postgres.run(
        "SELECT version, name FROM parley.schema_version, parley.devices", database=database.name
    ) == [(99, "Laptop")]


# What can be wrong.

FAULTS = [
    pytest.param({"host": "no-such-host.invalid"}, SyncFault.UNREACHABLE, id="dns"),
    pytest.param({"port": 1}, SyncFault.UNREACHABLE, id="refused"),
    pytest.param({"host": "/nowhere"}, SyncFault.UNREACHABLE, id="socket"),
    pytest.param({"user": "nobody"}, SyncFault.REFUSED, id="user"),
    pytest.param({"database": "nothing"}, SyncFault.NO_DATABASE, id="database"),
    pytest.param({"database": "other"}, SyncFault.NO_RIGHTS, id="rights"),
    pytest.param({"sslmode": "require"}, SyncFault.INSECURE, id="no TLS"),
    pytest.param({"sslmode": "verify-full"}, SyncFault.INSECURE, id="no TLS 2"),
]


@pytest.mark.parametrize(("change", "fault"), FAULTS)
async def test_what_is_wrong_is_told(
    database: PostgresDatabase,
    postgres: PostgresProcess,
    change: dict[str, Any],
    fault: SyncFault,
) -> None:
    if fault is SyncFault.NO_RIGHTS and not postgres.run(
        "SELECT FROM pg_database WHERE datname = 'other'"
    ):
        postgres.run("CREATE DATABASE other")
        postgres.run("REVOKE ALL ON DATABASE other FROM PUBLIC")
    async with connected(replace(address_of(database), **change), database.password) as server:
        with pytest.raises(SyncError) as refusal:
            await server.now()
    assert refusal.value.fault is fault
    assert isinstance(refusal.value, SyncUnavailableError) == (fault is SyncFault.UNREACHABLE)
    assert refusal.value.hint
    assert database.password not in refusal.value.message


@pytest.mark.parametrize("password", [None, "", "wrong"])
async def test_a_password_that_is_wrong_or_missing_is_told(
    database: PostgresDatabase, password: str | None
) -> None:
    async with connected(address_of(database), password) as server:
        with pytest.raises(SyncError) as refusal:
            await server.now()
    assert refusal.value.fault is SyncFault.REFUSED


async def test_an_old_server_is_refused(
    database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_connection, "OLDEST_SERVER", 99)
    async with connected(address_of(database), database.password) as server:
        with pytest.raises(SyncError, match="too old"):
            await server.now()


async def test_a_database_that_cannot_hold_every_letter_is_refused(
    database: PostgresDatabase, postgres: PostgresProcess
) -> None:
    name = f"{database.name}_latin"
    postgres.run(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'LATIN1'")
    async with connected(replace(address_of(database), database=name), database.password) as server:
        with pytest.raises(SyncError, match="every letter"):
            await server.now()


@pytest.mark.requirement("SYNC-05")
async def test_a_server_that_says_nothing_is_given_up(
    database: PostgresDatabase, postgres: PostgresProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(address_of(database), database.password) as server:
        await server.register(device("laptop"))
        monkeypatch.setattr(database_connection, "CALL_S", 0.05)
        with pytest.raises(SyncUnavailableError):
            await server._run("SELECT pg_sleep(20)")
        monkeypatch.undo()
        await server.now()


async def test_whoever_loses_patience_does_not_wait_for_the_server(
    database: PostgresDatabase, postgres: PostgresProcess
) -> None:
    async with connected(address_of(database), database.password) as server:
        await server.register(device("laptop"))
        postgres.halt()
        try:
            call = asyncio.create_task(server.now())
            await asyncio.wait({call}, timeout=0)
            call.cancel()
            await asyncio.wait({call})
            assert call.cancelled()
        finally:
            postgres.go_on()
        await server.now()


async def test_whoever_closes_it_meanwhile_does_not_take_the_program_along(
    database: PostgresDatabase, postgres: PostgresProcess
) -> None:
    for _attempt in range(5):
        server = PostgresServer(address_of(database), password=database.password, device_id="d")
        await server.register(device("d"))
        postgres.halt()
        try:
            asking = asyncio.create_task(server.devices())
            await asyncio.wait({asking}, timeout=0)
            await asyncio.wait({asking}, timeout=0.01)
            await server.aclose()
            with pytest.raises(SyncUnavailableError):
                await asking
        finally:
            postgres.go_on()


async def test_it_works_over_a_unix_socket(database: PostgresDatabase) -> None:
    async with connected(read_server_address(database.socket_url), database.password) as server:
        await server.register(device("laptop"))
        assert (await server.push([message("m1", "one")])).accepted


# What the role may.


def attempt(database: PostgresDatabase, statement: str, *, name: str = "") -> None:
    with psycopg.connect(
        database.url, password=database.password, dbname=name or database.name, autocommit=True
    ) as connection:
        connection.execute(statement.encode())


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE DATABASE mine",
        "CREATE ROLE mine",
        "CREATE SCHEMA mine",
        "CREATE TABLE public.mine (x int)",
        "CREATE TEMPORARY TABLE mine (x int)",
        "CREATE FUNCTION parley.mine() RETURNS int LANGUAGE c AS 'mine', 'mine'",
        "ALTER ROLE CURRENT_USER SUPERUSER",
        "ALTER SYSTEM SET fsync = on",
        "SELECT * FROM pg_authid",
        "SELECT pg_read_file('postgresql.conf')",
        "COPY parley.records TO PROGRAM 'cat'",
        "COPY parley.records FROM '/etc/passwd'",
        "SELECT lo_import('/etc/passwd')",
        "SELECT * FROM secrets.theirs",
    ],
)
async def test_the_role_may_do_nothing_else(
    database: PostgresDatabase, postgres: PostgresProcess, statement: str
) -> None:
    async with connected(address_of(database), database.password) as server:
        await server.register(device("laptop"))
    postgres.run("CREATE SCHEMA secrets", database=database.name)
    postgres.run("CREATE TABLE secrets.theirs (x int)", database=database.name)
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        attempt(database, statement)


async def test_one_role_does_not_get_into_the_database_of_another(
    database: PostgresDatabase, postgres: PostgresProcess
) -> None:
    other = postgres.new_database()
    with pytest.raises(psycopg.OperationalError, match="permission denied"):
        attempt(database, "SELECT 1", name=other.name)


def test_the_server_never_sees_the_password(postgres: PostgresProcess) -> None:
    database = postgres.new_database()
    ((stored,),) = postgres.run(
        "SELECT rolpassword FROM pg_authid WHERE rolname = %s", [database.role]
    )
    assert stored.startswith("SCRAM-SHA-256$")
