"""The limits of a question and of an answer, each named once.

Advertised limits are what the model is told; hard limits are what is still accepted. Between the
two a text is shown shortened and kept whole.
"""

from typing import Final

ADVERTISED_QUESTIONS: Final = (1, 4)
"""Questions of one call, fewest and most."""
ADVERTISED_OPTIONS: Final = (2, 4)
"""Options of one question, fewest and most."""
ADVERTISED_HEADER: Final = (1, 12)
"""Characters of a header."""
ADVERTISED_LABEL: Final = (1, 50)
"""Characters of a label."""
ADVERTISED_DESCRIPTION: Final = (1, 200)
"""Characters of an option's description."""
ADVERTISED_LABEL_WORDS: Final = 5
"""Words of a label; asked for, not enforced."""

MAX_QUESTIONS_PER_CALL: Final = 4
MAX_OPTIONS_PER_CALL: Final = 4
MAX_OPTIONS_IN_TEXT: Final = 4
"""Options kept of a question that the model wrote into its words; further ones are cut."""
MAX_QUESTIONS_PER_FORM: Final = 6
"""Questions shown at once; more are split into several forms, sent as one answer."""
MAX_OPTIONS_PER_DEFINITION: Final = 20
"""Options of a question that a program defines over HTTP or MCP."""
MAX_OPTIONS_OF_A_FIELD: Final = 100
"""Values of one field of an MCP form: lists of countries and the like."""
MAX_ID: Final = 256
"""Characters of an id; the answer to a single choice repeats it."""
MAX_LABEL: Final = 256
"""An answer that repeats the label has to fit `MAX_OTHER_SINGLE`."""
MAX_HEADER: Final = 256
MAX_DESCRIPTION: Final = 1000
MAX_LEVELS: Final = 5
"""A question and its follow-ups, counted from the top."""
MAX_QUESTIONS_IN_SET: Final = 24
"""Follow-ups included."""
MAX_TIMEOUT_S: Final = 86_400.0
PROVIDE_CHOICE_TIMEOUT_S: Final = 300.0
"""What `provide_choice` waits unless the call says otherwise."""
MAX_PROVIDE_CHOICE_TIMEOUT_S: Final = 3600.0

MAX_OTHER_SINGLE: Final = 256
"""Characters of a user's own words for one choice."""
MAX_OTHER_MULTI: Final = 1000
"""Characters of an answer to a multiple choice: ids and own words, joined by ", "."""
MAX_TEXT: Final = 1000
"""Characters of the answer to a text question, of a note, and of what would have fitted."""
