"""No rule acts on what it did not understand: a table of what people mean by their words."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from assistant.intents.intent import Intent
from assistant.intents.open_requests import question_of
from assistant.intents.recogniser import open_request, recognise
from assistant.intents.sentence_recogniser import LONGEST_AHEAD_S
from assistant.languages.sentence_table import IntentName
from assistant.timer import MAX_AHEAD
from assistant.tools.utilities.model.arithmetic import evaluate
from benchmarks.requests.request_set import NOW
from tests.helpers.languages import SHIPPED
from tests.helpers.request_meanings import MEANINGS, Act, RequestMeaning, load_meanings

pytestmark = pytest.mark.timeout(120)

CHANGES_NOTHING = {IntentName.STOP, IntentName.DECLINE, IntentName.GET_TIME}
"""Silence, a refusal, and the time of a place, which a model is asked about if it is not known."""
TELLS = {IntentName.LIST_TIMERS, IntentName.SHOW_LIST, IntentName.READ_NOTES, IntentName.GET_DATE}
"""What is only said."""
DICTATED = {"add_note", "remember", "forget"}
"""What takes down any words, so that they may hold a condition; never to forget is to remember."""
MOST_LEFT = 0.05
"""Share of the clear requests that rules may leave to the model."""


def is_as_meant(intent: Intent, act: Act) -> bool:
    slots, name = intent.slots, intent.name.value
    if name != act.intent and not (name == "set_timer" and slots.get("kind") == "alarm"):
        return False
    return _is_when(slots, act) and _is_about(name, slots, act) and _is_value(slots, act)


def _is_when(slots: Mapping[str, Any], act: Act) -> bool:
    if act.duration_s is not None:
        return slots.get("duration_s") == act.duration_s
    if not act.times:
        return True
    if slots.get("time") not in act.times or frozenset(slots.get("days", ())) != act.repeats:
        return False
    return bool(act.repeats) or slots["date"] in (act.days or (0, 1))


def _is_about(name: str, slots: Mapping[str, Any], act: Act) -> bool:
    meant = {text.casefold() for text in act.texts or ("",)}
    if name in {"set_timer", "set_alarm", "set_reminder"}:
        return str(slots.get("text") or slots.get("label") or "").casefold() in meant
    said = " ".join(map(str, slots.values())).casefold()
    return not act.texts or any(text in said for text in meant)


def _is_value(slots: Mapping[str, Any], act: Act) -> bool:
    if act.value is None:
        return True
    got = evaluate(slots["expression"]) if "expression" in slots else slots.get("level")
    return got is not None and float(got) == act.value


@cache
def recognised(row: RequestMeaning) -> Intent | None:
    return recognise(row.said, NOW, prefer=row.language)


def wrong(row: RequestMeaning) -> bool:
    found, act = recognised(row), row.meaning.act
    if found is None:
        return False
    return found.name not in CHANGES_NOTHING if act is None else not is_as_meant(found, act)


def is_left(row: RequestMeaning) -> bool:
    return recognised(row) is None


def is_clear(row: RequestMeaning) -> bool:
    act = row.meaning.act
    return act is not None and not row.meaning.is_optional and not act.lacks_task


@pytest.mark.parametrize("half", ["a", "b"])
@pytest.mark.parametrize("language", sorted(SHIPPED))
def test_nothing_is_done_that_was_not_said_and_nothing_otherwise(language: str, half: str) -> None:
    rows = [row for row in load_meanings(half) if row.language == language]
    assert rows
    assert [row.said for row in rows if wrong(row)] == []


@pytest.mark.parametrize("language", sorted(SHIPPED))
def test_nothing_is_done_that_is_denied_told_asked_or_taken_back(language: str) -> None:
    forms = tomllib.loads((MEANINGS.parent / "forms.toml").read_text(encoding="utf-8"))
    undone = forms[language]["undone"]
    rows = [row for row in load_meanings() if row.language == language and is_clear(row)]
    asked = [
        row.said.rstrip(".?!")
        for row in rows
        if row.meaning.act is not None and row.meaning.act.intent not in DICTATED
    ]
    assert len(asked) > 2 * len(undone)
    done = {
        said: found.name
        for n, request in enumerate(asked)
        for said in (
            undone[n % len(undone)].format(request),
            undone[-1 - n % len(undone)].format(request),
        )
        if (found := recognise(said, NOW, prefer=language)) is not None
        and found.name not in CHANGES_NOTHING | TELLS
    }
    assert done == {}


@pytest.mark.parametrize("half", ["a", "b"])
def test_clear_requests_are_taken_by_rule(half: str) -> None:
    clear = [row for row in load_meanings(half) if is_clear(row)]
    left = [row.said for row in clear if is_left(row)]
    assert len(left) <= MOST_LEFT * len(clear), left


def test_a_reminder_without_a_task_is_asked_about_in_its_language() -> None:
    rows = [row for row in load_meanings() if row.meaning.act and row.meaning.act.lacks_task]
    asked: Counter[str] = Counter()
    for row in rows:
        lacking = open_request(row.said, NOW, prefer=row.language)
        if lacking is not None and is_left(row):
            assert lacking.language == row.language
            assert "{" not in question_of(lacking, NOW)
            asked[row.language] += 1
    assert asked.keys() == {row.language for row in rows}
    assert asked.total() > 0.6 * len(rows), asked


def test_no_timer_is_asked_for_that_the_tool_would_refuse() -> None:
    assert MAX_AHEAD.total_seconds() == LONGEST_AHEAD_S
