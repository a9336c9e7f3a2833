"""What a request's form tells: that nothing is left to ask, or that the user has to choose. Pure.

"Tell me a joke" and "explain photosynthesis" are complete; "help me choose a trip" and "write a letter"
leave open what only the user knows. A small model takes one for the other. What no form fits is left
to the model.
"""

import re
import unicodedata
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.request_forms import RequestForms

LONGEST: Final = 600
"""So many characters of a request are looked at: what follows is a text to work with."""


class RequestForm(Enum):
    """What the form of a request tells."""

    COMPLETE = "complete"
    """It has all that it needs."""
    OPEN = "open"
    """It leaves something to the user's taste, needs or plans, or says nothing of its subject."""
    POINTING = "pointing"
    """Its subject is what was said or shown before: "explain this"."""


_BLANKS: Final = re.compile(r"[^\S\n]+")
_END_MARKS: Final = ' \t\r\n.!?…~。！？¡¿"“”'


def request_form(text: str, language: str) -> RequestForm | None:
    """Return what the form of a request tells, or None if nothing.

    Args:
        text: What the user said.
        language: ISO 639-1 code of the user's language; of one without a table nothing is known.
    """
    known = LANGUAGES.get(language)
    forms = None if known is None else known.request_forms()
    if forms is None:
        return None
    plain = plain_request(text)
    patterns = _patterns(forms)
    return next((form for form in RequestForm if patterns[form].fullmatch(plain)), None)


def plain_request(text: str) -> str:
    """Return the beginning of a request without case, end marks and doubled blanks."""
    plain = unicodedata.normalize("NFKC", text[: 2 * LONGEST]).casefold().replace("\u2019", "'")
    return _BLANKS.sub(" ", plain).strip(_END_MARKS)[:LONGEST]


@cache
def _patterns(known: RequestForms) -> Mapping[RequestForm, re.Pattern[str]]:
    forms = {
        RequestForm.COMPLETE: known.complete,
        RequestForm.OPEN: known.open,
        RequestForm.POINTING: (known.pointing,),
    }
    return {
        form: re.compile(
            f"(?:{known.before})(?:{'|'.join(f'(?:{each})' for each in patterns)})(?:{known.after})",
            re.DOTALL,
        )
        for form, patterns in forms.items()
    }
