"""`parley bench startup`: how soon a program with a long past can be used.

Each run is a fresh process of the real program on a copy of a home full of messages, the window on
the present display or on none, with a microphone in a silent room and a model server on loopback.
The moments are the program's own (`startup_marks.py`), counted from the launch of the process.
"""

import io
import queue
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from assistant.clock import Clock
from assistant.errors import DeviceError
from assistant.home import Home
from assistant.processes.blocking_child import PIPE, STDOUT, BlockingChild
from assistant.processes.python_command import python_environment, python_module
from assistant.settings import load
from benchmarks.messages_server import BenchMessagesServer
from benchmarks.model.import_times import dearest_modules, dearest_packages, read_import_times
from benchmarks.model.run import Run
from benchmarks.process_usage import compiled_environment, read_usage
from benchmarks.progress import BenchProgress, BenchStep
from benchmarks.reports.speed_report import STARTUP
from benchmarks.sample_history import HistorySize, fill
from benchmarks.speed.startup_marks import (
    BEGUN,
    BUILT,
    COMPOSED,
    ENTERED,
    INTERACTIVE,
    LISTENING,
    OPENED,
    PAINTED,
    SPEECH_LOADED,
    WORDS,
    read_moment,
)

STOCK: Final = HistorySize(long_messages=9_000, conversations=100, each_messages=10)
"""10,000 messages, most of them in the conversation that is gone on with."""
RUNS: Final = 5
MOMENTS: Final = (
    BEGUN,
    BUILT,
    PAINTED,
    INTERACTIVE,
    ENTERED,
    OPENED,
    COMPOSED,
    LISTENING,
    SPEECH_LOADED,
)
VOICED: Final = frozenset({LISTENING, SPEECH_LOADED})
"""Only told where the models of the voice are here."""
DEAREST: Final = 15
"""Packages and modules that are named."""
_LIMIT_S: Final = 60.0
_END_LIMIT_S: Final = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredStart:
    """One start."""

    moments: Mapping[str, float]
    """Seconds since the launch."""
    used: Mapping[str, float]
    """Seconds of processor time until then."""
    request: float
    """The same for the arrival of the request."""
    rss_bytes: int


async def prepare(home: Home, clock: Clock, stock: HistorySize) -> None:
    """Fill a home as the settings would have held its conversations.

    Raises:
        StoreError: If there is no room for it.
    """
    settings = load(home, {}).settings
    await fill(
        home.database,
        stock,
        profile="anthropic",
        model=settings.llm.model,
        now=clock.now(),
        workspace=settings.person.workspace,
        agent=settings.person.agent,
    )


async def measure_startup(
    *,
    home: Home,
    clock: Clock,
    progress: BenchProgress,
    stock: HistorySize = STOCK,
    runs: int = RUNS,
    has_voice: bool = True,
    profile: bool = False,
    warm: bool = True,
) -> Run:
    """Run the bench.

    Args:
        profile: Whether to look at what imports cost, in a start of its own.
        warm: Whether one start more comes first, that the disk's cache is warm for the others.

    Raises:
        DeviceError: If the program does not start.
        StoreError: If there is no room for the store.
    """
    steps = [BenchStep(name="a past", expected_s=stock.messages / 2000)]
    steps += [BenchStep(name="a start", expected_s=8)] * (runs + profile + warm)
    progress.plan(steps)
    with (
        tempfile.TemporaryDirectory(prefix="parley-bench-") as folder,
        BenchMessagesServer() as server,
    ):
        full = Home(root=Path(folder) / "full", models=home.models)
        progress.next()
        await prepare(full, clock, stock)
        starts: list[MeasuredStart] = []
        for run in range(runs + warm):
            progress.next()
            own = Home(root=Path(folder) / f"run-{run}", models=home.models)
            shutil.copytree(full.root, own.root)
            with _Program(own, server) as program:
                starts.append(program.start(has_voice=has_voice))
            shutil.rmtree(own.root)
        imports = None
        if profile:
            progress.next()
            with _Program(full, server, is_profiled=True) as program:
                program.until({PAINTED})
            imports = _imports(program.lines_before(PAINTED))
    return _figures(starts[warm:], messages=stock.messages, imports=imports)


def _figures(starts: list[MeasuredStart], *, messages: int, imports: dict[str, Any] | None) -> Run:
    stages = {
        moment: _milliseconds(start.moments[moment] for start in starts)
        for moment in MOMENTS
        if all(moment in start.moments for start in starts)
    }
    return Run(
        STARTUP,
        window_ms=stages[INTERACTIVE],
        request_ms=_milliseconds(start.request for start in starts),
        first_request_ms=_milliseconds(start.request - start.moments[ENTERED] for start in starts),
        voice_ms=stages.get(LISTENING),
        speech_ms=stages.get(SPEECH_LOADED),
        rss_mb=_median_and_worst(start.rss_bytes / 1_000_000 for start in starts),
        messages=messages,
        runs=len(starts),
        stages=stages,
        processor_ms={
            moment: _milliseconds(start.used[moment] for start in starts) for moment in stages
        },
        imports=imports,
    )


def _milliseconds(seconds: Iterable[float]) -> dict[str, int]:
    return _median_and_worst(value * 1000 for value in seconds)


def _median_and_worst(values: Iterable[float]) -> dict[str, int]:
    found = list(values)
    return {"median": round(statistics.median(found)), "worst": round(max(found))}


def _imports(lines: Iterable[str]) -> dict[str, Any]:
    """Return what is imported before the window is painted, in milliseconds, the dearest first.

    Measuring itself takes about as long again.
    """
    times = read_import_times(lines)
    return {
        "packages": {name: us / 1000 for name, us in dearest_packages(times, DEAREST)},
        "modules": {time.module: time.own_us / 1000 for time in dearest_modules(times, DEAREST)},
        "count": len(times),
    }


class _Program:
    """One rehearsed start; a context manager."""

    def __init__(
        self, home: Home, server: BenchMessagesServer, *, is_profiled: bool = False
    ) -> None:
        self._server = server
        self._moments: dict[str, float] = {}
        self._used: dict[str, float] = {}
        self._lines: list[str] = []
        self._arrived: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        flags = ("-X", "importtime") if is_profiled else ()
        self._errors = None if is_profiled else tempfile.TemporaryFile("w+", encoding="utf-8")
        self._began = time.monotonic()
        arguments = ("--home", str(home.root), "--models", str(home.models))
        self._process = BlockingChild(
            python_module("benchmarks.speed.rehearsal", *arguments, options=flags),
            environment=python_environment(
                compiled_environment()
                | {
                    "ANTHROPIC_API_KEY": "bench",
                    "PARLEY_LLM__PROFILE": "anthropic",
                    "PARLEY_LLM__BASE_URL": server.url,
                }
            ),
            stdout=PIPE,
            stderr=self._errors or STDOUT,
        )
        self._reader = threading.Thread(target=self._read, name="program", daemon=True)
        self._reader.start()

    def __enter__(self) -> "_Program":
        return self

    def __exit__(self, *_problem: object) -> None:
        self._process.kill(patience_s=_END_LIMIT_S)
        self._reader.join()
        self._process.end()
        if self._errors is not None:
            self._errors.close()

    def start(self, *, has_voice: bool) -> MeasuredStart:
        """Wait until everything is there.

        Raises:
            DeviceError: If the program ends before, or does not get there.
        """
        seen = self._server.count
        self.until({moment for moment in MOMENTS if has_voice or moment not in VOICED})
        arrival = self._server.arrival(WORDS, after=seen)
        return MeasuredStart(
            moments=dict(self._moments),
            used=dict(self._used),
            request=arrival.at - self._began,
            rss_bytes=read_usage(self._process.pid).rss_bytes,
        )

    def until(self, moments: set[str]) -> None:
        """Wait for moments; raises as `start`."""
        deadline = self._began + _LIMIT_S
        while not moments <= self._moments.keys():
            try:
                line = self._arrived.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                raise DeviceError(
                    "The program did not start as it should.", hint=self._last_words()
                )
            self._lines.append(line)
            if (told := read_moment(line)) is not None:
                self._moments[told.moment] = told.at - self._began
                self._used[told.moment] = told.used

    def lines_before(self, moment: str) -> Iterable[str]:
        for line in self._lines:
            told = read_moment(line)
            if told is not None and told.moment == moment:
                return
            yield line

    def _read(self) -> None:
        with io.TextIOWrapper(self._process.stdout, encoding="utf-8") as lines:
            for line in lines:
                self._arrived.put(line)
        self._arrived.put(None)

    def _last_words(self) -> str:
        if self._errors is None:
            return ""
        self._errors.seek(0)
        return self._errors.read()[-2000:].strip()
