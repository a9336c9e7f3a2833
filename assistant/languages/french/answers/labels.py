"""What labels say in French: days, times, degrees and forms of words."""

from typing import Final

from assistant.languages.label_words import LabelWords

LABELS: Final = LabelWords(
    degrees=r"\b(?:très|si|aussi|assez|un peu|vraiment|super|extrêmement|plus|moins)",
    pronouns=frozenset({"je", "me", "ma"}),
    parts_of_day=(
        (range(5, 12), "matin|le matin|au matin|du matin"),
        (range(12, 13), "midi|à midi"),
        (range(13, 18), "après-midi|l'après-midi|aprem|après midi"),
        (range(17, 24), "soir|le soir|du soir"),
    ),
    hours=("heure", "heures"),
    plurals=("s", "x"),
    adjective_endings=("es", "e", "s"),
)
