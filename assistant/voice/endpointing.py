"""When is the person's turn over. Pure: frames of probability and verdicts in, decisions out.

Silence alone is a bad judge: 200 ms would cut people off, and the time that never does feels slow.
So a short silence only *proposes* the end, and a model that heard the sentence decides:

====================  =====================================================================
silence so far        what happens
====================  =====================================================================
`pause_s` (0.2 s)     the pause is announced, so that transcription begins; the judge is asked
verdict ≥ `sure_at`   the turn is over at once
`second_look_s`       after another 0.3 s an unsure judge is asked once more
`silence_s` (0.8 s)   over, unless the sentence was judged unfinished (below `finished_at`); over
                      also if there is no judge, or it has not answered
`ceiling_s` (2.5 s)   over in any case
====================  =====================================================================

On 24 recorded turns smart-turn gave finished sentences at least 0.91 (with one exception, 0.42, that
rose to 0.92 at the second look), and pauses inside sentences 0.01 to 0.92, mostly below 0.9; hence
`sure_at` 0.9 with a middle ground, where its authors use one threshold of 0.5.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from assistant.voice.vad import Activity, ActivityGate

FRAME_S = 0.032
"""Length of one frame of probability, in seconds: the voice activity model's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointLimits:
    """The numbers of the policy; seconds of audio time, and probabilities."""

    pause_s: float = 0.2
    second_look_s: float = 0.3
    """After the pause was announced."""
    silence_s: float = 0.8
    ceiling_s: float = 2.5
    max_utterance_s: float = 60.0
    start_s: float = 0.096
    """Speech that is needed to believe in it; less is a click."""
    sure_at: float = 0.9
    finished_at: float = 0.5

    def __post_init__(self) -> None:
        """Check what the policy relies on.

        Raises:
            ValueError: If a time is not positive, or probabilities are out of order.
        """
        times = (self.pause_s, self.silence_s, self.ceiling_s, self.max_utterance_s, self.start_s)
        if min(times) <= 0 or self.second_look_s < 0:
            raise ValueError(f"times must be positive: {self}")
        if not 0 < self.finished_at <= self.sure_at <= 1:
            raise ValueError(f"probabilities out of order: {self}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechBegan:
    """The person speaks."""

    speech_start: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseBegan:
    """A provisional end."""

    pause_id: int
    speech_end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictWanted:
    """The judge is to be asked about the turn so far."""

    pause_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechResumed:
    """The pause was inside the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOver:
    """The turn is over; `pause_id` is that of the pause it ended in, or a new one."""

    pause_id: int
    speech_end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingSaid:
    """No speech came in the time given."""


Decision = SpeechBegan | PauseBegan | VerdictWanted | SpeechResumed | TurnOver | NothingSaid


class _Phase(Enum):
    WAITING = "waiting"
    SPEAKING = "speaking"
    PAUSED = "paused"
    OVER = "over"


class Endpointer:
    """Follows one turn of the person. Deterministic; knows no clock.

    Args:
        limits: The numbers.
        opened_at: When the turn was opened, on the time line of `hear`.
        no_speech_s: Time from there in which speech must begin, or None for ever.
        has_judge: Whether somebody answers `VerdictWanted`.
        first_pause_id: Number of the first pause.
        first_start_s: Speech needed to believe in the run of speech that is under way at the
            beginning, if any: after a wake word, its own last syllable.
    """

    def __init__(
        self,
        limits: EndpointLimits,
        *,
        opened_at: float,
        no_speech_s: float | None,
        has_judge: bool,
        first_pause_id: int = 1,
        first_start_s: float | None = None,
    ) -> None:
        self._limits = limits
        self._no_speech_s = no_speech_s
        self._has_judge = has_judge
        self._next_pause_id = first_pause_id
        self._opened_at = opened_at
        self._phase = _Phase.WAITING
        self._start_frames = _frames(limits.start_s)
        self._pause_frames = _frames(limits.pause_s)
        self._needed_frames = _frames(first_start_s or limits.start_s)
        self._gate = ActivityGate(start_frames=self._needed_frames, stop_frames=self._pause_frames)
        self._at = opened_at
        self._speech_start = opened_at
        self._speech_end = opened_at
        self._verdict: float | None = None
        self._is_asked = False
        self._has_looked_twice = False

    @property
    def is_over(self) -> bool:
        """Whether the turn has ended, with or without speech."""
        return self._phase is _Phase.OVER

    @property
    def next_pause_id(self) -> int:
        """Number that the next pause would have."""
        return self._next_pause_id

    def hear(self, at: float, probability: float) -> Sequence[Decision]:
        """Take in the frame that ends at `at`."""
        if self.is_over:
            return ()
        self._at = at
        activity = self._gate.advance(probability)
        decisions: list[Decision] = []
        match self._phase:
            case _Phase.WAITING:
                self._wait(activity, decisions)
            case _Phase.SPEAKING:
                self._follow(activity, decisions)
            case _Phase.PAUSED:
                self._pause(activity, decisions)
            case _Phase.OVER:
                pass
        is_underway = self._phase in {_Phase.SPEAKING, _Phase.PAUSED}
        if is_underway and at - self._speech_start >= self._limits.max_utterance_s:
            decisions.append(self._end())
        return decisions

    def judged(self, pause_id: int, probability: float | None) -> Sequence[Decision]:
        """Take in the judge's answer; one about another pause counts for nothing.

        Args:
            pause_id: The pause it was asked about.
            probability: How likely the turn is finished, or None if the judge cannot say.
        """
        if self._phase is not _Phase.PAUSED or pause_id != self._next_pause_id - 1:
            return ()
        self._is_asked = False
        if probability is None:
            self._has_judge = False
        self._verdict = probability
        if self._gate.activity is not Activity.QUIET:
            return ()
        return [self._end()] if self._should_end() else ()

    def close(self, at: float) -> Sequence[Decision]:
        """End now, because no audio will come any more."""
        if self.is_over:
            return ()
        self._at = at
        if self._phase is _Phase.WAITING:
            self._phase = _Phase.OVER
            return [NothingSaid()]
        return [self._end()]

    def _wait(self, activity: Activity, decisions: list[Decision]) -> None:
        if activity is Activity.SPEAKING:
            self._phase = _Phase.SPEAKING
            self._speech_start = self._at - self._needed_frames * FRAME_S
            decisions.append(SpeechBegan(speech_start=self._speech_start))
        elif activity is Activity.QUIET:
            self._needed_frames = self._start_frames
            self._gate.require(self._start_frames)
            waited = self._at - self._opened_at
            if self._no_speech_s is not None and waited >= self._no_speech_s:
                self._phase = _Phase.OVER
                decisions.append(NothingSaid())

    def _follow(self, activity: Activity, decisions: list[Decision]) -> None:
        if activity is Activity.QUIET:
            self._phase = _Phase.PAUSED
            self._speech_end = self._at - self._pause_frames * FRAME_S
            self._verdict = None
            self._has_looked_twice = False
            pause_id = self._take_pause_id()
            decisions.append(PauseBegan(pause_id=pause_id, speech_end=self._speech_end))
            if self._has_judge:
                self._is_asked = True
                decisions.append(VerdictWanted(pause_id=pause_id))

    def _pause(self, activity: Activity, decisions: list[Decision]) -> None:
        if activity is Activity.SPEAKING:
            self._phase = _Phase.SPEAKING
            decisions.append(SpeechResumed())
        elif activity is Activity.QUIET:
            if self._should_end():
                decisions.append(self._end())
            elif self._should_look_again():
                self._has_looked_twice = self._is_asked = True
                decisions.append(VerdictWanted(pause_id=self._next_pause_id - 1))

    @property
    def _silence_s(self) -> float:
        return self._at - self._speech_end

    def _should_end(self) -> bool:
        limits = self._limits
        if self._silence_s >= max(limits.ceiling_s, limits.silence_s):
            return True
        if self._verdict is None:
            return self._silence_s >= limits.silence_s
        if self._verdict >= limits.sure_at:
            return True
        return self._verdict >= limits.finished_at and self._silence_s >= limits.silence_s

    def _should_look_again(self) -> bool:
        return (
            self._has_judge
            and not self._is_asked
            and not self._has_looked_twice
            and self._silence_s >= self._limits.pause_s + self._limits.second_look_s
        )

    def _end(self) -> TurnOver:
        if self._phase is _Phase.PAUSED:
            pause_id = self._next_pause_id - 1
        else:
            pause_id = self._take_pause_id()
            silent = self._gate.run if self._gate.activity is Activity.STOPPING else 0
            self._speech_end = self._at - silent * FRAME_S
        self._phase = _Phase.OVER
        return TurnOver(pause_id=pause_id, speech_end=self._speech_end)

    def _take_pause_id(self) -> int:
        self._next_pause_id += 1
        return self._next_pause_id - 1


def _frames(seconds: float) -> int:
    return max(1, round(seconds / FRAME_S))
