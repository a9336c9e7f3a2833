"""Whether a question only repeats what a small model has read: its examples, or the user. Pure."""

from collections.abc import Iterable
from typing import Final

from assistant.llm.starter.guided.model.guided_prompt import ExampleTurn
from assistant.llm.starter.guided.model.guided_reply import GuidedQuestion
from assistant.llm.starter.guided.model.plain_words import plain_words, word_count

LEAST_WORDS: Final = 5
"""A shorter text may stand in an example by chance."""


def echo_fault(
    question: GuidedQuestion,
    *,
    examples: Iterable[ExampleTurn],
    said: Iterable[str],
    newest: str = "",
) -> str | None:
    """Return what a question repeats that is no question, or None if it repeats nothing.

    The questions and options of the examples may be asked again: they fit more than one request.

    Args:
        question: As the model wrote it.
        examples: Those of the prompt.
        said: What the user said before their last message.
        newest: That message.
    """
    asked = _words(question.question)
    if asked.strip() and asked in map(_words, said):
        return "the question repeats the user"
    is_question = question.question.rstrip().endswith(("?", "？"))
    if not is_question and asked.strip() and asked in _words(newest):
        return "the question repeats the request"
    known = [_words(text) for turn in examples for text in (turn.user, turn.answer or "")]
    for text in (question.question, *question.options):
        words = _words(text)
        if word_count(words.split()) >= LEAST_WORDS and any(words in one for one in known):
            return "a text repeats an example"
    return None


def _words(text: str) -> str:
    """Return the words of a text, with a blank on either side of each."""
    return f" {' '.join(plain_words(text))} "
