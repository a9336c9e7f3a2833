"""A perception that audio is played to."""

from collections.abc import Callable, Sequence

import numpy as np

from assistant.voice.audio.reply_loudness import ReplyLoudness
from assistant.voice.detectors.open_wake_word import WakeWordPolicy
from assistant.voice.events import (
    LevelMeasured,
    ListenerEvent,
    Samples,
    TurnEnded,
    VoiceProgressed,
)
from assistant.voice.listening.perception import Perception
from assistant.voice.protocols import ListeningMode
from assistant.voice.turn_taking.clarity_statistics import ClarityStatistics
from assistant.voice.turn_taking.endpointing import EndpointLimits
from assistant.voice.turn_taking.pause_statistics import PauseStatistics
from assistant.voice.turn_taking.text_completeness import PauseReading
from assistant.voice.turn_taking.wake_word import WakeWordScorer
from tests.helpers.audio.signals import LoudnessVad, MarkerWake

ORIGIN = 100.0


def build_perception(
    ask: Callable[[int, Samples], None] | None = None,
    *,
    wake: WakeWordScorer | None = None,
    wake_again: WakeWordScorer | None = None,
    vad: LoudnessVad | None = None,
    max_utterance_s: float = 60.0,
    barge_in_s: float = 0.2,
    has_reader: bool = False,
    habit: PauseStatistics | None = None,
    clarity: ClarityStatistics | None = None,
    loudness: ReplyLoudness | None = None,
) -> Perception:
    """Return a perception that takes loudness for speech and, without another, marks for the call."""
    return Perception(
        wake=wake or MarkerWake(),
        wake_again=wake_again,
        policy=WakeWordPolicy(threshold=0.5),
        vad=vad or LoudnessVad(),
        limits=EndpointLimits(max_utterance_s=max_utterance_s),
        barge_in_s=barge_in_s,
        ask=ask,
        has_reader=has_reader,
        habit=habit,
        clarity=clarity,
        loudness=loudness,
    )


class PerceptionPlayer:
    """Plays audio to a perception in blocks and keeps what it says.

    `levels` and `progress` are what it says again and again; `events` are the rest.
    """

    def __init__(
        self,
        *,
        block: int = 320,
        vad: LoudnessVad | None = None,
        has_judge: bool = True,
        max_utterance_s: float = 10.0,
        barge_in_s: float = 0.2,
        has_reader: bool = False,
        habit: PauseStatistics | None = None,
        clarity: ClarityStatistics | None = None,
        loudness: ReplyLoudness | None = None,
    ) -> None:
        self.vad = vad or LoudnessVad()
        self.asked: list[tuple[int, Samples]] = []
        ask: Callable[[int, Samples], None] | None = None
        if has_judge:
            ask = lambda pause_id, audio: self.asked.append((pause_id, audio))  # noqa: E731
        self.perception = build_perception(
            ask,
            vad=self.vad,
            max_utterance_s=max_utterance_s,
            barge_in_s=barge_in_s,
            has_reader=has_reader,
            habit=habit,
            clarity=clarity,
            loudness=loudness,
        )
        self.now = ORIGIN
        self.events: list[ListenerEvent] = []
        self.levels: list[LevelMeasured] = []
        self.progress: list[VoiceProgressed] = []
        self._block = block

    def play(self, *parts: Samples) -> list[ListenerEvent]:
        """Return what is said meanwhile, levels and progress aside."""
        before = len(self.events)
        samples = np.concatenate(parts)
        for first in range(0, len(samples), self._block):
            block = samples[first : first + self._block]
            self.now += len(block) / 16_000
            self._keep(self.perception.listen(block, self.now))
        return self.events[before:]

    def hear(
        self, what: ListeningMode, no_speech_after_s: float | None = None
    ) -> list[ListenerEvent]:
        before = len(self.events)
        self._keep(self.perception.hear(what, no_speech_after_s))
        return self.events[before:]

    def judge(self, probability: float) -> list[ListenerEvent]:
        before = len(self.events)
        self._keep(self.perception.judged(self.asked[-1][0], probability))
        return self.events[before:]

    def read(self, reading: PauseReading) -> list[ListenerEvent]:
        before = len(self.events)
        self._keep(self.perception.read(self.asked[-1][0], reading))
        return self.events[before:]

    def _keep(self, events: list[ListenerEvent]) -> None:
        for event in events:
            if isinstance(event, LevelMeasured):
                self.levels.append(event)
            elif isinstance(event, VoiceProgressed):
                self.progress.append(event)
            else:
                self.events.append(event)


def kinds(events: Sequence[ListenerEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def ended(events: list[ListenerEvent]) -> TurnEnded:
    return next(event for event in events if isinstance(event, TurnEnded))


def contains(audio: Samples, part: Samples) -> bool:
    """Whether `part` stands in `audio`, sample by sample."""
    starts = np.flatnonzero(audio[: len(audio) - len(part) + 1] == part[0])
    return any(np.array_equal(audio[start : start + len(part)], part) for start in starts)
