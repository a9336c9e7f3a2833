"""Open loudspeakers: does the program take its own voice for somebody, and does it give way?

The assembled program speaks in a made-up room whose microphone hears it: room response, delay, drift
of the clocks, saturation. First nobody else speaks; what then stops or holds the voice is its own
echo. That runs as fast as the machine can, on audio time. Then people speak over the voice at random
moments, at real-time pace.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.turns import TurnStarted
from assistant.protocol.voice import SpeechStopped
from assistant.voice.events import (
    Samples,
    VoiceHeld,
    VoiceStarted,
    VoiceSuspected,
    WakeHeard,
)
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.instant_models import TalkingModel
from benchmarks.model.metrics import latencies, share
from benchmarks.model.run import Measured
from benchmarks.voice.clips import ClipLibrary, RecordedClip
from benchmarks.voice.model.barge_in_timing import BargeInTiming, barge_in_timing_of
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.sentences import CHARACTERS_PER_S, SENTENCES
from benchmarks.voice.simulated_room import RoomPace
from benchmarks.voice.speech_span import Spans
from benchmarks.voice.virtual_room import RoomSettings, VirtualRoom, open_room

OPEN_SPEAKERS: Final = RoomAcoustics(delay_s=0.12, drift_ppm=60.0)
"""Half as loud in the microphone as played, 0.15 s of reverberation, 60 parts in a million drift."""
MAX_OVER_S: Final = 6.0
"""Longest clip said over the voice."""
PERSON_DBFS: Final = -20.0
"""RMS level of the user's speech in the microphone: some decibels above the echo."""
GIVES_WAY_WITHIN_S: Final = 2.0
"""Not silent by then after speech began, or half a second after it ended: not noticed."""

_BETWEEN_S = (1.2, 3.2)
_TRIES = 20


async def measure_echo(setting: RoomSettings, *, seconds: float) -> Measured:
    """Let the program speak for so many seconds of audio while nobody else does."""
    characters = round(seconds * CHARACTERS_PER_S) + 2000
    model = TalkingModel(SENTENCES, characters=characters)
    async with open_room(
        setting,
        name="echo",
        model=model,
        acoustics=OPEN_SPEAKERS,
        pace=RoomPace.FAST,
        has_echo=True,
        is_recorded=False,
    ) as stage:
        spoken_s = 0.0
        stops = 0
        for _try in range(_TRIES):
            if not await stage.begin_reply(None):
                break
            begin = stage.now()
            await stage.until(
                lambda: stage.phase is not ConversationPhase.SPEAKING, limit_s=seconds - spoken_s
            )
            spoken_s += stage.now() - begin
            if spoken_s >= seconds - 0.1:
                break
            stops += any(
                event.interrupted for _at, event in stage.log.of(SpeechStopped, since=begin)
            )
        listener = stage.room.listener
        if spoken_s <= 0 or listener is None:
            return {"details": {}}
        return {
            "self_interruptions": max(stops, listener.n_delivered(VoiceHeld)),
            "self_wakes": listener.n_delivered(WakeHeard),
            "self_ducks": listener.n_delivered(VoiceSuspected),
            "details": {
                "spoken_s": round(spoken_s, 1),
                "stops": stops,
                "holds": listener.n_delivered(VoiceHeld),
                "taken_for_speech": listener.n_delivered(VoiceStarted),
            },
        }


def interruptions(library: ClipLibrary, *, seed: int) -> tuple[RecordedClip, ...]:
    """Return what may be said over the voice, in a random order: people with words of their own.

    The kind `barge` is not among them: another assistant's voice is mixed into it.
    """
    clips = [
        clip
        for clip in library.of("speech", "turn")
        if clip.is_human and not clip.is_unfinished and clip.language in {"en", ""}
    ]
    order = np.random.default_rng(seed).permutation(len(clips))
    return tuple(clips[int(place)] for place in order)


async def measure_barge_in(
    setting: RoomSettings, library: ClipLibrary, *, count: int, seed: int
) -> Measured:
    """Speak over the voice with `count` clips, at a random moment each.

    Clips that are too long, or cannot be read, are replaced by others.
    """
    rng = np.random.default_rng(seed)
    model = TalkingModel(SENTENCES, characters=4000)
    placed: list[tuple[str, float, float, float]] = []
    spans = Spans()
    async with open_room(
        setting,
        name="barge-in",
        model=model,
        acoustics=OPEN_SPEAKERS,
        pace=RoomPace.REAL,
        has_echo=True,
    ) as stage:
        for clip in interruptions(library, seed=seed):
            if len(placed) == count:
                break
            samples = _person(library.read(clip), spans)
            if samples is None or not await _speaks(stage, rng.uniform(*_BETWEEN_S)):
                continue
            begin = stage.say(samples)
            length = len(samples) / SAMPLE_RATE_HZ
            await stage.until_second(begin + length)
            await stage.until(
                lambda begin=begin: stage.log.has(TurnStarted, since=begin), limit_s=4.0
            )
            turns = stage.log.of(TurnStarted, since=begin)
            until = turns[0][0] if turns else stage.now()
            placed.append((clip.path.name, begin, length, until))
            await stage.until(lambda: stage.phase is ConversationPhase.SPEAKING, limit_s=4.0)
        played, rate_hz = stage.room.played, stage.room.output_rate_hz
        volumes = stage.volumes
    results = [
        (
            name,
            read_barge_in_clip(
                barge_in_timing_of(played, rate_hz, volumes, speech_begin=begin, until=until),
                length,
            ),
        )
        for name, begin, length, until in placed
    ]
    return barge_in_figures(results)


async def _speaks(stage: VirtualRoom, seconds: float) -> bool:
    """Have the program speak for a while; return whether it does still."""
    for _try in range(2):
        if stage.phase is not ConversationPhase.SPEAKING and not await stage.begin_reply(None):
            continue
        await stage.until_second(stage.now() + seconds)
        if stage.phase is ConversationPhase.SPEAKING:
            return True
    return False


def barge_in_figures(results: Sequence[tuple[str, BargeInTiming]]) -> Measured:
    ducked = [each.ducked_s for _name, each in results if each.ducked_s is not None]
    silent = [each.silent_s for _name, each in results if each.silent_s is not None]
    return {
        "duck_ms": latencies(ducked),
        "silent_ms": latencies(silent),
        "barge_in_missed_rate": share(len(results) - len(silent), len(results)),
        "details": {
            "said": len(results),
            "missed": [name for name, each in results if each.silent_s is None],
        },
    }


def read_barge_in_clip(found: BargeInTiming, length_s: float) -> BargeInTiming:
    """Return what was found; nothing if the voice gave way too late to have been interrupted."""
    limit_s = max(GIVES_WAY_WITHIN_S, length_s + 0.5)
    if found.silent_s is None or found.silent_s > limit_s:
        return BargeInTiming(ducked_s=None, silent_s=None)
    return found


def _person(samples: Samples | None, spans: Spans) -> Samples | None:
    """Return a clip from the first moment of its speech to the last, at the user's level."""
    if samples is None:
        return None
    span = spans.of(samples)
    if span is None or span.end - span.begin > MAX_OVER_S:
        return None
    spoken = samples[round(span.begin * SAMPLE_RATE_HZ) : round(span.end * SAMPLE_RATE_HZ)]
    rms = float(np.sqrt(np.mean(np.square(spoken, dtype=np.float64))))
    level = 10 ** (PERSON_DBFS / 20)
    return np.clip(spoken * np.float32(level / max(rms, 1e-6)), -1.0, 1.0).astype(np.float32)
