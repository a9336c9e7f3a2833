"""`parley bench voice`: what the voice loop is judged by, in one run over recordings.

Idle comes first, while nothing else was loaded or is being done; then each part on its own, because
latencies are measured; only the made-up hours of wake word are heard beside the part that runs on
audio time. A part that fails is told of, its figures are None, and the others go on.
"""

import asyncio
import resource
import tempfile
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from assistant.assembly.voice.voice_loop import VoiceModels
from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.home import Home
from assistant.settings import Settings
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.model.run import Measured, Run
from benchmarks.progress import BenchProgress
from benchmarks.reports.voice_report import voice_run
from benchmarks.voice.clips import (
    ClipLibrary,
    RecordedClip,
    load_clips,
    sample_clips,
)
from benchmarks.voice.echo import (
    interruptions,
    measure_barge_in,
    measure_echo,
)
from benchmarks.voice.idle_usage import measure_idle
from benchmarks.voice.long_reply import measure_load
from benchmarks.voice.long_session import (
    LongSession,
    long_session_requests,
    measure_long_session,
)
from benchmarks.voice.model.scale import (
    ClipAmounts,
    VoiceBenchScale,
    bench_steps,
    turns_step,
)
from benchmarks.voice.recognition import (
    MADE_UP_S,
    is_noise,
    measure_noise,
    measure_recognition,
)
from benchmarks.voice.response_latency import measure_response, pick_turns
from benchmarks.voice.spoken_answers import (
    measure_choice,
    pick_answers,
    spoken_answers,
)
from benchmarks.voice.virtual_room import RoomSettings
from benchmarks.voice.wake_word import calls, hours_for, measure_wake

SEED = 20
"""Of every choice among clips and of everything made up."""


async def measure_voice(
    *,
    home: Home,
    settings: Settings,
    clock: Clock,
    clips_folder: Path,
    scale: VoiceBenchScale,
    hours: float | None,
    progress: BenchProgress,
    model_delay_s: float = 0.0,
    turns_only: bool = False,
) -> Run:
    """Run the bench.

    Args:
        settings: The voice's settings are used as they are, but for the tones, which would be taken
            for the reply.
        hours: Of made-up sound for the wake word; None takes what the recordings are good for.
        model_delay_s: Seconds from a request to the model's first word, in the recorded turns.

    Raises:
        DeviceError: If the folder has no manifest.
    """
    library = ClipLibrary(load_clips(clips_folder), tell=progress.unreadable)
    silent = settings.voice.model_copy(update={"earcons": False})
    settings = settings.model_copy(update={"voice": silent})
    models = VoiceModels.build(home, settings.voice, clock)
    try:
        with tempfile.TemporaryDirectory(prefix="parley-bench-") as folder:
            setting = RoomSettings(
                home=home, settings=settings, clock=clock, models=models, folder=Path(folder)
            )
            run = _VoiceRun(setting, library, scale, hours, progress, model_delay_s)
            return await (run.turns() if turns_only else run.run())
    finally:
        await models.aclose()


class _VoiceRun:
    """One run."""

    def __init__(
        self,
        setting: RoomSettings,
        library: ClipLibrary,
        scale: VoiceBenchScale,
        hours: float | None,
        progress: BenchProgress,
        model_delay_s: float,
    ) -> None:
        self._setting = setting
        self._library = library
        self._scale = scale
        self._asked_hours = hours
        self._progress = progress
        self._model_delay_s = model_delay_s
        self._call = wake_call(library, setting.settings.voice.wake_words)
        self._figures = voice_run()
        self._details: dict[str, Any] = {}
        self._turns = pick_turns(library, sentences=scale.sentences, turns=scale.turns, seed=SEED)

    async def turns(self) -> Run:
        self._progress.plan([turns_step(len(self._turns))])
        await self._part("response", self._response())
        return self._whole(_peak_rss_mb())

    def _response(self) -> Awaitable[Measured]:
        return measure_response(
            self._setting,
            self._library,
            self._turns,
            call=self._call,
            model_delay_s=self._model_delay_s,
        )

    def _whole(self, peak_rss_mb: float) -> Run:
        """Return the figures of the parts that were carried out, and those of the whole run."""
        unreadable = self._library.unreadable
        self._figures.record(
            clips=len(self._library.of(*KINDS)) + unreadable,
            model_delay_ms=round(self._model_delay_s * 1000),
            peak_rss_mb=peak_rss_mb,
            details={**self._details, "unreadable": unreadable},
        )
        return self._figures

    async def run(self) -> Run:
        library, scale = self._library, self._scale
        setting, progress = self._setting, self._progress
        turns, call = self._turns, self._call
        recognised = sample_clips(library.of("turn", "speech"), scale.recognised, seed=SEED)
        noise = tuple(clip for clip in library.of("noise") if is_noise(clip))
        progress.plan(bench_steps(scale, self._amount(turns, recognised, noise)))
        await self._part("idle", measure_idle(setting, seconds=scale.idle_s))
        hours = hours_for(library) if self._asked_hours is None else self._asked_hours
        await self._part("response", self._response())
        choice = measure_choice(setting, library, count=scale.answers, seed=SEED, call=call)
        await self._part("choice", choice)
        peak_rss_mb = _peak_rss_mb()  # of the program: the reference loads a second recogniser
        await self._part("recognition", measure_recognition(setting, library, clips=recognised))
        sounds = measure_noise(setting, library, clips=noise, made_up=scale.made_up)
        await self._part("noise", sounds)
        await self._part("load", measure_load(setting, seconds=scale.load_s, call=call))
        progress.next()
        wake = asyncio.to_thread(
            measure_wake,
            setting.home,
            setting.settings.voice,
            library,
            hours=hours,
            seed=SEED,
            scratch=setting.folder,
        )
        await asyncio.gather(
            self._try("echo", measure_echo(setting, seconds=scale.echo_s)), self._try("wake", wake)
        )
        over = measure_barge_in(setting, library, count=scale.interruptions, seed=SEED)
        await self._part("barge_in", over)
        if scale.session_s and (said := long_session_requests(library, turns)):
            held = _session(measure_long_session(setting, said=said, seconds=scale.session_s))
            await self._part("session", held)
        return self._whole(peak_rss_mb)

    def _amount(
        self,
        turns: tuple[RecordedClip, ...],
        recognised: tuple[RecordedClip, ...],
        noise: tuple[RecordedClip, ...],
    ) -> ClipAmounts:
        answers = spoken_answers(self._library)
        return ClipAmounts(
            turns=len(turns),
            timed_answers=len(pick_answers(answers, count=self._scale.answers, seed=SEED)),
            answers=len(answers),
            recognised=len(recognised),
            noise_s=60.0 * len(noise) + MADE_UP_S * self._scale.made_up,
            calls=len(calls(self._library)),
            hours=self._expected_hours(),
            interruptions=min(
                self._scale.interruptions, len(interruptions(self._library, seed=SEED))
            ),
        )

    def _expected_hours(self) -> float:
        """Return the hours that will be heard, without reading a file yet."""
        if self._asked_hours is not None:
            return self._asked_hours
        return 6.0 if len(self._library.of("speech", "noise")) > 40 else 0.5

    async def _part(self, name: str, work: Awaitable[Measured]) -> None:
        self._progress.next()
        await self._try(name, work)

    async def _try(self, name: str, work: Awaitable[Measured]) -> None:
        try:
            measured = await work
        except AssistantError as error:
            self._progress.failed(error.message)
            return
        if (details := measured.pop("details", None)) is not None:
            self._details[name] = details
        self._figures.record(**measured)


async def _session(work: Awaitable[LongSession]) -> Measured:
    return {"session": (await work).figures()}


KINDS = ("wake", "negative", "digit", "speech", "turn", "barge", "noise")


def wake_call(library: ClipLibrary, wake_words: tuple[str, ...]) -> Samples | None:
    """Return a recorded call of the first wake word of which there is one, without what follows.

    The clearest comes first: one that was recorded as it is. None if there is none.
    """
    for word in wake_words:
        for clip in sorted(
            library.of("wake"), key=lambda clip: ("noise" in clip.origin, "room" in clip.origin)
        ):
            is_call = clip.expect == word or (
                not clip.expect and clip.label.lower() == word.replace("_", " ")
            )
            if is_call and (samples := library.read(clip)) is not None:
                return samples[: 3 * SAMPLE_RATE_HZ]
    return None


def _peak_rss_mb() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
