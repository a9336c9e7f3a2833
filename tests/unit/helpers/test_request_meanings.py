"""The table of what requests mean, and its notation."""

from collections import Counter

import pytest

from benchmarks.requests.request_set import load_requests
from tests.helpers.languages import SHIPPED
from tests.helpers.request_meanings import Act, Meaning, load_meanings, parse_meaning


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("timer 5m30s", Act(intent="set_timer", duration_s=330)),
        ('timer 2h "pizza"', Act(intent="set_timer", duration_s=7200, texts=("pizza",))),
        ("alarm 07:30", Act(intent="set_alarm", times=("07:30",))),
        ("alarm ~12:30", Act(intent="set_alarm", times=("12:30", "00:30"))),
        ("alarm fri|+9 07:00", Act(intent="set_alarm", times=("07:00",), days=(2, 9))),
        ("alarm 03-03 07:00", Act(intent="set_alarm", times=("07:00",), days=(364,))),
        ("alarm in 8h", Act(intent="set_alarm", duration_s=28_800)),
        (
            "alarm every mon,sun 07:00",
            Act(intent="set_alarm", times=("07:00",), repeats=frozenset({0, 6})),
        ),
        (
            'reminder tomorrow 17:00|05:00 "call"|"to call"',
            Act(
                intent="set_reminder",
                times=("17:00", "05:00"),
                days=(1,),
                texts=("call", "to call"),
            ),
        ),
        ("reminder 07:30 ?", Act(intent="set_reminder", times=("07:30",), lacks_task=True)),
        ("calculate 4.5", Act(intent="calculate", value=4.5)),
        ('add_note "5 at 7"', Act(intent="add_note", texts=("5 at 7",))),
    ],
)
def test_a_meaning_says_what_is_to_be_done(text: str, act: Act) -> None:
    assert parse_meaning(text) == Meaning(act=act, is_optional=False)
    assert parse_meaning(f"either {text}") == Meaning(act=act, is_optional=True)


def test_where_rules_must_not_act_there_is_nothing_to_be_done() -> None:
    assert parse_meaning("model") == Meaning(act=None, is_optional=True)


@pytest.mark.parametrize(
    "text",
    [
        "timer",
        "timer 07:30",
        "timer 5",
        "alarm 25:00",
        "alarm 7:30",
        "reminder 07:30",
        "alarm x 07:00",
    ],
)
def test_what_is_not_in_the_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not (a|in)|a reminder has|'x'"):
        parse_meaning(text)


def test_each_language_has_actions_and_traps_in_both_halves() -> None:
    rows = load_meanings()
    assert len({(row.language, row.said) for row in rows}) == len(rows)
    assert {row.language for row in rows} == SHIPPED
    least = Counter(dict.fromkeys(SHIPPED, 60) | {"en": 120})
    assert Counter(row.language for row in rows) >= least
    for half in ("a", "b"):
        for language in SHIPPED:
            acts = [row.meaning.act for row in load_meanings(half) if row.language == language]
            assert acts.count(None) >= 8
            intents = {act.intent for act in acts if act is not None}
            assert {"set_timer", "set_alarm", "set_reminder"} <= intents


def test_the_requests_about_times_are_none_of_those() -> None:
    samples = [one for one in load_requests() if one.id.startswith("m-")]
    assert len(samples) >= 300
    assert {sample.language for sample in samples} == SHIPPED
    assert not {sample.text for sample in samples} & {row.said for row in load_meanings()}
