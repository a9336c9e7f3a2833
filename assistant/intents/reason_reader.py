"""Tells a request from the reason that stands before or after it: "I'm boiling eggs, set a timer". Pure."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from assistant.intents.folding import fold
from assistant.intents.sentence_matcher import SentenceMatcher, SlotReader, Words
from assistant.intents.template import TemplateReader
from assistant.languages.sentence_table import IntentName, SpokenReasons

WITH_REASON: Final = frozenset(
    {
        IntentName.SET_TIMER,
        IntentName.WAKE_UP,
        IntentName.SET_ALARM,
        IntentName.SET_REMINDER,
        IntentName.LIST_TIMERS,
        IntentName.CANCEL_TIMER,
        IntentName.ADD_TO_LIST,
        IntentName.REMOVE_FROM_LIST,
        IntentName.VOLUME_UP,
        IntentName.VOLUME_DOWN,
        IntentName.SET_VOLUME,
        IntentName.OPEN_APPLICATION,
        IntentName.OPEN_ADDRESS,
        IntentName.GET_TIME,
    }
)
"""What users give reasons for. Nothing among them is lost by a wrong guess."""
_FEWEST_WORDS: Final = 3
_MOST_WORDS: Final = 10


class ReasonReader:
    """Finds the reasons of one language.

    Args:
        spoken: How they are said.
        templates: Reads the notation, with the rules of the language.
        readers: What reads each slot.
    """

    def __init__(
        self,
        spoken: SpokenReasons,
        templates: TemplateReader,
        readers: Mapping[str, SlotReader],
    ) -> None:
        self._before = templates.read(spoken.before)
        self._after = templates.read(spoken.after)
        self._orders = templates.read(spoken.orders)
        self._excluded = frozenset(map(fold, spoken.excluded))
        self._never_last = frozenset(map(fold, spoken.never_last))
        self._never_ends = tuple(map(fold, spoken.never_ends))
        self._readers = readers

    def before(self, words: Words) -> Iterator[int]:
        """Yield where a request may begin after a reason."""
        matcher = SentenceMatcher(words, self._readers)
        ends = {end for end, _slots in matcher.matches(self._before, 0)}
        for end in sorted(ends):
            if self._is_reason(words.folded[:end]) and any(matcher.matches(self._orders, end)):
                yield end

    def after(self, words: Words) -> Iterator[int]:
        """Yield where a reason may begin that fills the rest of the text."""
        matcher = SentenceMatcher(words, self._readers)
        for place in {words.start(gap.end()) for gap in re.finditer(r"[\s,.;]+", words.folded)}:
            if self._is_reason(words.folded[place:]) and any(
                words.is_end(end) for end, _slots in matcher.matches(self._after, place)
            ):
                yield place

    def _is_reason(self, folded: str) -> bool:
        said = re.findall(r"[\w']+", folded)
        return (
            _FEWEST_WORDS <= len(said) <= _MOST_WORDS
            and said[-1] not in self._never_last
            and not said[-1].endswith(self._never_ends)
            and not _has_any(said, self._excluded)
        )


def _has_any(said: Collection[str], words: Collection[str]) -> bool:
    return any(word in words for word in said)
