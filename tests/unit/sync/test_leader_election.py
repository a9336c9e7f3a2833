"""Which device leads, over a server whose clock and faults the test moves."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from assistant.sync.errors import SyncUnavailableError
from assistant.sync.leader_election import NOTE_S, LeaderElection
from assistant.sync.model.leadership import LEASE_S, PATIENCE, RETRY_S, LeaderRole
from assistant.sync.record_server import RecordServer
from tests.helpers.loop_clock import LoopClock
from tests.helpers.sync.memory_server import MemoryDatabase
from tests.helpers.sync.server_worlds import device

pytestmark = [pytest.mark.looptime, pytest.mark.asyncio]


class Shared:
    """Implements `SharedServer` for one device."""

    def __init__(self, server: RecordServer) -> None:
        self._server = server
        self.is_on = True
        self.has_others: bool | None = True
        self.led_last = False

    @property
    def server(self) -> RecordServer:
        return self._server


class Candidates:
    """Devices that stand for election."""

    def __init__(self) -> None:
        self.database = MemoryDatabase(LoopClock())
        self.told: list[tuple[str, LeaderRole, str]] = []

    async def join(self, device_id: str) -> tuple[LeaderElection, Shared]:
        server = self.database.connect(device_id)
        await server.register(device(device_id))
        shared = Shared(server)
        election = LeaderElection(
            "telegram",
            shared=shared,
            elapsed=asyncio.get_running_loop().time,
            changed=lambda state: self.told.append((device_id, state.role, state.leader_id)),
        )
        return election, shared


@asynccontextmanager
async def two() -> AsyncGenerator[tuple[Candidates, LeaderElection, LeaderElection]]:
    candidates = Candidates()
    laptop, _shared = await candidates.join("laptop")
    tower, _shared = await candidates.join("tower")
    async with laptop.standing():
        await laptop.leads()
        async with tower.standing():
            yield candidates, laptop, tower


async def test_without_other_devices_everything_may_be_done() -> None:
    election = LeaderElection("telegram")
    async with election.standing():
        await election.leads()
        assert await election.begin("anything")
        assert await election.begin("anything")
    assert election.may_act()


async def test_a_fault_of_the_program_is_no_end_of_the_election() -> None:
    async with two() as (candidates, laptop, tower):
        candidates.database.confuse("laptop")
        candidates.database.confuse("tower")
        await asyncio.sleep(10 * LEASE_S)
        assert laptop.may_act() is not tower.may_act()


@pytest.mark.requirement("SYNC-04", "TG-16")
async def test_one_leads_as_long_as_it_is_there() -> None:
    async with two() as (candidates, laptop, tower):
        await asyncio.sleep(10 * LEASE_S)
        assert laptop.may_act()
        assert not tower.may_act()
        assert tower.state.leader_id == "laptop"
        assert candidates.database.leases["telegram"].token == 1
    assert candidates.database.leases["telegram"].expires_at <= LoopClock().now()


@pytest.mark.requirement("SYNC-02", "SYNC-06")
async def test_another_takes_over_when_the_leader_leaves() -> None:
    candidates = Candidates()
    laptop, _shared = await candidates.join("laptop")
    tower, _shared = await candidates.join("tower")
    async with tower.standing():
        async with laptop.standing():
            await tower.leads()
            lost = asyncio.create_task(tower.lost())
            await asyncio.sleep(LEASE_S)
            assert not lost.done()
            lost.cancel()
        assert tower.may_act()
    async with laptop.standing():
        await laptop.leads()


@pytest.mark.requirement("SYNC-05", "G-10")
async def test_the_leader_goes_on_for_as_long_as_the_server_is_away() -> None:
    async with two() as (candidates, laptop, tower):
        candidates.database.stop()
        lost = asyncio.create_task(laptop.lost())
        for minute in range(10):
            assert await laptop.begin(f"telegram:{minute}")
            await asyncio.sleep(60)
            assert not tower.may_act()
        assert not lost.done()
        assert ("tower", LeaderRole.WAITING, "") in candidates.told
        candidates.database.start()
        await asyncio.sleep(LEASE_S)
        assert not lost.done()
        assert tower.state.leader_id == "laptop"
        assert await laptop.begin("telegram:again")
        assert candidates.database.effects == {"telegram:again": "laptop"}
        lost.cancel()


@pytest.mark.requirement("SYNC-05", "SYNC-06", "SYNC-10")
async def test_a_leader_that_alone_is_cut_off_stops_once_it_hears_of_another() -> None:
    """Until then both act, as nobody can tell them."""
    async with two() as (candidates, laptop, tower):
        candidates.database.stop("laptop")
        await tower.leads()
        assert await laptop.begin("telegram:1")
        candidates.database.start("laptop")
        await laptop.lost()
        assert laptop.state.leader_id == "tower"
        with pytest.raises(SyncUnavailableError):
            await laptop.begin("late")


@pytest.mark.requirement("SYNC-05", "G-10")
async def test_who_led_before_the_server_was_away_is_heard_first_though_it_reaches_it_later() -> (
    None
):
    for later_s in range(15):
        async with two() as (candidates, laptop, tower):
            candidates.database.stop()
            await asyncio.sleep(60 + later_s / 3)
            candidates.database.stop("laptop")
            candidates.database.start()
            await asyncio.sleep(later_s)
            candidates.database.start("laptop")
            lost = asyncio.create_task(laptop.lost())
            await asyncio.sleep(2 * LEASE_S)
            assert not lost.done()
            lost.cancel()
            assert tower.state.leader_id == "laptop"


@pytest.mark.requirement("SYNC-05", "G-10")
async def test_what_is_done_waits_for_a_server_that_hangs_once_and_not_for_long() -> None:
    async with two() as (candidates, laptop, _tower):
        candidates.database.hold()
        began_at = asyncio.get_running_loop().time()
        for number in range(5):
            assert await laptop.begin(f"telegram:{number}")
        assert asyncio.get_running_loop().time() - began_at == pytest.approx(NOTE_S, abs=0.1)
        candidates.database.let_go()


@pytest.mark.requirement("SYNC-05", "G-10")
async def test_a_device_alone_asks_for_nothing_that_it_does() -> None:
    candidates = Candidates()
    laptop, shared = await candidates.join("laptop")
    shared.has_others = False
    candidates.database.stop()
    async with laptop.standing():
        await laptop.leads()
        assert asyncio.get_running_loop().time() < 0.1
        for state in ("away", "hanging", "there"):
            {"away": lambda: None, "hanging": candidates.database.hold}.get(
                state, candidates.database.let_go
            )()
            if state != "away":
                candidates.database.start()
            assert await laptop.begin(state)
            await asyncio.sleep(10 * LEASE_S)
            assert laptop.may_act()
        assert asyncio.get_running_loop().time() < 30 * LEASE_S + 1
        assert candidates.database.effects == {}
        assert {role for _device, role, _leader in candidates.told} == {LeaderRole.ALONE}


async def test_one_that_joins_a_device_alone_finds_it_leading() -> None:
    candidates = Candidates()
    laptop, shared = await candidates.join("laptop")
    shared.has_others = False
    async with laptop.standing():
        await asyncio.sleep(1)
        tower, _shared = await candidates.join("tower")
        async with tower.standing():
            await asyncio.sleep(1)
            assert tower.state.leader_id == "laptop"
            shared.has_others = True
            assert laptop.may_act()
            assert await laptop.begin("telegram:1")
            assert candidates.database.effects == {"telegram:1": "laptop"}


@pytest.mark.parametrize(
    ("led_last", "has_others", "acts"),
    [(True, True, True), (False, None, True), (False, True, False), (True, None, True)],
)
@pytest.mark.requirement("SYNC-05", "G-10")
async def test_who_starts_without_the_server_goes_on_if_it_led_or_knows_of_no_other(
    led_last: bool, has_others: bool | None, acts: bool
) -> None:
    candidates = Candidates()
    laptop, shared = await candidates.join("laptop")
    shared.led_last, shared.has_others = led_last, has_others
    candidates.database.stop()
    async with laptop.standing():
        await asyncio.sleep(RETRY_S)
        assert not laptop.may_act(), "the server has a moment to answer"
        await asyncio.sleep(PATIENCE * RETRY_S)
        assert laptop.may_act() is acts
        candidates.database.start()
        await asyncio.sleep(LEASE_S)
        assert laptop.may_act()
        assert laptop.state.leader_id == "laptop"


async def test_a_device_that_was_removed_does_nothing_more() -> None:
    for has_others in (True, False):
        async with two() as (candidates, laptop, tower):
            laptop._shared.has_others = has_others  # pyright: ignore[reportAttributeAccessIssue]
            await candidates.database.connect("tower").remove_device("laptop")
            await laptop.lost()
            candidates.database.stop("laptop")
            await tower.leads()
            await asyncio.sleep(LEASE_S)
            assert not laptop.may_act()


@pytest.mark.requirement("SYNC-10", "TEST-28")
async def test_a_leader_that_stood_still_is_refused_by_the_server() -> None:
    async with two() as (candidates, laptop, _tower):
        lease = candidates.database.leases["telegram"]
        other = candidates.database.connect("tower")
        await other.release(lease)  # it is not the tower's
        await candidates.database.connections[0].release(lease)
        assert await other.acquire("telegram", seconds=LEASE_S) is not None
        assert laptop.may_act()  # it does not know yet
        with pytest.raises(SyncUnavailableError):
            await laptop.begin("late")
        assert not laptop.may_act()
        assert "late" not in candidates.database.effects


@pytest.mark.requirement("SYNC-04")
async def test_what_another_device_began_is_not_begun_again() -> None:
    async with two() as (candidates, laptop, tower):
        assert await laptop.begin("telegram:1")
        assert await laptop.begin("telegram:1")
        candidates.database.stop("laptop")
        await tower.leads()
        assert not await tower.begin("telegram:1")
        assert await tower.begin("telegram:2")


async def test_an_answer_that_is_lost_on_its_way_loses_no_effect() -> None:
    async with two() as (candidates, laptop, _tower):
        candidates.database.break_after_work()
        assert await laptop.begin("telegram:1")
        assert await laptop.begin("telegram:1")


async def test_who_was_alone_asks_once_there_are_others() -> None:
    candidates = Candidates()
    tower, _shared = await candidates.join("tower")
    laptop, shared = await candidates.join("laptop")
    shared.is_on = False
    async with tower.standing():
        await tower.leads()
        laptop = LeaderElection("telegram", shared=shared, elapsed=asyncio.get_running_loop().time)
        async with laptop.standing():
            await laptop.leads()
            shared.is_on = True
            assert not laptop.may_act()
            await asyncio.sleep(LEASE_S)
            assert laptop.state.leader_id == "tower"
            shared.is_on = False
            laptop.ask_soon()
            await laptop.leads()
            assert laptop.state.role is LeaderRole.ALONE
