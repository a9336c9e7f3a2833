"""Hours of talking and waiting leave everything as after the first minutes."""

import asyncio
import gc
import os
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from assistant import freed_memory
from assistant.assembly.voice.audio_files import AudioFiles, FileVoiceLoop, open_file_voice_loop
from assistant.assembly.voice.voice_loop import VoiceModels
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnFailed, TurnFinished
from assistant.questions.model.question import Channel
from assistant.settings import load
from assistant.voice.events import Samples
from benchmarks.instant_models import InstantModel
from benchmarks.process_usage import read_usage
from benchmarks.voice.clips import room_noise, write_wav
from benchmarks.voice.long_session import EACH_S, measure_long_session
from benchmarks.voice.virtual_room import RoomSettings
from tests.conftest import STRESS
from tests.e2e.conftest import speech

MINUTES = 60 if STRESS else 6
GROWTH_BYTES = 24e6 if STRESS else 12e6
"""Until it is warm the runtimes of three models take memory in steps of 10 to 60 MB; what may come
after is an hour's messages, and one such step where a busy machine has two models work at once that
took turns before."""
SESSION_MINUTES = 120 if STRESS else 5
SESSION_GROWTH_BYTES = 24e6
"""What a session may grow over all its length, the same in two hours or five minutes, but for its
largest step: a runtime may still take 10 MB in the middle of it, once."""
SETTLE_S = 0.5
"""After a conversation: what was said is filed and indexed by then, and the next has not begun."""
RATE_HZ = 16_000
REQUESTS = ("order_22.flac", "order_12.flac", "complete_07.flac", "complete_06.flac")
WARM_MINUTES = len(REQUESTS)
"""After this everything that is ever said has been heard once, the longest of it too."""
WORKERS = 6
"""Threads that the event loop hands work to: what it has on two cores."""
REST = DialogueState()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What the process held at one moment of rest."""

    threads: int
    tasks: Counter[str]
    """How many run each coroutine."""
    files: int
    rss_bytes: int


@dataclass
class Watch:
    """Follows the conversation and measures whenever it has come to rest."""

    samples: list[Sample] = field(default_factory=list[Sample])
    answered: int = 0
    troubles: list[EngineEvent] = field(default_factory=list[EngineEvent])

    def __call__(self, event: EngineEvent) -> None:
        match event:
            case TurnFinished():
                self.answered += 1
            case TurnFailed() | Notice():
                self.troubles.append(event)
            case StateChanged(
                new=DialogueState(phase=ConversationPhase.IDLE, session=VoiceSessionState.INACTIVE)
            ):
                asyncio.get_running_loop().call_later(SETTLE_S, self._measure)
            case _:
                pass

    def _measure(self) -> None:
        gc.collect()
        freed_memory.give_back()  # what was freed is no growth, wherever it lies
        self.samples.append(
            Sample(
                threads=threading.active_count(),
                tasks=Counter(_coroutine(task) for task in asyncio.all_tasks()),
                files=len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").is_dir() else 0,
                rss_bytes=read_usage().rss_bytes,
            )
        )


def _coroutine(task: asyncio.Task[object]) -> str:
    return task.get_coro().__qualname__  # type: ignore[union-attr]


@pytest.fixture
async def whole_thread_pool() -> None:
    """Start every thread that the event loop ever hands work to.

    It starts them when so many are busy at once, which may first be so after an hour: two parts of
    a reply need one in the same instant. Any other thread is then one too many.
    """
    loop = asyncio.get_running_loop()
    pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="asyncio")
    loop.set_default_executor(pool)
    everyone = threading.Barrier(WORKERS)
    await asyncio.gather(*(asyncio.to_thread(everyone.wait) for _ in range(WORKERS)))


def growth_bytes(held: list[int]) -> int:
    """Return what memory grew by, but for its largest step."""
    steps = [after - before for before, after in pairwise(held)]
    return sum(steps) - max(steps)


def minute(number: int) -> Samples:
    """Return a call, a request, and silence until the session has ended by itself."""
    parts = [
        room_noise(3.0, seed=number),
        speech("hey_jarvis_splice09.flac"),
        room_noise(0.25, seed=number + 1),
        speech(REQUESTS[number % len(REQUESTS)]),
    ]
    length = sum(map(len, parts))
    return np.concatenate([*parts, room_noise(60.0 - length / RATE_HZ, seed=number + 2)])


@pytest.mark.models
@pytest.mark.own_process
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("whole_thread_pool")
async def test_an_hour_leaves_threads_tasks_files_and_memory_as_they_were(
    home: Home, tmp_path: Path
) -> None:
    heard = tmp_path / "heard.wav"
    write_wav(heard, np.concatenate([minute(number) for number in range(MINUTES)]))
    watch = Watch()
    plan = LaunchOptions(
        home=home,
        settings=load(home, {}).settings,
        clock=SystemClock(),
        channel=Channel.VOICE,
        client=InstantModel(),
        resume=False,
    )
    files = AudioFiles(audio_in=heard, audio_out=None, is_realtime=False)
    async with open_file_voice_loop(plan, files, emit=watch) as running:
        await running.session.wait_until_done()
        state = rest_of(running)
    assert watch.troubles == []
    assert watch.answered == MINUTES
    assert state == REST
    warm, *later = watch.samples[WARM_MINUTES - 1 :]
    assert later
    for sample in later:
        assert sample.threads <= warm.threads
        assert sample.files <= warm.files
        assert set(sample.tasks.values()) == {1}  # housekeeping may be at it, but never two of it
    assert growth_bytes([sample.rss_bytes for sample in (warm, *later)]) < GROWTH_BYTES


@pytest.mark.models
@pytest.mark.own_process
@pytest.mark.timeout(7200)
@pytest.mark.usefixtures("whole_thread_pool")
async def test_a_session_without_an_end_stays_as_it_was_after_its_first_turns(
    home: Home, tmp_path: Path
) -> None:
    settings, clock = load(home, {}).settings, SystemClock()
    models = VoiceModels.build(home, settings.voice, clock)
    setting = RoomSettings(
        home=home, settings=settings, clock=clock, models=models, folder=tmp_path
    )
    try:
        session = await measure_long_session(
            setting, said=[speech(name) for name in REQUESTS], seconds=SESSION_MINUTES * 60
        )
    finally:
        await models.aclose()
    assert session.turns == session.answered == SESSION_MINUTES * 60 // EACH_S
    assert session.sessions == 1
    settled, *later = session.settled
    assert len(later) > 10
    for sample in later:
        assert sample.threads <= settled.threads
        assert sample.files <= settled.files
        assert set(sample.tasks.values()) == {1}
    most_bytes = SESSION_GROWTH_BYTES * len(later) / session.turns
    assert growth_bytes([sample.rss_bytes for sample in session.settled]) < most_bytes


def rest_of(running: FileVoiceLoop) -> DialogueState:
    """Return where the conversation stands."""
    return running.core.conversations.state
