"""The program that asks, and where it works. Pure."""

import hashlib
from collections.abc import Collection
from typing import Annotated, Final, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from assistant.foreign_text import BLANK, without_hidden
from assistant.questions.model.sanitizer import clean_text, one_line

MARK_COLOURS: Final = 8
"""Each surface shows marks in these colours, as it has them: blue, green, orange, purple, yellow,
red, brown, grey."""
MARKS: Final = 2 * MARK_COLOURS
"""How many marks there are: a circle of each colour, then a square of each."""
_MAX_NAME: Final = 60
"""Characters of a name; more tells nobody more."""


def _name(value: object) -> object:
    """Programs and folders say them; they are shown on one line."""
    if not isinstance(value, str):
        return value
    return one_line(without_hidden(clean_text(value)).replace(BLANK, " "))[:_MAX_NAME]


_Name = Annotated[str, BeforeValidator(_name)]


class Asker(BaseModel):
    """A program that asks, with the project and the session that it asks for."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    agent: _Name
    """What people call it."""
    project: _Name = ""
    """The name of the folder that it works in; empty where that is not known."""
    session: _Name = ""
    """What it calls the session; empty where that is not known."""
    number: int = 1
    """Which session of this agent in this project, as the user counts them."""
    given_mark: Annotated[int | None, Field(ge=0, lt=MARKS)] = None
    """The mark it has in place of its usual one, which another had."""

    @property
    def title(self) -> str:
        """`Claude Code · webshop · 2`; the first session has no number."""
        number = str(self.number) if self.number > 1 else ""
        return " · ".join(part for part in (self.agent, self.project, number) if part)

    @property
    def mark(self) -> int:
        """What tells it from others at a glance: below `MARKS`, for a title the same where it is free."""
        if self.given_mark is not None:
            return self.given_mark
        return hashlib.sha256(self.title.encode()).digest()[0] % MARKS

    def beside(self, taken: Collection[int]) -> Self:
        """Return it with a mark that none of others is, while there is one."""
        free = ((self.mark + step) % MARKS for step in range(MARKS))
        mark = next((one for one in free if one not in taken), self.mark)
        return self if mark == self.mark else self.model_copy(update={"given_mark": mark})
