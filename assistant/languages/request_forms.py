"""How one language words requests: the form of its table."""

from dataclasses import dataclass

from assistant.languages.notation import Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestForms:
    """How one language words requests: patterns of whole ones, without case and end marks."""

    complete: tuple[Pattern, ...]
    open: tuple[Pattern, ...]
    pointing: Pattern
    before: Pattern = ""
    """What may stand before each and means nothing: "could you"."""
    after: Pattern = ""
    """The same behind it: "please"."""
