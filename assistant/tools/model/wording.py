"""Words for what tools have to say, in the language of the voice. Pure."""

from collections.abc import Sequence
from datetime import datetime

from babel.dates import format_date
from babel.lists import format_list

from assistant.locale import INTERFACE_LANGUAGES
from assistant.questions.model.sanitizer import clean_text
from assistant.tools.model.time_words import time_words


def one_line(text: str) -> str:
    """Return text in one line, without what does not show or reorders what is shown."""
    return " ".join(clean_text(text).split())


def shortened(text: str, most: int) -> str:
    """Return text of at most so many characters; what was cut off ends in `…`."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def listed(names: Sequence[str], language: str) -> str:
    """Return names as a list in a sentence: "milk, eggs, and bread"."""
    known = language if language in INTERFACE_LANGUAGES else "en"
    return format_list([one_line(name) for name in names], locale=known)


def spoken_date(moment: datetime, language: str) -> str:
    """Return the date of an aware moment, in its own zone, as it is said."""
    known = language if language in INTERFACE_LANGUAGES else "en"
    return format_date(moment, time_words(known).date_with_year, locale=known)
