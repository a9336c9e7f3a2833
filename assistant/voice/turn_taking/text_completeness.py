"""Does what was said so far read like a finished sentence? Pure tables for seven languages.

The recogniser marks the end of nearly everything with a full stop, so the mark alone says little.
Better witnesses are the last word, which in "set a timer for" cannot be the last, and the length: an
unfinished sentence of five words that gets a full stop and has no such last word is rare.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final


class TextCompleteness(Enum):
    """What the words so far look like."""

    FINISHED = "finished"
    """A sentence with its end mark, long enough to be believed."""
    SHORT = "short"
    """The same, but of a few words only."""
    OPEN = "open"
    """Nothing to tell."""
    DANGLING = "dangling"
    """More must come."""
    EMPTY = "empty"
    """No words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Language:
    """What cannot be the end of a sentence. Words in lower case, without marks."""

    sounds: frozenset[str]
    """Dangles always, even where it is all that was said: conjunctions, sounds of thinking."""
    always: frozenset[str] = frozenset()
    """Dangles after another word, whatever mark follows: articles, possessives. Alone it may be an
    answer: "un", "A"."""
    statement: frozenset[str] = frozenset()
    """Dangles except in questions that begin with one of `asking`: "what is that for?"."""
    asking: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()
    """Dangles after another word where no end mark follows."""
    starters: frozenset[str] = frozenset()
    """Dangles where it is all that was said. "May I have it" is how "may I have a" is often heard."""
    endings: tuple[str, ...] = ()
    """Dangles at the end of the last word: particles. Only if the word is longer."""
    complete: frozenset[str] = frozenset()
    """Words with such an ending that are complete."""
    least: int = 5
    """Words, or characters where words are not spaced, from which a sentence is long enough."""
    spaced: bool = field(default=True)


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(phrase.strip() for phrase in text.split("|"))


_LANGUAGES: Final[Mapping[str, _Language]] = {
    "en": _Language(
        sounds=_set("and or but because although unless whereas um umm uh uhm er erm hmm hm mm"),
        always=_set("if the a an my your our their its every very into onto per plus"),
        statement=_set(
            "for with of to from at by about than between during until without through against "
            "among towards upon via like which whose"
        ),
        asking=_set("what what's who who's whom where where's which whose how"),
        bare=_set("as i we they he she when while his get make set add find"),
        starters=_phrases(
            "can you|could you|would you|will you|can i|could i|may i|can i have|could i have|"
            "may i have|can we|i want|i want to|i need|i need to|i'd like|i'd like to|i would like|"
            "i would like to|give me|tell me|show me|make me|get me|let's|what is|what's|how is|"
            "how do i|where is|who is|is there|are there|set a timer|and then|i think|"
            "i was wondering|may i have it|can i have it|i'd like it|i would like it"
        ),
    ),
    "de": _Language(
        sounds=_set("und oder aber weil dass sondern obwohl falls äh ähm öh hm hmm"),
        always=_set(
            "denn wenn der den dem des einen einem einer eines mein meine meinen meinem dein deine "
            "deinen deinem ihr ihre unser unsere für von zum zur im am beim vom ins sehr zwischen "
            "ohne gegen während trotz wegen"
        ),
        bare=_set("die ein eine mit zu als wie ob ich du er wir in um über unter"),
        starters=_phrases(
            "kannst du|kannst du mir|könntest du|könntest du mir|könnten sie|würdest du|ich möchte|"
            "ich will|ich hätte gern|ich hätte gerne|ich brauche|gib mir|zeig mir|sag mir|"
            "was ist|wo ist|wie ist|gibt es|stell|stelle|mach mir|erinnere mich"
        ),
    ),
    "fr": _Language(
        sounds=_set("et ou mais parce car donc or que euh heu hum hm ben puisque lorsque"),
        always=_set(
            "le la les un une des du de d l mon ma mes ton ta tes son sa ses notre nos votre vos "
            "leur leurs pour sans dans chez à au aux sur vers entre par très quand"
        ),
        bare=_set("en avec je tu il on ce cette ces quel quelle"),
        starters=_phrases(
            "est-ce que|est-ce que tu peux|est-ce que vous pouvez|tu peux|peux-tu|pouvez-vous|"
            "pourrais-tu|pourriez-vous|je veux|je voudrais|j'aimerais|donne-moi|dis-moi|"
            "montre-moi|mets un minuteur|c'est|il y a|y a-t-il|où est|quel est|quelle est"
        ),
    ),
    "es": _Language(
        sounds=_set("y e o u pero porque aunque eh em mmm hm"),
        always=_set(
            "el los las un unos unas de del al a con sin para por en mi mis tu tus su sus nuestro "
            "nuestra hasta desde entre hacia muy cuando que donde"
        ),
        bare=_set("la lo una este como yo me te se"),
        starters=_phrases(
            "puedes|me puedes|podrías|me podrías|puede|quiero|quisiera|me gustaría|necesito|dame|"
            "dime|muéstrame|ponme|pon|pon un temporizador|qué es|cuál es|dónde está"
        ),
    ),
    "ko": _Language(
        sounds=_set(
            "그리고 그런데 근데 그래서 하지만 또는 혹은 아니면 왜냐하면 그러면 만약 만약에 및 음 으음 "
            "저기 그게 뭐냐"
        ),
        always=_set("어 좀"),
        starters=_phrases("나는|저는|내가|제가|혹시|오늘|내일"),
        endings=(
            "를",
            "을",
            "에서",
            "하고",
            "이랑",
            "한테",
            "에게",
            "부터",
            "처럼",
            "는데",
            "면서",
            "니까",
            "려고",
            "지만",
            "거나",
        ),
        complete=_set("마을 가을 노을"),
        least=3,
    ),
    "ja": _Language(
        sounds=_set(
            "そして それから または および あと えっと えーと ええと えー あのー あの でも だから "
            "例えば たとえば を ので とか"
        ),
        bare=_set("は が に と って"),
        least=8,
        spaced=False,
    ),
    "zh": _Language(
        sounds=_set(
            "和 跟 或者 或是 还有 以及 因为 但是 可是 然后 所以 如果 比如 比如说 把 给 嗯 呃 还是 的话 "
            "关于 關於 還有 因為 然後 還是 的話"
        ),
        bare=_set("在 从 到 向 很 我 你 帮我 请"),
        starters=_phrases("请|帮我|我想|我要|你能|能不能|请问|给我|告诉我"),
        least=6,
        spaced=False,
    ),
}
"""By ISO 639-1 code."""

_BELIEVED_AT: Final = -0.7
_UNKNOWN: Final = _Language(sounds=frozenset())
_END: Final = re.compile(r"[.!?。！？]+[\"'”’»)）」』]*$")
_QUESTION: Final = re.compile(r"[?？]+[\"'”’»)）」』]*$")
_TRAILING_OFF: Final = re.compile(r"(\.{2,}|…+|[-–—~,;:、，；：])[\"'”’]*$")
_MARKS: Final = re.compile(r"[\s.!?。！？,;:、，；：…\"“”„‘«»()（）「」『』¿¡~–—]+")
_LETTER_NAMES: Final = _set(
    "option letter answer choice plan number antwort buchstabe lettre réponse opción letra respuesta"
)
_LETTER: Final = re.compile(r"[b-hj-np-tv-xz]")


def assess_completeness(text: str, language: str, *, logprob: float = 0.0) -> TextCompleteness:
    """Return what the words so far look like.

    Args:
        text: A transcript with the recogniser's marks.
        language: ISO 639-1; of a language without a table only the marks are read.
        logprob: Mean log probability of its tokens; a finished sentence below -0.7 counts for no
            more than a short one.
    """
    text = text.strip()
    if not any(map(str.isalnum, text)):
        return TextCompleteness.EMPTY
    rules = _LANGUAGES.get(language, _UNKNOWN)
    words = _MARKS.sub(" ", text.lower().replace("’", "'")).split()
    is_ended = _END.search(text) is not None
    is_question = _QUESTION.search(text) is not None
    if _TRAILING_OFF.search(text) or _dangles(
        words, rules, is_ended=is_ended, is_question=is_question
    ):
        return TextCompleteness.DANGLING
    if not is_ended or _LETTER.fullmatch(words[-1]):
        return TextCompleteness.OPEN
    size = len(words) if rules.spaced else sum(map(len, words))
    is_long = size >= rules.least and logprob >= _BELIEVED_AT
    return TextCompleteness.FINISHED if is_long else TextCompleteness.SHORT


def _dangles(words: list[str], rules: _Language, *, is_ended: bool, is_question: bool) -> bool:
    if " ".join(words) in rules.starters:
        return True
    last = words[-1]
    if not rules.spaced:
        return any(last.endswith(word) for word in rules.sounds) or (
            not is_ended and len(last) > 1 and any(last.endswith(word) for word in rules.bare)
        )
    if last in rules.sounds:
        return True
    if len(words) == 1 or (len(last) == 1 and words[-2] in _LETTER_NAMES):
        return False
    if last in rules.always:
        return True
    if last in rules.statement and not (is_question and words[0] in rules.asking):
        return True
    if last in rules.bare and not is_ended:
        return True
    return (
        not is_question
        and last not in rules.complete
        and any(last.endswith(ending) and last != ending for ending in rules.endings)
    )
