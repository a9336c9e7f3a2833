"""A server elsewhere must prove who it is, and what is sent is encrypted."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.clock import SystemClock
from assistant.sync.errors import SyncError
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.server_address import ServerAddress, read_server_address
from assistant.sync.server.postgres_server import PostgresServer
from assistant.sync.server.server_check import examine_server
from tests.helpers.postgres import PostgresDatabase, PostgresProcess
from tests.helpers.sync.server_worlds import device, message
from tests.helpers.sync.tls_front import make_certificate, tls_front


@pytest.fixture
async def address(
    tmp_path: Path, postgres: PostgresProcess, database: PostgresDatabase
) -> AsyncGenerator[ServerAddress]:
    """A server at `localhost` whose certificate is trusted."""
    certificate, key = make_certificate(tmp_path, host="localhost")
    async with tls_front(postgres.port, certificate, key) as port:
        yield replace(
            read_server_address(f"{database.url}?sslrootcert={certificate}"),
            host="localhost",
            port=port,
            sslmode="verify-full",
        )


async def test_records_go_over_tls_and_changes_are_heard(
    address: ServerAddress, database: PostgresDatabase
) -> None:
    laptop = PostgresServer(address, password=database.password, device_id="laptop")
    tower = PostgresServer(address, password=database.password, device_id="tower")
    await laptop.register(device("laptop"))
    await tower.register(device("tower"))
    await tower.wait_for_change()
    waiting = asyncio.create_task(tower.wait_for_change())
    await laptop.push([message("m1", "x" * 200_000)])
    await waiting
    (record,) = await tower.changes(after=0, limit=9)
    assert record.body == {"text": "x" * 200_000}
    await laptop.aclose()
    await tower.aclose()


async def test_the_check_says_that_it_is_encrypted(
    address: ServerAddress, database: PostgresDatabase
) -> None:
    root = address.options["sslrootcert"]
    url = f"postgresql://{database.role}@localhost:{address.port}/{database.name}"
    found = await examine_server(
        f"{url}?sslmode=verify-full&sslrootcert={root}", database.password, clock=SystemClock()
    )
    assert found.is_encrypted
    found = await examine_server(f"{url}?sslmode=require", database.password, clock=SystemClock())
    assert found.is_encrypted


@pytest.mark.parametrize("what", ["nobody vouches", "another host"])
async def test_a_server_that_cannot_prove_who_it_is_gets_no_password(
    address: ServerAddress, database: PostgresDatabase, what: str
) -> None:
    wrong = (
        replace(address, options={})
        if what == "nobody vouches"
        else replace(address, host="127.0.0.1")
    )
    server = PostgresServer(wrong, password=database.password, device_id="laptop")
    with pytest.raises(SyncError) as refusal:
        await server.now()
    assert refusal.value.fault is SyncFault.INSECURE
    await server.aclose()
