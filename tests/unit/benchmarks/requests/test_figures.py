"""Judging what was done with requests, and summing it up."""

import re
from typing import Any

import pytest

from benchmarks.requests.figures import sum_up
from benchmarks.requests.request_set import RequestKind, RequestSample
from benchmarks.requests.verdict import Outcome, Verdict, judge, question_problem


def request(*kinds: RequestKind, language: str = "en", **values: Any) -> RequestSample:
    slots = values.pop("slots", {})
    must = values.pop("must", None)
    return RequestSample(
        id="x",
        language=language,
        is_spoken=True,
        text="words",
        expected=frozenset(kinds),
        intents=frozenset(values.pop("intents", ())),
        slots=slots,
        must=None if must is None else re.compile(must, re.IGNORECASE),
    )


def action(intent: str = "set_timer", **slots: Any) -> Outcome:
    return Outcome(kind=RequestKind.ACTION, intent=intent, slots=slots, by_rule=True)


TIMER = request(RequestKind.ACTION, intents=["set_timer"], slots={"duration_s": 600})
QUESTION = request(RequestKind.ASK)
FACT = request(RequestKind.ANSWER, must="rome")
ASKED = Outcome(kind=RequestKind.ASK, text="Where to?", options=("The sea", "The hills"))


@pytest.mark.parametrize(
    ("sample", "outcome", "verdict"),
    [
        (TIMER, action(duration_s=600), Verdict.RIGHT),
        (TIMER, action(duration_s=60), Verdict.WRONG_SLOTS),
        (TIMER, action("set_alarm", duration_s=600), Verdict.UNASKED),
        (TIMER, ASKED, Verdict.WRONG),
        (QUESTION, ASKED, Verdict.RIGHT),
        (QUESTION, action(duration_s=600), Verdict.UNASKED),
        (request(RequestKind.ASK, RequestKind.ACTION), action(duration_s=1), Verdict.RIGHT),
        (FACT, Outcome(kind=RequestKind.ANSWER, text="It is Rome."), Verdict.RIGHT),
        (FACT, Outcome(kind=RequestKind.ANSWER, text="It is Milan."), Verdict.WRONG_FACT),
        (FACT, Outcome(kind=RequestKind.DECLINE, text="I can't."), Verdict.WRONG),
    ],
)
def test_what_was_done_is_judged(sample: RequestSample, outcome: Outcome, verdict: Verdict) -> None:
    assert judge(sample, outcome) is verdict


@pytest.mark.parametrize(
    ("language", "options", "text", "problem"),
    [
        ("en", ["Tea", "Coffee"], "Which?", None),
        ("ko", ["차", "커피"], "무엇을 드릴까요?", None),
        ("ko", ["Tea", "Coffee"], "Which one do you want?", "another language"),
        ("ko", ["Python", "C++"], "어떤 언어를 배울까요?", None),
        ("ko", ["some tea", "a coffee"], "무엇을 드릴까요?", "another language"),
        ("zh", ["茶", "咖啡"], "喝什么？", None),
        ("zh", ["おちゃ", "コーヒー"], "何を飲みますか", "another language"),
        ("en", ["Tea"], "Which?", "fewer than two options"),
        ("en", ["Tea", "tea "], "Which?", "an option twice"),
        ("en", ["Tea", " "], "Which?", "an empty option"),
    ],
)
def test_a_question_has_different_options_in_the_users_language(
    language: str, options: list[str], text: str, problem: str | None
) -> None:
    assert question_problem(language, options, text) == problem


def test_the_figures_are_those_of_each_language() -> None:
    said = Outcome(kind=RequestKind.ANSWER, text="Milan", first_word_s=0.5, total_s=2.5, tokens=20)
    judged = [
        (TIMER, action(duration_s=600)),
        (TIMER, action(duration_s=60)),
        (FACT, said),
        (request(RequestKind.DECLINE, language="ko"), said),
    ]
    figures = sum_up("good", judged)
    english = figures["languages"]["en"]
    assert (english["count"], english["right"], english["action_right"]) == (3, 0.6667, 0.5)
    assert (english["facts"], english["wrong_facts"]) == (1, 1)
    assert (english["first_word_ms"]["p50"], english["tokens_per_s"]) == (500, 10.0)
    assert figures["languages"]["ko"]["decline_right"] == 0.0
    assert (figures["total"]["unasked"], figures["total"]["questions"]) == (0, 0)
    assert figures["confusions"] == {
        "action > action": 2,
        "answer > answer": 1,
        "decline > answer": 1,
    }
    assert len(figures["not_right"]) == 3
    rows = {name: (value, target) for name, value, target in figures.rows()}
    assert rows["en: right thing done"] == ("66.7 % of 3", "≥ 92 %")
