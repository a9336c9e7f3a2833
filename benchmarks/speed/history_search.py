"""How soon the past is there: a very long conversation opened, words found among very many messages.

The core of the program runs on this process's own loop, beside a pulse that shows how long that loop
stood still.
"""

import asyncio
import itertools
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from assistant.assembly.core import open_core
from assistant.clock import Clock
from assistant.engine.core import Core
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.protocol.events import EngineEvent
from assistant.protocol.history import HistoryFound, SearchHistory
from assistant.questions.model.question import Channel
from assistant.settings import load
from benchmarks.instant_models import InstantModel
from benchmarks.model.metrics import spread_ms
from benchmarks.model.run import Run
from benchmarks.reports.speed_report import PAST
from benchmarks.sample_history import RARE, HistorySize, long_id

QUERIES: Final = {
    "a rare word": (RARE,),
    "common words": ("harbour", "window", "memory"),
    "two words": ("copper ladder", "latency budget", "orchard engine"),
    "the beginning of a word": ("harb", "sche", "lat"),
    "a phrase": ('"signal copper"', '"paper summer"'),
    "Korean": ("등대", "보고서", "기차 여행"),
    "one or two characters": ("강", "火车", "편지"),
    "nothing to find": ("xylophone", "quetzalcoatl"),
}
"""What is looked for, by kind; the made-up past has all but the last."""
_PULSE_S: Final = 0.001


class LoopLagProbe:
    """Wakes up every millisecond and notes how much later it was, on the running loop."""

    def __init__(self) -> None:
        self._longest_s = 0.0

    def take(self) -> float:
        """Return the longest standstill since the last call, in seconds."""
        longest, self._longest_s = self._longest_s, 0.0
        return longest

    async def run(self) -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(_PULSE_S)
            now = time.perf_counter()
            self._longest_s = max(self._longest_s, now - last - _PULSE_S)
            last = now


@asynccontextmanager
async def loop_lag_probe() -> AsyncGenerator[LoopLagProbe]:
    pulse = LoopLagProbe()
    task = asyncio.create_task(pulse.run(), name="pulse")
    try:
        yield pulse
    finally:
        task.cancel()
        await asyncio.wait([task])


class _Heard:
    """Waits for the events of a core."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()
        self._found: dict[str, HistoryFound] = {}

    def __call__(self, event: EngineEvent) -> None:
        if isinstance(event, HistoryFound):
            self._found[event.query] = event
            self._changed.set()

    async def hits_of(self, query: str) -> HistoryFound:
        """Return what a search found, once, as soon as it is there."""
        while query not in self._found:
            self._changed.clear()
            await self._changed.wait()
        return self._found.pop(query)


async def measure_past(
    *, home: Home, clock: Clock, stock: HistorySize, openings: int, searches: int
) -> Run:
    """Open the long conversation of a filled home again and again, and search it.

    Args:
        home: Filled with `stock`.
        searches: How many searches of each kind.

    Raises:
        StoreError: If the home's database cannot be used.
    """
    heard = _Heard()
    plan = LaunchOptions(
        home=home,
        settings=load(home, {}).settings,
        clock=clock,
        channel=Channel.DESKTOP,
        client=InstantModel(),
        resume=False,
    )
    async with open_core(plan, emit=heard) as core, loop_lag_probe() as pulse:
        opened = [await _open_s(core) for _ in range(openings)]
        open_stall_s = pulse.take()
        kinds: dict[str, Sequence[float]] = {}
        for kind, queries in QUERIES.items():
            times: list[float] = []
            for query in itertools.islice(itertools.cycle(queries), searches):
                began = time.perf_counter()
                await core.commands.dispatch(SearchHistory(query=query))
                found = await heard.hits_of(query)
                times.append(time.perf_counter() - began)
                _check(kind, found)
            kinds[kind] = times
        search_stall_s = pulse.take()
    return Run(
        PAST,
        open_ms=spread_ms(opened),
        open_stall_ms=round(open_stall_s * 1000, 1),
        opened_messages=stock.long_messages,
        search_ms=spread_ms([one for times in kinds.values() for one in times]),
        search_kinds_ms={kind: spread_ms(times) for kind, times in kinds.items()},
        search_stall_ms=round(search_stall_s * 1000, 1),
        searched_messages=stock.messages,
    )


async def _open_s(core: Core) -> float:
    began = time.perf_counter()
    await core.conversations.open(long_id())
    core.answers.announce()
    seconds = time.perf_counter() - began
    await core.conversations.open(None)
    return seconds


def _check(kind: str, found: HistoryFound) -> None:
    """A search that finds nothing where there is something measures nothing."""
    if bool(found.hits) == (kind == "nothing to find"):
        raise RuntimeError(f"the search for {kind} found {len(found.hits)}")
