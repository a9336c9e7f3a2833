"""One session of hours without an end: what it holds and takes as the turns go by.

The assembled program in a made-up room, as fast as the machine can: somebody speaks, is answered
aloud, is silent for a while, and speaks again, all in one session of one conversation.
"""

import asyncio
import gc
import os
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Final

from assistant import freed_memory
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import ConversationPhase, VoiceSessionState
from assistant.protocol.turns import TurnFinished
from assistant.voice.events import Samples
from benchmarks.instant_models import InstantModel
from benchmarks.model.drift import slope
from benchmarks.model.run import Run
from benchmarks.process_usage import read_usage
from benchmarks.reports.voice_report import LONG_SESSION
from benchmarks.voice.clips import ClipLibrary, RecordedClip
from benchmarks.voice.model.turn_outcomes import TurnKind
from benchmarks.voice.response_latency import kind_of
from benchmarks.voice.simulated_room import RoomPace
from benchmarks.voice.virtual_room import RoomSettings, VirtualRoom, open_room

EACH_S: Final = 15.0
"""From one turn to the next."""
WARM_TURNS: Final = 8
"""Turns in which models and store take what they need."""
REQUESTS: Final = 4
"""Different things that are said."""
_TURN_LIMIT_S: Final = 30.0
_OPEN_FILES: Final = Path("/proc/self/fd")


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSample:
    """What the process held between two turns."""

    at: float
    """Second of the session."""
    turn_cpu_s: float
    """Processor time since the sample before: of one turn, and of listening as long as ever."""
    rss_bytes: int
    threads: int
    tasks: Counter[str]
    """How many run each coroutine."""
    files: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LongSession:
    """What was measured."""

    turns: int
    answered: int
    sessions: int
    """How often a session was opened; one, unless it ended by itself."""
    samples: tuple[SessionSample, ...]

    @property
    def settled(self) -> tuple[SessionSample, ...]:
        return self.samples[WARM_TURNS:]

    @property
    def growth_mb_per_hour(self) -> float | None:
        """How fast resident memory grows once it is settled; None if the session was too short."""
        points = [(each.at / 3600, each.rss_bytes / 1e6) for each in self.settled]
        return slope(points) if len(points) > 1 else None

    @property
    def turn_cpu_s(self) -> tuple[float, float] | None:
        """The median processor time of a turn in the first and the last third of the session."""
        third = len(self.settled) // 3
        if not third:
            return None
        first, last = self.settled[:third], self.settled[-third:]
        return median(each.turn_cpu_s for each in first), median(each.turn_cpu_s for each in last)

    def figures(self) -> Run:
        """Return what the table shows of it."""
        first, last = self.turn_cpu_s or (None, None)
        found = {
            "growth_mb_per_hour": self.growth_mb_per_hour,
            "more_threads": self.more_threads,
            "first_turn_cpu_s": first,
            "last_turn_cpu_s": last,
        }
        rounded = {n: None if value is None else round(value, 2) for n, value in found.items()}
        return Run(LONG_SESSION, **rounded)

    @property
    def more_threads(self) -> int | None:
        """How many threads more there are at the end than when it had settled."""
        return self.settled[-1].threads - self.settled[0].threads if self.settled else None


def long_session_requests(library: ClipLibrary, turns: Sequence[RecordedClip]) -> list[Samples]:
    """Return what is said in a long session, of recorded turns: whole sentences."""
    whole = (library.read(clip) for clip in turns if kind_of(clip) is TurnKind.COMPLETE)
    return list(islice((samples for samples in whole if samples is not None), REQUESTS))


async def measure_long_session(
    setting: RoomSettings, *, said: Sequence[Samples], seconds: float
) -> LongSession:
    """Hold a session of so many seconds of audio.

    Args:
        said: What the user says, one after the other and over again.

    Raises:
        AssistantError: If the program cannot be run.
    """
    patient = setting.settings.model_copy(
        update={
            "voice": setting.settings.voice.model_copy(update={"no_speech_timeout_s": 60.0}),
            "llm": setting.settings.llm.model_copy(update={"intents": "model first"}),
        }
    )
    setting = replace(setting, settings=patient)
    samples: list[SessionSample] = []
    turns = answered = sessions = 0
    async with open_room(
        setting,
        name="session",
        model=InstantModel(),
        pace=RoomPace.FAST,
        has_echo=True,
        is_recorded=False,
    ) as stage:
        for clip in cycle(said):
            if stage.now() + EACH_S > seconds:
                break
            used, ends_at = time.process_time(), stage.now() + EACH_S
            await stage.listen(None)
            stage.say(clip)
            await stage.until(lambda: _is_answered(stage), limit_s=_TURN_LIMIT_S)
            await stage.until_second(max(ends_at, stage.now()))
            turns += 1
            answered += len(stage.log.of(TurnFinished))
            sessions += sum(
                change.old.session is VoiceSessionState.INACTIVE
                and change.new.session is not VoiceSessionState.INACTIVE
                for _at, change in stage.log.of(StateChanged)
            )
            _forget_what_was_noted(stage)
            samples.append(_sample(stage.now(), time.process_time() - used))
    return LongSession(turns=turns, answered=answered, sessions=sessions, samples=tuple(samples))


def _is_answered(stage: VirtualRoom) -> bool:
    return bool(stage.log.of(TurnFinished)) and stage.phase is ConversationPhase.LISTENING


def _forget_what_was_noted(stage: VirtualRoom) -> None:
    """Drop the notes of the room itself, which would be all that grows."""
    stage.log.entries.clear()
    stage.room.volumes.clear()


def _sample(at: float, turn_cpu_s: float) -> SessionSample:
    gc.collect()
    freed_memory.give_back()  # what was freed is no growth, wherever it lies
    return SessionSample(
        at=at,
        turn_cpu_s=turn_cpu_s,
        rss_bytes=read_usage().rss_bytes,
        threads=threading.active_count(),
        tasks=Counter(
            str(getattr(task.get_coro(), "__qualname__", "")) for task in asyncio.all_tasks()
        ),
        files=len(os.listdir(_OPEN_FILES)) if _OPEN_FILES.is_dir() else 0,
    )
