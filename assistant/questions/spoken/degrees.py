"""Whether a word of degree stands beside an option of which the others are degrees. Pure.

Where one may choose between "hot" and "very hot", neither "really hot" nor "the hottest" is "hot".
"""

import re
from collections.abc import Sequence
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import PhraseTag, WritingScript
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.utterance import AnswerUtterance

_SHORT: Final = 4
"""Characters up to which labels that share one are degrees of the same: 微辣, 中辣."""


def is_of_degree(utterance: AnswerUtterance, items: Sequence[PhraseSegment]) -> bool:
    """Whether the one label that is named has degrees, and the answer says more than the label.

    Args:
        utterance: The answer.
        items: Its phrases that point at options.
    """
    if len(items) != 1 or items[0].tag is not PhraseTag.OPTION:
        return False
    words = LANGUAGES[utterance.language].answers().labels
    if not words.degrees or not _has_degrees(utterance, items[0].value):
        return False
    found = items[0]
    if found.score < 1 and words.compared and re.search(words.compared, utterance.said(found)):
        return True  # "the hottest" resembles "hot"
    before = utterance.text[: utterance.units[found.start].start].rstrip()
    label = utterance.labels.plain[found.value]
    return (
        re.search(rf"{words.degrees}$", before) is not None
        and re.search(words.degrees, label) is None
    )


def _has_degrees(utterance: AnswerUtterance, place: int) -> bool:
    """Whether another label is this one with a word more, or differs in one character of few."""
    labels = utterance.labels.plain
    own = labels[place]
    others = [label for i, label in enumerate(labels) if i != place]
    if utterance.phrases.script is WritingScript.WORDS:
        return any(set(own.split()) < set(label.split()) for label in others)
    last = own[-1:]
    return len(own) <= _SHORT and sum(last in label for label in others) > 0
