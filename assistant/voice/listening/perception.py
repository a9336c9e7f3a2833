"""What the listener thread computes: samples in, events out.

Nothing here knows a thread, a device or a clock, so a whole conversation can be played through it at
any speed. All time is counted in samples heard; `at` of an event is the time line of the input
device, carried along with every block.
"""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, assert_never

from assistant.voice.audio.double_talk import double_talk_probability
from assistant.voice.audio.loudness import rms_dbfs
from assistant.voice.audio.reply_loudness import ReplyLoudness
from assistant.voice.audio.ring_buffer import AudioRing
from assistant.voice.detectors.open_wake_word import WakeWordHit, WakeWordPolicy, was_speech
from assistant.voice.detectors.vad import VAD_FRAME_SAMPLES, SileroVad
from assistant.voice.events import (
    LevelMeasured,
    ListenerEvent,
    NoSpeech,
    Samples,
    TurnEnded,
    VoiceHeld,
    VoicePaused,
    VoiceProgressed,
    VoiceResumed,
    VoiceStarted,
    VoiceSuspected,
    VoiceWithdrawn,
    WakeHeard,
)
from assistant.voice.protocols import SAMPLE_RATE_HZ, ListeningMode
from assistant.voice.turn_taking.addressee import speech_dbfs
from assistant.voice.turn_taking.barge_in import (
    BargeInAdvanced,
    BargeInDetector,
    BargeInLimits,
    BargeInStage,
    BargeInStep,
    BargeInWithdrawn,
)
from assistant.voice.turn_taking.clarity_statistics import ClarityStatistics
from assistant.voice.turn_taking.endpointing import (
    EndpointDecision,
    Endpointer,
    EndpointLimits,
    NothingSaid,
    PauseBegan,
    SpeechBegan,
    SpeechResumed,
    TurnOver,
    TurnVerdictWanted,
)
from assistant.voice.turn_taking.pause_statistics import PauseStatistics
from assistant.voice.turn_taking.text_completeness import PauseReading
from assistant.voice.turn_taking.wake_word import WakeWordDetector, WakeWordScorer

_log = logging.getLogger(__name__)

LEVEL_SAMPLES: Final = 2 * VAD_FRAME_SAMPLES
"""Length of audio one level is measured over: 64 ms, 15.6 levels a second."""

_CALL_PRE_ROLL = round(1.2 * SAMPLE_RATE_HZ)
"""Kept from before the wake word was recognised: all of it. Measured on 94 recorded calls, the
phrase began 0.4 to 0.9 s before. The recogniser understands a whole phrase better than its tail."""
_CALL_CHECKED = 2 * SAMPLE_RATE_HZ
"""Given to the recogniser to check a call: the phrase, and quiet before it."""
_CALL_TAIL_S = 0.35
"""The phrase sounds on for up to 0.3 s after it was recognised; longer speech is the request."""
_CALL_GAP = round(0.09 * SAMPLE_RATE_HZ)
"""Quiet that tells the phrase from the request; with less of it the audio keeps the phrase: a cut
would fall into it, and what is left of it could not be told from words of the request."""
_CALL_LOG_PROB = 0.08
"""By how much the mean log probability of a turn's words is lower where the audio has the phrase:
0.03 in the median of 45 synthesised sentences in one breath, 0.13 of 29 recorded ones with another
speaker's call before them."""
_CALL_EXPIRES = 5 * SAMPLE_RATE_HZ
_TURN_PRE_ROLL = SAMPLE_RATE_HZ
_UTTERANCE_PRE_ROLL = round(0.5 * SAMPLE_RATE_HZ)
"""Kept from before the speech of a turn; the silence the user thought in is left out."""
_BARGE_IN_PRE_ROLL = round(0.3 * SAMPLE_RATE_HZ)
"""Kept from before speech was noticed over the assistant's voice: soft first consonants."""
_VAD_RUN_UP = round(0.5 * SAMPLE_RATE_HZ)
"""What the voice activity model hears before its answers count, after a gap."""
_CALL_SPEECH_WINDOW = round(0.5 * SAMPLE_RATE_HZ)
_SPEECH_BEFORE_VOICE = 3 * SAMPLE_RATE_HZ
"""How far back the beginning of speech is looked for that goes on when the assistant's voice begins."""
_LET_GO_TAIL = round(0.2 * SAMPLE_RATE_HZ)
"""Heard after the talk key went up: fingers are quicker than the last consonant."""
_PROGRESS = round(0.4 * SAMPLE_RATE_HZ)
"""Speech between two tellings of what was said so far."""
_RAW_RING = 4 * SAMPLE_RATE_HZ
_SPARE = 5 * SAMPLE_RATE_HZ
_SPEECH_AT: Final = 0.5
_ASSISTANT_IS_SILENT: Final = frozenset({ListeningMode.WAKE, ListeningMode.TURN})


class Perception:
    """Hears the wake word, turns and barge-ins.

    While it waits for the wake word the voice activity model rests: it is run over the last second
    and a half when a score suggests a call. While it waits for the first word of a turn the wake
    word models rest.

    Args:
        wake: Wake word models, or None if nothing wakes.
        wake_again: The same models once more, for the audio without the assistant's voice; see
            `WakeWordDetector`.
        limits: When a turn is over.
        barge_in_s: Speech needed to suspect that the user speaks over the assistant.
        ask: Asks the turn judge about the audio of a pause; None if there is none.
        has_reader: Whether `read` will say what the words of a pause look like.
        habit: The user's own pauses; None learns nothing.
        clarity: How clearly the user is heard; None learns nothing.
        loudness: Learns how loud the room is while the assistant is silent, and what was said.
    """

    def __init__(
        self,
        *,
        wake: WakeWordScorer | None,
        policy: WakeWordPolicy,
        vad: SileroVad,
        limits: EndpointLimits,
        barge_in_s: float,
        ask: Callable[[int, Samples], None] | None,
        wake_again: WakeWordScorer | None = None,
        has_reader: bool = False,
        habit: PauseStatistics | None = None,
        clarity: ClarityStatistics | None = None,
        loudness: ReplyLoudness | None = None,
    ) -> None:
        self._loudness = loudness
        self._vad = vad
        self._limits = limits
        self._barge_in = BargeInLimits.of(barge_in_s)
        self._ask = ask
        self._has_reader = has_reader
        self._habit = habit
        self._clarity = clarity
        self._hearing = ListeningMode.WAKE
        self._ring = AudioRing(round(limits.max_utterance_s * SAMPLE_RATE_HZ) + _SPARE)
        self._raw = AudioRing(_RAW_RING)
        self._wake = WakeWordDetector(
            wake=wake, again=wake_again, policy=policy, raw=self._raw, clean=self._ring
        )
        self._clean_since: int | None = None
        self._end_at = 0.0
        self._vad_position = 0
        self._level_position = 0
        self._recent: deque[tuple[int, float]] = deque(maxlen=160)
        self._turn: Endpointer | None = None
        self._turn_start = 0
        self._turn_stop = 0
        self._progress_from = 0
        self._turn_call: int | None = None
        self._is_held = False
        self._next_pause_id = 1
        self._watch = BargeInDetector(self._barge_in, opened_at=0.0)
        self._watched = 0
        self._called: int | None = None
        self._let_go_at: int | None = None

    def hear(
        self,
        what: ListeningMode,
        no_speech_after_s: float | None = None,
        *,
        since: float | None = None,
        held: bool = False,
    ) -> list[ListenerEvent]:
        """Change what is listened for; see `AudioInput.hear`."""
        before, self._hearing = self._hearing, what
        if self._turn is not None and self._turn.is_paused and what is not ListeningMode.TURN:
            self._turn_stop = self._ring.end  # its words were taken before it was over
        events: list[ListenerEvent] = []
        match what:
            case ListeningMode.OFF:
                # What is said while nobody should listen is not even kept.
                self._ring.forget()
                self._raw.forget()
                self._recent.clear()
                self._level_position = self._ring.end
                self._wake.pause()
            case ListeningMode.WAKE | ListeningMode.WAKE_OVER_VOICE:
                pass
            case ListeningMode.TURN:
                self._open_turn(before, no_speech_after_s, since, events, held=held)
            case ListeningMode.BARGE_IN:
                self._open_barge_in(events)
            case _:
                assert_never(what)
        if before is ListeningMode.OFF and what is not ListeningMode.OFF:
            self._wake.start_over()
        if what is not ListeningMode.TURN:
            self._turn = None
        self._called = self._let_go_at = None
        return events

    def let_go(self) -> None:
        """End a held turn soon; see `AudioInput.let_go`."""
        if self._turn is not None and self._is_held:
            self._let_go_at = self._ring.end + _LET_GO_TAIL

    def listen(
        self, samples: Samples, at: float, *, clean: Samples | None = None
    ) -> list[ListenerEvent]:
        """Feed the next samples.

        Args:
            samples: 16 kHz mono, of any length below the longest turn.
            at: When the last of them was taken.
            clean: The same samples without the echo of the assistant's voice, or None where there
                is no echo.
        """
        self._end_at = at
        if self._hearing is ListeningMode.OFF:
            return []
        if clean is None:
            self._clean_since = None
        elif self._clean_since is None:
            self._clean_since = self._ring.end
        self._ring.write(samples if clean is None else clean)
        self._raw.write(samples)
        events: list[ListenerEvent] = []
        while self._ring.end - self._level_position >= LEVEL_SAMPLES:
            position = self._level_position = self._level_position + LEVEL_SAMPLES
            level = rms_dbfs(self._ring.read(position - LEVEL_SAMPLES, position))
            events.append(LevelMeasured(at=self._time_of(position), dbfs=level))
            if self._loudness is not None and self._hearing in _ASSISTANT_IS_SILENT:
                self._loudness.heard_room(level)
        self._hear_wake_word(events)
        match self._hearing:
            case ListeningMode.TURN:
                if self._turn is not None and not self._turn.is_over:
                    self._follow(self._turn, self._catch_up(self._ring.end), events)
                if self._let_go_at is not None and self._ring.end >= self._let_go_at:
                    self._let_go_at = None
                    events += self.close()
            case ListeningMode.BARGE_IN:
                self._catch_up(self._ring.end)
                self._watch_barge_in(events)
            case ListeningMode.WAKE | ListeningMode.WAKE_OVER_VOICE:
                pass
        return events

    def judged(self, pause_id: int, probability: float | None) -> list[ListenerEvent]:
        """Take in the turn judge's answer."""
        events: list[ListenerEvent] = []
        if self._turn is not None:
            decisions = self._turn.judged(pause_id, probability)
            self._carry_out(decisions, self._turn, self._ring.end, events)
        return events

    def read(self, pause_id: int, reading: PauseReading) -> list[ListenerEvent]:
        """The text up to a pause is known."""
        events: list[ListenerEvent] = []
        if self._turn is not None:
            if self._has_call and reading.log_prob is not None:
                reading = replace(reading, log_prob=reading.log_prob + _CALL_LOG_PROB)
            decisions = self._turn.read(pause_id, reading)
            self._carry_out(decisions, self._turn, self._ring.end, events)
        return events

    def close(self) -> list[ListenerEvent]:
        """No more audio will come: an open turn is over."""
        events: list[ListenerEvent] = []
        self._let_go_at = None
        if self._turn is not None:
            decisions = self._turn.close(_seconds(self._ring.end))
            self._carry_out(decisions, self._turn, self._ring.end, events)
        return events

    def skip(self) -> None:
        """Audio was lost: what came before and what comes now do not belong together."""
        self._wake.start_over()
        self._vad.reset()
        self._clean_since = None

    # The wake word.

    def _hear_wake_word(self, events: list[ListenerEvent]) -> None:
        if self._turn is not None and self._turn.awaits_speech:
            self._wake.rest()
            return
        self._wake.hear(
            has_echo=self._clean_since is not None,
            is_over_voice=self._hearing in {ListeningMode.BARGE_IN, ListeningMode.WAKE_OVER_VOICE},
            accept=lambda hit, end: self._accept_call(hit, end, events),
        )

    def _accept_call(self, hit: WakeWordHit, end: int, events: list[ListenerEvent]) -> bool:
        if self._hearing is ListeningMode.TURN or not self._is_spoken(hit, end):
            return False
        self._called = end
        audio = None if hit.is_sure else self._ring.read(end - _CALL_CHECKED, end)
        at = self._time_of(end)
        said = self._ring.read(end - _CALL_PRE_ROLL, end)
        events.append(WakeHeard(at=at, phrase=hit.phrase, score=hit.score, audio=audio, said=said))
        return True

    def _is_spoken(self, hit: WakeWordHit, end: int) -> bool:
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
        count = (end - begin) // VAD_FRAME_SAMPLES
        if count <= 0:
            return []
        if begin != self._vad_position:
            self._vad.reset()
        self._vad_position = begin + count * VAD_FRAME_SAMPLES
        probabilities = self._vad.probabilities(self._ring.read(begin, self._vad_position))
        frames = [
            (begin + (index + 1) * VAD_FRAME_SAMPLES, float(probability))
            for index, probability in enumerate(probabilities)
        ]
        while self._recent and self._recent[-1][0] > begin:
            self._recent.pop()  # heard once more, after a gap
        self._recent.extend(frames)
        return frames

    # Speech over the assistant's voice.

    def _open_barge_in(self, events: list[ListenerEvent]) -> None:
        now = self._ring.end
        begin = self._begin_of_speech_at(now, _SPEECH_BEFORE_VOICE)
        self._watch = BargeInDetector(self._barge_in, opened_at=_seconds(now))
        self._watched = begin
        self._watch_barge_in(events)

    def _watch_barge_in(self, events: list[ListenerEvent]) -> None:
        frames = [(end, p) for end, p in self._recent if end - VAD_FRAME_SAMPLES >= self._watched]
        for end, probability in frames:
            self._watched = end
            steps = self._watch.hear(_seconds(end), self._over_voice(end, probability))
            events += [self._barge_in_event(step, end) for step in steps]

    def _over_voice(self, end: int, probability: float) -> float:
        """Weigh a frame's probability by how much of it the echo canceller let through."""
        begin = end - VAD_FRAME_SAMPLES
        if self._clean_since is None or begin < max(self._clean_since, self._raw.start):
            return probability
        return double_talk_probability(
            probability, raw=self._raw.read(begin, end), clean=self._ring.read(begin, end)
        )

    def _barge_in_event(self, step: BargeInStep, end: int) -> ListenerEvent:
        at = self._time_of(end)
        start = _position(step.speech_start)
        match step:
            case BargeInAdvanced(stage=BargeInStage.SUSPECTED):
                return VoiceSuspected(at=at, speech_start=self._time_of(start))
            case BargeInAdvanced(stage=BargeInStage.HELD):
                return VoiceHeld(at=at)
            case BargeInAdvanced():
                said = self._ring.read(start, end)
                return VoiceStarted(at=at, level_dbfs=speech_dbfs(said), audio=said)
            case BargeInWithdrawn(speech_end=speech_end, has_word=has_word):
                audio = self._ring.read(start - _BARGE_IN_PRE_ROLL, end) if has_word else None
                return VoiceWithdrawn(
                    at=at, speech_end=self._time_of(_position(speech_end)), audio=audio
                )
            case _:
                assert_never(step)

    # Turns.

    def _open_turn(
        self,
        before: ListeningMode,
        no_speech_after_s: float | None,
        since: float | None,
        events: list[ListenerEvent],
        *,
        held: bool,
    ) -> None:
        now = self._ring.end
        spoken_since = self._watch.speech_start if before is ListeningMode.BARGE_IN else None
        last, self._turn = self._turn, None
        self._turn_call = self._called
        if self._called is not None and now - self._called > _CALL_EXPIRES:
            self._turn_call = None
        if since is not None:
            self._turn_call = None
            begin = now - round((self._end_at - since) * SAMPLE_RATE_HZ)
            begin = min(max(begin, self._ring.start), now)
            self._turn_start = begin - _BARGE_IN_PRE_ROLL
        elif self._turn_call is not None:
            begin = self._turn_call
            self._turn_start = begin - _CALL_PRE_ROLL
        elif spoken_since is not None:
            begin = _position(spoken_since)
            self._turn_start = begin - _BARGE_IN_PRE_ROLL
        elif before is ListeningMode.TURN and last is not None:
            # A user who went on after a turn was taken to be over is heard from there.
            begin = self._turn_start = max(self._turn_stop, now - _SPARE)
        else:
            # Speech that is over by now was another voice, most often the assistant's own.
            begin = self._begin_of_speech_at(now, _TURN_PRE_ROLL)
            self._turn_start = min(begin - _UTTERANCE_PRE_ROLL, now - _TURN_PRE_ROLL)
        self._turn_start = max(self._turn_start, self._ring.start)
        self._is_held = held
        self._turn = Endpointer(
            self._limits,
            opened_at=_seconds(now),
            no_speech_s=no_speech_after_s,
            has_judge=self._ask is not None,
            has_reader=self._has_reader,
            first_pause_id=self._next_pause_id,
            first_start_s=None if self._turn_call is None else _CALL_TAIL_S,
            held=held,
            habit=self._habit,
            clarity=self._clarity,
        )
        heard = self._detect(begin - _VAD_RUN_UP, now)
        self._follow(
            self._turn,
            [(position, p) for position, p in heard if position - VAD_FRAME_SAMPLES >= begin],
            events,
        )

    def _begin_of_speech_at(self, now: int, at_most: int) -> int:
        """Where the present speech began, or `now` without speech.

        What belongs to the turn before is no part of it, though its last sound may still be heard.
        """
        begin = now
        first = max(now - at_most, self._turn_stop)
        frames = self._detect(now - at_most - _VAD_RUN_UP, now)
        for position, probability in reversed(frames):
            if probability < _SPEECH_AT or position - VAD_FRAME_SAMPLES < first:
                break
            begin = position - VAD_FRAME_SAMPLES
        return begin

    def _follow(
        self, turn: Endpointer, frames: Sequence[tuple[int, float]], events: list[ListenerEvent]
    ) -> None:
        for position, probability in frames:
            decisions = turn.hear(_seconds(position), probability)
            self._carry_out(decisions, turn, position, events)
        if turn.is_speaking and self._vad_position - self._progress_from >= _PROGRESS:
            end = self._progress_from = self._vad_position
            audio = self._ring.read(self._turn_start, end)
            progressed = VoiceProgressed(
                at=self._time_of(end), audio=audio, has_call=self._has_call
            )
            events.append(progressed)

    def _carry_out(
        self,
        decisions: Sequence[EndpointDecision],
        turn: Endpointer,
        end: int,
        events: list[ListenerEvent],
    ) -> None:
        at = self._time_of(end)
        for decision in decisions:
            match decision:
                case SpeechBegan(speech_start=speech_start):
                    self._progress_from = round(speech_start * SAMPLE_RATE_HZ)
                    self._leave_out_silence(self._progress_from)
                    events.append(VoiceStarted(at=at))
                case PauseBegan(pause_id=pause_id, speech_end=speech_end):
                    speech_end_at = self._time_of(round(speech_end * SAMPLE_RATE_HZ))
                    audio = self._ring.read(self._turn_start, end)
                    events.append(
                        VoicePaused(
                            at=at,
                            speech_end=speech_end_at,
                            pause_id=pause_id,
                            audio=audio,
                            has_call=self._has_call,
                        )
                    )
                case TurnVerdictWanted(pause_id=pause_id):
                    if self._ask is not None:
                        self._ask(pause_id, self._ring.read(self._turn_start, end))
                case SpeechResumed():
                    self._progress_from = end
                    events.append(VoiceResumed(at=at))
                case TurnOver(pause_id=pause_id, speech_end=speech_end, verdict=verdict):
                    self._turn_stop = end
                    speech_end_at = self._time_of(round(speech_end * SAMPLE_RATE_HZ))
                    audio = self._ring.read(self._turn_start, end)
                    if self._loudness is not None:
                        self._loudness.heard_turn(audio)
                    events.append(
                        TurnEnded(
                            at=at,
                            speech_end=speech_end_at,
                            pause_id=pause_id,
                            audio=audio,
                            verdict=verdict,
                            has_call=self._has_call,
                        )
                    )
                case NothingSaid():
                    self._turn_stop = end
                    events.append(NoSpeech(at=at))
                case _:
                    assert_never(decision)
        self._next_pause_id = turn.next_pause_id

    def _leave_out_silence(self, speech_start: int) -> None:
        begin = speech_start - _UTTERANCE_PRE_ROLL
        if self._turn_call is not None:
            call_end = max(
                (at for at, p in self._recent if at <= speech_start and p >= _SPEECH_AT),
                default=begin,
            )
            if speech_start - call_end < _CALL_GAP:
                return
            begin = max(begin, call_end)
        self._turn_start = max(self._turn_start, begin)

    @property
    def _has_call(self) -> bool:
        """Whether the turn's audio begins with the wake phrase."""
        return self._turn_call is not None and self._turn_start < self._turn_call

    def _time_of(self, position: int) -> float:
        return self._end_at - (self._ring.end - position) / SAMPLE_RATE_HZ


def _seconds(position: int) -> float:
    return position / SAMPLE_RATE_HZ


def _position(seconds: float) -> int:
    return round(seconds * SAMPLE_RATE_HZ)
