"""Speech over the assistant's own voice, by stages. Pure: frames of probability in, stages out.

Two kinds of mistake are made here: going on speaking over a person, and falling silent for a cough.
Both cost little if the reaction grows with the evidence:

==================  =======================================================================
speech so far       what it is
==================  =======================================================================
`suspect_s`         suspected: the voice is lowered, which also takes most of its echo away
`hold_s`            held: the voice is silent, and keeps what it was to say
`sure_s`            sure: an interruption, whatever it says
ends before         withdrawn: what it says decides; nothing if it is too short for a word
==================  =======================================================================

Speech is counted in frames that are speech; gaps below `stop_s` ("uh-huh") belong to it. In the first
moments of a voice its echo may not be taken out yet: speech that begins then must last twice as long
to be suspected and held.

On 48 recorded sentences a suspicion came 0.09 s after the speech began in the median and 0.12 s at
the 95th percentile, a hold 0.28 and 0.36 s after: the voice activity model wakes up late to soft
consonants, so it is believed here from 0.4 on. What follows takes some 50 ms to be heard.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from assistant.voice.detectors.vad import VoiceActivity, VoiceActivityGate
from assistant.voice.turn_taking.endpointing import VAD_FRAME_S

_START_AT = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class BargeInLimits:
    """The numbers, in seconds of audio time."""

    suspect_s: float = 0.08
    hold_s: float = 0.24
    sure_s: float = 0.8
    word_s: float = 0.2
    """Less speech holds no word."""
    stop_s: float = 0.192
    """Silence after which the speech is over."""
    warm_up_s: float = 1.0
    """First moments of a voice."""

    @classmethod
    def of(cls, suspect_s: float) -> Self:
        """Scale the limits with the speech that a suspicion needs."""
        return cls(
            suspect_s=suspect_s,
            hold_s=3 * suspect_s,
            sure_s=10 * suspect_s,
            word_s=2.5 * suspect_s,
        )


class BargeInStage(IntEnum):
    """How far speech has come."""

    NONE = 0
    SUSPECTED = 1
    HELD = 2
    SURE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class BargeInAdvanced:
    """The speech has reached another stage."""

    stage: BargeInStage
    speech_start: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BargeInWithdrawn:
    """The speech ended before it was sure."""

    speech_start: float
    speech_end: float
    has_word: bool


BargeInStep = BargeInAdvanced | BargeInWithdrawn


class BargeInDetector:
    """Follows speech over one stretch of the assistant's voice. Deterministic; knows no clock.

    Args:
        opened_at: When the voice began, on the time line of `hear`. Speech from before may be given
            too; it is nobody's echo.
    """

    def __init__(self, limits: BargeInLimits, *, opened_at: float) -> None:
        self._limits = limits
        self._opened_at = opened_at
        self._stop_frames = _frames(limits.stop_s)
        self._start_frames = _frames(limits.suspect_s)
        self._gate = VoiceActivityGate(
            start_frames=self._start_frames, stop_frames=self._stop_frames, start_at=_START_AT
        )
        self._stage = BargeInStage.NONE
        self._speech_start = opened_at
        self._voiced = 0
        self._patience = 1

    @property
    def speech_start(self) -> float | None:
        """Since when the user speaks, or was held to; None otherwise."""
        is_now = self._gate.activity is VoiceActivity.SPEAKING
        is_open = self._stage is not BargeInStage.NONE
        return (
            self._speech_start if is_open and (is_now or self._stage >= BargeInStage.HELD) else None
        )

    def hear(self, at: float, probability: float) -> Sequence[BargeInStep]:
        """Feed the frame that ends at `at`."""
        if self._gate.activity is VoiceActivity.QUIET:
            is_early = (
                self._opened_at <= at - VAD_FRAME_S < self._opened_at + self._limits.warm_up_s
            )
            self._patience = 2 if is_early else 1
            self._gate.require(self._start_frames * self._patience)
        activity = self._gate.advance(probability)
        if activity is VoiceActivity.SPEAKING:
            return self._speak(at)
        if activity is VoiceActivity.QUIET and self._stage is not BargeInStage.NONE:
            return self._end(at)
        return ()

    def _speak(self, at: float) -> Sequence[BargeInStep]:
        if self._stage is BargeInStage.NONE:
            self._voiced = self._start_frames * self._patience
            self._speech_start = at - self._voiced * VAD_FRAME_S
            self._stage = BargeInStage.SUSPECTED
            steps: list[BargeInStep] = [self._grown()]
        else:
            self._voiced += 1
            steps = []
        limits = self._limits
        # Speech with many gaps is sure as well, in twice the time.
        long = at - self._speech_start >= 2 * limits.sure_s
        if self._stage is BargeInStage.SUSPECTED and self._lasts(limits.hold_s * self._patience):
            self._stage = BargeInStage.HELD
            steps.append(self._grown())
        if self._stage is BargeInStage.HELD and (long or self._lasts(limits.sure_s)):
            self._stage = BargeInStage.SURE
            steps.append(self._grown())
        return steps

    def _end(self, at: float) -> Sequence[BargeInStep]:
        stage, self._stage = self._stage, BargeInStage.NONE
        if stage is BargeInStage.SURE:
            return ()
        return [
            BargeInWithdrawn(
                speech_start=self._speech_start,
                speech_end=at - self._stop_frames * VAD_FRAME_S,
                has_word=self._lasts(self._limits.word_s),
            )
        ]

    def _lasts(self, seconds: float) -> bool:
        return self._voiced >= _frames(seconds)

    def _grown(self) -> BargeInAdvanced:
        return BargeInAdvanced(stage=self._stage, speech_start=self._speech_start)


def _frames(seconds: float) -> int:
    return max(1, round(seconds / VAD_FRAME_S))
