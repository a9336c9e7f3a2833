"""Recognises the requests of one language, each by a template that is all of a sentence. Pure."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from assistant.intents.folding import cleaned, fold
from assistant.intents.free_text import FreeText
from assistant.intents.intent import OF_TIME, OWN_TIME, TAKES_AWAY, TAKES_DOWN, Intent, OpenIntent
from assistant.intents.moments import DAYS, has_time, moment_slots, says_moment
from assistant.intents.own_words import SPOKEN, OwnWords
from assistant.intents.reason_reader import WITH_REASON, ReasonReader
from assistant.intents.required_words import RequiredWords, are_all_in, key_of
from assistant.intents.sentence_matcher import SentenceMatcher, Slots, Words
from assistant.intents.slot_readers import slot_readers
from assistant.intents.spelling_corrector import SpellingCorrector, words_in
from assistant.intents.template import Slot, Template, TemplateReader, template_lines
from assistant.intents.value_readers import NumberReader, ends_of_any
from assistant.languages.request_form import RequestForm, request_form
from assistant.languages.sentence_table import IntentName, OpenRequest, SentenceTable

LONGEST_AHEAD_S: Final = 366 * 86_400
"""The longest that a timer runs; the tool that sets it takes no longer one."""
_MOST_BEFORE: Final = 6
"""Phrases of politeness before a sentence."""
_AS_READ: Final = {
    **{
        slot: slot
        for slot in ("expression", "level", "application", "address", "kind", "all", "period")
    },
    "minutes": "duration_s",
    "ahead": "date",
}
"""Slots whose value is taken as it was read, and what they are called."""
_ORDER_END: Final = 40
"""Characters at the end of an order to a coding agent in which it may be taken back."""
_SECOND: Final = (OWN_TIME | TAKES_DOWN | TAKES_AWAY) | {
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
_PUBLIC: Final = {IntentName.WAKE_UP: IntentName.SET_ALARM}


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
        self._passed = frozenset(map(fold, table.fillers | table.polite))
        self._corrections = frozenset(map(fold, table.corrections))
        self._asks = re.compile(table.asks or "(?!)")
        numbers = NumberReader(table.numbers)
        self._readers = slot_readers(table, numbers)
        self._own = OwnWords(table, FreeText(table, reader, self._readers, numbers))
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
        if not self._own.may_lack(asked, words, found):
            return None
        slots: dict[str, Any] = {
            _AS_READ.get(slot, "duration_s"): found[slot]
            for slot in ("length", "minutes")
            if slot in found
        }
        if not says_moment(found):
            return slots
        said = moment_slots(IntentName.SET_REMINDER if has_time(found) else None, found, now)
        return None if said is None else {**slots, **said}

    def is_misnamed(self, intent: Intent, now: datetime, *, is_own: bool) -> bool:
        """Whether this language would not accept a name or text that another one understood.

        A name of a timer says how much or when, or has a loose article; a text is nothing.

        Args:
            intent: What the other language understood.
            now: Local time.
            is_own: Whether this is the interface's language: then no word of it may say otherwise.
        """
        if intent.name in TAKES_DOWN:
            text = str(intent.slots.get("text", ""))
            return self._own.is_nothing(text) or (
                is_own and (self._own.is_taken_back(text) or self._goes_on(text, now))
            )
        label = str(intent.slots.get("label", ""))
        return intent.name in OF_TIME and self._own.is_misnamed(label, is_own=is_own)

    def is_taken_back(self, task: str) -> bool:
        """Whether the task of a coding agent is none, or is taken back at its end."""
        text = cleaned(task)
        return self._own.is_nothing(text) or self._own.is_taken_back(text[-_ORDER_END:])

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
            if not are_all_in(key, sentence.required, known):
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
            if slot in SPOKEN:
                own = self._own.value(name, slot, words, found)
                if own is None or self._goes_on(str(own.get("text", "")), now):
                    return None
                slots.update(own)
            elif slot in {"length", "short"}:
                slots["duration_s"] = int(value) if value == int(value) else value
            elif slot in _AS_READ:
                slots[_AS_READ[slot]] = int(value) if slot == "level" else value
        if name in OWN_TIME and slots.get("duration_s", 0) > LONGEST_AHEAD_S:
            return None
        if says_moment(found):
            said = moment_slots(name, found, now)
            if said is None:
                return None
            if name is IntentName.CANCEL_TIMER and DAYS.isdisjoint(found):
                said.pop("date", None)  # of a time alone: on whichever day it rings
            slots.update(said)
        if name in OWN_TIME and slots.keys().isdisjoint({"duration_s", "time"}):
            return None
        return slots

    def _goes_on(self, text: str, now: datetime) -> bool:
        """Whether another request follows in a text, as in "call mum and tell me a joke"."""
        for rest in self._own.rests(text):
            if request_form(rest, self._language) is RequestForm.COMPLETE:
                return True
            if rest and self._request(self._words(rest), now, among=_SECOND) is not None:
                return True
        return False


def _ends_in_text(template: Template) -> bool:
    last = template[-1] if template else None
    return isinstance(last, Slot) and last.name in {"text", "task", "fact"}
