"""Which words of a request can be the user's own: a name, a task, a list, a fact. Pure.

`FreeText` judges a text by itself; here it is judged as the value of a slot.
"""

import re
from collections.abc import Collection, Iterator
from typing import Any, Final

from assistant.intents.folding import fold
from assistant.intents.free_text import FreeText, without_apostrophes
from assistant.intents.intent import CONDITIONAL, OF_TIME, TAKES_DOWN
from assistant.intents.sentence_matcher import SIGNS, Slots, Words
from assistant.intents.slot_readers import Passage
from assistant.languages.sentence_table import IntentName, OpenRequest, SentenceTable

_NAMES: Final = frozenset({"label", "list", "place", "query"})
SPOKEN: Final = _NAMES | {"text", "task", "fact", "items", "someone", "anything"}
_PASSING: Final = frozenset({"someone", "anything", "other"})
"""What is of no use when it is understood."""
_LACKING: Final = IntentName.SET_REMINDER
"""As what a request is read that lacks a value."""
_MOST_NAME_WORDS: Final = {
    "label": 3, "list": 3, "place": 3, "query": 5, "someone": 4, "anything": 12,
}  # fmt: skip
_MOST_ITEM_WORDS: Final = 5
_MOST_NAME_CHARACTERS: Final = 24
_WORD: Final = re.compile(r"[^\s.,;:!?-]+")
_MOST_PARTS: Final = 4
"""So many parts at the end of a text are looked at for another request."""
_SENTENCE_END: Final = re.compile(r"[.!?]\s+|[\u3002\uff01\uff1f]")


class OwnWords:
    """Judges the values of one language.

    Args:
        table: The language.
        free: Judges a text by itself.
    """

    def __init__(self, table: SentenceTable, free: FreeText) -> None:
        self._table = table
        self._free = free
        self._fillers = frozenset(map(fold, table.fillers))
        self._takes_back = frozenset(map(fold, table.takes_back))
        self._excluded = frozenset(map(fold, table.excluded))
        self._never_items = frozenset(map(fold, table.never_items))
        self._pointing = frozenset(map(fold, table.pointing))
        self._only_points = re.compile(
            rf"(?:{'|'.join(map(re.escape, sorted(self._pointing)))}|[\d ])+"
        )
        self._alternatives = re.compile(table.alternatives or "(?!)")
        self._facts = frozenset(map(fold, table.fact_starts))
        self._fact_verbs = frozenset(map(fold, table.fact_verbs))
        self._and = _parting(table)
        self._single_things = _any_of(table.single_things)

    def value(
        self, name: IntentName, slot: str, words: Words, found: Slots
    ) -> dict[str, Any] | None:
        """Value of a free-text slot; None if its words cannot be meant for it."""
        text = self._without_fillers(_said(found[slot]))
        if slot in _NAMES:
            text = self._without_article(text)
        if not self._fits(name, slot, text, words, found):
            return None
        if slot == "items":
            items = self._listed(text)
            return {slot: items} if items else None
        if slot in _PASSING:
            return {}
        is_text = slot in {"fact", "task"} or (slot == "label" and name is IntentName.FORGET)
        return {"text" if is_text else slot: text + str(found.get("suffix", ""))}

    def may_lack(self, asked: OpenRequest, words: Words, found: Slots) -> bool:
        """Whether the values found can be those of a request that lacks another one."""
        for slot in SPOKEN & found.keys():
            text = self._without_fillers(_said(found[slot]))
            if self._holds(fold(text), asked.excluded):
                return False
            if not self._fits(_LACKING, slot, text, words, found):
                return False
        return True

    def _fits(self, name: IntentName, slot: str, text: str, words: Words, found: Slots) -> bool:
        return (
            self._may_be(slot, text)
            and self._is_own(name, slot, text)
            and self._is_apart(name, words, found, found[slot])
        )

    def _holds(self, folded: str, some: Collection[str]) -> bool:
        return any(
            map((_WORD.findall(folded) if self._table.is_spaced else folded).__contains__, some)
        )

    def is_misnamed(self, label: str, *, is_own: bool) -> bool:
        """Whether a label of a timer that another language understood is none in this one.

        It says how much or when, or has a loose article.

        Args:
            label: What the other language took for the name.
            is_own: Whether this is the interface's language: then no word of it may say otherwise.
        """
        if not self._table.is_spaced:
            return False
        return (
            self._free.holds_measure(label)
            or self._free.has_loose_article(label)
            or ((is_own or "'" in label) and label != "" and not self._may_be("label", label))
        )

    def is_nothing(self, text: str) -> bool:
        """Whether a text says that there is nothing, or only points at something."""
        return self._free.is_nothing(text)

    def is_taken_back(self, text: str) -> bool:
        """Whether a text takes back what was said before, anywhere in it."""
        return self._is_corrected(fold(text))

    def rests(self, text: str) -> Iterator[str]:
        """Yield the ends of a text at which another request may begin, the longest first."""
        ends = sorted(
            gap.end() for parts in (self._and, _SENTENCE_END) for gap in parts.finditer(text)
        )
        for end in ends[-_MOST_PARTS:]:
            yield text[end:]

    def _without_fillers(self, text: str) -> str:
        text = text.strip("".join(SIGNS))
        words = [word for word in text.split(" ") if fold(word).strip(",.") not in self._fillers]
        return " ".join(words)

    def _without_article(self, text: str) -> str:
        for article in self._table.articles:
            length = len(article)
            is_apart = article.endswith("'") or text[length : length + 1] == " "
            if is_apart and fold(text[:length]) == article:
                return text[length:].strip()
        return text

    def _may_be(self, slot: str, text: str) -> bool:
        """Whether a slot can hold a text."""
        folded = fold(text)
        if not text or self._is_corrected(folded):
            return False
        if slot == "fact" and not self._begins_fact(folded):
            return False
        if slot not in _MOST_NAME_WORDS:
            return True
        if slot == "label" and not any(map(str.isalpha, text)):
            return False
        if slot == "list" and len(text) == 1 and text < "\u3400":
            return False  # a letter or a particle
        if slot == "place" and not re.fullmatch(r"[^\W\d_]+(?:[ .'-]+[^\W\d_]+)*", text):
            return False
        if not self._table.is_spaced:
            return len(text) <= _MOST_NAME_CHARACTERS and not any(
                word in folded for word in self._excluded
            )
        words = re.findall(r"[\w'-]+", folded)
        if not 0 < len(words) <= _MOST_NAME_WORDS[slot]:
            return False
        if slot == "someone":
            return not self._never_items & set(words)
        words += without_apostrophes(folded).split()
        return slot not in _NAMES or not self._excluded & set(words)

    def _is_own(self, name: IntentName, slot: str, text: str) -> bool:
        """Whether a text beside a time is a name or task, not a part of the time."""
        if name in CONDITIONAL and self._free.is_conditional(text):
            return False
        if name in TAKES_DOWN:
            return not self._free.is_nothing(text)
        if name not in OF_TIME:
            return True
        if slot == "label":
            return self._free.is_name(text)
        if slot == "task":
            return self._free.is_short_task(text)
        return slot not in {"text", "someone"} or self._free.is_task(text)

    def _is_apart(self, name: IntentName, words: Words, found: Slots, value: object) -> bool:
        """Whether free text is no part of a time, and does not precede a bare number that may be one."""
        if name not in OF_TIME or not isinstance(value, Passage):
            return True
        if "hour" in found and "part" not in found and self._free.is_bare_hour(words, value.end):
            return False
        return self._free.is_apart(words, value)

    def _begins_fact(self, folded: str) -> bool:
        if not self._table.is_spaced:
            return folded.startswith(tuple(self._facts)) or any(
                verb in folded for verb in self._fact_verbs
            )
        words = re.findall(r"'?\w+(?:n't)?", folded)
        return words[0] in self._facts or bool(self._fact_verbs & set(words[2:]))

    def _is_corrected(self, folded: str) -> bool:
        if not self._table.is_spaced:
            return any(word in folded for word in self._takes_back)
        words = " ".join(_WORD.findall(folded))
        return any(f" {word} " in f" {words} " for word in self._takes_back)

    def _listed(self, text: str) -> list[str]:
        """Items of a list."""
        items = [
            self._without_article(part.strip("".join(SIGNS)))
            for part in self._parted(text)
            if part.strip("".join(SIGNS))
        ]
        return items if all(map(self._is_item, items)) else []

    def _parted(self, text: str) -> Iterator[str]:
        single = [one.span() for one in self._single_things.finditer(text)]
        start = 0
        for gap in self._and.finditer(text):
            if any(begin < gap.start() and gap.end() < end for begin, end in single):
                continue
            yield text[start : gap.start()]
            start = gap.end()
        yield text[start:]

    def _is_item(self, item: str) -> bool:
        folded = fold(item)
        if self._free.is_moment(item) or self._alternatives.search(folded):
            return False
        if self._free.is_none(item) or self._free.is_nothing(item):
            return False
        if not self._table.is_spaced:
            return (
                len(item) <= _MOST_NAME_CHARACTERS
                and not self._only_points.fullmatch(folded)
                and not any(word in folded for word in self._never_items)
            )
        words = re.findall(r"[\w']+", folded)
        said = f" {' '.join(words)} "
        if all(word in self._pointing or self._free.is_moment(word) for word in words):
            return False
        return len(words) <= _MOST_ITEM_WORDS and not any(
            f" {phrase} " in said for phrase in self._never_items
        )


def _said(value: object) -> str:
    """Text of a slot, read from the words or given by the template."""
    return value.text if isinstance(value, Passage) else str(value)


def _any_of(phrases: Collection[str]) -> re.Pattern[str]:
    """Pattern of whole phrases; of none it matches nothing."""
    words = "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))
    return re.compile(rf"\b(?:{words})\b" if words else "(?!)", re.IGNORECASE)


def _parting(table: SentenceTable) -> re.Pattern[str]:
    words = "|".join(sorted(table.and_words, key=len, reverse=True))
    gap = r"\s+" if table.is_spaced else r"\s*"
    return re.compile(rf"\s*[,、，;]\s*(?:(?:{words})\s+)?|{gap}(?:{words}){gap}", re.IGNORECASE)
