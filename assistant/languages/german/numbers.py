"""The numbers of German."""

from typing import Final

from assistant.languages.language import NumberWords, words
from assistant.languages.list_positions import inflected

CARDINALS: Final = (
    "null eins zwei|zwo drei vier fünf|fuenf sechs sieben acht neun zehn elf zwölf|zwoelf dreizehn"
    " vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig"
).split()
ORDINALS: Final = inflected(
    "erst zweit|zwot dritt viert fünft sechst siebt|siebent acht neunt zehnt elft zwölft"
    " dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst",
    "e er es en em",
)

NUMBERS: Final = NumberWords(
    cardinals={n: tuple(forms.split("|")) for n, forms in enumerate(CARDINALS)},
    ordinals={n: tuple(forms.split("|")) for n, forms in enumerate(ORDINALS, start=1)},
)

TIME_UNITS: Final = {
    1: words("s sek sekunde sekunden"),
    60: words("min minute minuten"),
    3600: words("h std stunde stunden"),
    86_400: words("tag tage tagen"),
    604_800: words("woche wochen"),
}
