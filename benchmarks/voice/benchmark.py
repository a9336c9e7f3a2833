"""`parley bench voice`: what the voice loop is judged by, in one run over recordings.

Idle comes first, while nothing else was loaded or is being done; then each part on its own, because
latencies are measured; only the made-up hours of wake word are heard beside the part that runs on
audio time. A part that fails is told of, its figures are None, and the others go on.
"""

import asyncio
import resource
import tempfile
from collections.abc import Awaitable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from assistant.assembly.voice.voice_loop import VoiceModels
from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.home import Home
from assistant.settings import Settings
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.progress import BenchProgress
from benchmarks.voice.clips import (
    ClipLibrary,
    RecordedClip,
    load_clips,
    sample_clips,
)
from benchmarks.voice.echo import (
    BargeInFigures,
    EchoFigures,
    interruptions,
    measure_barge_in,
    measure_echo,
)
from benchmarks.voice.idle_usage import IdleFigures, measure_idle
from benchmarks.voice.long_reply import LoadFigures, measure_load
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
    NoiseFigures,
    RecognitionFigures,
    is_noise,
    measure_noise,
    measure_recognition,
)
from benchmarks.voice.response_latency import ResponseFigures, measure_response, pick_turns
from benchmarks.voice.spoken_answers import (
    ChoiceFigures,
    measure_choice,
    pick_answers,
    spoken_answers,
)
from benchmarks.voice.virtual_room import RoomSettings
from benchmarks.voice.wake_word import WakeFigures, calls, hours_for, measure_wake

SEED = 20
"""Of every choice among clips and of everything made up."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceFigures:
    """What was measured. A figure is None where the recordings hold nothing to measure it by."""

    response_latency_ms: dict[str, Any]
    """`p50`, `p95`, and `stages`: the mean milliseconds of each. Complete turns only."""
    choice_latency_ms: dict[str, int | None]
    cut_off_rate: float | None
    """Turns taken to be over in a pause inside a sentence (`turns`)."""
    late_rate: float | None
    """Complete turns taken to be over late, or never (`turns`)."""
    wer: float | None
    wer_reference: float | None
    stt_time_ratio: float | None
    """Our recogniser's processor time over that of the reference."""
    noise_clips_heard: int | None
    wake_missed_rate: float | None
    wake_false_per_hour: float | None
    wake_hours: float | None
    underruns: int | None
    listener_lag_ms: dict[str, int | None]
    """`p99`."""
    self_interruptions: int | None
    self_wakes: int | None
    duck_ms: dict[str, int | None]
    silent_ms: dict[str, int | None]
    barge_in_missed_rate: float | None
    idle_core_share: float | None
    """Share of one core while waiting for the wake word, 0 to 1."""
    idle_rss_mb: float | None
    session_core_share: float | None
    """Share of one core in an open session in which nobody speaks, without the window's."""
    session: dict[str, float | None]
    """Of a session without an end, if one was held: `growth_mb_per_hour` of resident memory,
    `more_threads` at its end than when it had settled, and the processor time of a turn in its
    first and its last third, `first_turn_cpu_s` and `last_turn_cpu_s`."""
    choice_right_rate: float | None
    choice_wrong_rate: float | None
    clips: int
    """Clips in the folder."""
    answered: int | None
    """Complete turns that were answered."""
    request_ms: dict[str, int | None]
    """From the user's last sound to the request, of complete turns; negative is before."""
    long_request_ms: dict[str, int | None]
    """The same of turns of more than three seconds."""
    requests_in_vain_rate: float | None
    """Requests that were sent ahead and not used, of all."""
    model_delay_ms: int
    """From a request to the model's first word, as it was set."""
    self_ducks: int | None
    peak_rss_mb: float
    """Largest memory while waiting, answering and asking."""
    details: dict[str, Any] = field(default_factory=dict[str, Any])
    """Counts behind the figures, and the names of the clips that went wrong, by part."""


_NOTHING = {"p50": None, "p95": None}


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
) -> VoiceFigures:
    """Run the bench.

    Args:
        home: Where the model files are; its data is not touched.
        settings: The voice's settings are used as they are, but for the tones, which would be taken
            for the reply.
        clock: The machine's.
        clips_folder: Recordings with a manifest.
        scale: How much is done.
        hours: Of made-up sound for the wake word; None takes what the recordings are good for.
        progress: Told what is being done.
        model_delay_s: Seconds from a request to the model's first word, in the recorded turns.
        turns_only: Whether the recorded turns are all that is measured.

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
            run = _Run(setting, library, scale, hours, progress, model_delay_s)
            return await (run.turns() if turns_only else run.run())
    finally:
        await models.aclose()


class _Run:
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
        self._turns = pick_turns(library, sentences=scale.sentences, turns=scale.turns, seed=SEED)

    async def turns(self) -> VoiceFigures:
        """Carry out the recorded turns alone."""
        self._progress.plan([turns_step(len(self._turns))])
        response = await self._part(self._response())
        return self._figures(response=response)

    def _response(self) -> Awaitable[ResponseFigures]:
        return measure_response(
            self._setting,
            self._library,
            self._turns,
            call=self._call,
            model_delay_s=self._model_delay_s,
        )

    def _figures(self, *, peak_rss_mb: float | None = None, **parts: Any) -> VoiceFigures:
        """Put the figures of the parts together that were carried out."""
        return figures_of(
            clips=len(self._library.of(*KINDS)) + self._library.unreadable,
            unreadable=self._library.unreadable,
            peak_rss_mb=_peak_rss_mb() if peak_rss_mb is None else peak_rss_mb,
            model_delay_s=self._model_delay_s,
            **parts,
        )

    async def run(self) -> VoiceFigures:
        """Carry out every part."""
        library, scale = self._library, self._scale
        setting, progress = self._setting, self._progress
        turns, call = self._turns, self._call
        recognised = sample_clips(library.of("turn", "speech"), scale.recognised, seed=SEED)
        noise = tuple(clip for clip in library.of("noise") if is_noise(clip))
        progress.plan(bench_steps(scale, self._amount(turns, recognised, noise)))
        idle = await self._part(measure_idle(setting, seconds=scale.idle_s))
        hours = hours_for(library) if self._asked_hours is None else self._asked_hours
        response = await self._part(self._response())
        choice = await self._part(
            measure_choice(setting, library, count=scale.answers, seed=SEED, call=call)
        )
        peak_rss_mb = _peak_rss_mb()  # of the program: the reference loads a second recogniser
        recognition = await self._part(measure_recognition(setting, library, clips=recognised))
        heard = await self._part(
            measure_noise(setting, library, clips=noise, made_up=scale.made_up)
        )
        load = await self._part(measure_load(setting, seconds=scale.load_s, call=call))
        progress.next()
        echo, wake = await asyncio.gather(
            self._try(measure_echo(setting, seconds=scale.echo_s)),
            self._try(
                asyncio.to_thread(
                    measure_wake,
                    setting.home,
                    setting.settings.voice,
                    library,
                    hours=hours,
                    seed=SEED,
                    scratch=setting.folder,
                )
            ),
        )
        barge_in = await self._part(
            measure_barge_in(setting, library, count=scale.interruptions, seed=SEED)
        )
        session: LongSession | None = None
        if scale.session_s and (said := long_session_requests(library, turns)):
            session = await self._part(
                measure_long_session(setting, said=said, seconds=scale.session_s)
            )
        return self._figures(
            peak_rss_mb=peak_rss_mb,
            idle=idle,
            response=response,
            choice=choice,
            recognition=recognition,
            noise=heard,
            wake=wake,
            load=load,
            echo=echo,
            barge_in=barge_in,
            session=session,
        )

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

    async def _part(self, work: Awaitable[T]) -> T | None:
        self._progress.next()
        return await self._try(work)

    async def _try(self, work: Awaitable[T]) -> T | None:
        try:
            return await work
        except AssistantError as error:
            self._progress.failed(error.message)
            return None


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


def figures_of(
    *,
    clips: int,
    unreadable: int,
    peak_rss_mb: float,
    idle: IdleFigures | None = None,
    response: ResponseFigures | None = None,
    choice: ChoiceFigures | None = None,
    recognition: RecognitionFigures | None = None,
    noise: NoiseFigures | None = None,
    wake: WakeFigures | None = None,
    load: LoadFigures | None = None,
    echo: EchoFigures | None = None,
    barge_in: BargeInFigures | None = None,
    session: LongSession | None = None,
    model_delay_s: float = 0.0,
) -> VoiceFigures:
    """Put the figures of all parts together; those of a part that failed are None."""
    parts: dict[str, Any] = {
        "response": response,
        "choice": choice,
        "recognition": recognition,
        "noise": noise,
        "wake": wake,
        "load": load,
        "echo": echo,
        "barge_in": barge_in,
    }
    details = {name: part.details for name, part in parts.items() if part is not None}
    return VoiceFigures(
        response_latency_ms=response.latency_ms if response else {**_NOTHING, "stages": {}},
        choice_latency_ms=choice.latency_ms if choice else dict(_NOTHING),
        cut_off_rate=response.cut_off_rate if response else None,
        late_rate=response.late_rate if response else None,
        wer=recognition.wer if recognition else None,
        wer_reference=recognition.wer_reference if recognition else None,
        stt_time_ratio=recognition.time_ratio if recognition else None,
        noise_clips_heard=noise.heard if noise else None,
        wake_missed_rate=wake.missed_rate if wake else None,
        wake_false_per_hour=wake.false_per_hour if wake else None,
        wake_hours=wake.hours if wake else None,
        underruns=load.underruns if load else None,
        listener_lag_ms={"p99": load.lag_p99_ms if load else None},
        self_interruptions=echo.self_interruptions if echo else None,
        self_wakes=echo.self_wakes if echo else None,
        duck_ms=barge_in.duck_ms if barge_in else dict(_NOTHING),
        silent_ms=barge_in.silent_ms if barge_in else dict(_NOTHING),
        barge_in_missed_rate=barge_in.missed_rate if barge_in else None,
        idle_core_share=round(idle.core_share, 4) if idle else None,
        idle_rss_mb=round(idle.rss_mb, 1) if idle else None,
        session_core_share=round(idle.session_core_share, 4) if idle else None,
        session=_session_figures(session),
        choice_right_rate=choice.right_rate if choice else None,
        choice_wrong_rate=choice.wrong_rate if choice else None,
        clips=clips,
        answered=response.answered if response else None,
        request_ms=response.request_ms if response else dict(_NOTHING),
        long_request_ms=response.long_request_ms if response else dict(_NOTHING),
        requests_in_vain_rate=response.in_vain_rate if response else None,
        model_delay_ms=round(model_delay_s * 1000),
        self_ducks=echo.self_ducks if echo else None,
        peak_rss_mb=peak_rss_mb,
        details={**details, "unreadable": unreadable},
    )


def _session_figures(session: LongSession | None) -> dict[str, float | None]:
    first, last = (session and session.turn_cpu_s) or (None, None)
    found = {
        "growth_mb_per_hour": session and session.growth_mb_per_hour,
        "more_threads": session and session.more_threads,
        "first_turn_cpu_s": first,
        "last_turn_cpu_s": last,
    }
    return {name: None if value is None else round(value, 2) for name, value in found.items()}


def _peak_rss_mb() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
