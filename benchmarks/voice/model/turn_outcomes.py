"""What became of the turns that were said: answered when, cut where, ended late. Pure.

A turn was *cut* if the program took it to be over while the user was only pausing: before the last
of the speech where there is more of it; within `HESITATION_S` of it in a recording that ends in the
middle of a sentence, for nobody knows how long that person would have thought.

A turn was *late* if it was complete and the program took it to be over more than `LATE_S` after its
last speech, or not at all.

A request left *ahead* if the model was asked before the user's last sound; what was asked ahead and
not used was asked *in vain*.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Final

from assistant.protocol.turns import Timeline
from assistant.voice.events import Samples
from benchmarks.model.metrics import first_audible_s

HESITATION_S: Final = 1.0
"""Thinking in the middle of a sentence takes about so long; the recorded pauses are 0.4 to 2 s."""
LATE_S: Final = 1.5
"""Who waits longer for a sign takes the other for absent."""
ENDED_BEFORE_S: Final = 0.1
"""The manifest's end of speech may be later than what can be heard by so much."""

STAGES: Final = (
    ("endpointing", "speech_end", "turn_end"),
    ("transcription", "turn_end", "transcript"),
    ("request", "transcript", "request"),
    ("model", "request", "first_token"),
    ("first_clause", "first_token", "first_clause"),
    ("synthesis", "first_clause", "first_synthesis"),
    ("playout", "first_synthesis", "first_audio"),
)
"""Name of a stage, the field of the timeline it begins with and the one it ends with."""


class TurnKind(Enum):
    """What a recording of a turn is for."""

    COMPLETE = "complete"
    PAUSE = "pause"
    """A complete sentence with a pause inside."""
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenTurn:
    """A turn that was said; seconds of the room."""

    kind: TurnKind
    begins_at: float
    speech_end: float
    until: float
    """What comes later belongs to the next one."""
    speech_s: float = 0.0
    """From its first sound to its last; 0 if that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOutcome:
    """What the program made of it."""

    said: SpokenTurn
    ended_at: float | None
    """When the program first took the turn to be over."""
    audible_at: float | None
    """First sample of the reply after the speech that is heard."""
    was_audible_before: bool
    """Whether the program spoke before the user had finished."""
    requested_at: float | None = None
    """When the request left whose reply is heard."""

    @property
    def is_cut(self) -> bool:
        if self.ended_at is None:
            return False
        if self.said.kind is TurnKind.UNFINISHED:
            return self.ended_at < self.said.speech_end + HESITATION_S
        return self.was_audible_before or self.ended_at < self.said.speech_end - ENDED_BEFORE_S

    @property
    def is_late(self) -> bool:
        """Whether a complete turn was ended late, or never."""
        return self.ended_at is None or self.ended_at > self.said.speech_end + LATE_S

    @property
    def latency_s(self) -> float | None:
        """Seconds from the end of speech to the reply; None if it was cut or not answered."""
        if self.is_cut or self.audible_at is None:
            return None
        return self.audible_at - self.said.speech_end

    @property
    def request_s(self) -> float | None:
        """Seconds from the end of speech to the request, negative if it left ahead; None without one.

        None as well if the turn was cut or not answered.
        """
        if self.latency_s is None or self.requested_at is None:
            return None
        return self.requested_at - self.said.speech_end


def outcome_of(
    said: SpokenTurn,
    *,
    ends: Sequence[float],
    played: Samples,
    played_rate_hz: int,
    requests: Sequence[tuple[float, float]] = (),
) -> TurnOutcome:
    """Read what became of a turn from the recording of the speaker.

    Args:
        ends: Every moment at which a turn was taken to be over.
        requests: Of each turn of the program, when it took the user's to be over and when the
            request left.
    """
    window = played[: round(said.until * played_rate_hz)]
    before = window[: round((said.speech_end - ENDED_BEFORE_S) * played_rate_hz)]
    return TurnOutcome(
        said=said,
        ended_at=min((at for at in ends if said.begins_at <= at < said.until), default=None),
        audible_at=first_audible_s(window, played_rate_hz, after_s=said.speech_end),
        was_audible_before=first_audible_s(before, played_rate_hz, after_s=said.begins_at)
        is not None,
        requested_at=max(
            (sent for ended, sent in requests if said.begins_at <= ended < said.until),
            default=None,
        ),
    )


def stage_means_ms(timelines: Sequence[Timeline]) -> dict[str, int]:
    """Return the mean milliseconds of each stage over the turns in which it happened."""
    means: dict[str, int] = {}
    moments: list[Mapping[str, float | None]] = [asdict(timeline) for timeline in timelines]
    for name, begin, end in STAGES:
        spans = [
            last - first
            for each in moments
            if (first := each[begin]) is not None and (last := each[end]) is not None
        ]
        if spans:
            means[name] = round(sum(spans) / len(spans) * 1000)
    return means
