"""The synchroniser over a server in memory that fails in every way, in virtual time."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from assistant.errors import StoreError
from assistant.sync.errors import SyncError
from assistant.sync.model.applied import Applied
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.sync_progress import SyncProgress
from assistant.sync.model.synchroniser_policy import LONGEST_POLL_S, SyncPhase
from assistant.sync.record_server import RecordServer
from assistant.sync.synchroniser import PULL_BATCH, PUSH_BATCH, Synchroniser
from tests.helpers.clock import ManualClock
from tests.helpers.loop_clock import LoopClock
from tests.helpers.sync.memory_records import MemoryRecords
from tests.helpers.sync.memory_server import MemoryDatabase

pytestmark = pytest.mark.looptime

AGES = 24 * 3600


@dataclass
class Device:
    """A synchroniser and what it told."""

    records: MemoryRecords
    synchroniser: Synchroniser
    told: list[SyncProgress] = field(default_factory=list[SyncProgress])
    came: list[Applied] = field(default_factory=list[Applied])
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it told something."""

    @property
    def phase(self) -> SyncPhase:
        return self.synchroniser.progress.phase

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(AGES):
            while not holds():
                self.heard.clear()
                await self.heard.wait()


@asynccontextmanager
async def device(
    database: MemoryDatabase,
    name: str,
    records: MemoryRecords | None = None,
    *,
    arrived: Callable[[Applied], None] = lambda _applied: None,
    refusal: SyncError | None = None,
) -> AsyncGenerator[Device]:
    records = records or MemoryRecords(name)

    async def connect(device_id: str) -> RecordServer:
        if refusal is not None:
            raise refusal
        return database.connect(device_id)

    async def take(applied: Applied) -> None:
        made.came.append(applied)
        made.heard.set()
        arrived(applied)

    def report(progress: SyncProgress) -> None:
        made.told.append(progress)
        made.heard.set()

    synchroniser = Synchroniser(
        address="postgresql://server/parley",
        connect=connect,
        local=records,
        name=name,
        platform="Linux",
        arrived=take,
        report=report,
        clock=LoopClock(),
        chance=lambda: 0.5,
    )
    made = Device(records=records, synchroniser=synchroniser)
    synchroniser.begin()
    try:
        yield made
    finally:
        await synchroniser.aclose()


def shared() -> MemoryDatabase:
    return MemoryDatabase(LoopClock())


@pytest.mark.requirement("SYNC-03")
async def test_a_change_reaches_the_other_device_within_a_second() -> None:
    database = shared()
    async with device(database, "laptop") as laptop, device(database, "tower") as tower:
        await tower.until(lambda: tower.phase is SyncPhase.SYNCHRONISED)
        began = asyncio.get_running_loop().time()
        laptop.records.write("colour", "red")
        await tower.until(lambda: tower.records.says("colour") == "red")
        assert asyncio.get_running_loop().time() - began < 1
        assert tower.came
        assert [one.name for one in database.known.values()] == ["laptop", "tower"]


async def test_a_burst_of_changes_is_a_few_exchanges() -> None:
    database = shared()
    async with device(database, "laptop") as laptop, device(database, "tower") as tower:
        await tower.until(lambda: tower.phase is SyncPhase.SYNCHRONISED)
        before = len(tower.told)
        for n in range(100):
            laptop.records.write(f"k{n}", str(n))
            await asyncio.sleep(0.005)
        await tower.until(lambda: tower.records.says("k99") == "99")
        assert len(tower.told) - before <= 2 * 10


@pytest.mark.requirement("SYNC-03")
async def test_a_server_without_a_place_for_it_is_asked_now_and_then() -> None:
    database = shared()
    database.places = 1
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as stack:
        laptop = await stack.enter_async_context(device(database, "laptop"))
        await laptop.until(lambda: laptop.phase is SyncPhase.SYNCHRONISED)
        async with device(database, "tower") as tower:
            await tower.until(lambda: tower.phase is SyncPhase.SYNCHRONISED)
            assert not laptop.synchroniser.progress.is_polling
            assert tower.synchroniser.progress.is_polling
            assert tower.synchroniser.progress.problem is None
            await asyncio.sleep(600)  # nothing comes for long

            began = loop.time()
            laptop.records.write("colour", "red")
            await tower.until(lambda: tower.records.says("colour") == "red")
            assert loop.time() - began < 1.5 * LONGEST_POLL_S

            began = loop.time()
            tower.records.write("colour", "blue")
            await laptop.until(lambda: laptop.records.says("colour") == "blue")
            assert loop.time() - began < 1

            await stack.aclose()
            await tower.until(lambda: not tower.synchroniser.progress.is_polling)


async def test_a_server_without_a_place_can_be_asked_for_leases_all_the_same() -> None:
    database = shared()
    database.places = 0
    async with device(database, "laptop") as laptop:
        await laptop.until(lambda: laptop.phase is SyncPhase.SYNCHRONISED)
        await asyncio.sleep(1.9)  # between two polls
        assert await laptop.synchroniser.server.acquire("telegram", seconds=30) is not None


@pytest.mark.parametrize("count", [0, 1, PUSH_BATCH, PUSH_BATCH + 1, 2 * PULL_BATCH + 1])
async def test_any_number_of_records_comes_whole(count: int) -> None:
    database, records = shared(), MemoryRecords("laptop")
    for n in range(count):
        records.write(f"k{n}", str(n))
    async with device(database, "laptop", records):
        async with device(database, "tower") as tower:
            await tower.until(lambda: len(tower.records.bodies) == count)
            assert tower.records.bodies == records.bodies
            await tower.until(lambda: tower.phase is SyncPhase.SYNCHRONISED)


@pytest.mark.requirement("SYNC-05")
async def test_without_the_server_it_waits_and_goes_on_when_it_is_back() -> None:
    database = shared()
    database.stop()
    async with device(database, "laptop") as laptop, device(database, "tower") as tower:
        laptop.records.write("colour", "red")
        await laptop.until(lambda: laptop.phase is SyncPhase.WAITING)
        problem = laptop.synchroniser.progress.problem
        assert problem is not None
        assert problem.fault is SyncFault.UNREACHABLE
        await asyncio.sleep(3600)
        assert laptop.synchroniser.progress.problem == problem  # since when does not move
        database.start()
        await tower.until(lambda: tower.records.says("colour") == "red")
        assert laptop.synchroniser.progress.problem is None


async def test_waits_grow_to_a_minute_and_the_user_need_not_wait() -> None:
    database = shared()
    database.stop()
    async with device(database, "laptop") as laptop:
        await asyncio.sleep(AGES)
        tries = sum(told.phase is SyncPhase.CONNECTING for told in laptop.told)
        assert AGES / 60 - 10 < tries < AGES / 30
        database.start()
        began = asyncio.get_running_loop().time()
        laptop.synchroniser.synchronise_now()
        await laptop.until(lambda: laptop.phase is SyncPhase.SYNCHRONISED)
        assert asyncio.get_running_loop().time() - began < 1


async def test_a_wish_of_the_users_is_one_more_try() -> None:
    database = shared()
    database.stop()
    async with device(database, "laptop") as laptop:
        await laptop.until(lambda: laptop.phase is SyncPhase.WAITING)
        before = len(laptop.told)
        laptop.synchroniser.synchronise_now()
        await asyncio.sleep(3600)
        tries = sum(told.phase is SyncPhase.CONNECTING for told in laptop.told[before:])
        assert 3600 / 60 < tries < 3600 / 30


@pytest.mark.requirement("SYNC-09")
async def test_what_was_not_sent_waits_for_the_next_start() -> None:
    database, records = shared(), MemoryRecords("laptop")
    database.stop()
    async with device(database, "laptop", records) as laptop:
        records.write("colour", "red")
        await laptop.until(lambda: laptop.phase is SyncPhase.WAITING)
    database.start()
    async with device(database, "laptop", records), device(database, "tower") as tower:
        await tower.until(lambda: tower.records.says("colour") == "red")


@pytest.mark.parametrize("lost", range(1, 6))
async def test_an_answer_that_is_lost_is_made_up_for(lost: int) -> None:
    database = shared()
    async with device(database, "laptop") as laptop, device(database, "tower") as tower:
        await laptop.until(lambda: laptop.phase is SyncPhase.SYNCHRONISED)
        database.break_after_work(lost)
        laptop.records.write("colour", "red")
        await tower.until(lambda: tower.records.says("colour") == "red")
        await laptop.until(lambda: not laptop.records.outbox)
        assert len(database.rows) == 1


async def test_a_server_that_says_nothing_is_given_up_and_tried_again() -> None:
    database = shared()
    async with device(database, "laptop") as laptop, device(database, "tower") as tower:
        await laptop.until(lambda: laptop.phase is SyncPhase.SYNCHRONISED)
        database.hold()
        laptop.records.write("colour", "red")
        await laptop.until(lambda: laptop.phase is SyncPhase.WAITING)
        database.let_go()
        await tower.until(lambda: tower.records.says("colour") == "red")


async def test_word_of_changes_comes_again_after_a_fault_of_the_program() -> None:
    database = shared()
    async with device(database, "laptop") as laptop, device(database, "tower") as tower:
        await tower.until(lambda: tower.phase is SyncPhase.SYNCHRONISED)
        database.confuse("tower")
        await tower.until(lambda: tower.phase is SyncPhase.REFUSED)
        await tower.until(lambda: tower.phase is SyncPhase.SYNCHRONISED)
        began = asyncio.get_running_loop().time()
        laptop.records.write("colour", "red")
        await tower.until(lambda: tower.records.says("colour") == "red")
        assert asyncio.get_running_loop().time() - began < 1


async def test_a_device_that_was_removed_stops_for_good() -> None:
    database = shared()
    async with device(database, "laptop") as laptop, device(database, "tower") as tower:
        await laptop.until(lambda: laptop.phase is SyncPhase.SYNCHRONISED)
        await tower.until(lambda: tower.phase is SyncPhase.SYNCHRONISED)
        await tower.synchroniser.server.remove_device("laptop")
        await laptop.until(lambda: laptop.phase is SyncPhase.REMOVED)
        problem = laptop.synchroniser.progress.problem
        assert problem is not None
        assert problem.fault is SyncFault.REMOVED
        laptop.synchroniser.synchronise_now()
        laptop.records.write("colour", "red")
        await asyncio.sleep(AGES)
        assert laptop.phase is SyncPhase.REMOVED
        assert not database.rows


async def test_a_refusal_is_tried_again_seldom() -> None:
    refusal = SyncError("The password is wrong.", fault=SyncFault.REFUSED)
    async with device(shared(), "laptop", refusal=refusal) as laptop:
        await laptop.until(lambda: laptop.phase is SyncPhase.REFUSED)
        before = len(laptop.told)
        await asyncio.sleep(3600)
        assert 2 * 5 < len(laptop.told) - before < 2 * 60


async def test_what_cannot_be_made_live_does_not_end_it() -> None:
    def fail(_applied: Applied) -> None:
        raise StoreError("The disk is full.")

    database = shared()
    async with (
        device(database, "laptop") as laptop,
        device(database, "tower", arrived=fail) as tower,
    ):
        for colour in ("red", "blue"):
            laptop.records.write("colour", colour)
            await tower.until(lambda colour=colour: tower.records.says("colour") == colour)


async def test_a_clock_that_is_wrong_is_measured() -> None:
    clock = ManualClock(LoopClock().now() + timedelta(seconds=90))
    async with device(MemoryDatabase(clock), "laptop") as laptop:
        await laptop.until(lambda: laptop.phase is SyncPhase.SYNCHRONISED)
        assert laptop.synchroniser.progress.clock_offset_s == pytest.approx(-90, abs=1)


async def test_a_hundred_devices_do_not_come_back_in_the_same_moment() -> None:
    database = shared()
    moments: list[float] = []

    async def connect(device_id: str) -> RecordServer:
        moments.append(asyncio.get_running_loop().time())
        return database.connect(device_id)

    devices = [
        Synchroniser(
            address="postgresql://server/parley",
            connect=connect,
            local=MemoryRecords(str(n)),
            name=str(n),
            platform="Linux",
            arrived=_nothing,
            report=lambda _progress: None,
            clock=LoopClock(),
            chance=lambda n=n: n / 100,
        )
        for n in range(100)
    ]
    for one in devices:
        one.begin()
    await asyncio.sleep(30)
    database.stop()
    await asyncio.sleep(0.1)
    database.start()
    moments.clear()
    await asyncio.sleep(30)
    assert len(moments) == 100
    assert max(moments) - min(moments) > 1
    for one in devices:
        await one.aclose()


async def _nothing(_applied: Applied) -> None:
    """Make nothing of what arrived."""
