"""Steps of a ReAct agent that a model wrote into its words: only the answer is for the user. Pure.

A message that begins with `Thought:` is one of steps if an `Action:` or a `Final Answer:` begins a
later line; so is one that begins with an `Action:` in JSON, as LangChain's agents write them, whose
answer is an action too. Of one that takes an action and answers nothing, nothing is shown.
"""

import re
from typing import Final

from assistant.llm.messages_api.written_value import ValueEnd, action_input, are_calls

_COLON: Final = r"[ \t]*(?:\*\*|__)?[ \t]*[:：][ \t]*(?:\*\*|__)?[ \t]*"
_BOLD: Final = r"[ \t]*(?:\*\*|__)?"
_THOUGHT: Final = re.compile(rf"\s*{_BOLD}thought{_COLON}", re.IGNORECASE)
_ANSWER: Final = re.compile(rf"(?:^|\n){_BOLD}final answer{_COLON}", re.IGNORECASE)
_ACTION: Final = re.compile(rf"(?:^|\n){_BOLD}action{_COLON}[^\s:：]", re.IGNORECASE)
_JSON_ACTION: Final = re.compile(
    rf"(?:^|\n){_BOLD}action{_COLON}\s*(?:[`~]{{3,}}[ \t]*(?:json)?\s*)?(?=[\[{{])", re.IGNORECASE
)
_BEGINNINGS: Final = ("thought:", "finalanswer:") + tuple(
    f"action:{fence}{bracket}"
    for fence in ("", "```", "```json", "~~~", "~~~json")
    for bracket in ("{", "[")
)
_JSON_ANSWER: Final = "Final Answer"
"""The name of the action that answers."""
BEGINS_STEPS: Final = r"\A[\s*_]*(?:thought|final answer|action)\b"
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
        if _begins_steps(self._held) or _may_begin(self._held):
            return ""
        return self._let_through(self._held)

    def finish(self) -> str:
        """End the message, and return what is still to be shown; call it once."""
        held, self._held = self._held or "", None
        if not _begins_steps(held):
            return held
        values = _action_values(held)
        has_call = bool(_ACTION.search(held)) or any(map(are_calls, values))
        self.has_call = self.has_call or has_call
        answers = (action_input(value, _JSON_ANSWER) for value in reversed(values))
        answer = next((answer for answer in answers if answer is not None), None)
        return answer if answer is not None else "" if has_call else held

    def _answer(self, held: str) -> re.Match[str] | None:
        """What stands before the answer, if the message is one of steps or begins with it."""
        found = _ANSWER.search(held)
        if found is None or not (_begins_steps(held) or not held[: found.start()].strip()):
            return None
        steps = held[: found.start()]
        self.has_call = bool(_ACTION.search(steps)) or any(map(are_calls, _action_values(steps)))
        return found

    def _let_through(self, text: str) -> str:
        self._held = None
        return text


def _begins_steps(text: str) -> bool:
    begin = text.lstrip()
    return bool(_THOUGHT.match(begin) or _JSON_ACTION.match(begin))


def _action_values(text: str) -> list[str]:
    """The values in JSON that stand behind `Action:`."""
    values: list[str] = []
    at = 0
    while action := _JSON_ACTION.search(text, at):
        begin = action.end()
        length = ValueEnd().find(text[begin:])
        if length < 0:
            break
        at = begin + length
        values.append(text[begin:at])
    return values


def _may_begin(text: str) -> bool:
    begun = re.sub(r"[\s*_]", "", text[:_FEW]).casefold().replace("：", ":")
    return any(one.startswith(begun) for one in _BEGINNINGS)
