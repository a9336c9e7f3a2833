"""Steps of a ReAct agent that a model wrote into its words: only the answer is for the user. Pure.

A message that begins with `Thought:` is one of steps if an `Action:` or a `Final Answer:` begins a
later line. Of one that takes an action and answers nothing, nothing is shown.
"""

import re
from typing import Final

_COLON: Final = r"[ \t]*(?:\*\*|__)?[ \t]*[:：][ \t]*(?:\*\*|__)?[ \t]*"
_BOLD: Final = r"[ \t]*(?:\*\*|__)?"
_THOUGHT: Final = re.compile(rf"\s*{_BOLD}thought{_COLON}", re.IGNORECASE)
_ANSWER: Final = re.compile(rf"(?:^|\n){_BOLD}final answer{_COLON}", re.IGNORECASE)
_ACTION: Final = re.compile(rf"(?:^|\n){_BOLD}action{_COLON}[^\s:：]", re.IGNORECASE)
_BEGINNINGS: Final = ("thought:", "finalanswer:")
BEGINS_STEPS: Final = r"\A[\s*_]*(?:thought|final answer)\b"
"""What every message has, whatever its case, that this filter changes."""
_FEW: Final = 40
"""Characters by which a message has shown how it begins."""


class WrittenStepFilter:
    """Lets the text of one message through, in chunks of any size, and keeps its steps back.

    Attributes:
        has_call: Whether an action is among them.
    """

    def __init__(self) -> None:
        self.has_call = False
        self._held: str | None = ""
        """What was not let through; None once the rest of the message is words."""
        self._skips_blank = False

    def feed(self, chunk: str) -> str:
        """Take the next piece of the message and return what may be shown now."""
        if self._held is None:
            if self._skips_blank:
                chunk = chunk.lstrip()
                self._skips_blank = not chunk
            return chunk
        self._held += chunk
        if answer := self._answer(self._held):
            rest = self._held[answer.end() :].lstrip()
            self._skips_blank = not rest
            return self._let_through(rest)
        if _THOUGHT.match(self._held) or _may_begin(self._held):
            return ""
        return self._let_through(self._held)

    def finish(self) -> str:
        """End the message, and return what is still to be shown; call it once."""
        held, self._held = self._held or "", None
        is_step = _THOUGHT.match(held) is not None and _ACTION.search(held) is not None
        self.has_call = self.has_call or is_step
        return "" if is_step else held

    def _answer(self, held: str) -> re.Match[str] | None:
        """What stands before the answer, if the message is one of steps or begins with it."""
        found = _ANSWER.search(held)
        if found is None or not (_THOUGHT.match(held) or not held[: found.start()].strip()):
            return None
        self.has_call = _ACTION.search(held, 0, found.start()) is not None
        return found

    def _let_through(self, text: str) -> str:
        self._held = None
        return text


def _may_begin(text: str) -> bool:
    begun = re.sub(r"[\s*_]", "", text[:_FEW]).casefold().replace("：", ":")
    return any(one.startswith(begun) for one in _BEGINNINGS)
