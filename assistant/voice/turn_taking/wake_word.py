"""Hearing the wake word in what the microphone gave, and in what is left without echo. Pure.

The canceller that takes the assistant's voice out may take the user with it, and an echo that is
left in may cover them: over the voice both are heard, and the higher score counts. Without an echo
the second set of buffers rests.

The models rest while a turn is open in which nobody has spoken yet, for no call counts in a turn.
When speech begins they take in what they missed, as far back as their buffers reach, so
that they are as if they had never rested long before the turn is over.
"""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from assistant.voice.audio.ring_buffer import AudioRing
from assistant.voice.detectors.open_wake_word import WARM_UP_FRAMES, WakeWordHit, WakeWordPolicy
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from assistant.voice.events import Samples

_RUN_UP_FRAMES: Final = 10
"""Frames of 80 ms until the oldest spectrum that a wake word's feature rests on has been heard."""
_CATCH_UP_FRAMES: Final = 4
"""Frames that models take in at once, at most, until they have caught up: 10 ms."""


class WakeWordScorer(Protocol):
    """What is needed of the wake word models."""

    def scores(self, frame: Samples) -> dict[str, float]: ...


class WakeWordDetector:
    """Feeds the models without a gap, and asks the policy about their scores.

    Args:
        wake: Wake word models, or None if nothing wakes.
        again: The same models once more, for the audio without echo; None hears only what the
            microphone gave.
        raw: What the microphone gave.
        clean: The same, sample by sample, without echo where there was one.
    """

    def __init__(
        self,
        *,
        wake: WakeWordScorer | None,
        again: WakeWordScorer | None,
        policy: WakeWordPolicy,
        raw: AudioRing,
        clean: AudioRing,
    ) -> None:
        self._wake = wake
        self._again = again
        self._policy = policy
        self._raw = raw
        self._clean = clean
        self._position = 0
        self._heard_until = 0
        self._rested_until = 0
        self._again_since: int | None = None
        self._again_position = 0

    def rest(self) -> None:
        """Skip the models for what has been heard so far: no call in it would count."""
        self._heard_until = self._rested_until = self._raw.end
        self._again_since = None

    def hear(
        self, *, has_echo: bool, is_over_voice: bool, accept: Callable[[WakeWordHit, int], bool]
    ) -> None:
        """Score every complete frame; after a rest, some of them at a time.

        Args:
            has_echo: Whether the two rings differ now.
            is_over_voice: Whether the assistant speaks.
            accept: Takes a candidate and the position of its end; returns whether it is a call,
                which begins the refractory time.
        """
        self._skip_what_leaves_no_trace()
        self._follow_echo(has_echo=has_echo)
        new = -(-(self._raw.end - self._heard_until) // EMBEDDING_FRAME_SAMPLES)
        self._heard_until = self._raw.end
        for _frame in range(new + _CATCH_UP_FRAMES):
            if self._raw.end - self._position < EMBEDDING_FRAME_SAMPLES:
                break
            self._position += EMBEDDING_FRAME_SAMPLES
            hit = self._hit(self._position, is_over_voice=is_over_voice)
            is_late = self._position <= self._rested_until
            if hit is not None and not is_late and accept(hit, self._position):
                self._policy.accept()

    def pause(self) -> None:
        self._position = self._heard_until = self._raw.end
        self._again_since = None

    def start_over(self) -> None:
        self._policy.start_over()
        self._again_since = None

    def _skip_what_leaves_no_trace(self) -> None:
        """After a rest, skip the frames that have left the models' buffers by its end."""
        missed = (self._rested_until - self._position) // EMBEDDING_FRAME_SAMPLES
        skipped = missed - WARM_UP_FRAMES - _RUN_UP_FRAMES
        if skipped > 0:
            self._position += skipped * EMBEDDING_FRAME_SAMPLES

    def _follow_echo(self, *, has_echo: bool) -> None:
        if not has_echo:
            self._again_since = None
        elif self._again_since is None:
            run_up = (WARM_UP_FRAMES + _RUN_UP_FRAMES) * EMBEDDING_FRAME_SAMPLES
            self._again_since = max(self._position - run_up, self._clean.start)
            self._again_position = self._again_since

    def _hit(self, end: int, *, is_over_voice: bool) -> WakeWordHit | None:
        if self._wake is None:
            return None
        scores = self._wake.scores(self._raw.read(end - EMBEDDING_FRAME_SAMPLES, end))
        again = self._scores_without_echo(end)
        best = {phrase: max(score, again.get(phrase, 0.0)) for phrase, score in scores.items()}
        return self._policy.candidate(best, is_over_voice=is_over_voice)

    def _scores_without_echo(self, end: int) -> Mapping[str, float]:
        """Score audio without echo; what came before it fills the models' buffers."""
        if self._again is None or self._again_since is None:
            return {}
        best: dict[str, float] = {}
        for _frame in range(_CATCH_UP_FRAMES):
            begin = self._again_position
            if begin + EMBEDDING_FRAME_SAMPLES > end:
                break
            self._again_position = begin + EMBEDDING_FRAME_SAMPLES
            scores = self._again.scores(self._clean.read(begin, self._again_position))
            frames = (self._again_position - self._again_since) // EMBEDDING_FRAME_SAMPLES
            if frames > WARM_UP_FRAMES + _RUN_UP_FRAMES:
                best = {p: max(score, best.get(p, 0.0)) for p, score in scores.items()}
        return best
