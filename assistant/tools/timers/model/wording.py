"""How timers are told: to the model in English, to the user in words that sound right. Pure."""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, assert_never

from babel.dates import get_day_names

from assistant.locale import INTERFACE_LANGUAGES, mark, text_in
from assistant.tools.model.time_words import time_words
from assistant.tools.timers.model.timer import Timer, TimerType, zone_named
from assistant.tools.utilities.current_time import spoken_date, spoken_time

_SIZES_S: Final = (86_400, 3600, 60, 1)
_SHOWN: Final = 3
_SECONDS_UNTIL_S: Final = 600
"""From here on nobody wants to hear the seconds."""
_WEEK: Final = 7
_WEEKDAYS: Final = (0, 1, 2, 3, 4)


def timer_line(timer: Timer, now: datetime) -> str:
    """Return one timer on a line for the model.

    Args:
        timer: The timer.
        now: The moment, aware.
    """
    parts = [f"{timer.timer_id}: {timer.kind.value}"]
    if timer.label:
        parts[0] += f" {timer.label!r}"
    if timer.is_ringing:
        parts.append("ringing now")
    elif timer.is_missed and timer.ringing_since is not None:
        missed = timer.ringing_since.astimezone(zone_named(timer.zone))
        parts.append(f"was missed, due {missed:%Y-%m-%d %H:%M}")
    if timer.is_set:
        left = (timer.rings_at - now).total_seconds()
        what = "snoozed, rings again" if timer.snoozed_until is not None else "rings"
        parts.append(
            f"{what} {timer.local_rings_at:%a %Y-%m-%d %H:%M:%S}, {say_length(left, 'en')} left"
        )
    if timer.length_s is not None:
        parts.append(f"set for {say_length(timer.length_s, 'en')}")
    if timer.days:
        parts.append(f"repeats {say_days(timer.days, 'en')}")
    return ", ".join(parts)


def say_length(seconds: float, language: str) -> str:
    """Return a length in words: `1 hour 5 minutes`, `1시간 5분`, `1小时5分钟`.

    Rounded up to seconds; at most the three largest units.
    """
    words = time_words(language)
    whole = max(0, math.ceil(seconds))
    counts: list[int] = []
    for size in _SIZES_S:
        count, whole = divmod(whole, size)
        counts.append(count)
    parts = [
        f"{count}{unit}{words.plural if count != 1 else ''}"
        for count, unit in zip(counts, words.counted, strict=True)
        if count or (unit is words.counted[-1] and not any(counts))
    ]
    return words.between.join(parts[:_SHOWN])


def say_left(seconds: float, language: str) -> str:
    """Return how long is left, in words, as exactly as anybody wants to hear it."""
    if seconds >= _SECONDS_UNTIL_S:
        seconds = max(60.0, round(seconds / 60) * 60)
    return say_length(seconds, language)


def say_moment(moment: datetime, now: datetime, language: str) -> str:
    """Return a moment in words: `today at 5 PM`, `tomorrow at 9 AM`, `Friday, March 6 at 7 AM`.

    Args:
        moment: Aware, in the zone to tell it in.
        now: The moment, aware.
        language: In which to say it; English if it is none of ours.
    """
    day = {0: mark("today at {time}"), 1: mark("tomorrow at {time}")}.get(
        (moment.date() - now.astimezone(moment.tzinfo).date()).days
    )
    time = spoken_time(moment, language)
    if day is not None:
        return text_in(language, day).format(time=time)
    return text_in(language, mark("{date} at {time}")).format(
        date=spoken_date(moment, language), time=time
    )


def say_days(days: Sequence[int], language: str) -> str:
    """Return weekdays in words: `weekdays`, `every day`, `Monday, Friday`."""
    language = language if language in INTERFACE_LANGUAGES else "en"
    if len(days) == _WEEK:
        return text_in(language, mark("every day"))
    if tuple(days) == _WEEKDAYS:
        return text_in(language, mark("weekdays"))
    names = get_day_names("wide", locale=language)
    return ("、" if language == "zh" else ", ").join(names[day] for day in days)


def say_name(kind: TimerType, label: str, language: str) -> str:
    """Return what it is called: `the timer “pasta”`, `the alarm`."""
    match kind:
        case TimerType.TIMER:
            named, bare = mark("the timer “{label}”"), mark("the timer")
        case TimerType.ALARM:
            named, bare = mark("the alarm “{label}”"), mark("the alarm")
        case TimerType.REMINDER:
            named, bare = mark("the reminder “{label}”"), mark("the reminder")
        case _:
            assert_never(kind)
    return text_in(language, named).format(label=label) if label else text_in(language, bare)


def say_set(timer: Timer, now: datetime, language: str) -> str:
    """Return that a timer is set, and for when."""
    if timer.length_s is not None and timer.kind is TimerType.TIMER:
        text = (
            mark("Timer “{label}” set for {length}.")
            if timer.label
            else mark("Timer set for {length}.")
        )
        return text_in(language, text).format(
            length=say_length(timer.length_s, language), label=timer.label
        )
    if timer.length_s is not None and timer.rings_at - now < timedelta(days=1):
        when = text_in(language, mark("in {length}")).format(
            length=say_length(timer.length_s, language)
        )
    else:
        when = say_moment(timer.local_rings_at, now, language)
    if timer.kind is TimerType.REMINDER and timer.label:
        text = mark("I'll remind you {when}: {label}.")
    elif timer.kind is TimerType.REMINDER:
        text = mark("I'll remind you {when}.")
    else:
        text = mark("Alarm set: {when}.")
    said = text_in(language, text).format(when=when, label=timer.label)
    if not timer.days:
        return said
    again = text_in(language, mark("It repeats: {days}.")).format(
        days=say_days(timer.days, language)
    )
    return f"{said} {again}"


def say_list(timers: Sequence[Timer], now: datetime, language: str) -> str:
    """Return what is set, and how long is left; at most three of them in full."""
    if not timers:
        return text_in(language, mark("No timer is set."))
    sentences = [_say_state(timer, now, language) for timer in timers[:3]]
    if len(timers) > len(sentences):
        sentences.append(
            text_in(language, mark("And {count} more.")).format(count=len(timers) - len(sentences))
        )
    return " ".join(sentences)


def _say_state(timer: Timer, now: datetime, language: str) -> str:
    name = say_name(timer.kind, timer.label, language)
    if timer.is_ringing:
        text, when = mark("Ringing now: {name}."), ""
    elif timer.is_missed and not timer.is_set:
        text, when = mark("Missed: {name}."), ""
    elif timer.length_s is not None or timer.snoozed_until is not None:
        text = mark("{when} left: {name}.")
        when = say_left((timer.rings_at - now).total_seconds(), language)
    else:
        text = mark("{when}: {name}.")
        when = say_moment(timer.local_rings_at, now, language)
    said = text_in(language, text).format(name=name, when=when)
    return said[:1].upper() + said[1:]
