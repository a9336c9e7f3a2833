"""What a guided model may reply, and how it is written: one JSON object.

The key says the kind, so that it is one token, which the model chooses; what stands around it is
given to the model.
"""

import json
from dataclasses import dataclass
from typing import Final

REPLY_OPENING: Final = '{"'
"""How every reply begins; what follows is its kind."""
ANSWER: Final = "answer"
ASK: Final = "ask"
OPTIONS: Final = "options"
DECLINE: Final = "decline"
KINDS: Final = (ANSWER, ASK, DECLINE)
MIN_OPTIONS: Final = 2
MAX_OPTIONS: Final = 4
"""What the question tool takes of a model."""
MAX_OPTION_CHARACTERS: Final = 60
"""A longer option goes on and on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedAnswer:
    """Words for the user."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedQuestion:
    """A question with options to choose from."""

    question: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedRefusal:
    """The model cannot do it."""

    subject: str
    """What it would need, in a word or two; not shown."""


GuidedReply = GuidedAnswer | GuidedQuestion | GuidedRefusal


def opening(kind: str) -> str:
    """Return how a reply of a kind begins, up to its words."""
    return f'{REPLY_OPENING}{kind}":"'


def write_reply(reply: GuidedReply) -> str:
    """Return a reply as the model writes it, without blanks between the tokens."""
    match reply:
        case GuidedAnswer():
            fields: dict[str, object] = {ANSWER: reply.text}
        case GuidedQuestion():
            fields = {ASK: reply.question, OPTIONS: reply.options}
        case GuidedRefusal():
            fields = {DECLINE: reply.subject}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
