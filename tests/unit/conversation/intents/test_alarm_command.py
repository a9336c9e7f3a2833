from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.intents.alarm_command import (
    SnoozeAlarm,
    StopAlarm,
    parse_alarm_command,
)
from tests.helpers.effort import calls_of

MOST_CALLS: Final = 6_000
"""Of functions, to understand the longest text; 3,000 were measured."""


@pytest.fixture(scope="module", autouse=True)
def tables_are_built() -> None:
    """What is built once is not counted."""
    parse_alarm_command("stop")


@pytest.mark.parametrize(
    "text",
    """
    stop|Stop!|Okay, stop.|Stop it, please|Stop the timer.|stop the alarm now|Turn it off.|Turn off the alarm
    turn that alarm off|Cancel the timer|Dismiss|Enough!|That's enough.|Be quiet|I'm up!|I’m awake|Stop ringing
    silence|Can you stop the timer please?|off
    그만|그만해|멈춰|꺼 줘|꺼|알람 꺼줘|알람 좀 꺼 주세요|타이머를 꺼줘|이제 그만해요|조용히 해|됐어|일어났어요|스톱|알람 해제해 줘
    停|停下|关掉|关闭闹钟|把闹钟关掉|别响了|停止计时器|好了，停吧|安静一点|我起来了|知道了|不要再响了
    やめて|止めて|stopp|arrête|basta
    """.strip()
    .replace("\n", "|")
    .split("|"),
)
def test_stop(text: str) -> None:
    assert parse_alarm_command(text) == StopAlarm(), text


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("Snooze", None),
        ("snooze please", None),
        ("Snooze for ten minutes.", 10),
        ("Snooze it for 15 minutes", 15),
        ("Five more minutes!", 5),
        ("Give me 10 more minutes, please.", 10),
        ("a few more minutes", 5),
        ("Remind me again in 20 minutes", 20),
        ("wake me up in two minutes", 2),
        ("later", None),
        ("Remind me later.", None),
        ("Not now", None),
        ("스누즈", None),
        ("5분만 더", 5),
        ("오 분만 더요", 5),
        ("십 분 뒤에 다시 알려 줘", 10),
        ("나중에 다시 알려주세요", None),
        ("조금 이따가", None),
        ("조금만 더", None),
        ("稍后提醒", None),
        ("十分钟后再提醒我", 10),
        ("再睡五分钟", 5),
        ("过5分钟再响", 5),
        ("等会儿再叫我", None),
        ("贪睡", None),
        ("snooze for 999 minutes", 120),
        ("snooze for 0 minutes", 1),
    ],
)
def test_later(text: str, minutes: float | None) -> None:
    seconds = None if minutes is None else minutes * 60
    assert parse_alarm_command(text) == SnoozeAlarm(seconds=seconds)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "…",
        "five",
        "yes",
        "okay",
        "What time is it?",
        "Stop the music in the kitchen",
        "cancel the pasta timer",
        "don't stop",
        "when does the alarm stop",
        "The bus will stop here.",
        "Set a timer for five minutes",
        "Timer: pasta",
        "Reminder: call mum",
        "알람 맞춰 줘",
        "5분 타이머 맞춰 줘",
        "음악 꺼 줘",
        "定一个五分钟的计时器",
        "关掉客厅的灯",
        "几点了",
        "stop " * 40,
    ],
)
def test_anything_else_is_not_meant_for_it(text: str) -> None:
    assert parse_alarm_command(text) is None


@given(st.text(max_size=200))
def test_any_text_is_understood_or_not(text: str) -> None:
    assert calls_of(lambda: parse_alarm_command(text)) < MOST_CALLS


@pytest.mark.parametrize(
    "text", ["please " * 11 + "x", "그" * 80, "停" * 80, "the " * 20, "it " * 26]
)
def test_repetition_costs_little(text: str) -> None:
    assert calls_of(lambda: parse_alarm_command(text)) < MOST_CALLS
    assert calls_of(lambda: parse_alarm_command("stop " + text[:70])) < MOST_CALLS
