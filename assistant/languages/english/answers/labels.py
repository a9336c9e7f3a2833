"""What labels say in English: days, times, degrees and forms of words."""

from typing import Final

from assistant.languages.label_words import Comparison, LabelWords

LABELS: Final = LabelWords(
    degrees=r"\b(?:very|really|so|super|extremely|pretty|quite|fairly|kinda|slightly|a (?:bit|little)|as"
    r"|more|less)",
    compared=r"(?:er|est)$",
    comparison=Comparison(
        superlative=r"(?P<stem>\w{2,}?)est",
        comparative=r"(?P<stem>\w{2,}?)er",
        stems=((r"$", "e"), (r"(.)\1$", r"\1"), (r"i$", "y")),
    ),
    weekdays=("", "tues", "weds", "thur|thurs", "", "", ""),
    parts_of_day=(
        (range(5, 12), "morning|the morning|in the morning"),
        (range(12, 13), "noon|at noon|midday|lunchtime"),
        (range(12, 18), "afternoon|the afternoon|in the afternoon"),
        (range(17, 24), "evening|the evening|in the evening"),
    ),
    hours=("o'clock",),
    plurals=("s", "es"),
)
