"""How the cheapest, dearest, earliest and latest is called in German."""

from typing import Final

from assistant.languages.extremes import Extremes
from assistant.languages.lexicon import PhraseTag, Scale

EXTREMES: Final = Extremes(
    phrases={
        (PhraseTag.LEAST, Scale.PRICE): "billigste|billigsten|am billigsten|günstigste|günstigsten"
        "|am günstigsten|preiswerteste|günstigere|billigere|preisgünstigste",
        (PhraseTag.GREATEST, Scale.PRICE): "teuerste|teuersten|am teuersten|teurere",
        (PhraseTag.LEAST, Scale.TIME): "früheste|frühesten|am frühesten|so früh wie möglich"
        "|möglichst früh|frühere|so bald wie möglich",
        (PhraseTag.GREATEST, Scale.TIME): "späteste|spätesten|am spätesten|so spät wie möglich"
        "|möglichst spät|spätere",
    },
)
