"""How long a pause must be before the turn is over. Pure tables.

Two witnesses are heard. The *judge* listened to the melody of the sentence and says how likely it is
finished. The *reading* is what the words so far look like (`turn_text`). Together they say how much
silence is enough, in seconds of the balanced style:

================  ========  =====  ====  ========  =====  ========
judge             finished  short  open  dangling  empty  not read
================  ========  =====  ====  ========  =====  ========
certain, ≥ 0.93   0.25      0.25   0.40  2.2       2.2    2.5
sure, ≥ 0.85      0.25      0.6    1.2   2.5       2.5    2.5
likely, ≥ 0.5     0.8       1.2    1.6   2.5       2.5    2.5
doubtful, ≥ 0.1   0.8       2.5    2.5   2.5       2.5    2.5
against           0.85      2.5    2.5   2.5       2.5    2.5
silent            0.6       0.8    1.0   1.6       1.5    2.5
================  ========  =====  ====  ========  =====  ========

The turn is never over before it was read, except at the ceiling: nothing could be answered sooner.

Each witness covers for the other. At 24 ends of recorded sentences smart-turn, asked at the first
silent frame, gave 0.93 and more at 17 and below 0.4 at four, all of which look finished in writing;
at pauses it gives 0.85 to one in five. The recogniser puts full stops behind anything ("May I have
it?" for "may i have a"), so a short sentence counts only for as much as the judge does.

The table was chosen on 84 pauses of 13 English speakers (`parley bench pauses --tuning`): 38 % of
them were taken for the end before, 24 % are now, and the median of complete sentences is the same.
Most of what is left are pauses of a second behind words that are a sentence by themselves ("Can I
have a dark roast cappuccino? … with"). Only waiting longer behind every sentence covers these, as
the patient style does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from assistant.voice.turn_taking.text_completeness import TextCompleteness

EndpointingStyle = Literal["patient", "balanced", "quick"]

CERTAIN_AT: Final = 0.93
SURE_AT: Final = 0.85
SURE_LATER_AT: Final = 0.96
"""For a second look half a second into the silence, which by itself makes any sentence sound more
finished: unfinished ones rose from 0.07 to 0.97. It counts for no more than likely."""
LIKELY_AT: Final = 0.5
DOUBTFUL_AT: Final = 0.1

REFERENCE_SILENCE_S: Final = 0.8
"""The silence that ends a turn of which nothing is known, where the table is taken as it is."""

_STYLES: Final[Mapping[EndpointingStyle, tuple[float, float]]] = {
    "patient": (1.6, 4.0),
    "balanced": (1.0, 2.5),
    "quick": (0.7, 1.75),
}


class TurnVerdict(Enum):
    """What the judge made of the sound."""

    CERTAIN = "certain"
    SURE = "sure"
    LIKELY = "likely"
    DOUBTFUL = "doubtful"
    AGAINST = "against"
    SILENT = "silent"
    """It has not answered, cannot, or there is none."""


def turn_verdict(probability: float | None) -> TurnVerdict:
    """Return the row of the table for the judge's probability, None for no answer."""
    if probability is None:
        return TurnVerdict.SILENT
    if probability >= CERTAIN_AT:
        return TurnVerdict.CERTAIN
    if probability >= SURE_AT:
        return TurnVerdict.SURE
    if probability >= LIKELY_AT:
        return TurnVerdict.LIKELY
    return TurnVerdict.DOUBTFUL if probability >= DOUBTFUL_AT else TurnVerdict.AGAINST


_COLUMNS: Final = (
    TextCompleteness.FINISHED,
    TextCompleteness.SHORT,
    TextCompleteness.OPEN,
    TextCompleteness.DANGLING,
    TextCompleteness.EMPTY,
    None,
)
_ROWS: Final[Mapping[TurnVerdict, tuple[float, ...]]] = {
    TurnVerdict.CERTAIN: (0.25, 0.25, 0.40, 2.2, 2.2, 2.5),
    TurnVerdict.SURE: (0.25, 0.6, 1.2, 2.5, 2.5, 2.5),
    TurnVerdict.LIKELY: (0.8, 1.2, 1.6, 2.5, 2.5, 2.5),
    TurnVerdict.DOUBTFUL: (0.8, 2.5, 2.5, 2.5, 2.5, 2.5),
    TurnVerdict.AGAINST: (0.85, 2.5, 2.5, 2.5, 2.5, 2.5),
    TurnVerdict.SILENT: (0.6, 0.8, 1.0, 1.6, 1.5, 2.5),
}
_AGREED: Final = frozenset(
    {
        (TurnVerdict.CERTAIN, TextCompleteness.FINISHED),
        (TurnVerdict.CERTAIN, TextCompleteness.SHORT),
        (TurnVerdict.SURE, TextCompleteness.FINISHED),
    }
)
"""Where judge and words agree that the sentence is finished."""


def is_end_doubted(verdict: TurnVerdict, reading: TextCompleteness) -> bool:
    """Whether the judge did not believe that a turn was over, nor do its words, known by now.

    How long the silence was does not tell: it is as long where the words came late.
    """
    is_believed = verdict not in {TurnVerdict.DOUBTFUL, TurnVerdict.AGAINST}
    return not is_believed and reading is not TextCompleteness.FINISHED


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointingDelay:
    """The table for one person's taste.

    Raises:
        ValueError: If a number is not positive.
    """

    scale: float = 1.0
    """Every silence is so many times that of the table."""
    ceiling_s: float = 2.5
    """Silence that ends the turn in any case."""

    def __post_init__(self) -> None:
        """Check the numbers."""
        if min(self.scale, self.ceiling_s) <= 0:
            raise ValueError(f"silences must be positive: {self}")

    @classmethod
    def styled(
        cls, style: EndpointingStyle, *, silence_s: float = REFERENCE_SILENCE_S
    ) -> "EndpointingDelay":
        """Return the table as the settings want it.

        Args:
            style: From patient (waits 1.6 times as long) to quick (0.7 times).
            silence_s: Silence that is to end a turn of which nothing is known; the whole table is
                stretched by it.
        """
        factor, ceiling_s = _STYLES[style]
        scale = factor * silence_s / REFERENCE_SILENCE_S
        return cls(scale=scale, ceiling_s=max(ceiling_s, silence_s * factor))

    def silence_s(
        self, verdict: TurnVerdict, reading: TextCompleteness | None, *, habit: float = 1.0
    ) -> float:
        """Return the seconds of silence that are enough.

        Args:
            verdict: What the judge says.
            reading: What the words look like, or None if they are not known.
            habit: The user's own pauses, as a factor; it does not count where judge and words
                agree that the sentence is finished.
        """
        silence = _ROWS[verdict][_COLUMNS.index(reading)] * self.scale
        is_agreed = (verdict, reading) in _AGREED
        return min(silence if is_agreed else silence * habit, self.ceiling_s)
