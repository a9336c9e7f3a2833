"""How the cheapest, dearest, earliest and latest is called in Spanish."""

from typing import Final

from assistant.languages.extremes import Extremes
from assistant.languages.lexicon import PhraseTag, Scale

EXTREMES: Final = Extremes(
    phrases={
        (PhraseTag.LEAST, Scale.PRICE): "más barato|el más barato|la más barata|más barata"
        "|más económico|más económica|el más económico|menos caro",
        (PhraseTag.GREATEST, Scale.PRICE): "más caro|el más caro|la más cara|más cara",
        (PhraseTag.LEAST, Scale.TIME): "lo más pronto|lo antes posible|cuanto antes|más temprano"
        "|el más temprano|lo más temprano|lo más temprano posible|la más temprana|más pronto",
        (PhraseTag.GREATEST, Scale.TIME): "lo más tarde|lo más tarde posible|la más tarde"
        "|el más tardío|más tarde posible",
    },
)
