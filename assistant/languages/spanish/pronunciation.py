"""How Spanish is read aloud."""

from typing import Final

from assistant.languages.language import Pronunciation, SentenceBreaks, words

SENTENCE_BREAKS: Final = SentenceBreaks(
    breaths=words("y pero porque cuando donde con para antes después mientras"),
    never_last=words("sra dra"),
)

PRONUNCIATION: Final = Pronunciation(
    money={
        "$": "{n} dólares",
        "€": "{n} euros",
        "£": "{n} libras",
        "¥": "{n} yenes",
        "₩": "{n} wones",
    },
    units={
        "km/h": "{n} kilómetros por hora",
        "m/s": "{n} metros por segundo",
        "km²": "{n} kilómetros cuadrados",
        "m²": "{n} metros cuadrados",
        "m³": "{n} metros cúbicos",
        "km": "{n} kilómetros",
        "cm": "{n} centímetros",
        "mm": "{n} milímetros",
        "kg": "{n} kilogramos",
        "mg": "{n} miligramos",
        "ml": "{n} mililitros",
        "ms": "{n} milisegundos",
        "KB": "{n} kilobytes",
        "MB": "{n} megabytes",
        "GB": "{n} gigabytes",
        "°C": "{n} grados Celsius",
        "°F": "{n} grados Fahrenheit",
    },
    powers=(" al cuadrado", " al cubo"),
)
