"""Questions that a model writes into its words as JSON, found and kept from the display. Pure.

`ChoiceFilter` does it while a message arrives, `without_choices` for one that is complete.
What was found is read by `formats.inline_choice`.
"""

from assistant.questions.inline_choices.choice_detection import is_choice
from assistant.questions.inline_choices.choice_filter import (
    ChoiceFilter,
    FilteredMessage,
    FilterEnd,
    without_choices,
)
from assistant.questions.inline_choices.segmenter import UnreadableChoice

__all__ = [
    "ChoiceFilter",
    "FilterEnd",
    "FilteredMessage",
    "UnreadableChoice",
    "is_choice",
    "without_choices",
]
