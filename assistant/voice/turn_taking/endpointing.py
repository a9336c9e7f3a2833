"""When is the user's turn over. Pure: frames of probability and verdicts in, decisions out.

Silence alone is a bad judge: 200 ms would cut people off, and the time that never does feels slow.
So a very short silence only *proposes* the end, and two witnesses decide how much more it takes: a
model that heard the sentence, and the words. `turn_end` has the table.

=====================  ====================================================================
silence so far         what happens
=====================  ====================================================================
`pause_s` (0.032 s)    the pause is announced, so that transcription begins; the judge is asked
as in the table        the turn is over, at the earliest when the words are known
`second_look_s`        after another 0.45 s an unsure judge is asked once more; a verdict beyond
                       doubt makes the end likely then, no more
`ceiling_s` (2.5 s)    over in any case
=====================  ====================================================================

On 73 recorded English sentences one silent frame came up once in a sentence before its end, two came
up 0.8 times. Transcribed from the first frame at the end of 64 sentences 6.5 % of words were wrong,
from the second 6.8 %. smart-turn, asked that early, tells pauses from ends better than later, for
silence itself makes a sentence sound finished.

A *held* turn (push to talk) is ended by nothing but `close` and the longest utterance.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from assistant.voice.detectors.vad import VoiceActivity, VoiceActivityGate
from assistant.voice.turn_taking.clarity_statistics import ClarityStatistics
from assistant.voice.turn_taking.endpointing_delay import (
    LIKELY_AT,
    SURE_LATER_AT,
    EndpointingDelay,
    TurnVerdict,
    end_likelihood,
    turn_verdict,
)
from assistant.voice.turn_taking.pause_statistics import PauseStatistics
from assistant.voice.turn_taking.text_completeness import PauseReading, TextCompleteness

VAD_FRAME_S = 0.032
"""Length of one frame of probability, in seconds: the voice activity model's."""

_ROUNDING_S = 1e-6
_NOT_READ: Final = PauseReading(TextCompleteness.SHORT)
"""What is made of words where nobody tells what they look like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointLimits:
    """The numbers of the policy; seconds of audio time."""

    pause_s: float = 0.032
    second_look_s: float = 0.45
    """After the pause was announced."""
    turn_end: EndpointingDelay = field(default_factory=EndpointingDelay)
    """How much silence is enough."""
    max_utterance_s: float = 60.0
    start_s: float = 0.128
    """Speech that is needed to believe in it; less is a click. The shortest of 113 recorded answers
    ("three") had 0.16 s in a row."""

    def __post_init__(self) -> None:
        """Raises ValueError if a time is not positive."""
        times = (self.pause_s, self.max_utterance_s, self.start_s)
        if min(times) <= 0 or self.second_look_s < 0:
            raise ValueError(f"times must be positive: {self}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechBegan:
    """The user speaks."""

    speech_start: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseBegan:
    """A provisional end."""

    pause_id: int
    speech_end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnVerdictWanted:
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
    verdict: TurnVerdict
    """What the judge made of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingSaid:
    """No speech came in the time given."""


EndpointDecision = (
    SpeechBegan | PauseBegan | TurnVerdictWanted | SpeechResumed | TurnOver | NothingSaid
)


class _Phase(Enum):
    WAITING = "waiting"
    SPEAKING = "speaking"
    PAUSED = "paused"
    OVER = "over"


class Endpointer:
    """Follows one turn of the user. Deterministic; knows no clock.

    Args:
        opened_at: When the turn was opened, on the time line of `hear`.
        no_speech_s: Time from there in which speech must begin, or None for ever.
        has_judge: Whether `TurnVerdictWanted` is answered.
        has_reader: Whether `read` will say what the words of a pause look like. If so,
            an end that the judge alone would make waits for it, within bounds.
        first_pause_id: Number of the first pause.
        first_start_s: Speech needed to believe in the run of speech that is under way at the
            beginning, if any: after a wake word, its own last syllable.
        held: Whether no pause ends the turn (push to talk), but only `close`.
        habit: The user's own pauses; learns each pause they went on after. None neither
            learns nor counts.
        clarity: How clearly the user is heard; learns the words of each finished turn. None
            neither learns nor counts.
    """

    def __init__(
        self,
        limits: EndpointLimits,
        *,
        opened_at: float,
        no_speech_s: float | None,
        has_judge: bool,
        has_reader: bool = False,
        first_pause_id: int = 1,
        first_start_s: float | None = None,
        held: bool = False,
        habit: PauseStatistics | None = None,
        clarity: ClarityStatistics | None = None,
    ) -> None:
        self._limits = limits
        self._no_speech_s = no_speech_s
        self._has_judge = has_judge
        self._has_reader = has_reader
        self._next_pause_id = first_pause_id
        self._opened_at = opened_at
        self._is_held = held
        self._habit = habit
        self._clarity = clarity
        self._phase = _Phase.WAITING
        self._start_frames = _frames(limits.start_s)
        self._pause_frames = _frames(limits.pause_s)
        self._needed_frames = _frames(first_start_s or limits.start_s)
        self._gate = VoiceActivityGate(
            start_frames=self._needed_frames, stop_frames=self._pause_frames
        )
        self._at = opened_at
        self._speech_start = opened_at
        self._speech_end = opened_at
        self._probability: float | None = None
        self._reading: PauseReading | None = None
        self._is_asked = False
        self._has_looked_twice = False

    @property
    def is_over(self) -> bool:
        """Whether the turn has ended, with or without speech."""
        return self._phase is _Phase.OVER

    @property
    def awaits_speech(self) -> bool:
        """Whether nothing has sounded like speech yet."""
        return self._phase is _Phase.WAITING and self._gate.activity is VoiceActivity.QUIET

    @property
    def is_speaking(self) -> bool:
        """Whether the user speaks at this moment."""
        return self._phase is _Phase.SPEAKING and self._gate.activity is VoiceActivity.SPEAKING

    @property
    def is_paused(self) -> bool:
        """Whether the user has spoken, and is silent at this moment."""
        return self._phase is _Phase.PAUSED

    @property
    def next_pause_id(self) -> int:
        """Number that the next pause would have."""
        return self._next_pause_id

    def hear(self, at: float, probability: float) -> Sequence[EndpointDecision]:
        """Feed the frame that ends at `at`."""
        if self.is_over:
            return ()
        self._at = at
        activity = self._gate.advance(probability)
        decisions: list[EndpointDecision] = []
        match self._phase:
            case _Phase.WAITING:
                self._wait(activity, decisions)
            case _Phase.SPEAKING:
                self._follow(activity, decisions)
            case _Phase.PAUSED:
                self._pause(activity, decisions)
            case _Phase.OVER:
                pass
        if self._phase in {_Phase.SPEAKING, _Phase.PAUSED} and self._is_overdue:
            decisions.append(self._end())
        return decisions

    def judged(self, pause_id: int, probability: float | None) -> Sequence[EndpointDecision]:
        """The judge's answer; one about another pause is ignored.

        Args:
            pause_id: The pause it was asked about.
            probability: How likely the turn is finished, or None if the judge cannot say.
        """
        if not self._is_about_now(pause_id):
            return ()
        self._is_asked = False
        if probability is None:
            self._has_judge = False
            self._probability = None
        elif not self._has_looked_twice:
            self._probability = probability
        elif probability >= SURE_LATER_AT and self._is_doubted:
            self._probability = LIKELY_AT
        return self._end_if_due()

    def read(self, pause_id: int, reading: PauseReading) -> Sequence[EndpointDecision]:
        """The text up to a pause is known; of another pause it is ignored."""
        if not self._is_about_now(pause_id):
            return ()
        self._reading = reading
        return self._end_if_due()

    def close(self, at: float) -> Sequence[EndpointDecision]:
        """End now: the key was released, or no audio will come any more."""
        if self.is_over:
            return ()
        self._at = at
        if self._phase is _Phase.WAITING:
            self._phase = _Phase.OVER
            return [NothingSaid()]
        return [self._end()]

    def _wait(self, activity: VoiceActivity, decisions: list[EndpointDecision]) -> None:
        if activity is VoiceActivity.SPEAKING:
            self._phase = _Phase.SPEAKING
            self._speech_start = self._at - self._needed_frames * VAD_FRAME_S
            decisions.append(SpeechBegan(speech_start=self._speech_start))
        elif activity is VoiceActivity.QUIET:
            self._needed_frames = self._start_frames
            self._gate.require(self._start_frames)
            waited = self._at - self._opened_at
            if self._no_speech_s is not None and waited >= self._no_speech_s:
                self._phase = _Phase.OVER
                decisions.append(NothingSaid())

    def _follow(self, activity: VoiceActivity, decisions: list[EndpointDecision]) -> None:
        if activity is VoiceActivity.QUIET:
            self._phase = _Phase.PAUSED
            self._speech_end = self._at - self._pause_frames * VAD_FRAME_S
            self._probability = None
            self._reading = None
            self._is_asked = self._has_looked_twice = False
            pause_id = self._take_pause_id()
            decisions.append(PauseBegan(pause_id=pause_id, speech_end=self._speech_end))
            if self._has_judge and not self._is_held:
                self._is_asked = True
                decisions.append(TurnVerdictWanted(pause_id=pause_id))

    def _pause(self, activity: VoiceActivity, decisions: list[EndpointDecision]) -> None:
        if activity is VoiceActivity.SPEAKING:
            self._phase = _Phase.SPEAKING
            if self._habit is not None and not self._is_held:
                self._habit.noticed(self._silence_s - self._start_frames * VAD_FRAME_S)
            decisions.append(SpeechResumed())
        elif activity is VoiceActivity.QUIET:
            if self._should_end():
                decisions.append(self._end())
            elif self._should_look_again():
                self._has_looked_twice = self._is_asked = True
                decisions.append(TurnVerdictWanted(pause_id=self._next_pause_id - 1))

    @property
    def _silence_s(self) -> float:
        return self._at - self._speech_end

    @property
    def _is_doubted(self) -> bool:
        return turn_verdict(self._probability) is TurnVerdict.DOUBTFUL

    @property
    def _is_overdue(self) -> bool:
        return self._at - self._speech_start >= self._limits.max_utterance_s

    def _is_about_now(self, pause_id: int) -> bool:
        return self._phase is _Phase.PAUSED and pause_id == self._next_pause_id - 1

    def _end_if_due(self) -> Sequence[EndpointDecision]:
        if self._gate.activity is not VoiceActivity.QUIET:
            return ()
        return [self._end()] if self._should_end() else ()

    def _should_end(self) -> bool:
        if self._is_held:
            return False
        reading = self._reading if self._has_reader else _NOT_READ
        enough_s = self._limits.turn_end.silence_s(
            end_likelihood(
                self._probability, reading, usual_log_prob=self._usual_log_prob(reading)
            ),
            None if reading is None else reading.completeness,
            habit=1.0 if self._habit is None else self._habit.factor,
        )
        return self._silence_s >= enough_s - _ROUNDING_S

    def _should_look_again(self) -> bool:
        return (
            self._has_judge
            and not (self._is_held or self._is_asked or self._has_looked_twice)
            and self._is_doubted
            and self._silence_s >= self._limits.pause_s + self._limits.second_look_s
        )

    def _end(self) -> TurnOver:
        if self._phase is _Phase.PAUSED:
            pause_id = self._next_pause_id - 1
            self._learn_clarity()
        else:
            pause_id = self._take_pause_id()
            silent = self._gate.run if self._gate.activity is VoiceActivity.STOPPING else 0
            self._speech_end = self._at - silent * VAD_FRAME_S
            self._probability = None
        self._phase = _Phase.OVER
        verdict = turn_verdict(self._probability)
        return TurnOver(pause_id=pause_id, speech_end=self._speech_end, verdict=verdict)

    def _usual_log_prob(self, reading: PauseReading | None) -> float | None:
        if reading is None or self._clarity is None:
            return None
        return self._clarity.usual(reading.language)

    def _learn_clarity(self) -> None:
        reading = self._reading
        if self._clarity is not None and reading is not None and reading.log_prob is not None:
            self._clarity.noticed(reading.language, reading.log_prob)

    def _take_pause_id(self) -> int:
        self._next_pause_id += 1
        return self._next_pause_id - 1


def _frames(seconds: float) -> int:
    return max(1, round(seconds / VAD_FRAME_S))
