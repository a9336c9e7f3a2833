"""The wake word: how often it is missed, and how often something else is taken for it.

Both go through the listener's own perception, with its policy and its check for speech. Calls are
streamed one after another; hours of made-up sound are scored ahead, which gives the same scores
(`wake_scores`), and run faster than they last.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np

from assistant.assembly.voice.voice_loop import WAKE_WORDS, wake_files
from assistant.home import Home
from assistant.settings import VoiceSettings
from assistant.voice.detectors.open_wake_word import WARM_UP_FRAMES, OpenWakeWord, WakeWordPolicy
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from assistant.voice.detectors.vad import SileroVad, shipped_vad_model
from assistant.voice.events import Samples, WakeHeard
from assistant.voice.listening.perception import Perception
from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.turn_taking.endpointing import EndpointLimits
from assistant.voice.turn_taking.wake_word import WakeWordScorer
from benchmarks.model.metrics import share
from benchmarks.model.run import Measured
from benchmarks.voice.clips import ClipLibrary, RecordedClip, room_noise
from benchmarks.voice.model.soundscape import SoundscapeSources, soundscape
from benchmarks.voice.wake_scores import WakeScores

CHUNK_S: Final = 600.0
"""Made-up sound is made and heard in pieces of ten minutes, so that two cores can share them."""
ENOUGH_S: Final = 300.0
"""Of recordings, from which hours may be made up."""
FULL_HOURS: Final = 6.0
FEW_HOURS: Final = 0.5
THREADS: Final = 2

_BEFORE_S = 2.4
"""Quiet before each call: longer than nothing counts after the one before."""
_AFTER_S = 0.8


class KnownScores:
    """Implements `WakeWordScorer` with scores that are known already."""

    def __init__(self, scores: Sequence[dict[str, float]]) -> None:
        self._scores = iter(scores)

    def scores(self, frame: Samples) -> dict[str, float]:
        return next(self._scores)


def hours_for(library: ClipLibrary) -> float:
    """Return how many hours to make up: what the recordings are good for."""
    seconds = 0.0
    for clip in library.of("noise", "speech"):
        samples = library.read(clip)
        seconds += 0.0 if samples is None else len(samples) / SAMPLE_RATE_HZ
        if seconds >= ENOUGH_S:
            return FULL_HOURS
    return FEW_HOURS


def calls(library: ClipLibrary) -> tuple[tuple[str, RecordedClip], ...]:
    """Return the recorded calls with the name of the wake word each of them should be heard as."""
    return tuple((clip.expect, clip) for clip in library.of("wake") if clip.expect in WAKE_WORDS)


def measure_wake(
    home: Home,
    settings: VoiceSettings,
    library: ClipLibrary,
    *,
    hours: float,
    seed: int,
    scratch: Path,
) -> Measured:
    """Measure; blocks for about 25 s an hour on two cores.

    Args:
        settings: Wake words and threshold.
        hours: Length of the made-up sound; 0 makes none.

    Raises:
        ModelFileError: If a file is missing.
        ModelLoadError: If a file does not load.
    """
    recorded = calls(library)
    missed, said = _missed(home, settings, library, recorded)
    files = wake_files(home, settings.wake_words)
    apart = [clip for clip in library.of("negative") if is_near(clip, files)]
    sources = sources_of(library, files)
    details: dict[str, Any] = {
        "calls": len(said),
        "missed": missed,
        "near_words": len(apart),
        "near_words_woken": _near_woken(home, settings, library, apart),
    }
    found: Measured = {"wake_missed_rate": share(len(missed), len(said)), "details": details}
    if hours <= 0 or not (sources.speech or sources.background):
        return found
    chunks = max(1, round(hours * 3600 / CHUNK_S))
    length = min(CHUNK_S, hours * 3600)

    def hear(chunk: int) -> int:
        folder = scratch / f"wake-{chunk}"
        folder.mkdir(parents=True)
        scores = WakeScores(folder=home.models / "openwakeword", phrases=files, scratch=folder)
        sound = soundscape(sources, seconds=length, seed=seed + chunk)
        return len(heard_calls(sound, KnownScores(scores.scores(sound)), settings))

    with ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="wake-bench") as workers:
        false = sum(workers.map(hear, range(chunks)))
    heard_hours = chunks * length / 3600
    details["false"] = false
    return found | {
        "wake_false_per_hour": round(false / heard_hours, 3),
        "wake_hours": round(heard_hours, 3),
    }


def is_near(clip: RecordedClip, phrases: Mapping[str, Path]) -> bool:
    """Whether a clip that should not wake begins like one of the phrases.

    Such clips have no natural rate, so they are said once each and counted apart.
    """
    words = clip.label.lower().split()
    return bool(words) and any(words[0] == phrase.split("_")[0] for phrase in phrases)


def holds_phrase(clip: RecordedClip, phrases: Mapping[str, Path]) -> bool:
    """Whether a phrase is said in a clip, or an essential word of it."""
    label = clip.label.lower()
    return clip.kind == "wake" or any(phrase.split("_")[-1] in label for phrase in phrases)


def sources_of(library: ClipLibrary, phrases: Mapping[str, Path]) -> SoundscapeSources:
    """Return what may be mixed: everything in which no phrase is said."""
    speech: list[Samples] = []
    background: list[Samples] = []
    for clip in library.of("speech", "turn", "digit", "negative", "noise"):
        if holds_phrase(clip, phrases) or (clip.kind == "negative" and is_near(clip, phrases)):
            continue
        samples = library.read(clip)
        if samples is not None:
            is_talk = clip.kind == "noise" and clip.language != ""
            (background if clip.kind == "noise" and not is_talk else speech).append(samples)
    return SoundscapeSources(speech=speech, background=background)


def heard_calls(
    samples: Samples,
    wake: WakeWordScorer,
    settings: VoiceSettings,
    *,
    block: int = EMBEDDING_FRAME_SAMPLES,
) -> list[WakeHeard]:
    """Return every call that the listener would hear in a recording; `at` counts from its begin."""
    perception = Perception(
        wake=wake,
        policy=WakeWordPolicy(threshold=settings.wake_threshold, warm_up_frames=WARM_UP_FRAMES),
        vad=SileroVad(shipped_vad_model()),
        limits=EndpointLimits(),
        barge_in_s=settings.barge_in_ms / 1000,
        ask=None,
    )
    found: list[WakeHeard] = []
    for first in range(0, len(samples) // EMBEDDING_FRAME_SAMPLES * EMBEDDING_FRAME_SAMPLES, block):
        part = samples[first : first + block]
        events = perception.listen(part, (first + len(part)) / SAMPLE_RATE_HZ)
        found += [event for event in events if isinstance(event, WakeHeard)]
    return found


def _missed(
    home: Home,
    settings: VoiceSettings,
    library: ClipLibrary,
    recorded: Sequence[tuple[str, RecordedClip]],
) -> tuple[list[str], list[str]]:
    """Return the names of the calls that were not heard, and of all that were made."""
    missed: list[str] = []
    said: list[str] = []
    for word in sorted({word for word, _clip in recorded}):
        files = {word: wake_files(home, (word,))[word]}
        if not files[word].is_file():
            continue
        clips = [clip for expected, clip in recorded if expected == word]
        heard = _said_in_turn(home, settings, files, library, clips)
        said += [clip.path.name for clip, _is_heard in heard]
        missed += [clip.path.name for clip, is_heard in heard if not is_heard]
    return missed, said


def _near_woken(
    home: Home, settings: VoiceSettings, library: ClipLibrary, clips: Sequence[RecordedClip]
) -> list[str]:
    files = wake_files(home, settings.wake_words)
    heard = _said_in_turn(home, settings, files, library, clips)
    return [clip.path.name for clip, is_heard in heard if is_heard]


def _said_in_turn(
    home: Home,
    settings: VoiceSettings,
    files: Mapping[str, Path],
    library: ClipLibrary,
    clips: Sequence[RecordedClip],
) -> list[tuple[RecordedClip, bool]]:
    """Say clips one after another into one microphone; return which of them woke."""
    parts: list[Samples] = []
    placed: list[tuple[RecordedClip, float, float]] = []
    at = 0
    for index, clip in enumerate(clips):
        samples = library.read(clip)
        if samples is None:
            continue
        before = room_noise(_BEFORE_S, seed=index)
        after = room_noise(_AFTER_S, seed=index + 1)
        begin = at + len(before)
        end = begin + len(samples) + len(after)
        placed.append((clip, begin / SAMPLE_RATE_HZ, end / SAMPLE_RATE_HZ))
        parts += [before, samples, after]
        at = end
    if not parts:
        return []
    models = OpenWakeWord(folder=home.models / "openwakeword", phrases=files)
    # Blocks of 20 ms, as devices deliver them.
    heard = heard_calls(np.concatenate(parts), models, settings, block=320)
    return [(clip, any(begin <= event.at <= end for event in heard)) for clip, begin, end in placed]
