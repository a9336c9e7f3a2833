"""What the listener thread computes: samples in, events out.

Nothing here knows a thread, a device or a clock, so a whole conversation can be played through it at
any speed. All time is counted in samples heard; `at` of an event is the time line of the input
device, carried along with every block.
"""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Protocol, assert_never

import numpy as np
import numpy.typing as npt

from assistant.voice.endpointing import (
    Decision,
    Endpointer,
    EndpointLimits,
    NothingSaid,
    PauseBegan,
    SpeechBegan,
    SpeechResumed,
    TurnOver,
    VerdictWanted,
)
from assistant.voice.events import (
    LevelMeasured,
    ListenerEvent,
    NoSpeech,
    Samples,
    TurnEnded,
    VoicePaused,
    VoiceResumed,
    VoiceStarted,
    WakeHeard,
)
from assistant.voice.loudness import rms_dbfs
from assistant.voice.protocols import SAMPLE_RATE_HZ, Hearing
from assistant.voice.rings import AudioRing
from assistant.voice.vad import FRAME_SAMPLES as VAD_SAMPLES
from assistant.voice.vad import Activity, ActivityGate
from assistant.voice.wake import FRAME_SAMPLES as WAKE_SAMPLES
from assistant.voice.wake import Hit, WakePolicy, was_speech

_log = logging.getLogger(__name__)

LEVEL_SAMPLES: Final = 2 * VAD_SAMPLES
"""Length of audio one level is measured over: 64 ms, 15.6 levels a second."""

_CALL_PRE_ROLL = round(1.2 * SAMPLE_RATE_HZ)
"""Kept from before the wake word was recognised: all of it. Measured on 94 recorded calls, the
phrase began 0.4 to 0.9 s before. The recogniser understands a whole phrase better than its tail."""
_CALL_TAIL_S = 0.35
"""The phrase sounds on for up to 0.3 s after it was recognised; longer speech is the request."""
_CALL_IS_PART_OF_TURN = round(0.8 * SAMPLE_RATE_HZ)
"""A request that begins this soon after the wake word keeps it in its audio: a cut would fall into
the phrase, and what is left of it could not be told from words of the request."""
_CALL_EXPIRES = 5 * SAMPLE_RATE_HZ
_TURN_PRE_ROLL = SAMPLE_RATE_HZ
_UTTERANCE_PRE_ROLL = round(0.5 * SAMPLE_RATE_HZ)
"""Kept from before the speech of a turn; the silence the person thought in is left out."""
_BARGE_IN_PRE_ROLL = round(0.3 * SAMPLE_RATE_HZ)
"""Kept from before speech was noticed over the assistant's voice: soft first consonants."""
_VAD_RUN_UP = round(0.5 * SAMPLE_RATE_HZ)
"""What the voice activity model hears before its answers count, after a gap."""
_CALL_SPEECH_WINDOW = round(0.5 * SAMPLE_RATE_HZ)
_FALSE_ALARM_FRAMES = round(1.0 * SAMPLE_RATE_HZ / VAD_SAMPLES)
_SPARE = 5 * SAMPLE_RATE_HZ
_SPEECH_AT: Final = 0.5


class WakeScoring(Protocol):
    """What is needed of the wake word models."""

    def scores(self, frame: Samples) -> dict[str, float]:
        """Score the next 80 ms."""
        ...


class VoiceDetecting(Protocol):
    """What is needed of the voice activity model."""

    def reset(self) -> None:
        """Forget what was heard; for a gap in the audio."""
        ...

    def probabilities(self, samples: Samples) -> npt.NDArray[np.float32]:
        """Return the probability of speech for each of the next frames."""
        ...


class Perception:
    """Hears the wake word, turns and barge-ins.

    While it waits for the wake word the voice activity model rests: it is run over the last second
    and a half when a score suggests a call.

    Args:
        wake: Wake word models, or None if nothing wakes.
        policy: Decides on their scores.
        vad: Voice activity model.
        limits: When a turn is over.
        barge_in_s: Speech needed to interrupt the assistant.
        ask: Asks the turn judge about the audio of a pause; None if there is none.
    """

    def __init__(
        self,
        *,
        wake: WakeScoring | None,
        policy: WakePolicy,
        vad: VoiceDetecting,
        limits: EndpointLimits,
        barge_in_s: float,
        ask: Callable[[int, Samples], None] | None,
    ) -> None:
        self._wake = wake
        self._policy = policy
        self._vad = vad
        self._limits = limits
        self._barge_in_frames = max(1, round(barge_in_s * SAMPLE_RATE_HZ / VAD_SAMPLES))
        self._ask = ask
        self._hearing = Hearing.WAKE
        self._ring = AudioRing(round(limits.max_utterance_s * SAMPLE_RATE_HZ) + _SPARE)
        self._end_at = 0.0
        self._wake_position = 0
        self._vad_position = 0
        self._level_position = 0
        self._recent: deque[tuple[int, float]] = deque(maxlen=64)
        self._turn: Endpointer | None = None
        self._turn_start = 0
        self._turn_stop = 0
        self._turn_call: int | None = None
        self._next_pause_id = 1
        self._gate = self._barge_in_gate()
        self._called: int | None = None
        self._spoken_since: int | None = None

    @property
    def hearing(self) -> Hearing:
        """What it listens for."""
        return self._hearing

    def hear(self, what: Hearing, no_speech_after_s: float | None = None) -> list[ListenerEvent]:
        """Change what is listened for; see `Listening.hear`."""
        before, self._hearing = self._hearing, what
        events: list[ListenerEvent] = []
        match what:
            case Hearing.OFF:
                # What is said while nobody should listen is not even kept.
                self._ring.forget()
                self._recent.clear()
            case Hearing.WAKE:
                pass
            case Hearing.TURN:
                self._open_turn(before, no_speech_after_s, events)
            case Hearing.BARGE_IN:
                self._gate = self._barge_in_gate()
                self._catch_up(self._ring.end)
            case _:
                assert_never(what)
        if before is Hearing.OFF and what is not Hearing.OFF:
            self._policy.start_over()
        if what is not Hearing.TURN:
            self._turn = None
        self._called = self._spoken_since = None
        return events

    def listen(
        self, samples: Samples, at: float, *, clean: Samples | None = None
    ) -> list[ListenerEvent]:
        """Hear the next samples.

        Args:
            samples: 16 kHz mono, of any length below the longest turn.
            at: When the last of them was taken.
            clean: The same samples without the echo of the assistant's voice, or None where there
                is no echo.
        """
        self._end_at = at
        if self._hearing is Hearing.OFF:
            return []
        self._ring.write(samples if clean is None else clean)
        events: list[ListenerEvent] = []
        while self._ring.end - self._level_position >= LEVEL_SAMPLES:
            position = self._level_position = self._level_position + LEVEL_SAMPLES
            level = rms_dbfs(self._ring.read(position - LEVEL_SAMPLES, position))
            events.append(LevelMeasured(at=self._time_of(position), dbfs=level))
        while self._ring.end - self._wake_position >= WAKE_SAMPLES:
            self._wake_position += WAKE_SAMPLES
            self._hear_wake_frame(self._wake_position, events)
        match self._hearing:
            case Hearing.TURN:
                if self._turn is not None and not self._turn.is_over:
                    self._follow(self._turn, self._catch_up(self._ring.end), events)
            case Hearing.BARGE_IN:
                self._watch_barge_in(events)
            case Hearing.WAKE:
                pass
        return events

    def judged(self, pause_id: int, probability: float | None) -> list[ListenerEvent]:
        """Take in the turn judge's answer."""
        events: list[ListenerEvent] = []
        if self._turn is not None:
            decisions = self._turn.judged(pause_id, probability)
            self._carry_out(decisions, self._turn, self._ring.end, events)
        return events

    def close(self) -> list[ListenerEvent]:
        """Hear that no audio will come any more: an open turn is over."""
        events: list[ListenerEvent] = []
        if self._turn is not None:
            decisions = self._turn.close(_seconds(self._ring.end))
            self._carry_out(decisions, self._turn, self._ring.end, events)
        return events

    def skip(self) -> None:
        """Note that audio was lost: what came before and what comes now do not belong together."""
        self._policy.start_over()
        self._vad.reset()

    # The wake word.

    def _hear_wake_frame(self, end: int, events: list[ListenerEvent]) -> None:
        if self._wake is None:
            return
        hit = self._policy.candidate(self._wake.scores(self._ring.read(end - WAKE_SAMPLES, end)))
        if hit is None or self._hearing is Hearing.TURN:
            return
        if self._is_spoken(hit, end):
            self._policy.accept()
            self._called = end
            events.append(WakeHeard(at=self._time_of(end), phrase=hit.phrase, score=hit.score))

    def _is_spoken(self, hit: Hit, end: int) -> bool:
        self._catch_up(end)
        since = end - _CALL_SPEECH_WINDOW
        if was_speech([p for position, p in self._recent if since < position <= end]):
            return True
        _log.debug("Wake word %s scored %.2f without speech", hit.phrase, hit.score)
        return False

    # Voice activity.

    def _catch_up(self, end: int) -> list[tuple[int, float]]:
        """Run the voice activity model up to `end`; after a rest from one and a half seconds back.

        Returns:
            End position and probability of each frame that is new.
        """
        return self._detect(max(self._vad_position, end - _VAD_RUN_UP - _TURN_PRE_ROLL), end)

    def _detect(self, begin: int, end: int) -> list[tuple[int, float]]:
        begin = max(begin, self._ring.start)
        count = (end - begin) // VAD_SAMPLES
        if count <= 0:
            return []
        if begin != self._vad_position:
            self._vad.reset()
        self._vad_position = begin + count * VAD_SAMPLES
        probabilities = self._vad.probabilities(self._ring.read(begin, self._vad_position))
        frames = [
            (begin + (index + 1) * VAD_SAMPLES, float(probability))
            for index, probability in enumerate(probabilities)
        ]
        self._recent.extend(frames)
        return frames

    def _barge_in_gate(self) -> ActivityGate:
        return ActivityGate(start_frames=self._barge_in_frames, stop_frames=_FALSE_ALARM_FRAMES)

    def _watch_barge_in(self, events: list[ListenerEvent]) -> None:
        for position, probability in self._catch_up(self._ring.end):
            before = self._gate.activity
            activity = self._gate.advance(probability)
            if activity is Activity.SPEAKING and before in {Activity.QUIET, Activity.STARTING}:
                self._spoken_since = position - self._barge_in_frames * VAD_SAMPLES
                events.append(VoiceStarted(at=self._time_of(position)))
            elif activity is Activity.QUIET:
                self._spoken_since = None

    # Turns.

    def _open_turn(
        self, before: Hearing, no_speech_after_s: float | None, events: list[ListenerEvent]
    ) -> None:
        now = self._ring.end
        last, self._turn = self._turn, None
        self._turn_call = self._called
        if self._called is not None and now - self._called > _CALL_EXPIRES:
            self._turn_call = None
        if self._turn_call is not None:
            begin = self._turn_call
            self._turn_start = begin - _CALL_PRE_ROLL
        elif self._spoken_since is not None:
            begin = self._spoken_since
            self._turn_start = begin - _BARGE_IN_PRE_ROLL
        elif before is Hearing.TURN and last is not None:
            # Whoever went on after a turn was taken to be over is heard from there.
            begin = self._turn_start = max(self._turn_stop, now - _SPARE)
        else:
            # Speech that is over by now was somebody else's, most often the assistant's own.
            begin = self._begin_of_speech_at(now)
            self._turn_start = min(begin - _UTTERANCE_PRE_ROLL, now - _TURN_PRE_ROLL)
        self._turn_start = max(self._turn_start, self._ring.start)
        self._turn = Endpointer(
            self._limits,
            opened_at=_seconds(now),
            no_speech_s=no_speech_after_s,
            has_judge=self._ask is not None,
            first_pause_id=self._next_pause_id,
            first_start_s=None if self._turn_call is None else _CALL_TAIL_S,
        )
        heard = self._detect(begin - _VAD_RUN_UP, now)
        self._follow(
            self._turn,
            [(position, p) for position, p in heard if position - VAD_SAMPLES >= begin],
            events,
        )

    def _begin_of_speech_at(self, now: int) -> int:
        """Return where the speech began that is going on now, or `now` if nobody speaks."""
        begin = now
        frames = self._detect(now - _TURN_PRE_ROLL - _VAD_RUN_UP, now)
        for position, probability in reversed(frames):
            if probability < _SPEECH_AT or position <= now - _TURN_PRE_ROLL:
                break
            begin = position - VAD_SAMPLES
        return begin

    def _follow(
        self, turn: Endpointer, frames: Sequence[tuple[int, float]], events: list[ListenerEvent]
    ) -> None:
        for position, probability in frames:
            decisions = turn.hear(_seconds(position), probability)
            self._carry_out(decisions, turn, position, events)

    def _carry_out(
        self,
        decisions: Sequence[Decision],
        turn: Endpointer,
        end: int,
        events: list[ListenerEvent],
    ) -> None:
        at = self._time_of(end)
        for decision in decisions:
            match decision:
                case SpeechBegan(speech_start=speech_start):
                    self._leave_out_silence(round(speech_start * SAMPLE_RATE_HZ))
                    events.append(VoiceStarted(at=at))
                case PauseBegan(pause_id=pause_id, speech_end=speech_end):
                    speech_end_at = self._time_of(round(speech_end * SAMPLE_RATE_HZ))
                    audio = self._ring.read(self._turn_start, end)
                    events.append(
                        VoicePaused(at=at, speech_end=speech_end_at, pause_id=pause_id, audio=audio)
                    )
                case VerdictWanted(pause_id=pause_id):
                    if self._ask is not None:
                        self._ask(pause_id, self._ring.read(self._turn_start, end))
                case SpeechResumed():
                    events.append(VoiceResumed(at=at))
                case TurnOver(pause_id=pause_id, speech_end=speech_end):
                    self._turn_stop = end
                    speech_end_at = self._time_of(round(speech_end * SAMPLE_RATE_HZ))
                    audio = self._ring.read(self._turn_start, end)
                    events.append(
                        TurnEnded(at=at, speech_end=speech_end_at, pause_id=pause_id, audio=audio)
                    )
                case NothingSaid():
                    self._turn_stop = end
                    events.append(NoSpeech(at=at))
                case _:
                    assert_never(decision)
        self._next_pause_id = turn.next_pause_id

    def _leave_out_silence(self, speech_start: int) -> None:
        call = self._turn_call
        if call is None or speech_start - call >= _CALL_IS_PART_OF_TURN:
            self._turn_start = max(self._turn_start, speech_start - _UTTERANCE_PRE_ROLL)

    def _time_of(self, position: int) -> float:
        return self._end_at - (self._ring.end - position) / SAMPLE_RATE_HZ


def _seconds(position: int) -> float:
    return position / SAMPLE_RATE_HZ
