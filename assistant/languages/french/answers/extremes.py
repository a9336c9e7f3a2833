"""How the cheapest, dearest, earliest and latest is called in French."""

from typing import Final

from assistant.languages.extremes import Extremes
from assistant.languages.lexicon import PhraseTag, Scale

EXTREMES: Final = Extremes(
    phrases={
        (PhraseTag.LEAST, Scale.PRICE): "moins cher|le moins cher|la moins chère|moins chère"
        "|les moins chers|plus économique|le plus économique|meilleur marché",
        (PhraseTag.GREATEST, Scale.PRICE): "plus cher|le plus cher|la plus chère|plus chère",
        (PhraseTag.LEAST, Scale.TIME): "plus tôt|le plus tôt|au plus tôt|le plus tôt possible"
        "|plus tôt possible|dès que possible",
        (PhraseTag.GREATEST, Scale.TIME): "le plus tard|au plus tard|le plus tard possible"
        "|plus tard possible",
    },
)
