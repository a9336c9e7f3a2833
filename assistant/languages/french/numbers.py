"""The numbers of French."""

from typing import Final

from assistant.languages.language import NumberWords, words

CARDINALS: Final = (
    "zéro un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
    " seize dix-sept dix-huit dix-neuf vingt"
).split()
ORDINALS: Final = (
    "premier|première|premiers|premières|premiere",
    "deuxième|deuxièmes|second|seconde|seconds|deuxieme",
    "troisième|troisièmes|troisieme",
    "quatrième|quatrièmes|quatrieme",
    *(
        f"{stem}ième|{stem}ieme"
        for stem in (
            "cinqu six sept huit neuv dix onz douz treiz quatorz quinz seiz dix-sept dix-huit"
            " dix-neuv vingt"
        ).split()
    ),
)

NUMBERS: Final = NumberWords(
    cardinals={n: tuple(forms.split("|")) for n, forms in enumerate(CARDINALS)},
    ordinals={n: tuple(forms.split("|")) for n, forms in enumerate(ORDINALS, start=1)},
)

TIME_UNITS: Final = {
    1: words("s sec seconde secondes"),
    60: words("min minute minutes"),
    3600: words("h heure heures"),
    86_400: words("j jour jours"),
    604_800: words("sem semaine semaines"),
}
