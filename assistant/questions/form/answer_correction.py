"""What words that correct the answer just given choose instead: "actually, the first". Pure.

Loaded with the first correction; `assistant.conversation.intents.answer_change` knows how one opens.
"""

import re
from collections.abc import Sequence
from typing import Final

from assistant.questions.model.question import Answer, AnswerInput, Question
from assistant.questions.spoken.answer_interpreter import parse_written_answer
from assistant.questions.spoken.understanding import SpokenChoice

_LISTED: Final = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+\S", re.MULTILINE)
_ASKED: Final = re.compile(r"[?？][\s\"'”’»*_)]*$")

_NO_NAME: Final = "qxz"
"""No word of any language."""


def parse_correction(
    question: Question, given: Answer, said: str, *, replies: Sequence[str] = ()
) -> Answer | None:
    """Return the answer that takes the place of one just given.

    The words must choose clearly and say nothing else. Where several options may be chosen they
    leave open whether the others stay, so that is no correction. After a reply that asks or lists
    something, "the first" and "no" may be meant for that; only the name of an option counts then.

    Args:
        question: What was asked.
        given: The answer that stands.
        said: What followed the opening of the correction, typed or heard.
        replies: What the assistant said since the answer.
    """
    if question.traits.input is AnswerInput.TEXT or question.traits.is_multiple:
        return None
    if any(map(_asks_or_lists, replies)) and _says_without_names(question, said):
        return None
    meant = parse_written_answer(question, said)
    if not isinstance(meant, SpokenChoice) or meant.needs_confirming or meant.unknown:
        return None
    answer = Answer(question_id=question.id, option_ids=meant.option_ids, boolean=meant.boolean)
    if question.traits.input is AnswerInput.OPTIONS and len(answer.option_ids) != 1:
        return None
    is_same = (answer.option_ids, answer.boolean) == (given.option_ids, given.boolean)
    return None if is_same and not given.other else answer


def _asks_or_lists(reply: str) -> bool:
    return _LISTED.search(reply) is not None or _ASKED.search(reply.rstrip()) is not None


def _says_without_names(question: Question, said: str) -> bool:
    """Whether words would choose the same way if the options had other names."""
    options = tuple(
        option.model_copy(update={"label": f"{_NO_NAME}{place}"})
        for place, option in enumerate(question.options)
    )
    nameless = question.model_copy(update={"options": options})
    return isinstance(parse_written_answer(nameless, said), SpokenChoice)
