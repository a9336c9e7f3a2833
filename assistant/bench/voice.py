"""`parley bench voice`: how fast the voice loop answers and what it costs while it waits.

The whole program runs over one recording at real-time pace with a language model that answers at
once. Response latency is read from the recordings, on the one clock they share: end of speech in
what is heard → first sample of the reply above -50 dBFS in what is spoken.
"""

import asyncio
import resource
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from assistant.assembly.files import Files, open_files
from assistant.assembly.plan import Plan
from assistant.assembly.voice import Models
from assistant.bench.clips import Clip, Placed, assemble, load_clips, quiet, write_wav
from assistant.bench.instant import InstantModel
from assistant.bench.metrics import first_audible_s, percentile
from assistant.bench.usage import cores_used, read_usage
from assistant.bench.words import word_errors
from assistant.clock import Clock
from assistant.conversation.events import EngineEvent, Timeline, TranscriptFinal, TurnTimed
from assistant.errors import DeviceError
from assistant.home import Home
from assistant.locale import _
from assistant.questions.model import Channel
from assistant.settings import Settings
from assistant.voice.devices.wav import read_wav
from assistant.voice.events import Samples

IDLE_S: Final = 20.0
"""Seconds of waiting for the wake word over which its cost is measured."""
MAX_CLIP_S: Final = 8.0
"""Longer recordings make the bench long and tell nothing more."""

_STAGES: Final = (
    ("endpointing", "speech_end", "turn_end"),
    ("transcription", "turn_end", "transcript"),
    ("request", "transcript", "request"),
    ("model", "request", "first_token"),
    ("first_clause", "first_token", "first_clause"),
    ("synthesis", "first_clause", "first_synthesis"),
    ("playout", "first_synthesis", "first_audio"),
)
"""Name of a stage, the field of the timeline it begins with and the one it ends with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceFigures:
    """What was measured. A figure is None where the recordings hold nothing to measure it by."""

    response_latency_ms: dict[str, Any]
    """`p50`, `p95`, and `stages`: the mean milliseconds of each."""
    wer: float | None
    idle_core_share: float
    """Share of one core while waiting for the wake word, 0 to 1."""
    idle_rss_mb: float
    peak_rss_mb: float
    clips: int
    answered: int
    """Clips that were answered at all."""


class _Collector:
    """Keeps timelines and transcripts."""

    def __init__(self) -> None:
        self.timelines: list[Timeline] = []
        self.transcripts: list[str] = []

    def __call__(self, event: EngineEvent) -> None:
        match event:
            case TurnTimed(timeline=timeline):
                self.timelines.append(timeline)
            case TranscriptFinal(text=text):
                self.transcripts.append(text)
            case _:
                pass


async def measure_voice(
    *, home: Home, settings: Settings, clock: Clock, clips_folder: Path, limit: int
) -> VoiceFigures:
    """Run the bench.

    Args:
        home: Where the model files are; its data is not touched.
        settings: The voice's settings are used as they are.
        clock: The machine's.
        clips_folder: Recordings with a manifest.
        limit: How many utterances at most.

    Raises:
        DeviceError: If the recordings lack a wake phrase or utterances.
    """
    wake, utterances = pick(load_clips(clips_folder), wake_word=settings.voice.wake_word)
    utterances = utterances[:limit]
    models = Models.build(home, settings.voice, clock)
    try:
        with tempfile.TemporaryDirectory(prefix="parley-bench-") as folder:
            plan = Plan(
                home=replace(home, root=Path(folder) / "home"),
                settings=settings,
                clock=clock,
                channel=Channel.VOICE,
                client=InstantModel(),
                resume=False,
            )
            share, resident = await _idle(plan, models, Path(folder))
            collected, latencies = await _converse(plan, models, Path(folder), wake, utterances)
    finally:
        await models.aclose()
    measured = [latency for latency in latencies if latency is not None]
    return VoiceFigures(
        response_latency_ms={
            "p50": _milliseconds(percentile(measured, 50)) if measured else None,
            "p95": _milliseconds(percentile(measured, 95)) if measured else None,
            "stages": stage_means_ms(collected.timelines),
        },
        wer=word_error_rate([clip.label for clip in utterances], collected.transcripts),
        idle_core_share=round(share, 4),
        idle_rss_mb=round(resident, 1),
        peak_rss_mb=round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        clips=len(utterances),
        answered=len(measured),
    )


def pick(clips: Sequence[Clip], *, wake_word: str) -> tuple[Clip, tuple[Clip, ...]]:
    """Return the wake phrase and the utterances to measure, complete ones in English.

    Raises:
        DeviceError: If either is missing.
    """
    phrase = wake_word.replace("_", " ")
    wake = next((clip for clip in clips if clip.kind == "wake" and clip.label == phrase), None)
    utterances = tuple(
        clip
        for clip in clips
        if (clip.kind == "turn" and clip.speech_end_s is not None)
        or (clip.kind == "speech" and clip.language == "en")
    )
    if wake is None or not utterances:
        raise DeviceError(
            _("The recordings hold no “{phrase}” or nothing that is said after it.").format(
                phrase=phrase
            ),
            hint=_("Name a folder that does by --clips."),
        )
    return wake, tuple(sorted(utterances, key=lambda clip: clip.kind != "turn"))


def stage_means_ms(timelines: Sequence[Timeline]) -> dict[str, int]:
    """Return the mean milliseconds of each stage over the turns in which it happened."""
    means: dict[str, int] = {}
    for name, begin, end in _STAGES:
        spans = [
            moments[end] - moments[begin]
            for moments in map(asdict, timelines)
            if moments[begin] is not None and moments[end] is not None
        ]
        if spans:
            means[name] = _milliseconds(sum(spans) / len(spans))
    return means


async def _idle(plan: Plan, models: Models, folder: Path) -> tuple[float, float]:
    """Return the share of one core and the resident megabytes while waiting for the wake word."""
    recording = folder / "idle.wav"
    write_wav(recording, quiet(IDLE_S + 4.0))
    files = Files(audio_in=recording, audio_out=None, is_realtime=True)
    async with open_files(plan, files, emit=_Collector(), models=models):
        await asyncio.sleep(2.0)  # what starting left to do is over by then
        before = read_usage()
        await asyncio.sleep(IDLE_S)
        after = read_usage()
        return cores_used(before, after), after.rss_bytes / 1e6


async def _converse(
    plan: Plan, models: Models, folder: Path, wake: Clip, utterances: Sequence[Clip]
) -> tuple[_Collector, list[float | None]]:
    samples, placed = await asyncio.to_thread(assemble, wake, utterances)
    heard, spoken = folder / "heard.wav", folder / "spoken.wav"
    await asyncio.to_thread(write_wav, heard, samples)
    collector = _Collector()
    files = Files(audio_in=heard, audio_out=spoken, is_realtime=True)
    async with open_files(plan, files, emit=collector, models=models) as running:
        await running.session.wait_until_done()
    reply, rate_hz = await asyncio.to_thread(read_wav, spoken)
    return collector, [latency_s(reply, rate_hz, clip) for clip in placed]


def latency_s(reply: Samples, rate_hz: int, clip: Placed) -> float | None:
    """Return the seconds from the end of a clip's speech to the first audible sample after it."""
    window = reply[: round(clip.ends_at * rate_hz)]
    first = first_audible_s(window, rate_hz, after_s=clip.speech_end)
    return None if first is None else first - clip.speech_end


def word_error_rate(said: Sequence[str], understood: Sequence[str]) -> float | None:
    """Return errors a word over all utterances; None if not each has its transcript."""
    if len(said) != len(understood):
        return None
    counts = [word_errors(*pair) for pair in zip(said, understood, strict=True)]
    return round(sum(c.errors for c in counts) / max(1, sum(c.words for c in counts)), 4)


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
