"""Whether a word of degree stands beside an option of which the others are degrees. Pure.

Where one may choose between "hot" and "very hot", neither "really hot" nor "the hottest" is "hot".
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from assistant.languages.lexicon import PhraseTag, WritingScript
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.utterance import AnswerUtterance

_DEGREES: Final[Mapping[str, str]] = {
    "en": r"\b(?:very|really|so|super|extremely|pretty|quite|fairly|kinda|slightly|a (?:bit|little)|as"
    r"|more|less)",
    "de": r"\b(?:so|sehr|richtig|ziemlich|recht|ganz|etwas|ein bisschen|ein wenig|extrem|mehr|weniger)",
    "fr": r"\b(?:très|si|aussi|assez|un peu|vraiment|super|extrêmement|plus|moins)",
    "es": r"\b(?:muy|tan|bastante|un poco|algo|realmente|súper|más|menos)",
    "zh": r"(?:一点点?|有点|稍微?|很|非常|特别|超|越|更|最|比较|太)",
    "ja": r"(?:ちょっとだけ|ちょっと|少し|すこし|とても|すごく|めっちゃ|かなり|もっと|一番|より)",
    "ko": r"(?:조금|약간|살짝|아주|매우|정말|진짜|너무|더|덜|제일|가장|좀)",
}
"""Words of degree right before what they are said of."""
_COMPARED: Final[Mapping[str, str]] = {"en": r"(?:er|est)$", "de": r"(?:er|ere[nrs]?|ste[nrs]?)$"}
"""How words end that compare."""
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
    pattern = _DEGREES.get(utterance.language)
    if pattern is None or not _has_degrees(utterance, items[0].value):
        return False
    found = items[0]
    compared = _COMPARED.get(utterance.language)
    if found.score < 1 and compared is not None and re.search(compared, utterance.said(found)):
        return True  # "the hottest" resembles "hot"
    before = utterance.text[: utterance.units[found.start].start].rstrip()
    label = utterance.labels.plain[found.value]
    return re.search(rf"{pattern}$", before) is not None and re.search(pattern, label) is None


def _has_degrees(utterance: AnswerUtterance, place: int) -> bool:
    """Whether another label is this one with a word more, or differs in one character of few."""
    labels = utterance.labels.plain
    own = labels[place]
    others = [label for i, label in enumerate(labels) if i != place]
    if utterance.phrases.script is WritingScript.WORDS:
        return any(set(own.split()) < set(label.split()) for label in others)
    last = own[-1:]
    return len(own) <= _SHORT and sum(last in label for label in others) > 0
