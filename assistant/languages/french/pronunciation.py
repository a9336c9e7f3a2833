"""How French is read aloud."""

from typing import Final

from assistant.languages.language import Pronunciation, SentenceBreaks, words

SENTENCE_BREAKS: Final = SentenceBreaks(
    breaths=words("et mais donc car qui quand lorsque parce avec pour avant après"),
    never_last=words("mme mlle"),
)

PRONUNCIATION: Final = Pronunciation(
    money={
        "$": "{n} dollars",
        "€": "{n} euros",
        "£": "{n} livres",
        "¥": "{n} yens",
        "₩": "{n} wons",
    },
    units={
        "km/h": "{n} kilomètres à l'heure",
        "m/s": "{n} mètres par seconde",
        "km²": "{n} kilomètres carrés",
        "m²": "{n} mètres carrés",
        "m³": "{n} mètres cubes",
        "km": "{n} kilomètres",
        "cm": "{n} centimètres",
        "mm": "{n} millimètres",
        "kg": "{n} kilogrammes",
        "mg": "{n} milligrammes",
        "ml": "{n} millilitres",
        "ms": "{n} millisecondes",
        "Ko": "{n} kilooctets",
        "Mo": "{n} mégaoctets",
        "Go": "{n} gigaoctets",
        "°C": "{n} degrés Celsius",
        "°F": "{n} degrés Fahrenheit",
    },
    powers=(" au carré", " au cube"),
)
