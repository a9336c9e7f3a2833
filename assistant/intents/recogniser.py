"""Recognises what the user asks for, if it is understood whole. Pure.

A sentence is understood if one template, with nothing but politeness around it, is all of it, and
each value in it can be one. Everything else is None: it is for the model.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property
from typing import Any, Final

from assistant.intents.agent_orders import agent_order
from assistant.intents.folding import cleaned, fold
from assistant.intents.free_text import FreeText, without_apostrophes
from assistant.intents.intent import Intent, OpenIntent
from assistant.intents.moments import Moment, day_of, moment_of
from assistant.intents.reason_reader import WITH_REASON, ReasonReader
from assistant.intents.sentence_matcher import (
    GAP,
    NOT,
    SIGNS,
    SentenceMatcher,
    SlotReader,
    Slots,
    Words,
)
from assistant.intents.spelling_corrector import SpellingCorrector, words_in
from assistant.intents.template import (
    Choice,
    Slot,
    Template,
    TemplateReader,
    Word,
    template_lines,
)
from assistant.intents.value_readers import (
    AddressReader,
    LengthReader,
    NumberReader,
    Passage,
    SumReader,
    clock_number,
    digital_time,
    ends_of_any,
    minute_number,
    name_reader,
    read_text,
    whole_number,
)
from assistant.languages import LANGUAGES
from assistant.languages.applications import APPLICATIONS
from assistant.languages.request_form import RequestForm, request_form
from assistant.languages.scripts import Script
from assistant.languages.sentence_table import IntentName, OpenRequest, SentenceTable
from assistant.languages.sentences import sentence_table
from assistant.languages.text_language import codes_written_in, script_in

LONGEST: Final = 200
"""Characters of a request that is looked at."""
LONGEST_AHEAD_S: Final = 366 * 86_400
"""The longest that a timer runs; the tool that sets it takes no longer one."""
_MOST_BEFORE: Final = 6
"""Phrases of politeness before a sentence."""
_NAMES: Final = frozenset({"label", "list", "place", "query"})
_SPOKEN: Final = _NAMES | {"text", "task", "fact", "items", "someone", "anything"}
_PASSING: Final = frozenset({"someone", "anything", "other"})
"""What is of no use when it is understood."""
"""Free text that is a name: some words, none of them `excluded`."""
_MOST_NAME_WORDS: Final = {
    "label": 3, "list": 3, "place": 3, "query": 5, "someone": 4, "anything": 12,
}  # fmt: skip
_MOST_ITEM_WORDS: Final = 5
_MOST_NAME_CHARACTERS: Final = 24
_AS_READ: Final = {
    **{slot: slot for slot in ("expression", "level", "application", "address", "kind", "all")},
    "minutes": "duration_s",
    "ahead": "date",
}
"""Slots whose value is taken as it was read, and what they are called."""
_WRITTEN: Final = frozenset({"hhmm", "digital"})
"""Slots that hold hour and minute as one number."""
_MOMENT: Final = _WRITTEN | frozenset({"hour", "day", "weekday", "month", "dom", "every"})
_DAYS: Final = frozenset({"day", "weekday", "month", "dom"})
_WORD: Final = re.compile(r"[^\s.,;:!?-]+")
_ORDER_END: Final = 40
"""Characters at the end of an order to a coding agent in which it may be taken back."""
_MOST_PARTS: Final = 4
"""So many parts at the end of a text are looked at for another request."""
_SENTENCE_END: Final = re.compile(r"[.!?]\s+|[\u3002\uff01\uff1f]")
_BETWEEN_WORDS: Final = re.compile(r"\s+|(?<=[\u3040-\u9fff])(?=[\u3040-\u9fff])")
"""Chinese and Japanese are written without blanks."""
_OF_MORNING: Final = frozenset({IntentName.WAKE_UP, IntentName.CANCEL_TIMER})
"""Where an hour of the half day is one of the morning unless it is said otherwise."""
OWN_TIME: Final = frozenset(
    {IntentName.WAKE_UP, IntentName.SET_ALARM, IntentName.SET_REMINDER, IntentName.SET_TIMER}
)
"""What sets something that rings."""
_LACKING: Final = IntentName.SET_REMINDER
"""As what a request is read that lacks a value."""
_OF_TIME: Final = OWN_TIME | {IntentName.CANCEL_TIMER, IntentName.LIST_TIMERS}
"""Intents with free text beside a time."""
_TAKES_DOWN: Final = frozenset({IntentName.ADD_NOTE, IntentName.REMEMBER, IntentName.FORGET})
"""Intents whose text is kept, or what it says no longer kept."""
_TAKES_AWAY: Final = frozenset({IntentName.FORGET, IntentName.DELETE_NOTE, IntentName.CANCEL_TIMER})
"""Intents whose text names what is to be gone."""
_CONDITIONAL: Final = (OWN_TIME | _TAKES_AWAY) | {
    IntentName.ADD_TO_LIST,
    IntentName.REMOVE_FROM_LIST,
}
"""Intents whose free text never says when they count."""
_SECOND: Final = (OWN_TIME | _TAKES_DOWN | _TAKES_AWAY) | {
    IntentName.ADD_TO_LIST,
    IntentName.REMOVE_FROM_LIST,
    IntentName.SET_VOLUME,
    IntentName.OPEN_APPLICATION,
    IntentName.OPEN_ADDRESS,
}
"""What may be asked for in one breath with something else, and is no part of a text."""
_TELLS: Final = frozenset(IntentName) - (
    _SECOND | {IntentName.VOLUME_UP, IntentName.VOLUME_DOWN, IntentName.STOP}
)
"""What only tells something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    """One template of an intent."""

    name: IntentName
    template: Template
    required: tuple[frozenset[str], ...]
    """Words of each of which one is in the text, or it is not this sentence."""
    ends_in_text: bool
    """Whether free text is the last of it, so that what follows is part of that text."""


class SentenceRecogniser:
    """Recognises the sentences of one language.

    Args:
        language: ISO 639-1.
        table: Its sentences.
    """

    def __init__(self, language: str, table: SentenceTable) -> None:
        self._language = language
        self._table = table
        reader = TemplateReader(table.rules)
        required = RequiredWords(is_spaced=table.is_spaced)
        self._sentences = tuple(
            _Sentence(
                name=name,
                template=template,
                required=required.of(template),
                ends_in_text=_ends_in_text(template),
            )
            for name, lines in table.sentences.items()
            for line in template_lines(lines)
            for template in (reader.read(line),)
        )
        self._before = reader.read(table.before)
        self._after = reader.read(table.after)
        self._courtesy = reader.read(table.courtesy)
        self._fillers = frozenset(map(fold, table.fillers))
        self._passed = self._fillers | frozenset(map(fold, table.polite))
        self._corrections = frozenset(map(fold, table.corrections))
        self._takes_back = frozenset(map(fold, table.takes_back))
        self._excluded = frozenset(map(fold, table.excluded))
        self._never_items = frozenset(map(fold, table.never_items))
        self._alternatives = re.compile(table.alternatives or "(?!)")
        self._asks = re.compile(table.asks or "(?!)")
        self._facts = frozenset(map(fold, table.fact_starts))
        self._fact_verbs = frozenset(map(fold, table.fact_verbs))
        self._and = _parting(table)
        numbers = NumberReader(table.numbers)
        self._readers = _readers(table, numbers)
        self._free = FreeText(table, reader, self._readers, numbers)
        self._open = tuple(
            (asked, reader.read(line))
            for asked in table.open_requests
            for line in template_lines(asked.sentences)
        )
        self._reasons = (
            None if table.reasons is None else ReasonReader(table.reasons, reader, self._readers)
        )

    @cached_property
    def _spelling(self) -> SpellingCorrector:
        """Used for the interface's language alone."""
        table = self._table
        templates = " ".join((*table.sentences.values(), *table.rules.values()))
        known = frozenset(map(fold, words_in(templates)))
        return SpellingCorrector(table.spellings, known=known | table.spelled_right)

    def recognise(self, text: str, now: datetime) -> Intent | None:
        """Intent of a text; None unless it is understood whole.

        Args:
            text: As `folding.cleaned` returns it.
            now: Local time.
        """
        words = self._words(text)
        if self._asks.search(words.folded):
            return self._request(words, now, among=_TELLS)
        return self._request(words, now) or self._with_reason(words, now)

    def open_request(self, text: str, now: datetime) -> OpenIntent | None:
        """Which value a text lacks to be a request, or None if it is something else.

        Args:
            text: As `folding.cleaned` returns it.
            now: Local time.
        """
        words = self._words(text)
        matcher = SentenceMatcher(words, self._readers)
        starts = list(self._starts(matcher, 0))[::-1]
        for asked, template in self._open:
            after = self._courtesy if _ends_in_text(template) else self._after
            for start in starts:
                for end, found in matcher.matches(template, start):
                    if not self._is_over(matcher, words, after, end):
                        continue
                    slots = self._slots_beside(asked, words, found, now)
                    if slots is not None:
                        return OpenIntent(lacks=asked, language=self._language, slots=slots)
        return None

    def _slots_beside(
        self, asked: OpenRequest, words: Words, found: Slots, now: datetime
    ) -> dict[str, Any] | None:
        """When an incomplete request is due; None if it is no request, or there is no such time."""
        if not self._may_lack(asked, words, found):
            return None
        slots: dict[str, Any] = {
            _AS_READ.get(slot, "duration_s"): found[slot]
            for slot in ("length", "minutes")
            if slot in found
        }
        if not _MOMENT & found.keys():
            return slots
        has_time = "hour" in found or _WRITTEN & found.keys()
        said = _moment_slots(_LACKING if has_time else None, found, now)
        return None if said is None else {**slots, **said}

    def _may_lack(self, asked: OpenRequest, words: Words, found: Slots) -> bool:
        for slot in _SPOKEN & found.keys():
            text = self._without_fillers(_said(found[slot]))
            if not self._may_be(slot, text) or self._holds(fold(text), asked.excluded):
                return False
            if not self._is_own(_LACKING, slot, text):
                return False
            if not self._is_apart(_LACKING, words, found, found[slot]):
                return False
        return True

    def _holds(self, folded: str, some: Collection[str]) -> bool:
        return any(
            map((_WORD.findall(folded) if self._table.is_spaced else folded).__contains__, some)
        )

    def is_misnamed(self, intent: Intent, now: datetime, *, is_own: bool) -> bool:
        """Whether this language would not accept a name or text that another one understood.

        A name of a timer says how much or when, or has a loose article; a text is nothing.

        Args:
            intent: What the other language understood.
            now: Local time.
            is_own: Whether this is the interface's language: then no word of it may say otherwise.
        """
        if intent.name in _TAKES_DOWN:
            text = str(intent.slots.get("text", ""))
            return self._free.is_nothing(text) or (
                is_own and (self._is_corrected(fold(text)) or self._goes_on(text, now))
            )
        if intent.name not in _OF_TIME or not self._table.is_spaced:
            return False
        label = str(intent.slots.get("label", ""))
        return (
            self._free.holds_measure(label)
            or self._free.has_loose_article(label)
            or ((is_own or "'" in label) and label != "" and not self._may_be("label", label))
        )

    def is_taken_back(self, task: str) -> bool:
        """Whether the task of a coding agent is none, or is taken back at its end."""
        text = cleaned(task)
        return self._free.is_nothing(text) or self._is_corrected(fold(text[-_ORDER_END:]))

    def begins_with_correction(self, text: str) -> bool:
        """Whether a text begins by taking back the words before.

        Args:
            text: As `folding.cleaned` returns it.
        """
        return ends_of_any(self._words(text), 0, self._corrections) > 0

    def _words(self, text: str) -> Words:
        return Words(text, fold(text), is_spaced=self._table.is_spaced, fillers=self._passed)

    def recognise_misspelled(self, text: str, now: datetime) -> Intent | None:
        """Recognise with one misspelled word corrected."""
        for spelled in self._spelling.corrections(text):
            if (found := self.recognise(spelled, now)) is not None:
                return found
        return None

    def _with_reason(self, words: Words, now: datetime) -> Intent | None:
        if self._reasons is None:
            return None
        for place in self._reasons.before(words):
            found = self._request(words, now, at=place, among=WITH_REASON)
            if found is not None:
                return found
        places = frozenset(self._reasons.after(words))
        return self._request(words, now, among=WITH_REASON, ends=places) if places else None

    def _request(
        self,
        words: Words,
        now: datetime,
        *,
        at: int = 0,
        among: Collection[IntentName] = frozenset(IntentName),
        ends: Collection[int] = (),
    ) -> Intent | None:
        """Intent from a place on.

        Args:
            words: The text.
            now: Local time.
            at: Where the request begins.
            among: Intents that count.
            ends: Where a reason begins that follows; empty if the text must end.
        """
        matcher = SentenceMatcher(words, self._readers)
        starts = list(self._starts(matcher, at))[::-1]
        key = key_of(words.folded, is_spaced=words.is_spaced)
        known: dict[frozenset[str], bool] = {}
        for sentence in self._sentences:
            if sentence.name not in among:
                continue
            if not _are_all_in(key, sentence.required, known):
                continue
            if ends and sentence.ends_in_text:
                continue
            after = self._courtesy if sentence.ends_in_text else self._after
            for start in starts:
                for end, found in matcher.matches(sentence.template, start):
                    if words.start(end) not in ends and not self._is_over(
                        matcher, words, after, end
                    ):
                        continue
                    slots = self._slots(sentence.name, words, found, now)
                    if slots is not None:
                        return Intent(
                            name=_PUBLIC.get(sentence.name, sentence.name),
                            language=self._language,
                            slots=slots,
                        )
        return None

    def _starts(self, matcher: SentenceMatcher, at: int) -> Iterator[int]:
        """Yield where the sentence may begin: here, and after polite phrases."""
        places, seen = [at], {at}
        for _n in range(_MOST_BEFORE):
            yield from places
            places = [
                end
                for place in places
                for end, _slots in matcher.matches(self._before, place)
                if end not in seen
            ]
            seen.update(places)

    def _is_over(self, matcher: SentenceMatcher, words: Words, after: Template, end: int) -> bool:
        places, seen = [end], {end}
        while places:
            if any(map(words.is_end, places)):
                return True
            places = [
                last
                for place in places
                for last, _slots in matcher.matches(after, place)
                if last not in seen
            ]
            seen.update(places)
        return False

    def _slots(
        self, name: IntentName, words: Words, found: Slots, now: datetime
    ) -> dict[str, Any] | None:
        slots: dict[str, Any] = {}
        for slot, value in found.items():
            if slot in _SPOKEN:
                own = self._own_words(name, slot, words, found)
                if own is None or self._goes_on(str(own.get("text", "")), now):
                    return None
                slots.update(own)
            elif slot in {"length", "short"}:
                slots["duration_s"] = int(value) if value == int(value) else value
            elif slot in _AS_READ:
                slots[_AS_READ[slot]] = int(value) if slot == "level" else value
        if name in OWN_TIME and slots.get("duration_s", 0) > LONGEST_AHEAD_S:
            return None
        if _MOMENT & found.keys():
            said = _moment_slots(name, found, now)
            if said is None:
                return None
            if name is IntentName.CANCEL_TIMER and _DAYS.isdisjoint(found):
                said.pop("date", None)  # of a time alone: on whichever day it rings
            slots.update(said)
        if name in OWN_TIME and slots.keys().isdisjoint({"duration_s", "time"}):
            return None
        return slots

    def _own_words(
        self, name: IntentName, slot: str, words: Words, found: Slots
    ) -> dict[str, Any] | None:
        """Value of a free-text slot; None if its words cannot be meant for it."""
        text = self._without_fillers(_said(found[slot]))
        if slot in _NAMES:
            text = self._without_article(text)
        if not self._may_be(slot, text) or not self._is_own(name, slot, text):
            return None
        if not self._is_apart(name, words, found, found[slot]):
            return None
        if slot == "items":
            items = self._listed(text)
            return {slot: items} if items else None
        if slot in _PASSING:
            return {}
        is_text = slot in {"fact", "task"} or (slot == "label" and name is IntentName.FORGET)
        return {"text" if is_text else slot: text + str(found.get("suffix", ""))}

    def _goes_on(self, text: str, now: datetime) -> bool:
        """Whether another request follows in a text, as in "call mum and tell me a joke"."""
        ends = sorted(
            gap.end() for parts in (self._and, _SENTENCE_END) for gap in parts.finditer(text)
        )
        for end in ends[-_MOST_PARTS:]:
            rest = text[end:]
            if request_form(rest, self._language) is RequestForm.COMPLETE:
                return True
            if rest and self._request(self._words(rest), now, among=_SECOND) is not None:
                return True
        return False

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
        if name in _CONDITIONAL and self._free.is_conditional(text):
            return False
        if name in _TAKES_DOWN:
            return not self._free.is_nothing(text)
        if name not in _OF_TIME:
            return True
        if slot == "label":
            return self._free.is_name(text)
        if slot == "task":
            return self._free.is_short_task(text)
        return slot not in {"text", "someone"} or self._free.is_task(text)

    def _is_apart(self, name: IntentName, words: Words, found: Slots, value: object) -> bool:
        """Whether free text is no part of a time, and does not precede a bare number that may be one."""
        if name not in _OF_TIME or not isinstance(value, Passage):
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
            for part in self._and.split(text)
            if part.strip("".join(SIGNS))
        ]
        return items if all(map(self._is_item, items)) else []

    def _is_item(self, item: str) -> bool:
        folded = fold(item)
        if self._free.is_moment(item) or self._alternatives.search(folded):
            return False
        if self._free.is_none(item) or self._free.is_nothing(item):
            return False
        if not self._table.is_spaced:
            return len(item) <= _MOST_NAME_CHARACTERS and not any(
                word in folded for word in self._never_items
            )
        words = re.findall(r"[\w']+", folded)
        said = f" {' '.join(words)} "
        return len(words) <= _MOST_ITEM_WORDS and not any(
            f" {phrase} " in said for phrase in self._never_items
        )


def key_of(folded: str, *, is_spaced: bool) -> str:
    """A form in which words are found regardless of signs and blanks."""
    plain = folded.replace("'", "")
    return plain if is_spaced else plain.replace(" ", "")


class RequiredWords:
    """Finds words without which a text is not a template."""

    def __init__(self, *, is_spaced: bool) -> None:
        self._is_spaced = is_spaced
        self._known: dict[int, frozenset[str] | None] = {}
        """By the identity of a choice, which many templates share."""
        self._same: dict[frozenset[str], frozenset[str]] = {}
        """Sets that are equal are one, so that they are compared at once."""

    def of(self, template: Template) -> tuple[frozenset[str], ...]:
        """Sets of words of each of which one is in every text that is this template."""
        found: list[frozenset[str]] = []
        for node in template:
            if isinstance(node, Word) and node.text[0] not in {GAP, NOT}:
                found.append(frozenset({key_of(node.text, is_spaced=self._is_spaced)}))
            elif isinstance(node, Choice) and (some := self._of_choice(node)) is not None:
                found.append(some)
        return tuple(self._same.setdefault(some, some) for some in found if "" not in some)

    def _of_choice(self, choice: Choice) -> frozenset[str] | None:
        if id(choice) not in self._known:
            parts = [self.of(option) for option in choice.options]
            self._known[id(choice)] = (
                frozenset[str]().union(*(min(part, key=len) for part in parts))
                if all(parts)
                else None
            )
        return self._known[id(choice)]


_PUBLIC: Final = {IntentName.WAKE_UP: IntentName.SET_ALARM}


def _are_all_in(
    key: str, required: Collection[frozenset[str]], known: dict[frozenset[str], bool]
) -> bool:
    """Whether a text has a word of each set; `known` caches the answers."""
    for some in required:
        is_in = known.get(some)
        if is_in is None:
            is_in = known[some] = any(map(key.__contains__, some))
        if not is_in:
            return False
    return True


def _moment_slots(name: IntentName | None, found: Slots, now: datetime) -> dict[str, Any] | None:
    """Time, date and days; None if the words cannot mean them."""
    for slot in _WRITTEN & found.keys():
        hour, minute = divmod(found[slot], 100)
        found = {**found, "hour": hour, "past": minute}
    if "minute" in found:
        found = {**found, "past": found["minute"]}
    if name not in OWN_TIME and "hour" not in found:
        day = day_of(found, now.date())
        return None if day is None else {"date": day}
    is_of_another_day = "every" in found or bool(day_of(found, now.date()))
    is_waking = name in _OF_MORNING or (name is IntentName.SET_ALARM and is_of_another_day)
    moment: Moment | None = moment_of(found, now, is_waking=is_waking)
    if moment is None or (name in OWN_TIME and moment.time is None):
        return None
    slots: dict[str, Any] = {"time": moment.time}
    if moment.days:
        slots["days"] = list(moment.days)
    else:
        slots["date"] = moment.date
    return slots


def _said(value: object) -> str:
    """Text of a slot, read from the words or given by the template."""
    return value.text if isinstance(value, Passage) else str(value)


def _ends_in_text(template: Template) -> bool:
    last = template[-1] if template else None
    return isinstance(last, Slot) and last.name in {"text", "task", "fact"}


def _parting(table: SentenceTable) -> re.Pattern[str]:
    words = "|".join(sorted(table.and_words, key=len, reverse=True))
    gap = r"\s+" if table.is_spaced else r"\s*"
    return re.compile(rf"\s*[,、，;]\s*(?:(?:{words})\s+)?|{gap}(?:{words}){gap}", re.IGNORECASE)


def _readers(table: SentenceTable, numbers: NumberReader) -> Mapping[str, SlotReader]:
    lengths = LengthReader(table, numbers)
    return {
        "length": lengths,
        "short": lengths.below_hour,
        "ahead": lengths.days,
        "expression": SumReader(table, numbers),
        "hour": numbers.hours,
        "hhmm": clock_number,
        "digital": digital_time,
        "minute": minute_number(numbers.numbers),
        "past": whole_number(numbers.numbers, 0, 59),
        "to": whole_number(numbers.numbers, 1, 30),
        "dom": whole_number(numbers.day_numbers, 1, 31),
        "month": whole_number(numbers.numbers, 1, 12),
        "level": whole_number(numbers.numbers, 0, 100),
        "other": whole_number(numbers.numbers, 0, 60),
        "minutes": lengths.bare_minutes,
        "address": AddressReader(table.dots),
        "application": name_reader({**APPLICATIONS, **table.applications}),
        **dict.fromkeys(
            (
                "text",
                "task",
                "fact",
                "items",
                "list",
                "label",
                "query",
                "place",
                "someone",
                "anything",
            ),
            read_text,
        ),
    }


@cache
def _recogniser(code: str) -> SentenceRecogniser | None:
    table = sentence_table(code)
    return None if table is None else SentenceRecogniser(code, table)


def recognise(text: str, now: datetime, *, prefer: str = "en") -> Intent | None:
    """Intent of a text in any language; None unless it is understood whole.

    Args:
        text: What the user said or typed, without the wake word.
        now: Local time.
        prefer: The interface's language, ISO 639-1, which is tried first among those of its letters.
    """
    if (order := agent_order(text)) is not None:
        one = _recogniser(order.language)
        taken_back = one is not None and one.is_taken_back(str(order.slots["text"]))
        return None if taken_back else order
    if len(text) > LONGEST or "\n" in text.strip():
        return None
    text = cleaned(text)
    if not text:
        return None
    codes = languages_of(text, prefer=prefer)
    for code in codes:
        recogniser = _recogniser(code)
        if recogniser is None or (found := recogniser.recognise(text, now)) is None:
            continue
        if not any(
            (one := _recogniser(other)) is not None
            and one.is_misnamed(found, now, is_own=other == prefer)
            for other in codes
        ):
            return found
    recogniser = _recogniser(prefer)
    return None if recogniser is None else recogniser.recognise_misspelled(text, now)


def open_request(text: str, now: datetime, *, prefer: str = "en") -> OpenIntent | None:
    """Which value a text lacks to be a request; None if it is something else.

    Args:
        text: As for `recognise`, which did not understand it.
        now: Likewise.
        prefer: Likewise.
    """
    if len(text) > LONGEST or "\n" in text.strip():
        return None
    text = cleaned(text)
    for code in languages_of(text, prefer=prefer) if text else ():
        recogniser = _recogniser(code)
        if recogniser is not None and (asked := recogniser.open_request(text, now)) is not None:
            return asked
    return None


def part_correction(texts: Sequence[str], *, prefer: str = "en") -> tuple[str, str] | None:
    """Last request and what the user took back of it since; None if that is nothing.

    Args:
        texts: What the user said, the newest last, each as for `recognise`.
        prefer: Likewise.
    """
    correction: list[str] = []
    for text in map(cleaned, reversed(texts)):
        recognisers = map(_recogniser, languages_of(text, prefer=prefer))
        if not any(one is not None and one.begins_with_correction(text) for one in recognisers):
            return (text, " ".join(correction)) if correction else None
        correction.insert(0, text)
    return None


def put_in(part: str, text: str) -> Iterator[str]:
    """Yield a text with a part inserted between each two words."""
    part = part.rstrip(".?!。？！")
    for gap in _BETWEEN_WORDS.finditer(text):
        yield f"{text[: gap.start()]} {part} {text[gap.end() :]}"


def read_tables(prefer: str) -> None:
    """Read and compile the sentences of every language, about 0.1 s each; idempotent.

    Args:
        prefer: The interface's language, which is read first.
    """
    for code in sorted(LANGUAGES, key=lambda code: code != prefer):
        _recogniser(code)


def languages_of(text: str, *, prefer: str) -> Sequence[str]:
    """Languages that a text may be in by its letters, the likeliest first.

    Args:
        text: What the user said or typed.
        prefer: ISO 639-1; where the text has no letters, it may be in this one too.
    """
    script = script_in(text)
    codes = sorted(codes_written_in(script), key=lambda code: code != prefer)
    if script is Script.LATIN and prefer not in codes and not any(map(str.isalpha, text)):
        codes = [prefer, *codes]
    return [code for code in codes if sentence_table(code) is not None]
