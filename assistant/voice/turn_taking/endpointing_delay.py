"""How long a pause must be before the turn is over. Pure.

Three witnesses are heard. The *judge* listened to the melody of the sentence and says how likely it is
finished. The *words* look finished or not (`text_completeness`). And the recogniser hears the words of
a sentence that breaks off less *clearly* than the same user's words otherwise (`clarity_statistics`).
Judge, clarity and look are added as log odds; the sum names the row, the look of the words the column.
In seconds of silence, for the balanced style:

================  ========  =====  ====  ========  ========  =====  ========
likelihood        finished  short  open  unmarked  dangling  empty  not read
================  ========  =====  ====  ========  ========  =====  ========
certain, ≥ 0.8    0.25      0.25   0.25  0.25      2.2       2.2    2.5
likely, ≥ 0.2     0.8       0.8    0.8   0.8       2.2       2.2    2.5
doubtful, ≥ -0.8  0.85      1.2    1.2   1.2       2.5       2.5    2.5
against           1.2       2.0    2.0   2.0       2.5       2.5    2.5
unknown           0.6       0.8    1.0   1.6       1.6       1.5    2.5
================  ========  =====  ====  ========  ========  =====  ========

It is unknown as long as the judge has not answered. The turn is never over before it was read, except
at the ceiling: nothing could be answered sooner.

The weights are a logistic regression over 32 ends and 84 pauses of 13 English speakers, rounded: of a
pair of an end and a pause it gives the end more in 93 % (also for 11 other speakers), smart-turn alone
in 79 % (81 %). The silences were chosen on the same speakers (`parley bench pauses --tuning`). The
number of words is no witness: pauses come early in long sentences, and most requests are short.
Most of what is left are pauses of a second behind words that are a sentence by themselves ("Can I
have a dark roast cappuccino? … with"). Only waiting longer behind every sentence covers these, as
the patient style does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import log
from typing import Final, Literal

from assistant.voice.turn_taking.text_completeness import PauseReading, TextCompleteness

EndpointingStyle = Literal["patient", "balanced", "quick"]

LIKELY_AT: Final = 0.5
SURE_LATER_AT: Final = 0.96
"""For a second look half a second into the silence, which by itself makes any sentence sound more
finished: unfinished ones rose from 0.07 to 0.97. It counts for no more than likely."""

REFERENCE_SILENCE_S: Final = 0.8
"""The silence that ends a turn of which nothing is known, where the table is taken as it is."""

_STYLES: Final[Mapping[EndpointingStyle, tuple[float, float]]] = {
    "patient": (1.6, 4.0),
    "balanced": (1.0, 2.5),
    "quick": (0.7, 1.75),
}


class TurnVerdict(Enum):
    """What the judge made of the sound."""

    LIKELY = "likely"
    DOUBTFUL = "doubtful"
    SILENT = "silent"
    """It has not answered, cannot, or there is none."""


def turn_verdict(probability: float | None) -> TurnVerdict:
    """None stands for no answer."""
    if probability is None:
        return TurnVerdict.SILENT
    return TurnVerdict.LIKELY if probability >= LIKELY_AT else TurnVerdict.DOUBTFUL


def is_end_doubted(verdict: TurnVerdict, completeness: TextCompleteness) -> bool:
    """Whether neither the judge nor the words believe that a turn is over.

    The length of the silence does not count: it is as long where the words came late.
    """
    return verdict is TurnVerdict.DOUBTFUL and completeness is not TextCompleteness.FINISHED


class EndLikelihood(Enum):
    """What all witnesses together say."""

    CERTAIN = "certain"
    LIKELY = "likely"
    DOUBTFUL = "doubtful"
    AGAINST = "against"
    UNKNOWN = "unknown"
    """The judge says nothing."""


_BANDS: Final = (
    (0.8, EndLikelihood.CERTAIN),
    (0.2, EndLikelihood.LIKELY),
    (-0.8, EndLikelihood.DOUBTFUL),
)
_CONSTANT: Final = 0.4
_JUDGE: Final = 0.45
_JUDGE_AT_MOST: Final = 0.995
_CLARITY: Final = 6.0
_LEAST_LOG_PROB: Final = -1.2
_LOOKS: Final[Mapping[TextCompleteness, float]] = {
    TextCompleteness.FINISHED: 0.0,
    TextCompleteness.SHORT: -0.5,
    TextCompleteness.OPEN: -0.7,
    TextCompleteness.UNMARKED: -0.7,
    TextCompleteness.DANGLING: -1.9,
    TextCompleteness.EMPTY: -1.9,
}


def end_likelihood(
    probability: float | None, reading: PauseReading | None, *, usual_log_prob: float | None = None
) -> EndLikelihood:
    """Combine the evidence that a turn is over.

    Args:
        probability: What the judge says, None if nothing.
        reading: The words, or None if they are not known.
        usual_log_prob: Of the user's words at the end of a turn; None if that is not known, so that
            how clearly these were heard says nothing.
    """
    if probability is None:
        return EndLikelihood.UNKNOWN
    if reading is None:
        return EndLikelihood.AGAINST
    bounded = min(max(probability, 1 - _JUDGE_AT_MOST), _JUDGE_AT_MOST)
    odds = _CONSTANT + _JUDGE * log(bounded / (1 - bounded)) + _LOOKS[reading.completeness]
    if reading.log_prob is not None and usual_log_prob is not None:
        odds += _CLARITY * (max(reading.log_prob, _LEAST_LOG_PROB) - usual_log_prob)
    return next((band for least, band in _BANDS if odds >= least), EndLikelihood.AGAINST)


_COLUMNS: Final = (
    TextCompleteness.FINISHED,
    TextCompleteness.SHORT,
    TextCompleteness.OPEN,
    TextCompleteness.UNMARKED,
    TextCompleteness.DANGLING,
    TextCompleteness.EMPTY,
    None,
)
_ROWS: Final[Mapping[EndLikelihood, tuple[float, ...]]] = {
    EndLikelihood.CERTAIN: (0.25, 0.25, 0.25, 0.25, 2.2, 2.2, 2.5),
    EndLikelihood.LIKELY: (0.8, 0.8, 0.8, 0.8, 2.2, 2.2, 2.5),
    EndLikelihood.DOUBTFUL: (0.85, 1.2, 1.2, 1.2, 2.5, 2.5, 2.5),
    EndLikelihood.AGAINST: (1.2, 2.0, 2.0, 2.0, 2.5, 2.5, 2.5),
    EndLikelihood.UNKNOWN: (0.6, 0.8, 1.0, 1.6, 1.6, 1.5, 2.5),
}
_WHOLE: Final = frozenset(TextCompleteness) - {TextCompleteness.DANGLING, TextCompleteness.EMPTY}
"""Looks of words that may be all."""


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
        if min(self.scale, self.ceiling_s) <= 0:
            raise ValueError(f"silences must be positive: {self}")

    @classmethod
    def styled(
        cls, style: EndpointingStyle, *, silence_s: float = REFERENCE_SILENCE_S
    ) -> "EndpointingDelay":
        """Adapt the table to the settings.

        Args:
            style: From patient (waits 1.6 times as long) to quick (0.7 times).
            silence_s: Silence that is to end a turn of which nothing is known; the whole table is
                stretched by it.
        """
        factor, ceiling_s = _STYLES[style]
        scale = factor * silence_s / REFERENCE_SILENCE_S
        return cls(scale=scale, ceiling_s=max(ceiling_s, silence_s * factor))

    def silence_s(
        self,
        likelihood: EndLikelihood,
        completeness: TextCompleteness | None,
        *,
        habit: float = 1.0,
    ) -> float:
        """Seconds of silence that are enough.

        Args:
            likelihood: What all witnesses say.
            completeness: What the words look like, or None if they are not known.
            habit: The user's own pauses, as a factor; it does not count where the witnesses agree
                that the sentence is finished.
        """
        silence = _ROWS[likelihood][_COLUMNS.index(completeness)] * self.scale
        is_agreed = likelihood is EndLikelihood.CERTAIN and completeness in _WHOLE
        return min(silence if is_agreed else silence * habit, self.ceiling_s)
