"""What a relay says to the running program before it passes its client's messages on."""

import json
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

ACCEPTED: Final = b'{"accepted": true}\n'
MAX_LINE: Final = 16 * 1024 * 1024
"""Bytes of a message."""


class RelayGreeting(BaseModel):
    """The first line of a relay."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    token: str
    timeout_s: Annotated[float, Field(gt=0)]
    """How long a question waits if its call does not say."""
    project: Annotated[str, Field(max_length=200)] = ""
    """The folder that the client works in."""
    is_unattended: bool = False
    """Whether it is known that nobody sees the client's forms."""

    def line(self) -> bytes:
        return json.dumps(self.model_dump()).encode() + b"\n"


def read_greeting(line: bytes) -> RelayGreeting | None:
    """None if the line holds none."""
    try:
        return RelayGreeting.model_validate_json(line)
    except ValidationError:
        return None
