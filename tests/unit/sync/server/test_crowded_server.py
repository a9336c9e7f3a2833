"""More devices than a server takes connections: all have every change, some a little later."""

import asyncio
from collections.abc import Generator
from contextlib import AsyncExitStack

import pytest

from assistant.clock import SystemClock
from assistant.sync.server.postgres_server import SPARE_PLACES
from benchmarks.sync.databases import BenchDatabase
from benchmarks.sync.devices import ExchangingDevice, MemoryRecords
from tests.helpers.postgres import PostgresProcess, running_postgres

PLACES = SPARE_PLACES + 4
"""Connections that the server takes from everybody."""
DEVICES = PLACES + 3


@pytest.fixture(scope="module")
def crowded() -> Generator[PostgresProcess]:
    with running_postgres(
        max_connections=str(PLACES + 2), superuser_reserved_connections="2", max_wal_senders="0"
    ) as process:
        yield process


@pytest.mark.requirement("SYNC-03", "SYNC-05")
async def test_devices_that_find_no_place_ask_now_and_then(crowded: PostgresProcess) -> None:
    database = crowded.new_database()
    arrivals: list[str] = []
    came = asyncio.Event()

    def arrive(key: str) -> None:
        arrivals.append(key)
        came.set()

    async def until_come(count: int) -> None:
        while len(arrivals) < count:
            came.clear()
            await came.wait()

    async with AsyncExitStack() as stack:
        records = [MemoryRecords(f"device-{n}", arrive) for n in range(DEVICES)]
        devices = [
            ExchangingDevice(
                f"device {n}",
                one,
                BenchDatabase(url=database.url, password=database.password),
                SystemClock(),
            )
            for n, one in enumerate(records)
        ]
        for device in devices:
            stack.push_async_callback(device.aclose)
            device.synchroniser.begin()
        for device in devices:
            await device.until(lambda device=device: device.exchanges > 0)
        for n, one in enumerate(records):
            one.put(f"change-{n}", "something that changed")
        await until_come(DEVICES * (DEVICES - 1))
        assert sorted(arrivals) == sorted(
            f"change-{n}" for n in range(DEVICES) for _other in range(DEVICES - 1)
        )
        staying = [one for one in devices if not one.synchroniser.progress.is_polling]
        assert len(staying) <= PLACES - SPARE_PLACES

        # Those that wait take the places that become free.
        for device in devices[: DEVICES - 2]:
            await device.aclose()
        for device in devices[DEVICES - 2 :]:
            await device.until(lambda device=device: not device.synchroniser.progress.is_polling)
