"""The numbers of Spanish."""

from typing import Final

from assistant.languages.language import NumberWords, words
from assistant.languages.list_positions import inflected

CARDINALS: Final = (
    "cero uno|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
    " dieciséis|dieciseis diecisiete dieciocho diecinueve veinte"
).split()
ORDINALS: Final = [
    "primer|primero|primera|primeros|primeras",
    "segundo|segunda|segundos|segundas",
    "tercer|tercero|tercera|terceros|terceras",
    *inflected(
        "cuart quint sext séptim|septim|sétim octav noven décim|decim undécim|undecim"
        " duodécim|duodecim decimotercer decimocuart decimoquint decimosext decimoséptim"
        " decimoctav decimonoven vigésim|vigesim",
        "o a os as",
    ),
]

NUMBERS: Final = NumberWords(
    cardinals={n: tuple(forms.split("|")) for n, forms in enumerate(CARDINALS)},
    ordinals={n: tuple(forms.split("|")) for n, forms in enumerate(ORDINALS, start=1)},
)

TIME_UNITS: Final = {
    1: words("s seg segundo segundos"),
    60: words("min minuto minutos"),
    3600: words("h hora horas"),
    86_400: words("día días"),
    604_800: words("semana semanas"),
}
