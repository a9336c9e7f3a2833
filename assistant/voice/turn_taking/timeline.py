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

    def __init__(self) -> None:
        self.timeline = Timeline()
        """What is known so far."""

    def mark(self, stage: TurnStage, at: float) -> None:
        """`stage` was reached at `at` seconds; only the first call counts."""
        if getattr(self.timeline, stage.value) is None:
            self.timeline = replace(self.timeline, **{stage.value: at})
