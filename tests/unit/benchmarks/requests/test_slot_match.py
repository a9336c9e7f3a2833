"""Comparing what an action carries with what was meant."""

from typing import Any

import pytest

from benchmarks.requests.request_set import NOW
from benchmarks.requests.slot_match import wrong_slots


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"duration_s": 600}, {"duration_s": 600.0, "label": "tea"}),
        ({"duration_s": 1200}, {"time": "10:35"}),
        ({"time": "10:35", "date": 0}, {"duration_s": 1200}),
        ({"time": ["06:45", "18:45"]}, {"time": "18:45"}),
        ({"time": "07:00", "date": 1}, {"time": "07:00"}),
        ({"time": "15:00", "date": 0}, {"time": "15:00"}),
        ({"value": 171.428571}, {"value": 171.43}),
        ({"items": ["eggs", "butter"]}, {"items": ["Butter", "the eggs"]}),
        ({"list": "shopping"}, {"list": "Shopping list"}),
        ({"text": "call the dentist"}, {"text": "Call dentist."}),
        ({"text": ["치과에 전화하기", "치과에 전화"]}, {"text": "치과에 전화"}),
        ({"address": "docs.python.org/3"}, {"address": "https://docs.python.org/3/"}),
        ({"level": 50}, {"level": 50}),
        ({"text": "the plumber"}, {"label": "plumber"}),
    ],
)
def test_the_same_meaning_is_right(expected: dict[str, Any], got: dict[str, Any]) -> None:
    assert wrong_slots(expected, got, NOW) == ()


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"duration_s": 900}, {"duration_s": 300}),
        ({"duration_s": 900}, {}),
        ({"time": "07:00"}, {"time": "19:00"}),
        ({"date": 3}, {"time": "07:45"}),
        ({"value": 36}, {}),
        ({"items": ["eggs", "butter"]}, {"items": ["eggs and butter"]}),
        ({"items": ["eggs"]}, {"items": ["eggs", "milk"]}),
        ({"text": "call the dentist"}, {"text": "call"}),
        ({"text": "milk"}, {"text": "remind me please that i need milk"}),
        ({"label": "pasta"}, {}),
        ({"address": "youtube.com"}, {"address": "youtube.org"}),
    ],
)
def test_another_meaning_is_wrong(expected: dict[str, Any], got: dict[str, Any]) -> None:
    assert wrong_slots(expected, got, NOW) == tuple(expected)
