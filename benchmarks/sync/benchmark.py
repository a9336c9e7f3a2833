"""`parley bench sync`: how soon a new device has everything, and a change is on the others.

All devices run in this one process, so figures for many of them hold the work of all of them. In the
part with many devices they exchange records without a store each, since what is measured there is
the database and the protocol.
"""

import asyncio
import random
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.clock import Clock
from assistant.private_files import write_private
from assistant.storage.model.records import MessageRecord
from benchmarks.model.metrics import spread_ms
from benchmarks.model.run import Run
from benchmarks.progress import BenchProgress, BenchStep
from benchmarks.reports.sync_report import MANY_DEVICES, NEW_DEVICE, SYNC
from benchmarks.sample_history import HistorySize, fill
from benchmarks.sync.databases import BenchDatabase, BenchServer, bench_server
from benchmarks.sync.devices import ExchangingDevice, MemoryRecords, WholeDevice

_SEED: Final = 2026
_MEMORY: Final = "memory/me.md"
_LONG: Final = 1000
"""Messages of a conversation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncScale:
    """How much is measured."""

    messages: Sequence[int]
    """Of a home that a new device receives; the first is the one with a target."""
    memory_lines: int
    edits: int
    devices: Sequence[int]
    """That share a database; the last is the one with a target."""
    changes_a_second: int
    seconds: int


QUICK: Final = SyncScale(
    messages=(200,), memory_lines=20, edits=3, devices=(3,), changes_a_second=10, seconds=1
)
ORDINARY: Final = SyncScale(
    messages=(10_000,),
    memory_lines=1000,
    edits=50,
    devices=(2, 10, 100),
    changes_a_second=10,
    seconds=10,
)
FULL: Final = SyncScale(
    messages=(10_000, 1000, 100_000, 1_000_000),
    memory_lines=1000,
    edits=100,
    devices=(2, 5, 10, 20, 50, 100),
    changes_a_second=10,
    seconds=30,
)


async def measure_sync(
    *, admin_url: str | None, clock: Clock, progress: BenchProgress, scale: SyncScale
) -> Run:
    """Run the bench.

    Args:
        admin_url: Of a server on which databases may be made; one is started if None.

    Raises:
        StoreError: If there is no server, or the devices do not synchronise.
    """
    steps = [
        BenchStep(name=f"a home of {count:,} messages", expected_s=5 + count / 500)
        for count in scale.messages
    ]
    steps += [
        BenchStep(name=f"{count} devices", expected_s=scale.seconds + 5) for count in scale.devices
    ]
    progress.plan(steps)
    homes: list[Run] = []
    edits: list[dict[str, float]] = []
    with bench_server(admin_url) as server:
        for count in scale.messages:
            progress.next()
            with server.database() as database:
                home, edit_ms = await _new_device(count, scale, database, clock)
                homes.append(home)
                edits.append(edit_ms)
        many: list[Run] = []
        for count in scale.devices:
            progress.next()
            many.append(await _many(count, scale, server, clock))
    return Run(
        SYNC,
        memory_lines=scale.memory_lines,
        changes_a_second=scale.changes_a_second,
        new_device=homes,
        edit_ms=edits[0] if edits else None,
        many=many,
    )


async def _new_device(
    count: int, scale: SyncScale, database: BenchDatabase, clock: Clock
) -> tuple[Run, dict[str, float]]:
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as name:
        folder = Path(name)
        lines = [
            f"- fact {number} that was worth keeping\n" for number in range(scale.memory_lines)
        ]
        write_private(folder / "first" / _MEMORY, "".join(lines))
        length = min(count, _LONG)
        stock = HistorySize(
            long_messages=length, conversations=count // length - 1, each_messages=length
        )
        await fill(
            folder / "first" / "data" / "parley.db",
            stock,
            profile="anthropic",
            model="some-model",
            now=clock.now(),
        )
        async with _opened(folder / "first", database, clock) as first:
            began = clock.monotonic()
            await first.begin()
            await first.until(lambda: first.exchanges > 0)
            sent = clock.monotonic() - began
            async with _opened(folder / "second", database, clock) as second:
                began = clock.monotonic()
                await second.begin()
                await second.until(lambda: second.exchanges > 0)
                received = clock.monotonic() - began
                await _check(second, folder / "second" / _MEMORY, stock.messages, lines)
                edit_ms = spread_ms([await _edit(first, second, clock) for _ in range(scale.edits)])
    figures = Run(
        NEW_DEVICE, messages=stock.messages, send_s=round(sent, 2), receive_s=round(received, 2)
    )
    return figures, edit_ms


@asynccontextmanager
async def _opened(root: Path, database: BenchDatabase, clock: Clock) -> AsyncGenerator[WholeDevice]:
    device = await WholeDevice.open(root, database, clock)
    try:
        yield device
    finally:
        await device.aclose()


async def _check(device: WholeDevice, memory: Path, messages: int, lines: Sequence[str]) -> None:
    (stored,) = await device.store.database.select(
        "SELECT count(*) FROM messages", read=lambda row: int(row[0])
    )
    assert stored == messages, f"{stored} of {messages} messages came"
    text = await asyncio.to_thread(memory.read_text, encoding="utf-8")
    assert text == "".join(lines), "the memory came otherwise"


async def _edit(first: WholeDevice, second: WholeDevice, clock: Clock) -> float:
    """Return the seconds from a message on one device until it is on the other."""
    used = await first.store.conversations.recent()
    conversation = used[0].conversation_id
    chain = await first.store.messages.chain(conversation)
    parent = chain[-1]
    record = MessageRecord(
        uuid=f"edit-{parent.uuid[:8]}-{clock.monotonic()}",
        parent_uuid=parent.uuid,
        conversation_id=conversation,
        turn_id="bench",
        role="user",
        content='[{"type":"text","text":"something new"}]',
        status="complete",
        created_at=clock.now(),
    )
    coming = asyncio.create_task(second.until_changed(conversation))
    await asyncio.sleep(0)  # has it wait
    began = clock.monotonic()
    await first.store.messages.append(record)
    await coming
    return clock.monotonic() - began


async def _many(count: int, scale: SyncScale, server: BenchServer, clock: Clock) -> Run:
    """Have changes come at a steady rate, each on a device by chance, and see when they arrive."""
    begun: dict[str, float] = {}
    lags: list[float] = []

    changes = scale.changes_a_second * scale.seconds
    all_came = asyncio.Event()

    def came(key: str) -> None:
        lags.append(clock.monotonic() - begun[key])
        if len(lags) == changes * (count - 1):
            all_came.set()

    rng = random.Random(_SEED)
    with server.database() as database:
        async with AsyncExitStack() as stack:
            records = [MemoryRecords(f"device-{number}", came) for number in range(count)]
            devices = [
                ExchangingDevice(f"device {number}", one, database, clock)
                for number, one in enumerate(records)
            ]
            for device in devices:
                stack.push_async_callback(device.aclose)
                device.synchroniser.begin()
                await device.until(lambda device=device: device.exchanges > 0)
            start = clock.monotonic()
            for number in range(changes):
                due = start + number / scale.changes_a_second
                await asyncio.sleep(max(0.0, due - clock.monotonic()))
                key = f"change-{number}"
                begun[key] = clock.monotonic()
                rng.choice(records).put(key, "something that changed")
            await all_came.wait()
    return Run(MANY_DEVICES, devices=count, lag_ms=spread_ms(lags), changes=changes)
