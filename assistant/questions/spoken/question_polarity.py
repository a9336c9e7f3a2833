"""Whether a question turns a yes or a no around: "do you mind", "we won't, right?". Pure."""

import re
from typing import Final

from assistant.questions.spoken.phrase_context import NEGATIONS
from assistant.questions.spoken.phrase_segmenter import segment
from assistant.questions.spoken.tokenizer import tokenize_text
from assistant.questions.spoken.utterance import AnswerUtterance

_SENTENCE: Final = re.compile(r"[^.!?。！？]+[.!?。！？]?")


def asks_for_objections(utterance: AnswerUtterance) -> bool:
    """Whether a yes is an objection: "do you mind"."""
    asked = utterance.lexicon.offers.objection
    return bool(asked) and re.search(asked, utterance.question.text, re.IGNORECASE) is not None


def asked_sentence(utterance: AnswerUtterance) -> str:
    """Return the sentence that asks, without the denial in "or not"."""
    text = utterance.question.text
    if utterance.lexicon.offers.either_way:
        text = re.sub(utterance.lexicon.offers.either_way, _what_remains, text)
    asked = [one for one in _SENTENCE.findall(text) if one.endswith(("?", "？"))]
    return asked[-1] if asked else text


def _what_remains(found: re.Match[str]) -> str:
    return found[1] if found.re.groups else ""


def turns_answers_around(utterance: AnswerUtterance, *, value: bool, is_bare: bool) -> bool:
    """Whether the question turns a yes or a no around: "do you mind", "we won't, right?"."""
    text = utterance.question.text
    if asks_for_objections(utterance):
        return True
    if (value and is_bare) or not text:
        return False
    _text, units = tokenize_text(asked_sentence(utterance), utterance.lexicon)
    return any(
        s.tag in NEGATIONS and not (is_bare and s.meaning.is_weak)
        for s in segment(units, utterance.phrases, utterance.phrases.yes_or_no)
    )
