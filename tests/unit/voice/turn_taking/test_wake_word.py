from collections import deque

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.audio.ring_buffer import AudioRing
from assistant.voice.detectors.open_wake_word import WakeWordPolicy
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.turn_taking.wake_word import WakeWordDetector

MEMORY = 26
"""Frames that a score of the real models rests on."""
BLOCK = 320


class LastFrames:
    """A scorer whose score is the mean loudness of the last frames, as far back as the real one's."""

    def __init__(self) -> None:
        self._last: deque[float] = deque(maxlen=MEMORY)
        self.given: list[float] = []

    def scores(self, frame: Samples) -> dict[str, float]:
        self._last.append(float(np.abs(frame).mean()))
        self.given.append(sum(self._last) / MEMORY)
        return {"hey_jarvis": self.given[-1]}


class Heard:
    """A detector, and what came of audio that was played to it."""

    def __init__(self) -> None:
        self.scorer = LastFrames()
        self.calls: list[int] = []
        self._ring = AudioRing(4 * SAMPLE_RATE_HZ)
        self._detector = WakeWordDetector(
            wake=self.scorer,
            again=None,
            policy=WakeWordPolicy(threshold=0.4, refractory_s=0.4),
            raw=self._ring,
            clean=self._ring,
        )

    def play(self, samples: Samples, *, rests: bool = False) -> None:
        for begin in range(0, len(samples), BLOCK):
            self._ring.write(samples[begin : begin + BLOCK])
            if rests:
                self._detector.rest()
            else:
                self._detector.hear(has_echo=False, is_over_voice=False, accept=self._accept)

    def _accept(self, _hit: object, end: int) -> bool:
        self.calls.append(end)
        return True


def sound(frames: int, *, seed: int = 0, level: float = 0.2) -> Samples:
    noise = np.random.default_rng(seed).standard_normal(frames * EMBEDDING_FRAME_SAMPLES)
    return (noise * level).astype(np.float32)


@given(
    before=st.integers(min_value=1, max_value=60),
    rest=st.integers(min_value=1, max_value=90),
    after=st.integers(min_value=10, max_value=40),
)
def test_after_a_rest_the_scores_are_those_of_models_that_never_rested(
    before: int, rest: int, after: int
) -> None:
    parts = [sound(before, seed=1), sound(rest, seed=2), sound(after, seed=3)]
    rested, awake = Heard(), Heard()
    for number, part in enumerate(parts):
        rested.play(part, rests=number == 1)
        awake.play(part)
    assert rested.scorer.given[-after:] == awake.scorer.given[-after:]


def test_at_rest_nothing_is_computed_and_a_call_is_none_afterwards() -> None:
    heard = Heard()
    heard.play(sound(40, level=0.1))
    computed = len(heard.scorer.given)
    heard.play(sound(40, level=1.0), rests=True)
    assert len(heard.scorer.given) == computed
    heard.play(sound(20, level=0.0))
    assert [call for call in heard.calls if call <= 80 * EMBEDDING_FRAME_SAMPLES] == []


def test_what_was_missed_is_taken_in_a_few_frames_at_a_time() -> None:
    heard = Heard()
    heard.play(sound(10))
    heard.play(sound(40), rests=True)
    computed = len(heard.scorer.given)
    heard.play(sound(1)[:BLOCK])
    assert len(heard.scorer.given) - computed <= 5
    heard.play(sound(10))
    assert len(heard.scorer.given) - computed >= MEMORY + 10
