"""What words that correct the answer just given choose instead: "actually, the first". Pure."""

import re
from collections.abc import Sequence
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import PhraseTag
from assistant.questions.model.question import Answer, AnswerInput, Question
from assistant.questions.spoken.answer_interpreter import languages_of, parse_written_answer
from assistant.questions.spoken.phrase_context import QUIET
from assistant.questions.spoken.phrase_segmenter import phrases_of, segment
from assistant.questions.spoken.tokenizer import tokenize_text
from assistant.questions.spoken.understanding import SpokenChoice

_LISTED: Final = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+\S", re.MULTILINE)
_ASKED: Final = re.compile(r"[?？][\s\"'”’»*_)]*$")

_NO_NAME: Final = "qxz"
"""No word of any language."""


def begins_with_correction(said: str) -> bool:
    """Whether words begin as a correction does, in any language: "no, wait", "아니"."""
    return any(_tag_at_start(said, code) is not None for code in languages_of(said))


def parse_correction(
    question: Question, given: Answer, said: str, *, replies: Sequence[str] = ()
) -> Answer | None:
    """Return the answer that takes the place of one just given.

    The words must begin as a correction does, choose clearly, and say nothing else. "No" alone
    begins one only where options are chosen from: beside a yes or no it is likelier to be about
    what was said since. Where several options may be chosen the words leave open whether the
    others stay, so that is no correction. After a reply that asks or lists something, "the first"
    and "yes" may be meant for that; only the name of an option counts then.

    Args:
        question: What was asked.
        given: The answer that stands.
        said: What was typed, or a transcript.
        replies: What the assistant said since the answer.
    """
    asked_for = question.traits.input
    if asked_for is AnswerInput.TEXT or question.traits.is_multiple:
        return None
    tags = {_tag_at_start(said, code) for code in languages_of(said, question)}
    wanted = {PhraseTag.CORRECTION}
    if asked_for is AnswerInput.OPTIONS:
        wanted.add(PhraseTag.NO)
    if not tags & wanted:
        return None
    if any(map(_asks_or_lists, replies)) and _says_without_names(question, said):
        return None
    meant = parse_written_answer(question, said)
    if not isinstance(meant, SpokenChoice) or meant.needs_confirming or meant.unknown:
        return None
    answer = Answer(question_id=question.id, option_ids=meant.option_ids, boolean=meant.boolean)
    if asked_for is AnswerInput.OPTIONS and len(answer.option_ids) != 1:
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


def _tag_at_start(said: str, language: str) -> PhraseTag | None:
    """Return whether words begin with a correction, or with a no; None if with neither."""
    _, units = tokenize_text(said, LANGUAGES[language].answers())
    for part in segment(units, phrases_of(language)):
        if part.tag in {PhraseTag.CORRECTION, PhraseTag.NO}:
            return part.tag
        if part.tag not in QUIET:
            return None
    return None
