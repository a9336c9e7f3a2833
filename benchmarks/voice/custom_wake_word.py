"""A wake word made of four recordings: how often it is missed, and how often something else wakes.

Each speaker has five recordings of a phrase; each in turn is left out, and the other four make the
wake word. Nothing that judges was tuned on or comes with the program: see `custom_wake_speakers`.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

import numpy as np

from assistant.home import Home
from assistant.settings import VoiceSettings
from assistant.voice.audio.loudness import rms_dbfs
from assistant.voice.custom_wake_word.model.custom_wake_word import CustomWakeWord
from assistant.voice.custom_wake_word.model.enrolment import EnrolmentRecording, enrol
from assistant.voice.custom_wake_word.model.recording_inspection import inspect_recording
from assistant.voice.custom_wake_word.phrase_embedding import PhraseEmbedder
from assistant.voice.custom_wake_word.shipped_speech import background_for
from assistant.voice.detectors.open_wake_word import OpenWakeWord
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from assistant.voice.events import Samples
from benchmarks.model.metrics import share
from benchmarks.model.run import Run
from benchmarks.progress import BenchProgress
from benchmarks.reports.wake_word_report import WAKE_WORD
from benchmarks.voice.clips import ClipLibrary, RecordedClip, load_clips, room_noise
from benchmarks.voice.model.custom_wake_speakers import JUDGED_BY, judges
from benchmarks.voice.model.soundscape import SoundscapeSources, at_level, soundscape
from benchmarks.voice.own_voice import measure_own_voice
from benchmarks.voice.wake_scores import WakeScores
from benchmarks.voice.wake_word import CHUNK_S, THREADS, KnownScores, heard_calls

NOISE_SNR_DB: Final = 10.0
SEED: Final = 20

_BEFORE_S = 2.4
_AFTER_S = 0.8


@dataclass(frozen=True, slots=True)
class _Enrolled:
    word: CustomWakeWord
    left_out: RecordedClip
    speaker: str


def measure_custom_wake(
    home: Home,
    settings: VoiceSettings,
    *,
    clips_folder: Path,
    hours: float,
    scratch: Path,
    progress: BenchProgress,
) -> Run:
    """Measure; blocks.

    Args:
        settings: The threshold.
        hours: Length of the made-up sound; 0 makes none.

    Raises:
        DeviceError: If the folder has no manifest.
        ModelFileError: If a model file is missing.
        ModelLoadError: If one does not load.
    """
    library = ClipLibrary(load_clips(clips_folder), tell=progress.unreadable)
    bench = _Bench(home, settings, library)
    enrolled = bench.enrolled()
    kitchen = [library.read(clip) for clip in library.of("noise") if "kitchen" in clip.label]
    noise = next((samples for samples in kitchen if samples is not None), None)
    missed = [each.left_out.path.name for each in enrolled if not bench.wakes(each)]
    in_noise = (
        None
        if noise is None
        else [each.left_out.path.name for each in enrolled if not bench.wakes(each, noise=noise)]
    )
    firsts = [next(group) for _who, group in groupby(enrolled, key=lambda each: each.speaker)]
    others = [
        bench.wakes(each, clip=clip)
        for each in firsts
        for clip in library.of("custom")
        if clip.label == each.left_out.label and clip.speaker != each.speaker
    ]
    false = bench.false_calls(firsts, hours=hours, scratch=scratch)
    return Run(
        WAKE_WORD,
        speakers=len(firsts),
        missed_rate=share(len(missed), len(enrolled)),
        missed_in_noise_rate=None if in_noise is None else share(len(in_noise), len(enrolled)),
        others_rate=share(sum(others), len(others)),
        false_per_hour=(
            round(sum(false.values()) / len(false) / hours, 3) if false and hours > 0 else None
        ),
        hours=hours,
        own_voice=measure_own_voice(library, noise),
        details={
            "calls": len(enrolled),
            "missed": missed,
            "missed_in_noise": in_noise,
            "others": len(others),
            "false": false,
            "estimates": {
                each.speaker: [each.word.estimate.heard, each.word.estimate.heard_in_noise]
                for each in firsts
            },
        },
    )


class _Bench:
    def __init__(self, home: Home, settings: VoiceSettings, library: ClipLibrary) -> None:
        self._folder = home.models / "openwakeword"
        self._settings = settings
        self._library = library

    def enrolled(self) -> list[_Enrolled]:
        embedder = PhraseEmbedder(self._folder)
        clips = sorted(self._library.of("custom"), key=lambda clip: (clip.speaker, clip.path.name))
        found: list[_Enrolled] = []
        for speaker, group in groupby(clips, key=lambda clip: clip.speaker):
            said = list(group)
            recordings = [self._recording(embedder, clip) for clip in said]
            speech = background_for(said[0].label)
            for index, clip in enumerate(said):
                taught = [*recordings[:index], *recordings[index + 1 :]]
                found.append(_Enrolled(enrol(clip.label, taught, speech), clip, speaker))
        return found

    def _recording(self, embedder: PhraseEmbedder, clip: RecordedClip) -> EnrolmentRecording:
        samples = clip.samples()
        return embedder.recording(samples, inspect_recording(samples))

    def wakes(
        self, enrolled: _Enrolled, *, clip: RecordedClip | None = None, noise: Samples | None = None
    ) -> bool:
        """Say a recording into the listener; return whether the wake word was heard."""
        samples = (clip or enrolled.left_out).samples()
        parts = (room_noise(_BEFORE_S, seed=1), samples, room_noise(_AFTER_S, seed=2))
        sound = np.concatenate(parts)
        if noise is not None:
            background = noise[: len(sound)]
            sound = sound + at_level(background, rms_dbfs(samples) - NOISE_SNR_DB)
        phrase = enrolled.word.phrase
        models = OpenWakeWord(folder=self._folder, phrases={}, custom={phrase: enrolled.word})
        return bool(heard_calls(sound.astype(np.float32), models, self._settings, block=320))

    def false_calls(
        self, enrolled: Sequence[_Enrolled], *, hours: float, scratch: Path
    ) -> dict[str, int]:
        """Return how often each wake word is heard in sound in which nobody says one."""
        sources = self._sources([each.word.phrase for each in enrolled])
        if hours <= 0 or not enrolled or not (sources.speech or sources.background):
            return {}
        custom = {each.speaker: each.word for each in enrolled}
        chunks = max(1, round(hours * 3600 / CHUNK_S))
        length = hours * 3600 / chunks

        def hear(chunk: int) -> list[int]:
            folder = scratch / f"custom-wake-{chunk}"
            folder.mkdir(parents=True)
            scores = WakeScores(folder=self._folder, phrases={}, custom=custom, scratch=folder)
            sound = soundscape(sources, seconds=length, seed=SEED + chunk)
            sound = sound[: len(sound) // EMBEDDING_FRAME_SAMPLES * EMBEDDING_FRAME_SAMPLES]
            known = scores.scores(sound)
            return [
                len(
                    heard_calls(
                        sound,
                        KnownScores([{speaker: each[speaker]} for each in known]),
                        self._settings,
                    )
                )
                for speaker in custom
            ]

        with ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="wake-bench") as workers:
            counted = list(workers.map(hear, range(chunks)))
        totals = [sum(each) for each in zip(*counted, strict=True)]
        return dict(zip(custom, totals, strict=True))

    def _sources(self, phrases: Sequence[str]) -> SoundscapeSources:
        speech: list[Samples] = []
        background: list[Samples] = []
        for clip in self._library.of(*JUDGED_BY):
            if not judges(clip) or any(_says(clip, phrase) for phrase in phrases):
                continue
            samples = self._library.read(clip)
            if samples is not None:
                is_background = clip.kind == "noise" and not clip.language
                (background if is_background else speech).append(samples)
        return SoundscapeSources(speech=speech, background=background)


def _says(clip: RecordedClip, phrase: str) -> bool:
    return phrase.replace(" ", "") in clip.label.lower().replace(" ", "")
