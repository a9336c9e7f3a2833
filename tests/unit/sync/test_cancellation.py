"""Whatever exchanges records ends when it is told to, at whichever point it waits.

Who closes it waits for that, without a limit.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from assistant.assembly.sync.connections import ServerConnections
from assistant.clock import SystemClock
from assistant.llm.api_keys import SYNC, KeyStore
from assistant.settings import SyncSettings
from assistant.storage.database import Database
from assistant.storage.key_value import StateRepository
from assistant.sync.leader_election import LeaderElection
from assistant.sync.model.applied import Applied
from assistant.sync.model.records import RecordKey, RecordKind
from assistant.sync.model.server_address import read_server_address
from assistant.sync.model.sync_progress import SyncProgress
from assistant.sync.model.synchroniser_policy import SyncPhase
from assistant.sync.record_server import RecordServer
from assistant.sync.repository import SyncRepository
from assistant.sync.server.postgres_server import PostgresServer
from assistant.sync.synchroniser import Synchroniser
from tests.conftest import STRESS
from tests.helpers.cancellation import Cancellation, cancellations, cancelled_task_of
from tests.helpers.llm.memory_keyring import MemoryKeyring
from tests.helpers.postgres import PostgresDatabase, PostgresProcess
from tests.helpers.sync.server_worlds import device, message

pytestmark = pytest.mark.timeout(300)

PATIENCE_S: Final = 60.0
"""How long a task may take to end on a busy machine, far more than it does."""


def begin_fault(kind: str, postgres: PostgresProcess, database: PostgresDatabase) -> None:
    """Have something befall the server, right before a task is cancelled."""
    if kind == "cut":
        postgres.cut(database)
    elif kind == "stop":
        postgres.stop()


async def check_end(task: "asyncio.Task[Any]", cancellation: Cancellation) -> None:
    """Check that a task ends, and as cancelled if it was."""
    await asyncio.wait({task}, timeout=PATIENCE_S)
    assert task.done(), f"it goes on after {cancellation}"
    assert task.cancelled() is cancellation.is_done, f"{cancellation}: {task}"


class Course:
    """Breaks the connection of a synchroniser that has exchanged all; over when it connects again."""

    def __init__(self, *, cut: Callable[[], None]) -> None:
        self._cut = cut
        self._is_cut = False
        self.is_over = asyncio.Event()

    def report(self, progress: SyncProgress) -> None:
        if progress.phase is SyncPhase.SYNCHRONISED and not self._is_cut:
            self._is_cut = True
            self._cut()
        elif progress.phase is SyncPhase.CONNECTING and self._is_cut:
            self.is_over.set()


async def ignore(_applied: Applied) -> None:
    pass


@pytest.fixture(autouse=True)
def _without_a_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the loops not look whether they were cancelled: what they await is to tell them."""
    for module in ("synchroniser", "leader_election"):
        monkeypatch.setattr(f"assistant.sync.{module}.raise_if_cancelled", lambda: None)


def shared_server(database: PostgresDatabase) -> PostgresServer:
    address = read_server_address(database.url)
    return PostgresServer(address, password=database.password, device_id="laptop")


@pytest.mark.parametrize("fault", ["nothing", *(["cut", "stop"] if STRESS else [])])
async def test_a_call_ends_and_leaves_nothing_open(
    postgres: PostgresProcess, database: PostgresDatabase, fault: str
) -> None:
    async def work(server: RecordServer) -> None:
        await server.register(device("laptop"))
        await server.push([message("a", "b")])
        await server.changes(after=0, limit=10)
        await server.rest()
        await server.now()

    for cancellation in cancellations(lambda: begin_fault(fault, postgres, database)):
        postgres.start()
        server = shared_server(database)
        await check_end(asyncio.create_task(cancellation.of(work(server))), cancellation)
        await server.aclose()
    postgres.start()


@pytest.mark.parametrize("fault", ["cut", *(["nothing", "stop"] if STRESS else [])])
async def test_an_election_ends(
    postgres: PostgresProcess, database: PostgresDatabase, fault: str
) -> None:
    class Shared:
        """Implements `SharedServer`."""

        is_on = True
        has_others = True
        led_last = False
        server = shared_server(database)

    await Shared.server.register(device("laptop"))
    for cancellation in cancellations(lambda: begin_fault(fault, postgres, database)):
        postgres.start()
        election = LeaderElection("telegram", shared=Shared())
        with cancelled_task_of("LeaderElection._run", cancellation) as made:
            async with election.standing():
                leading = asyncio.create_task(election.leads())
                await asyncio.wait({*made, leading}, return_when=asyncio.FIRST_COMPLETED)
                await asyncio.sleep(0)
                leading.cancel()
                if cancellation.is_done:
                    await check_end(made[0], cancellation)
    await Shared.server.aclose()
    postgres.start()


@pytest.mark.parametrize("fault", ["cut", *(["nothing", "stop"] if STRESS else [])])
async def test_synchronising_ends_and_leaves_nothing_open(
    tmp_path: Path, postgres: PostgresProcess, database: PostgresDatabase, fault: str
) -> None:
    store = await Database.open(tmp_path / "parley.db")
    records = SyncRepository(database=store)
    keyring = MemoryKeyring()
    keys = KeyStore(keys_file=tmp_path / "keys.toml", environment={}, load_backend=lambda: keyring)
    await keys.set(database.password, SYNC)
    connections = ServerConnections(
        settings=SyncSettings(enabled=True, url=database.url, name="laptop"),
        keys=keys,
        clock=SystemClock(),
        state=StateRepository(database=store),
        known_rows=records.known_rows,
    )
    await records.enable(database.url)
    for number, cancellation in enumerate(
        cancellations(lambda: begin_fault(fault, postgres, database))
    ):
        postgres.start()
        key = RecordKey(RecordKind.SETTING, f"voice.{number}")
        assert await records.replace_value(key, None, {"value": number})
        course = Course(cut=lambda: postgres.cut(database))
        synchroniser = Synchroniser(
            address=database.url,
            connect=connections.connect,
            local=records,
            name="laptop",
            platform="Linux",
            arrived=ignore,
            report=course.report,
            clock=SystemClock(),
            chance=lambda: 0.0,
        )
        with cancelled_task_of("Synchroniser._run", cancellation) as made:
            synchroniser.begin()
        ending = asyncio.create_task(course.is_over.wait())
        await asyncio.wait({*made, ending}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE_S)
        ending.cancel()
        if cancellation.is_done:
            await check_end(made[0], cancellation)
        await synchroniser.aclose()
    postgres.start()
    await store.aclose()
