"""The stages of a spoken turn, stamped as they happen. Pure."""

from dataclasses import replace
from enum import Enum

from assistant.protocol.turns import Timeline


class TurnStage(Enum):
    """The fields of `Timeline`, in the order in which they usually happen."""

    SPEECH_END = "speech_end"
    TURN_END = "turn_end"
    TRANSCRIPT = "transcript"
    REQUEST = "request"
    FIRST_TOKEN = "first_token"
    FIRST_CLAUSE = "first_clause"
    FIRST_SYNTHESIS = "first_synthesis"
    FIRST_AUDIO = "first_audio"


class TimelineRecorder:
    """Collects the time line of one turn. The first mark of a stage stands."""

    def __init__(self, timeline: Timeline | None = None) -> None:
        self._timeline = timeline or Timeline()

    @property
    def timeline(self) -> Timeline:
        """What is known so far."""
        return self._timeline

    def mark(self, stage: TurnStage, at: float) -> None:
        """Note that `stage` was reached at `at` seconds; later marks of it change nothing."""
        if getattr(self._timeline, stage.value) is None:
            self._timeline = replace(self._timeline, **{stage.value: at})
