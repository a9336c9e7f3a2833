"""The numbers of English."""

from typing import Final

from assistant.languages.language import NumberWords, words

CARDINALS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen twenty"
).split()
_ORDINALS: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_SUFFIXES: Final = {1: "st", 2: "nd", 3: "rd"}

NUMBERS: Final = NumberWords(
    cardinals={n: (word,) for n, word in enumerate(CARDINALS)},
    ordinals={
        n: (word, f"{n}{_SUFFIXES.get(n, 'th')}") for n, word in enumerate(_ORDINALS, start=1)
    },
    last=frozenset({"last"}),
)

TIME_UNITS: Final = {
    1: words("s sec secs second seconds"),
    60: words("m min mins minute minutes"),
    3600: words("h hr hrs hour hours"),
    86_400: words("d day days"),
    604_800: words("w week weeks"),
}
