"""What labels say in Spanish: days, times, degrees and forms of words."""

from typing import Final

from assistant.languages.label_words import LabelWords

LABELS: Final = LabelWords(
    degrees=r"\b(?:muy|tan|bastante|un poco|algo|realmente|súper|más|menos)",
    parts_of_day=(
        (range(5, 12), "por la mañana|de la mañana"),
        (range(12, 15), "mediodía|al mediodía|a mediodía"),
        (range(13, 21), "tarde|por la tarde|de la tarde"),
        (range(20, 24), "noche|por la noche|de la noche"),
    ),
    hours=("horas",),
    plurals=("s", "es"),
    adjective_endings=("as", "os", "a", "o", "s"),
)
