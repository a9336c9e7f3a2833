"""How German is read aloud."""

from typing import Final

from assistant.languages.language import Pronunciation, SentenceBreaks, words

SENTENCE_BREAKS: Final = SentenceBreaks(
    breaths=words("und aber oder denn weil dass wenn ob bevor nachdem damit sondern"),
    never_last=words("dr prof z.b d.h u.a bzw ggf sog"),
    before_number=words("nr"),
)

PRONUNCIATION: Final = Pronunciation(
    money={
        "$": "{n} Dollar",
        "€": "{n} Euro",
        "£": "{n} Pfund",
        "¥": "{n} Yen",
        "₩": "{n} Won",
    },
    units={
        "km/h": "{n} Kilometer pro Stunde",
        "m/s": "{n} Meter pro Sekunde",
        "km²": "{n} Quadratkilometer",
        "m²": "{n} Quadratmeter",
        "m³": "{n} Kubikmeter",
        "km": "{n} Kilometer",
        "cm": "{n} Zentimeter",
        "mm": "{n} Millimeter",
        "kg": "{n} Kilogramm",
        "mg": "{n} Milligramm",
        "ml": "{n} Milliliter",
        "ms": "{n} Millisekunden",
        "KB": "{n} Kilobyte",
        "MB": "{n} Megabyte",
        "GB": "{n} Gigabyte",
        "TB": "{n} Terabyte",
        "°C": "{n} Grad Celsius",
        "°F": "{n} Grad Fahrenheit",
    },
    powers=(" hoch zwei", " hoch drei"),
    rules=(
        (r"\b(\d{1,2}:\d\d) Uhr\b", r"\1"),  # eSpeak says "Uhr" itself
        (r"\bz\.\s?B\.", "zum Beispiel"),
        (r"\bd\.\s?h\.", "das heißt"),
        (r"\bu\.\s?a\.", "unter anderem"),
        (r"\bDr\.(?=\s)", "Doktor"),
        (r"\bNr\.\s?(?=\d)", "Nummer "),
        (r"\bca\.(?=\s)", "circa"),
        (r"\bbzw\.(?=\s)", "beziehungsweise"),
        (r"\busw\.", "und so weiter"),
    ),
)
