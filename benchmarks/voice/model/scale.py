"""How much a bench of the voice does, and how long that takes. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from benchmarks.progress import BenchStep

SESSION_PACE: Final = 0.2
"""Seconds that a second of a session takes; it passes faster than it lasts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceBenchScale:
    """How much is done of each part; counts are of clips, at most."""

    idle_s: float
    """Waiting for the wake word, and once more in an open session."""
    turns: int
    """Of each kind: complete, with a pause, unfinished."""
    sentences: int
    answers: int
    recognised: int
    made_up: int
    """Noises made up."""
    load_s: float
    echo_s: float
    """Of audio; it passes faster than it lasts."""
    interruptions: int
    session_s: float = 0.0
    """Of audio, of one session without an end; 0 leaves it out."""


FULL: Final = VoiceBenchScale(
    idle_s=15.0,
    turns=8,
    sentences=2,
    answers=8,
    recognised=56,
    made_up=8,
    load_s=30.0,
    echo_s=600.0,
    interruptions=24,
)
"""For a folder of recordings that was named."""
SMALL: Final = VoiceBenchScale(
    idle_s=12.0,
    turns=2,
    sentences=1,
    answers=3,
    recognised=12,
    made_up=8,
    load_s=12.0,
    echo_s=60.0,
    interruptions=4,
)
"""For the set that comes with the program."""
TURNS_ONLY: Final = replace(FULL, turns=4, sentences=8)
"""For the recorded turns alone, so that they can be run before and after a change."""
QUICK: Final = VoiceBenchScale(
    idle_s=1.0,
    turns=1,
    sentences=0,
    answers=1,
    recognised=1,
    made_up=1,
    load_s=2.0,
    echo_s=3.0,
    interruptions=1,
)
"""Shows that everything works; its figures mean little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipAmounts:
    """How much there is to do, in what a folder holds."""

    turns: int
    """Clips whose reply is waited for."""
    timed_answers: int
    answers: int
    recognised: int
    noise_s: float
    calls: int
    hours: float
    interruptions: int


def turns_step(turns: int) -> BenchStep:
    """Return the part in which so many clips are said."""
    return BenchStep(name="recorded turns at real-time pace", expected_s=4 + 8.5 * turns)


def bench_steps(scale: VoiceBenchScale, amount: ClipAmounts) -> Sequence[BenchStep]:
    """Return the parts in their order with roughly how long each takes on two cores."""
    steps = [
        BenchStep(name="nobody speaks", expected_s=2 * scale.idle_s + 10),
        turns_step(amount.turns),
        BenchStep(
            name="spoken answers",
            expected_s=4 + 8 * amount.timed_answers + 0.4 * amount.answers,
        ),
        BenchStep(name="recognition beside the reference", expected_s=3 + 1.6 * amount.recognised),
        BenchStep(name="noise, music and silence", expected_s=4 + amount.noise_s / 9),
        BenchStep(name="a long reply at real-time pace", expected_s=scale.load_s + 5),
        BenchStep(
            name="open speakers and hours of wake word",
            expected_s=4 + scale.echo_s / 5 + amount.calls * 0.1 + amount.hours * 26,
        ),
        BenchStep(name="speaking over the voice", expected_s=5 + 7 * amount.interruptions),
    ]
    if scale.session_s:
        session_s = scale.session_s * SESSION_PACE
        steps.append(BenchStep(name="a session without an end", expected_s=session_s))
    return steps
