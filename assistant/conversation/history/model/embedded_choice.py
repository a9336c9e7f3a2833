"""Hides what the model wrote into its reply for the program from the user. Pure.

The model may write a choice as JSON into its reply instead of calling the question tool. The
history keeps the JSON, so that "1" still means something to the model. The user sees and hears the
rest, and is asked after the turn. Calls of tools that it wrote as text are hidden, too.
"""

import base64
import json
import logging
import re
import secrets
from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from assistant.errors import QuestionError
from assistant.llm.messages_api.messages import Block, ToolUseBlock
from assistant.llm.messages_api.written_call import WrittenCallFilter, without_calls
from assistant.llm.messages_api.written_thought import without_thoughts
from assistant.questions.formats import is_question_tool, parse_tool_input
from assistant.questions.formats.inline_choice import parse_text_choice
from assistant.questions.inline_choices import ChoiceFilter, UnreadableChoice, without_choices
from assistant.questions.model.question import Question, QuestionSet
from assistant.questions.model.sanitizer import label_key

_log = logging.getLogger(__name__)
_MAY_HOLD = re.compile(r"[{\[｛［]")
"""What every text has that holds a choice."""
_MARK = re.compile(r"<\||</?[a-z_]*think", re.IGNORECASE)
_DECLARED = re.compile(r"user[_-]?choice|ask_?user_?question", re.IGNORECASE)
"""What every text has that is meant as a choice."""


class EmbeddedChoiceFilter:
    """Filters the words of one reply while they arrive."""

    def __init__(self, *, source: str) -> None:
        self._source = source
        self._choices = ChoiceFilter()
        self._calls = WrittenCallFilter()
        self.choice: QuestionSet | None = None
        """The choice to ask, once `finish` found one."""
        self.unreadable: UnreadableChoice | None = None
        """Text that is meant as a choice and cannot be asked, once `finish` found it."""

    def feed(self, chunk: str) -> str:
        """Feed text and return what may be shown now."""
        return self._calls.feed(self._choices.feed(chunk))

    def break_off(self) -> str:
        """The reply breaks off: return the withheld text."""
        return self._calls.feed(self._choices.break_off())

    @property
    def has_call(self) -> bool:
        """Whether the text contains a tool call, which is not run."""
        return self._calls.has_call

    def finish(self) -> str:
        """The reply ends: return what is still to be shown."""
        rest = self._choices.finish()
        for note in rest.notes:
            _log.warning("Choice in the text of a reply: %s", note)
        self.unreadable = rest.unreadable
        if rest.choice is not None:
            self.choice = self._read(rest.choice)
        return self._calls.feed(rest.text) + self._calls.finish()

    def _read(self, choice: Mapping[str, Any]) -> QuestionSet:
        choice = without_marks(choice)
        read = partial(parse_text_choice, choice, form_id=new_form_id(), source=self._source)
        try:
            parsed = read()
        except QuestionError:  # too many for a form; what was found can be asked all the same
            parsed = read(is_list=True)
        for note in parsed.notes:
            _log.warning("Choice in the text of a reply: %s", note)
        return parsed.questions


def without_marks(choice: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a choice without the marks of a model's template in its words."""

    def plain(value: Any) -> Any:
        if isinstance(value, str):
            return without_thoughts(value).strip() if _MARK.search(value) else value
        if isinstance(value, Mapping):
            return {name: plain(each) for name, each in cast("Mapping[str, Any]", value).items()}
        if isinstance(value, list):
            return [plain(each) for each in cast("list[Any]", value)]
        return value

    return cast("Mapping[str, Any]", plain(choice))


def is_asked_by_call(choice: QuestionSet, content: Sequence[Block]) -> bool:
    """Whether a question call in the same message asks all that a choice asks.

    The same question has the same words and the same options, whatever their order.
    """
    asked: set[Hashable] = set()
    for call in content:
        if isinstance(call, ToolUseBlock) and is_question_tool(call.name):
            try:
                parsed = parse_tool_input(call.malformed_input or call.input, tool_use_id=call.id)
            except QuestionError:
                continue
            asked |= {_gist(question) for question in parsed.questions.questions}
    return bool(asked) and all(_gist(question) in asked for question in choice.questions)


def _gist(question: Question) -> Hashable:
    words = "".join(character for character in label_key(question.text) if character.isalnum())
    return words, frozenset(label_key(option.label) for option in question.options)


def new_form_id() -> str:
    """Ten random characters, short enough for any channel's buttons."""
    return base64.b32encode(secrets.token_bytes(7)).decode("ascii")[:10].lower()


def visible_text(text: str) -> str:
    """What the user sees of a stored reply."""
    # Looking for a choice takes as long as reading the whole text; none is without a bracket.
    return without_calls(without_choices(text).text if _MAY_HOLD.search(text) else text)


def unreadable_choice(text: str) -> UnreadableChoice | None:
    """A choice in a stored reply that is malformed."""
    # Looking for it takes as long as reading the whole text; none is without its type or its tool.
    return without_choices(text).unreadable if _DECLARED.search(text) else None


def hidden_choice(text: str) -> str:
    """The choice of a stored reply as JSON, or an empty text."""
    choice = without_choices(text).choice
    return "" if choice is None else json.dumps(choice, ensure_ascii=False)
