"""Every form of a time, a day and a length in every place of a sentence, with and without a task."""

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pytest

from assistant.intents.intent import Intent
from assistant.intents.recogniser import recognise
from assistant.languages import LANGUAGES
from assistant.languages.sentences import sentence_table
from benchmarks.requests.request_set import NOW
from tests.conftest import STRESS

FORMS = Path(__file__).parents[2] / "data" / "requests" / "forms.toml"
EVERY = 1 if STRESS else 3
"""Which part of all pairs is tried: each form stands in some of the places."""
_HALF_DAY_H = 12
First = TypeVar("First")


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """What is said of a moment, and what it may be."""

    said: str
    times: frozenset[str] = frozenset()
    days: tuple[int, ...] = (0, 1)
    repeats: tuple[int, ...] = ()
    duration_s: int | None = None

    def is_in(self, intent: Intent) -> bool:
        slots = intent.slots
        if self.duration_s is not None:
            return slots.get("duration_s") == self.duration_s
        if slots.get("time") not in self.times:
            return False
        if self.repeats:
            return tuple(slots.get("days", ())) == self.repeats
        return "days" not in slots and slots["date"] in self.days


@cache
def forms() -> Mapping[str, Any]:
    return tomllib.loads(FORMS.read_text(encoding="utf-8"))


def times(text: str) -> frozenset[str]:
    if not text.startswith("~"):
        return frozenset({text})
    hour, minute = text[1:].split(":")
    return frozenset(f"{(int(hour) + more) % 24:02}:{minute}" for more in (0, _HALF_DAY_H))


def moments(said: Mapping[str, Any], blank: str) -> Iterator[When]:
    """Yield every time alone, and some with every day and repetition, in both orders."""
    for clock, time in said["clocks"].items():
        yield When(said=clock, times=times(time))
    for length, seconds in said["lengths"].items():
        yield When(said=said["in_length"].format(l=length), duration_s=seconds)
    for (clock, time), (day, n) in product(said["exact"].items(), said["days"].items()):
        for order in orders(said, day, clock):
            yield When(said=blank.join(order), times=times(time), days=(n,))
    for (clock, time), (repeat, days) in product(said["exact"].items(), said["repeats"].items()):
        for order in orders(said, repeat, clock):
            repeats = tuple(map(int, days))
            yield When(said=blank.join(order), times=times(time), repeats=repeats)


def orders(said: Mapping[str, Any], first: str, clock: str) -> Collection[tuple[str, str]]:
    return [(first, clock)] if said.get("day_first") else [(first, clock), (clock, first)]


def pairs(firsts: Iterable[First], seconds: Sequence[str]) -> Iterator[tuple[First, str]]:
    """Yield pairs of both, every third of them unless under stress, with each of either."""
    for n, first in enumerate(firsts):
        yield from ((first, second) for m, second in enumerate(seconds) if (n + m) % EVERY == 0)


def blank_in(code: str) -> str:
    return "" if code in {"zh", "ja"} else " "


def task_of(intent: Intent) -> str:
    return str(intent.slots.get("text") or intent.slots.get("label") or "")


def is_task(got: str, task: str) -> bool:
    return got.startswith(task) and len(got) - len(task) <= 1  # Korean: the verb's ending


@pytest.fixture(params=sorted(code for code in LANGUAGES if sentence_table(code) is not None))
def code(request: pytest.FixtureRequest) -> str:
    return request.param


def test_a_reminder_with_a_task_is_set_at_the_time_that_was_said(code: str) -> None:
    said = forms()[code]
    places = [*said["task_first"], *said["task_last"]]
    orders = [place.replace("{x}", task) for place, task in product(places, said["tasks"])]
    wrong: list[str] = []
    for when, place in pairs(moments(said, blank_in(code)), orders):
        text = place.format(when=when.said)
        task = next(task for task in said["tasks"] if task in place)
        found = recognise(text, NOW, prefer=code)
        if found is None or not (when.is_in(found) and is_task(task_of(found), task)):
            wrong.append(text)
    assert wrong == []


def test_a_reminder_without_a_task_has_none(code: str) -> None:
    said = forms()[code]
    for when, place in pairs(moments(said, blank_in(code)), said["no_task"]):
        text = place.format(when=when.said)
        found = recognise(text, NOW, prefer=code)
        assert found is None or (when.is_in(found) and not task_of(found)), text


def test_an_alarm_is_set_at_the_time_that_was_said(code: str) -> None:
    said = forms()[code]
    for when, place in pairs(moments(said, blank_in(code)), said["alarms"]):
        text = place.format(when=when.said)
        found = recognise(text, NOW, prefer=code)
        assert found is not None, text
        assert when.is_in(found), text
        assert not task_of(found), text


def test_a_timer_runs_as_long_as_was_said(code: str) -> None:
    said = forms()[code]
    for (length, seconds), name in product(said["lengths"].items(), ["", *said["names"]]):
        for place in said["named"] if name else said["timers"]:
            text = place.format(l=length, n=name)
            found = recognise(text, NOW, prefer=code)
            assert found is not None, text
            assert (found.slots["duration_s"], task_of(found)) == (seconds, name), text


def test_what_is_no_one_time_sets_nothing(code: str) -> None:
    said = forms()[code]
    places = [*said["no_task"], *said["task_first"], *said["task_last"], *said["alarms"]]
    texts = [
        place.format(when=broken, x=said["tasks"][0])
        for broken, place in pairs(said["broken_times"], places)
    ]
    assert [text for text in texts if recognise(text, NOW, prefer=code)] == []


def test_what_is_no_one_length_sets_nothing(code: str) -> None:
    said = forms()[code]
    name, task = said["names"][0], said["tasks"][0]
    timers = [*said["timers"], *said["named"]]
    texts = [
        place.format(l=broken, n=name) for broken, place in pairs(said["broken_lengths"], timers)
    ]
    reminders = [*said["task_first"], *said["task_last"]]
    texts += [
        place.format(when=said["in_length"].format(l=broken), x=task)
        for broken, place in pairs(said["broken_lengths"], reminders)
    ]
    assert [text for text in texts if recognise(text, NOW, prefer=code)] == []


def test_no_number_unit_day_or_measure_names_a_timer(code: str) -> None:
    said, table = forms()[code], sentence_table(code)
    assert table is not None
    length, seconds = next(iter(said["lengths"].items()))
    words = [*table.names.measures, *said["days"]]
    if table.is_spaced:
        words += [*table.lengths.units, *table.names.never_first]
        words += [word for word, n in table.numbers.by_word().items() if n in {0, 3, 7, 12, 30}]
    for word, place in pairs(sorted(words), said["named"]):
        text = place.format(l=length, n=word)
        found = recognise(text, NOW, prefer=code)
        assert found is None or (
            word.casefold() not in task_of(found).casefold().split()
            and found.slots.get("duration_s") in {seconds, None}
        ), text
