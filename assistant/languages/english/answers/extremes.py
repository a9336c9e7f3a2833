"""How the cheapest, dearest, earliest and latest is called in English."""

from typing import Final

from assistant.languages.extremes import Extremes
from assistant.languages.lexicon import PhraseTag, Scale

EXTREMES: Final = Extremes(
    phrases={
        (PhraseTag.LEAST, Scale.PRICE): "cheapest|the cheapest|cheaper|the cheaper|least expensive"
        "|most affordable|lowest price|cheapest you have|most economical|cheapest possible",
        (PhraseTag.GREATEST, Scale.PRICE): "most expensive|priciest|dearest|more expensive"
        "|pricier|highest price|costliest",
        (PhraseTag.LEAST, Scale.TIME): "earliest|earlier|earliest possible|soonest|sooner"
        "|as early as possible|as soon as possible|first thing",
        (
            PhraseTag.GREATEST,
            Scale.TIME,
        ): "latest|latest one|later one|the later|as late as possible|latest possible",
    },
)
