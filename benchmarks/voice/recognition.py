"""The recogniser beside faster-whisper's own default, and what noise becomes.

Both recognisers hear the same clips, in turn first and second, and the processor time each takes is
compared: on a machine that does other things too it is steadier than the clock. Noise goes the whole
way: the program listens to a turn, and what reaches the conversation as words counts.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.turns import TurnStarted
from assistant.protocol.voice import ToggleMicrophone, TranscriptFinal
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.instant_models import InstantModel
from benchmarks.model.error_rate import ErrorCount, character_errors, word_errors
from benchmarks.model.run import Measured
from benchmarks.voice.clips import ClipLibrary, RecordedClip, room_noise
from benchmarks.voice.simulated_room import RoomPace
from benchmarks.voice.virtual_room import RoomSettings, VirtualRoom, open_room

LONGEST_S: Final = 29.0
"""What fits one window of the reference; longer clips are left out."""
UNSPACED: Final = frozenset({"zh", "ja", "ko"})
"""Languages compared letter by letter: what is a word is a matter of taste there."""
CHUNK_S: Final = 25.0
"""Noise is heard in pieces of this length, each as a turn of its own."""
NO_SPEECH_S: Final = 60.0
"""How long the program waits for speech while noise is played: longer than a piece."""
MADE_UP_S: Final = 8.0

_AFTER_S = 4.0


def errors_of(clip: RecordedClip, understood: str) -> ErrorCount:
    compare = character_errors if clip.language in UNSPACED else word_errors
    return compare(clip.label, understood)


def rate_of(counts: Sequence[ErrorCount]) -> float | None:
    """Return errors a word over all clips; None of none."""
    words = sum(count.words for count in counts)
    return round(sum(count.errors for count in counts) / words, 4) if words else None


async def measure_recognition(
    setting: RoomSettings, library: ClipLibrary, *, clips: Sequence[RecordedClip]
) -> Measured:
    """Understand every clip with both recognisers.

    Raises:
        ModelLoadError: If the recogniser cannot be used.
    """
    reference = _reference(setting.home.models / setting.settings.voice.stt_model)
    ours: list[ErrorCount] = []
    theirs: list[ErrorCount] = []
    spent = {"ours": 0.0, "theirs": 0.0}
    await setting.models.transcriber.warm_up()
    reference(room_noise(1.0))
    for index, clip in enumerate(clips):
        samples = library.read(clip)
        if samples is None or len(samples) > LONGEST_S * SAMPLE_RATE_HZ:
            continue
        for who in ("ours", "theirs") if index % 2 else ("theirs", "ours"):
            before = time.process_time()
            if who == "ours":
                text = (await setting.models.transcriber.transcribe(samples)).text
                ours.append(errors_of(clip, text))
            else:
                text = reference(samples)
                theirs.append(errors_of(clip, text))
            spent[who] += time.process_time() - before
    return {
        "wer": rate_of(ours),
        "wer_reference": rate_of(theirs),
        "stt_time_ratio": round(spent["ours"] / spent["theirs"], 3) if spent["theirs"] else None,
        "details": {
            "clips": len(ours),
            "words": sum(count.words for count in ours),
            "ours_cpu_s": round(spent["ours"], 2),
            "reference_cpu_s": round(spent["theirs"], 2),
        },
    }


def _reference(folder: Path) -> Callable[[Samples], str]:
    library = cast("Any", import_module("faster_whisper"))
    model = library.WhisperModel(
        str(folder), device="cpu", compute_type="int8", cpu_threads=2, local_files_only=True
    )

    def transcribe(samples: Samples) -> str:
        segments, _info = model.transcribe(samples)
        return "".join(segment.text for segment in segments).strip()

    return transcribe


def is_noise(clip: RecordedClip) -> bool:
    """Whether nobody speaks in a recording of noise."""
    return clip.kind == "noise" and clip.language == ""


def made_up_noise() -> dict[str, Samples]:
    """Return sounds that no recording is needed for, by name: the same every time."""
    rng = np.random.default_rng(4)
    count = round(MADE_UP_S * SAMPLE_RATE_HZ)
    at = np.arange(count) / SAMPLE_RATE_HZ
    clicks = np.zeros(count, np.float32)
    clicks[rng.integers(0, count, 24)] = rng.uniform(-0.8, 0.8, 24)
    hum = np.sin(np.outer((1, 2, 3, 5), 2 * np.pi * 50 * at)).sum(axis=0)
    knocks = np.zeros(count, np.float32)
    for first in rng.integers(0, count - 2000, 8):
        knocks[first : first + 2000] += (
            0.5 * rng.standard_normal(2000) * np.exp(-np.arange(2000) / 260)
        ).astype(np.float32)
    return {
        "silence": np.zeros(count, np.float32),
        "quiet": room_noise(MADE_UP_S, seed=9),
        "hum": (0.03 * hum).astype(np.float32),
        "clicks": clicks,
        "knocks": knocks,
        "white noise": (0.03 * rng.standard_normal(count)).astype(np.float32),
        "loud white noise": (0.15 * rng.standard_normal(count)).astype(np.float32),
        "beeps": (0.2 * np.sin(2 * np.pi * 880 * at) * (at % 1.0 < 0.2)).astype(np.float32),
    }


async def measure_noise(
    setting: RoomSettings, library: ClipLibrary, *, clips: Sequence[RecordedClip], made_up: int
) -> Measured:
    """Play noise to a program that listens to a turn, as fast as it can hear.

    Args:
        made_up: How many noises are made up besides.
    """
    sounds = [
        (clip.path.name, samples) for clip in clips if (samples := library.read(clip)) is not None
    ]
    sounds += list(made_up_noise().items())[:made_up]
    voice = setting.settings.voice.model_copy(update={"no_speech_timeout_s": NO_SPEECH_S})
    settings = setting.settings.model_copy(update={"voice": voice})
    heard: list[str] = []
    async with open_room(
        replace(setting, settings=settings),
        name="noise",
        model=InstantModel(),
        pace=RoomPace.FAST,
        is_recorded=False,
    ) as stage:
        for name, samples in sounds:
            since = stage.now()
            for piece in pieces_of(samples):
                await _play(stage, piece)
            words = [
                event.text
                for _at, event in stage.log.of(TranscriptFinal, since=since)
                if event.text
            ]
            if words or stage.log.has(TurnStarted, since=since):
                heard.append(name)
    return {"noise_clips_heard": len(heard), "details": {"sounds": len(sounds), "heard": heard}}


def pieces_of(samples: Samples) -> list[Samples]:
    """Cut a recording into pieces of at most `CHUNK_S`."""
    size = round(CHUNK_S * SAMPLE_RATE_HZ)
    return [samples[first : first + size] for first in range(0, len(samples), size)]


async def _play(stage: VirtualRoom, samples: Samples) -> None:
    await stage.listen(None)
    begin = stage.say(samples)
    await stage.until_second(begin + len(samples) / SAMPLE_RATE_HZ + _AFTER_S)
    await stage.until(
        lambda: stage.phase in {ConversationPhase.IDLE, ConversationPhase.LISTENING}, limit_s=20.0
    )
    if stage.phase is ConversationPhase.LISTENING:
        await stage.session.on_command(ToggleMicrophone())
        await stage.until(lambda: stage.phase is ConversationPhase.IDLE, limit_s=10.0)
