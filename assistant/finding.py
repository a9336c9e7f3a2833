"""What `parley doctor` found about one part of the program. Pure."""

from dataclasses import dataclass
from enum import Enum


class CheckStatus(Enum):
    """How a part is."""

    OK = "ok"
    WARNING = "warning"
    """It does not work, or not as it should, and Parley works without it."""
    FAILED = "failed"
    SKIPPED = "skipped"
    """It was not looked at; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found about one part."""

    name: str
    """As programs know the check."""
    title: str
    """As a person reads it."""
    status: CheckStatus
    text: str
    """What is the matter, in the interface's language."""
    hint: str = ""
    """What to do about it, or empty."""
    wordless: str = ""
    """The text in English without names, paths and words in it, for a report to others."""
    seconds: float = 0.0
    """How long it took to find out."""

    @property
    def is_trouble(self) -> bool:
        """Whether something is to be done about it."""
        return self.status in {CheckStatus.WARNING, CheckStatus.FAILED}
