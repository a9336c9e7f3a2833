"""What labels say in German: days, times, degrees and forms of words."""

from typing import Final

from assistant.languages.label_words import Comparison, Compounds, LabelWords

LABELS: Final = LabelWords(
    degrees=r"\b(?:so|sehr|richtig|ziemlich|recht|ganz|etwas|ein bisschen|ein wenig|extrem|mehr|weniger)",
    compared=r"(?:er|ere[nrs]?|ste[nrs]?)$",
    comparison=Comparison(
        superlative=r"(?P<stem>\w{2,}?)e?ste[nmrs]?",
        comparative=r"(?P<stem>\w{2,}?)er(?:e[nmrs]?)?",
        ending=r"(?:e[nmrs]?)$",
        vowels={"ä": "a", "ö": "o", "ü": "u"},
    ),
    weekdays=(
        "montags",
        "dienstags",
        "mittwochs",
        "donnerstags",
        "freitags",
        "samstags|sonnabend",
        "sonntags",
    ),
    parts_of_day=(
        (range(5, 12), "morgens|vormittag|vormittags|am vormittag|früh"),
        (range(12, 13), "mittag|mittags|am mittag"),
        (range(13, 18), "nachmittag|nachmittags|am nachmittag"),
        (range(17, 24), "abend|abends|am abend"),
    ),
    hours=("uhr",),
    adjective_endings=("en", "em", "es", "e"),
    compounds=Compounds(
        general_nouns=tuple(
            (
                "platz sitz termin zimmer datei version modus format größe variante farbe art umgebung zweig server"
                " ordner eingang tarif paket"
            ).split()
        ),
        no_heads=frozenset(
            "tag tage mal zeit uhr jahr woche ung heit keit lich isch gen den ten ter".split()
        ),
    ),
)
