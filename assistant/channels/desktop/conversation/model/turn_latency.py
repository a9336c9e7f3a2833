"""Where the time went between the user's last word and the first sound of the reply. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median

from assistant.channels.desktop.widgets.model.short_text import milliseconds_text
from assistant.locale import _, mark
from assistant.protocol.turns import Timeline


class LatencyPart(Enum):
    """The parts of a spoken turn's latency, in their order; each ends where the next begins."""

    HEARD = "heard"
    """The last word → the turn is taken to be over."""
    UNDERSTOOD = "understood"
    """→ the words are there as text."""
    MODEL = "model"
    """→ the first word of the reply; tools that the model called first are in it."""
    VOICE = "voice"
    """→ the first sound of the reply."""


LATENCY_PART_TITLES = {
    LatencyPart.HEARD: mark("Heard"),
    LatencyPart.UNDERSTOOD: mark("Understood"),
    LatencyPart.MODEL: mark("Model"),
    LatencyPart.VOICE: mark("Voice"),
}
LATENCY_PART_MEANINGS = {
    LatencyPart.HEARD: mark("from your last word until it was clear that you were done"),
    LatencyPart.UNDERSTOOD: mark("until your words were there as text"),
    LatencyPart.MODEL: mark("until the first word of the reply"),
    LatencyPart.VOICE: mark("until its first sound"),
}


@dataclass(frozen=True, slots=True)
class TurnLatency:
    """What each part of a spoken turn took, in seconds; together the whole latency."""

    heard: float
    understood: float
    model: float
    voice: float

    @property
    def parts(self) -> tuple[tuple[LatencyPart, float], ...]:
        """The parts in their order."""
        return tuple((part, self.of(part)) for part in LatencyPart)

    @property
    def total_s(self) -> float:
        """The whole latency."""
        return sum(seconds for _part, seconds in self.parts)

    def of(self, part: LatencyPart) -> float:
        """Return what one part took."""
        match part:
            case LatencyPart.HEARD:
                return self.heard
            case LatencyPart.UNDERSTOOD:
                return self.understood
            case LatencyPart.MODEL:
                return self.model
            case LatencyPart.VOICE:
                return self.voice


def turn_latency(timeline: Timeline) -> TurnLatency | None:
    """Divide the latency of a turn into its parts; None if it was not spoken on both sides.

    A stage that was reached early, such as a word of a reply that was asked for ahead, takes
    nothing; so does one that is not known, whose time is in the next part.
    """
    if timeline.speech_end is None or timeline.first_audio is None:
        return None
    reached, spans = timeline.speech_end, list[float]()
    for at in (timeline.turn_end, timeline.transcript, timeline.first_token, timeline.first_audio):
        until = reached if at is None else max(reached, min(at, timeline.first_audio))
        spans.append(until - reached)
        reached = until
    return TurnLatency(*spans)


def median_latency(latencies: Sequence[TurnLatency]) -> TurnLatency | None:
    """Return the median of each part over some turns; None if there are none."""
    if not latencies:
        return None
    return TurnLatency(*(median(each.of(part) for each in latencies) for part in LatencyPart))


def latency_text(latency: TurnLatency) -> str:
    """Return what each part took, in words: `Heard 250 ms, Understood 180 ms, …`."""
    return ", ".join(latency_part_text(part, seconds) for part, seconds in latency.parts)


def latency_part_text(part: LatencyPart, seconds: float) -> str:
    """Return what a part took, in words: `Heard 250 ms`."""
    return f"{_(LATENCY_PART_TITLES[part])} {milliseconds_text(seconds)}"
