"""The program that asks, and where it works. Pure."""

import hashlib
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict

from assistant.questions.model.sanitizer import clean_text, one_line

MARKS: Final = 8
"""How many marks there are. Each surface shows them in these colours, as it has them: blue, green,
orange, purple, yellow, red, brown, grey."""
_MAX_NAME: Final = 60
"""Characters of a name; more tells nobody more."""


def _name(value: object) -> object:
    """Programs and folders say them; they are shown on one line."""
    return one_line(clean_text(value))[:_MAX_NAME] if isinstance(value, str) else value


_Name = Annotated[str, BeforeValidator(_name)]


class Asker(BaseModel):
    """A program that asks, with the project and the session that it asks for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    agent: _Name
    """What people call it."""
    project: _Name = ""
    """The name of the folder that it works in; empty where that is not known."""
    session: _Name = ""
    """What it calls the session; empty where that is not known."""
    number: int = 1
    """Which session of this agent in this project, as the user counts them."""

    @property
    def title(self) -> str:
        """`Claude Code · webshop · 2`; the first session has no number."""
        number = str(self.number) if self.number > 1 else ""
        return " · ".join(part for part in (self.agent, self.project, number) if part)

    @property
    def mark(self) -> int:
        """What tells it from others at a glance: below `MARKS`, always the same for a title."""
        return hashlib.sha256(self.title.encode()).digest()[0] % MARKS
