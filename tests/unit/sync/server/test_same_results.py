"""What a device is told does not depend on the kind of server: both do the same at random."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.sync.errors import DeviceRemovedError
from assistant.sync.model.records import Device, Lease, PushResult, ServerRecord
from assistant.sync.record_server import RecordServer
from tests.helpers.postgres import PostgresProcess
from tests.helpers.sync.server_worlds import MemoryWorld, PostgresWorld, ServerWorld, message

pytestmark = pytest.mark.timeout(120)
DEVICES: Final = ("laptop", "tower", "phone")
NAMES: Final = ("telegram", "other")
NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)

_device = st.sampled_from(DEVICES)
_name = st.sampled_from(NAMES)


@dataclass(frozen=True, slots=True)
class Push:
    """Send records; each is made to the version that the device saw last, or so many before."""

    device_id: str
    changes: tuple[tuple[str, str | None, int], ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for something with the lease of a name that the device got last."""

    device_id: str
    what: str
    name: str
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Wait:
    """Let time pass."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a device away."""

    device_id: str
    removed: str


Step = Push | Ask | Wait | Remove

_change = st.tuples(
    st.sampled_from("abcd"), st.none() | st.sampled_from(["x", "y", "z"]), st.integers(0, 1)
)
_steps: Final = st.lists(
    st.one_of(
        st.builds(Push, _device, st.lists(_change, max_size=4).map(tuple)),
        st.builds(Push, _device, st.lists(_change, max_size=4).map(tuple)),
        st.builds(
            Ask,
            _device,
            st.sampled_from(["acquire", "renew", "release", "holder", "begin", "claim"]),
            _name,
            st.sampled_from(["one", "two"]),
        ),
        st.builds(Wait, st.sampled_from([20.0, 100.0])),
        st.builds(Remove, st.just("laptop"), st.just("phone")),
    ),
    max_size=30,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(_steps)
def test_both_servers_say_the_same(postgres: PostgresProcess, steps: Sequence[Step]) -> None:
    async def both() -> tuple[list[object], list[object]]:
        world = PostgresWorld(postgres)
        try:
            return await carry_out(MemoryWorld(), steps), await carry_out(world, steps)
        finally:
            await world.aclose()

    in_memory, in_postgres = asyncio.run(both())
    assert in_postgres == in_memory


async def carry_out(world: ServerWorld, steps: Sequence[Step]) -> list[object]:
    """Return what the devices are told, without the times."""
    servers = {device_id: await world.connect(device_id) for device_id in DEVICES}
    versions: dict[str, int] = {}
    leases: dict[tuple[str, str], Lease] = {}
    told: list[object] = []
    for step in steps:
        try:
            match step:
                case Push(device_id, changes):
                    records = [
                        message(key, text, base=max(versions.get(key, 0) - behind, 0))
                        for key, text, behind in changes
                    ]
                    result = await servers[device_id].push(records)
                    for key, version in result.accepted.items():
                        versions[key.key] = version
                    told.append(timeless(result))
                case Ask():
                    told.append(await ask(servers[step.device_id], step, leases))
                case Wait(seconds):
                    await world.advance(seconds)
                case Remove(device_id, removed):
                    await servers[device_id].remove_device(removed)
        except DeviceRemovedError:
            told.append("removed")
    told.extend(map(timeless, await servers["laptop"].changes(after=0, limit=99)))
    told.extend(map(timeless, await servers["laptop"].devices()))
    return told


async def ask(server: RecordServer, step: Ask, leases: dict[tuple[str, str], Lease]) -> object:
    """Return what a device is told of a lease."""
    lease = leases.get((step.device_id, step.name))
    match step.what:
        case "acquire":
            got = await server.acquire(step.name, seconds=60)
            if got is not None:
                leases[step.device_id, step.name] = got
            return timeless(got)
        case "holder":
            return timeless(await server.holder(step.name))
        case "claim":
            return await server.claim(step.effect)
        case _ if lease is None:
            return None
        case "renew":
            return timeless(await server.renew(lease, seconds=60))
        case "release":
            return await server.release(lease)
        case _:
            return await server.begin_effect(lease, step.effect)


def timeless(told: object) -> object:
    """Return what was told with every time made the same."""
    match told:
        case ServerRecord():
            return replace(told, written_at=NO_TIME)
        case Lease():
            return replace(told, expires_at=NO_TIME)
        case Device():
            return replace(told, added_at=NO_TIME, seen_at=NO_TIME)
        case PushResult(accepted=accepted, refused=refused):
            return (dict(accepted), [timeless(one) for one in refused])
        case _:
            return told
