"""What the buttons of a question carry: which keyboard, and which state is wanted.

No label is in it and nothing that somebody chose; places in the stored question stand for its ids. A
button names the state that it leads to, not a change: a tap that comes twice does nothing twice.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

_DATA: Final = re.compile(r"([A-Za-z0-9_-]{8,32}):([A-Za-z])(\d{0,3})(?:\.(\d{1,3}))?")


class TapKind(Enum):
    """What a button wants."""

    CHOOSE = "c"
    """An option of a question, or yes or no."""
    TICK = "t"
    UNTICK = "u"
    CONFIRM = "d"
    """What is ticked or written is the answer."""
    OWN_WORDS = "o"
    NOTE = "n"
    SKIP = "k"
    REVISE = "e"
    """Open a question again."""
    REVIEW = "v"
    SUBMIT = "S"
    RESET = "R"
    DECIDE = "Y"
    NONE_FIT = "N"
    LATER = "L"
    CANCEL = "C"
    CANCEL_WITH_REASON = "W"
    MORE = "M"
    LESS = "m"
    AGAIN = "A"
    """Put a question again that was put off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """A tap on a button of a question."""

    kind: TapKind
    question: int = 0
    """Place of the question in its set, follow-ups after their parents."""
    option: int = 0
    """Place of the choice in its question."""


def callback_data(token: str, tap: Tap) -> str:
    """Return what a button carries; at most 64 bytes."""
    return f"{token}:{tap.kind.value}{tap.question}.{tap.option}"


def read_callback_data(data: str) -> tuple[str, Tap] | None:
    """Return the token of a keyboard and what is wanted; None if it is none of ours."""
    found = _DATA.fullmatch(data)
    if found is None:
        return None
    token, letter, question, option = found.groups()
    try:
        kind = TapKind(letter)
    except ValueError:
        return None
    return token, Tap(kind=kind, question=int(question or 0), option=int(option or 0))
