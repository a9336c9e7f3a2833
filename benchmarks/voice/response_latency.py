"""Response latency, turns that are cut and turns that end late: people speak, the program answers.

The assembled program with a model that answers at once, or after a set time, in a room with
headphones, at real-time pace. Each speaker is a user who is not known yet, in a session of their own:
the program learns how its user pauses, and how clearly they are heard. A clip is said when the reply
to the one before is over.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from assistant.protocol.turns import RequestSent, Timeline, TurnTimed
from assistant.protocol.voice import SpeechStopped, TranscriptFinal
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.instant_models import InstantModel
from benchmarks.model.metrics import latencies, share
from benchmarks.model.run import Measured
from benchmarks.voice.clips import ClipLibrary, RecordedClip, sample_clips
from benchmarks.voice.model.turn_outcomes import (
    SpokenTurn,
    TurnKind,
    TurnOutcome,
    outcome_of,
    stage_means_ms,
)
from benchmarks.voice.simulated_room import RoomPace
from benchmarks.voice.speech_span import Spans
from benchmarks.voice.virtual_room import RoomSettings, VirtualRoom, open_room

MAX_CLIP_S: Final = 15.0
"""Longer recordings make the bench long and tell nothing more."""
ANSWER_LIMIT_S: Final = 7.0
"""Longer than the longest pause that ends a turn, and the reply."""
TAIL_S: Final = 2.5
"""Of a recording's own noise after its speech."""
LONG_S: Final = 3.0
"""Turns of more speech than that are long: there is time to ask the model before they are over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestCount:
    """How many requests there were over all that was said."""

    sent: int = 0
    used: int = 0
    """Those whose reply became that of a turn."""


def pick_turns(
    library: ClipLibrary, *, sentences: int, turns: int, seed: int
) -> tuple[RecordedClip, ...]:
    """Return the clips to be said: all turns, or `turns` of each kind, and `sentences` others."""
    chosen: list[RecordedClip] = []
    recorded = library.of("turn")
    for kind in TurnKind:
        chosen += sample_clips(
            [clip for clip in recorded if kind_of(clip) is kind], turns, seed=seed
        )
    others = [clip for clip in library.of("speech") if clip.language in {"en", ""}]
    short = [clip for clip in others if len(clip.label) < 90]
    return (*chosen, *sample_clips(short, sentences, seed=seed))


def kind_of(clip: RecordedClip) -> TurnKind:
    """Return what a recording of a turn is for."""
    if clip.is_unfinished:
        return TurnKind.UNFINISHED
    return TurnKind.COMPLETE if clip.pause is None else TurnKind.PAUSE


async def measure_response(
    setting: RoomSettings,
    library: ClipLibrary,
    clips: Sequence[RecordedClip],
    *,
    call: Samples | None,
    model_delay_s: float = 0.0,
) -> Measured:
    """Say the clips one after the other and measure.

    Args:
        call: The wake phrase, or None to press the button instead.
        model_delay_s: Seconds from a request to the model's first word.
    """
    model = InstantModel(delay_s=model_delay_s)
    heard = _Heard()
    for number, said in enumerate(_by_speaker(clips)):
        async with open_room(
            setting, name=f"response-{number}", model=model, pace=RoomPace.REAL
        ) as stage:
            heard += await _hold_session(stage, said, library, call)
    count = RequestCount(sent=model.requests, used=heard.used)
    return figures_of(heard.outcomes, heard.timelines, count)


@dataclass(slots=True)
class _Heard:
    """What came of the turns of one user, or of several."""

    outcomes: list[tuple[RecordedClip, TurnOutcome]] = field(default_factory=list[Any])
    timelines: list[Timeline] = field(default_factory=list[Timeline])
    used: int = 0
    """Requests whose reply became that of a turn."""

    def __iadd__(self, other: "_Heard") -> Self:
        self.outcomes += other.outcomes
        self.timelines += other.timelines
        self.used += other.used
        return self


def _by_speaker(clips: Sequence[RecordedClip]) -> Collection[Sequence[RecordedClip]]:
    """Return the clips of each speaker; one whose speaker is not known is a speaker's of its own."""
    speakers: dict[str, list[RecordedClip]] = {}
    for clip in clips:
        speakers.setdefault(clip.speaker or clip.path.name, []).append(clip)
    return speakers.values()


async def _hold_session(
    stage: VirtualRoom, clips: Sequence[RecordedClip], library: ClipLibrary, call: Samples | None
) -> _Heard:
    turns: list[tuple[RecordedClip, SpokenTurn]] = []
    spans = Spans()
    for clip in clips:
        said = await _say(stage, clip, library.read(clip), call, spans)
        if said is not None:
            turns.append((clip, said))
    timelines = [event.timeline for _at, event in stage.log.of(TurnTimed)]
    ends = [at for at, _event in stage.log.of(TranscriptFinal)]
    ends += [
        stage.second(timeline.turn_end) for timeline in timelines if timeline.turn_end is not None
    ]
    requests = [
        (stage.second(timeline.turn_end), stage.second(timeline.request))
        for timeline in timelines
        if timeline.turn_end is not None and timeline.request is not None
    ]
    outcomes = [
        (
            clip,
            outcome_of(
                said,
                ends=ends,
                played=stage.room.played,
                played_rate_hz=stage.room.output_rate_hz,
                requests=requests,
            ),
        )
        for clip, said in turns
    ]
    return _Heard(outcomes, timelines, used=len(stage.log.of(RequestSent)))


def figures_of(
    outcomes: Sequence[tuple[RecordedClip, TurnOutcome]],
    timelines: Sequence[Timeline],
    count: RequestCount = RequestCount(),
) -> Measured:
    complete = [each for _clip, each in outcomes if each.said.kind is TurnKind.COMPLETE]
    paused = [each for _clip, each in outcomes if each.said.kind is not TurnKind.COMPLETE]
    measured = [each.latency_s for each in complete if each.latency_s is not None]
    asked = [each.request_s for each in complete if each.request_s is not None]
    long_asked = [
        each.request_s
        for _clip, each in outcomes
        if each.request_s is not None
        and each.said.speech_s > LONG_S
        and each.said.kind is not TurnKind.UNFINISHED
    ]
    return {
        "response_latency_ms": {**latencies(measured), "stages": stage_means_ms(timelines)},
        "cut_off_rate": share(sum(each.is_cut for each in paused), len(paused)),
        "late_rate": share(sum(each.is_late for each in complete), len(complete)),
        "answered": len(measured),
        "request_ms": latencies(asked),
        "long_request_ms": latencies(long_asked),
        "requests_in_vain_rate": share(count.sent - count.used, count.sent),
        "details": {
            "requests": count.sent,
            "in_vain": count.sent - count.used,
            "long": len(long_asked),
            "complete": len(complete),
            "complete_cut": sum(each.is_cut for each in complete),
            "pauses": len(paused),
            "cut": [clip.path.name for clip, each in outcomes if each.is_cut],
            "late": [
                clip.path.name
                for clip, each in outcomes
                if each.is_late and each.said.kind is TurnKind.COMPLETE
            ],
        },
    }


async def _say(
    stage: VirtualRoom,
    clip: RecordedClip,
    samples: Samples | None,
    call: Samples | None,
    spans: Spans,
) -> SpokenTurn | None:
    if samples is None or len(samples) > MAX_CLIP_S * SAMPLE_RATE_HZ:
        return None
    span, end = spans.of(samples), spans.end_of(samples, clip.speech_end_s)
    if end is None or not await stage.listen(call):
        return None
    begin = stage.say(samples[: round((end + TAIL_S) * SAMPLE_RATE_HZ)])
    over = begin + min(end + TAIL_S, len(samples) / SAMPLE_RATE_HZ)
    await stage.until_second(begin + end)
    await stage.until(
        lambda: stage.log.has(SpeechStopped, since=begin + end), limit_s=ANSWER_LIMIT_S
    )
    until = stage.now()
    await stage.until_second(over)
    return SpokenTurn(
        kind=kind_of(clip),
        begins_at=begin,
        speech_end=begin + end,
        until=until,
        speech_s=end - span.begin if span is not None else 0.0,
    )
