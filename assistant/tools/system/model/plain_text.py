"""Text from outside, made fit to be read. Pure."""

import re
from typing import Final

_ESCAPE: Final = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\n]{0,1000}(?:\x07|\x1b\\)|[ -/]*[0-~]|)"
)
"""Control sequences of terminals (ECMA-48), those with a text of their own among them."""
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)
"""Control characters, what reorders text, tags that nobody sees, and halves of pairs."""


def to_plain_text(text: str) -> str:
    """Return a text without control sequences and characters that do not show or reorder others.

    Line ends and tabs stay; of a line that carriage returns rewrote, what was written last.
    """
    lines = _ESCAPE.sub("", text).split("\n")
    return _HIDDEN.sub("", "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines))
