"""How one language words requests: the form of its table."""

from dataclasses import dataclass
from typing import Final

LANGUAGE_NAMES: Final = r"(?:english|french|spanish|german|italian|japanese|korean|chinese|mandarin|portuguese|russian|latin|dutch|greek|polish|swedish|turkish|arabic|hindi)"
"""What languages are called in English, which is used in others as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestForms:
    """How one language words requests: patterns of whole ones, without case and end marks."""

    complete: tuple[str, ...]
    open: tuple[str, ...]
    pointing: str
    before: str = ""
    """What may stand before each and means nothing: "could you"."""
    after: str = ""
    """The same behind it: "please"."""
