"""Whether a question only repeats what a small model has read: its examples, or the user. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from assistant.llm.starter.guided.model.guided_prompt import ExampleTurn
from assistant.llm.starter.guided.model.guided_reply import GuidedQuestion

LEAST_WORDS: Final = 5
"""A shorter text may stand in an example by chance."""
_SINGLE: Final = r"\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7a3"
_ALONE: Final = re.compile(rf"[{_SINGLE}]")
_WORDS: Final = re.compile(rf"[{_SINGLE}]|[^\W{_SINGLE}]+")
"""Each character of Chinese, Japanese and Korean stands alone, and counts as half a word."""


def echo_fault(
    question: GuidedQuestion, *, examples: Iterable[ExampleTurn], said: Iterable[str]
) -> str | None:
    """Return what a question repeats that is no question, or None if it repeats nothing.

    The questions and options of the examples may be asked again: they fit more than one request.

    Args:
        question: As the model wrote it.
        examples: Those of the prompt.
        said: What the user said before their last message.
    """
    asked = _words(question.question)
    if asked.strip() and asked in map(_words, said):
        return "the question repeats the user"
    known = [_words(text) for turn in examples for text in (turn.user, turn.answer or "")]
    for text in (question.question, *question.options):
        words = _words(text)
        if _length(words) >= LEAST_WORDS and any(words in one for one in known):
            return "a text repeats an example"
    return None


def _words(text: str) -> str:
    """Return the words of a text, with a blank on either side of each."""
    return f" {' '.join(_WORDS.findall(unicodedata.normalize('NFKC', text).casefold()))} "


def _length(words: str) -> float:
    return sum(0.5 if _ALONE.match(word) else 1.0 for word in words.split())
