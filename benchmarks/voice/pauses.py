"""Turns cut at a pause, over recordings with a pause put in: `parley bench pauses`.

Each recording is one turn of a user who is not known yet. It was *cut* if it was taken to be over
before its last word; the same sentences without the pause tell how soon a turn that is complete
ends, and whether it ends late.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.turn_taking.endpointing import EndpointLimits
from assistant.voice.turn_taking.pause_statistics import PauseStatistics
from benchmarks.model.metrics import latencies, share
from benchmarks.model.run import Run
from benchmarks.reports.pause_report import PAUSES
from benchmarks.voice.clips import ClipLibrary, RecordedClip, load_clips, room_noise
from benchmarks.voice.heard_turn import EndpointingModels, turn_end_s
from benchmarks.voice.model.spliced_pauses import (
    SpeakerHalf,
    SplicedPause,
    half_of,
    splice_pause,
)
from benchmarks.voice.model.turn_outcomes import ENDED_BEFORE_S, LATE_S

_AFTER_S: Final = 4.5
"""Of quiet after a recording: longer than any turn waits."""


class SpeechEnds(Protocol):
    """What finds the end of speech; `Spans` does."""

    def end_of(self, samples: Samples, told: float | None) -> float | None: ...


def measure_pauses(
    models: EndpointingModels,
    limits: EndpointLimits,
    spans: SpeechEnds,
    *,
    clips_folder: Path,
    places: Sequence[SplicedPause],
    half: SpeakerHalf,
    learns_pauses: bool,
    on_unreadable: Callable[[Path], None],
) -> Run:
    """Measure; blocks.

    Args:
        spans: Finds the end of speech in the recordings.
        learns_pauses: Whether a user's pauses count.

    Raises:
        DeviceError: If the folder has no manifest.
    """
    library = ClipLibrary(load_clips(clips_folder), tell=on_unreadable)
    bench = _Bench(models, limits, spans, library, learns_pauses=learns_pauses)
    clips = {
        clip.path.relative_to(clips_folder).as_posix(): clip
        for clip in library.of("turn", "speech")
        if half_of(clip.speaker) == half
    }
    pauses = [pause for pause in places if pause.file in clips]
    return bench.figures(clips, pauses)


class _Bench:
    def __init__(
        self,
        models: EndpointingModels,
        limits: EndpointLimits,
        spans: SpeechEnds,
        library: ClipLibrary,
        *,
        learns_pauses: bool,
    ) -> None:
        self._models = models
        self._limits = limits
        self._library = library
        self._learns_pauses = learns_pauses
        self._spans = spans

    def figures(self, clips: Mapping[str, RecordedClip], pauses: Sequence[SplicedPause]) -> Run:
        cut: list[str] = []
        said = 0
        for pause in pauses:
            delay_s = self._delay_s(clips[pause.file], pause)
            said += delay_s is not None
            if delay_s is not None and delay_s < -ENDED_BEFORE_S:
                cut.append(f"{pause.file} {pause.at_s} {pause.pause_s} {pause.place}")
        files = sorted({pause.file for pause in pauses})
        delays = {file: self._delay_s(clips[file], None) for file in files}
        whole = {
            file: delay
            for file, delay in delays.items()
            if delay is not None and delay >= -ENDED_BEFORE_S
        }
        late = [file for file, delay in whole.items() if delay > LATE_S]
        return Run(
            PAUSES,
            speakers=len({clips[file].speaker for file in files}),
            pauses=said,
            cut_rate=share(len(cut), said),
            sentences=len(delays),
            delay_ms=latencies(list(whole.values())),
            late_rate=share(len(late), len(whole)),
            details={
                "cut": cut,
                "late": late,
                "cut_without_pause": sorted(delays.keys() - whole.keys()),
            },
        )

    def _delay_s(self, clip: RecordedClip, pause: SplicedPause | None) -> float | None:
        """Return from the last of the speech to the end of turn; None if nobody can be heard."""
        samples = self._library.read(clip)
        end_s = None if samples is None else self._spans.end_of(samples, clip.speech_end_s)
        if samples is None or end_s is None:
            return None
        samples = samples[: round((end_s + _AFTER_S) * SAMPLE_RATE_HZ)]
        if pause is not None:
            samples = splice_pause(samples, at_s=pause.at_s, pause_s=pause.pause_s)
            end_s += pause.pause_s
        ended_s = turn_end_s(
            self._models,
            _with_quiet(samples, end_s + _AFTER_S),
            self._limits,
            habit=PauseStatistics() if self._learns_pauses else None,
        )
        return _AFTER_S if ended_s is None else ended_s - end_s


def _with_quiet(samples: Samples, length_s: float) -> Samples:
    missing_s = length_s - len(samples) / SAMPLE_RATE_HZ
    return samples if missing_s <= 0 else np.concatenate((samples, room_noise(missing_s)))
