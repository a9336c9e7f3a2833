"""How much of a long reply is said before the user is asked whether to go on. Pure."""

from collections import deque
from collections.abc import Callable
from typing import Final

from assistant.languages import LANGUAGES
from assistant.voice.text.reply_sentences import SpokenSentence

GRACE_S: Final = 8.0
"""A rest that is no longer is said without asking: the question and its answer take as long."""

_CHARACTERS_A_SECOND: Final = 17.0
"""Where the language is not known."""
_SENTENCE_GOES_ON: Final = (",", ";", ":", "，", "、", "；", "：")


def speech_seconds(sentence: SpokenSentence) -> float:
    """About how long a sentence takes to be said, at the voice's own speed."""
    known = LANGUAGES.get(sentence.language)
    rate = _CHARACTERS_A_SECOND if known is None else known.characters_a_second
    return len(sentence.text) / rate


class ReplyPortions:
    """Keeps back what comes after so many seconds of a reply.

    Args:
        limit_s: Seconds of a portion; None if everything is said at once.
    """

    def __init__(self, *, limit_s: float | None) -> None:
        self._limit_s = limit_s
        self._said_s = 0.0
        self._is_between = True
        """Whether what was said last is the end of a sentence."""
        self._kept: deque[SpokenSentence] = deque()

    @property
    def has_rest(self) -> bool:
        """Whether anything is kept back."""
        return bool(self._kept)

    def admits(self, sentence: SpokenSentence) -> bool:
        """Whether the reply's next sentence is to be said now; otherwise it is kept back."""
        if self._limit_s is None or not (
            self._kept or (self._is_between and self._said_s >= self._limit_s)
        ):
            self._said_s += speech_seconds(sentence)
            self._is_between = _is_end(sentence)
            return True
        self._kept.append(sentence)
        return False

    def take_back(self, is_unwanted: Callable[[str], bool], taken: Callable[[str], None]) -> None:
        """Drop unwanted sentences; `taken` is called for each."""
        kept: deque[SpokenSentence] = deque()
        for sentence in reversed(self._kept):
            if is_unwanted(sentence.text):
                taken(sentence.text)
            else:
                kept.appendleft(sentence)
        self._kept = kept

    def short_rest(self) -> list[SpokenSentence]:
        """The rest, if it is too short to ask about; it is kept no longer."""
        rest = list(self._kept)
        if sum(map(speech_seconds, rest)) > GRACE_S:
            return []
        self._kept.clear()
        return rest

    def next_portion(self) -> list[SpokenSentence]:
        """What is said next if the user wants it; it is kept no longer."""
        limit_s = self._limit_s or 0.0
        portion: list[SpokenSentence] = []
        said_s = 0.0
        while self._kept and (not portion or said_s < limit_s or not _is_end(portion[-1])):
            portion.append(self._kept.popleft())
            said_s += speech_seconds(portion[-1])
        return [*portion, *self.short_rest()]


def _is_end(sentence: SpokenSentence) -> bool:
    return not (sentence.goes_on or sentence.text.endswith(_SENTENCE_GOES_ON))
