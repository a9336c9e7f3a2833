"""Questions that a model writes into its words as JSON, found and kept from the display. Pure.

`ChoiceFilter` does it while a message arrives, `without_choices` for one that is complete;
`extract_user_choice` takes out the first choice and nothing else. What was found is read by
`formats.text_choices`, and the answer goes back by `text_results`.
"""

from assistant.questions.inline_choices.choice_detection import is_choice
from assistant.questions.inline_choices.choice_filter import (
    ChoiceFilter,
    FilteredMessage,
    FilterEnd,
    without_choices,
)
from assistant.questions.inline_choices.extractor import extract_user_choice

__all__ = [
    "ChoiceFilter",
    "FilterEnd",
    "FilteredMessage",
    "extract_user_choice",
    "is_choice",
    "without_choices",
]
