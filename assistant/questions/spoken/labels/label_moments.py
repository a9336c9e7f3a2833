"""Labels that name a day or a time of day, and what else those are called. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import WritingScript
from assistant.questions.spoken.labels.label_numbers import counted_in_digits
from assistant.questions.spoken.labels.weekdays import day_in

_HALF_A_DAY: Final = 12
_MINUTES: Final = 60
_HOUR: Final = re.compile(
    r"(?<![\d.:])(?P<hour>\d{1,2})\s?"
    r"(?:(?::|h(?:eures?|oras?)?|点|點|时|時|시)\s?(?P<minute>[0-5]\d|零?\d(?=\s?[分분])|零\d)?(?:(?P<half>半|반)|(?P<quarters>[一二两三1-3])刻)?"
    r"|Uhr(?:\s(?P<after>[0-5]\d))?|(?=[ap]\.?m\b))(?![\d.:])",
    re.IGNORECASE,
)
_QUARTERS: Final = {"一": 1, "1": 1, "二": 2, "两": 2, "2": 2, "三": 3, "3": 3}
_BEFORE_NOON: Final = re.compile(
    r"\ba\.?m\b|上午|早上|清晨|凌晨|오전|아침|새벽|午前|朝", re.IGNORECASE
)
_AFTER_NOON: Final = re.compile(
    r"\bp\.?m\b|下午|傍晚|晚上|夜里|오후|저녁|밤|午後|夕方|夜|abends|nachmittags|de la tarde"
    r"|de la noche|du soir|de l'après-midi",
    re.IGNORECASE,
)
_AT_NOON: Final = re.compile(r"\b(?:noon|midday|midi|mittags?|mediodía)\b|正午|정오", re.IGNORECASE)
_PARTS: Final[Mapping[str, tuple[tuple[range, str], ...]]] = {
    "en": (
        (range(5, 12), "morning|the morning|in the morning"),
        (range(12, 13), "noon|at noon|midday|lunchtime"),
        (range(12, 18), "afternoon|the afternoon|in the afternoon"),
        (range(17, 24), "evening|the evening|in the evening"),
    ),
    "de": (
        (range(5, 12), "morgens|vormittag|vormittags|am vormittag|früh"),
        (range(12, 13), "mittag|mittags|am mittag"),
        (range(13, 18), "nachmittag|nachmittags|am nachmittag"),
        (range(17, 24), "abend|abends|am abend"),
    ),
    "fr": (
        (range(5, 12), "matin|le matin|au matin|du matin"),
        (range(12, 13), "midi|à midi"),
        (range(13, 18), "après-midi|l'après-midi|aprem|après midi"),
        (range(17, 24), "soir|le soir|du soir"),
    ),
    "es": (
        (range(5, 12), "por la mañana|de la mañana"),
        (range(12, 15), "mediodía|al mediodía|a mediodía"),
        (range(13, 21), "tarde|por la tarde|de la tarde"),
        (range(20, 24), "noche|por la noche|de la noche"),
    ),
    "zh": (
        (range(5, 12), "上午|早上|早晨"),
        (range(11, 13), "中午|正午"),
        (range(12, 19), "下午"),
        (range(17, 24), "晚上|傍晚|夜里"),
    ),
    "ja": (
        (range(5, 12), "朝|午前"),
        (range(12, 13), "昼|お昼|正午"),
        (range(12, 19), "午後"),
        (range(16, 19), "夕方"),
        (range(18, 24), "夜"),
    ),
    "ko": (
        (range(5, 12), "아침|오전"),
        (range(12, 13), "정오|점심|점심때|낮"),
        (range(12, 19), "오후"),
        (range(17, 24), "저녁|밤"),
    ),
}
"""What the parts of a day are called, by their hours. They overlap as they do in speech."""

_DAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "ko": ("오늘|당일", "내일", "모레|내일모레", "글피"),
    "zh": ("今天|今晚|今日|今早", "明天|明晚|明早|明日", "后天|后晚|后早", "大后天"),
    "ja": ("今日|今晩|今夜|本日", "明日|明晩", "明後日|あさって", "しあさって"),
}
"""How days are called by how far off they are, from today."""
_LATER: Final = 7
"""Days off that a day of the week counts as beside these."""
_SHORT_PARTS: Final[Mapping[str, tuple[tuple[range, str], ...]]] = {
    "zh": ((range(5, 12), "早"), (range(17, 24), "晚")),
    "ja": ((range(18, 24), "晩"),),
}
"""What parts of a day are called behind such a day."""

_HOURS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("o'clock",),
    "de": ("uhr",),
    "fr": ("heure", "heures"),
    "es": ("horas",),
}
"""What is said behind the number of an hour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelMoment:
    """When a label says that something is."""

    day: int | None
    """Monday is 0."""
    minute: int | None
    """Since midnight."""


@lru_cache(maxsize=512)
def moment_in(label: str, language: str) -> LabelMoment:
    """Return the day and the time of day that a label names."""
    text = counted_in_digits(label, language)
    found = list(_HOUR.finditer(text))
    minute = _minute(text, found[0]) if len(found) == 1 else None
    if not found and _AT_NOON.search(text):
        minute = _HALF_A_DAY * _MINUTES
    return LabelMoment(day=day_in(label, language), minute=minute)


def _minute(text: str, found: re.Match[str]) -> int | None:
    hour = int(found["hour"])
    minute = 30 if found["half"] else int((found["minute"] or found["after"] or "0").lstrip("零"))
    if found["quarters"]:
        minute = 15 * _QUARTERS[found["quarters"]]
    if hour > 24:
        return None
    if hour < _HALF_A_DAY and _AFTER_NOON.search(text):
        hour += _HALF_A_DAY
    elif hour == _HALF_A_DAY and _BEFORE_NOON.search(text):
        hour = 0
    return hour * _MINUTES + minute


def by_moment(labels: Sequence[str], language: str) -> tuple[int, ...]:
    """Return the places of labels by when they are, earliest first; empty if one is at no time."""
    found = [moment_in(label, language) for label in labels]
    with_day = {moment.day is not None for moment in found}
    with_time = {moment.minute is not None for moment in found}
    if len(with_day) > 1 or (False in with_time and (True in with_time or False in with_day)):
        return ()
    keys = [(moment.day or 0, moment.minute or 0) for moment in found]
    if len(set(keys)) < len(keys):
        return ()
    return tuple(sorted(range(len(keys)), key=keys.__getitem__))


def by_relative_day(labels: Sequence[str], language: str) -> tuple[int, ...]:
    """Return the places of labels by how far off they are: "tomorrow morning"; else nothing.

    The one day of the week that may be among them comes behind today and tomorrow.
    """
    found = [_off(label, language) for label in labels]
    keys = [off for off in found if off is not None]
    days = [day for day, _hour in keys]
    are_told = all(hour is not None or days.count(day) == 1 for day, hour in keys)
    if len(keys) < len(labels) or len(set(keys)) < len(keys) or not are_told:
        return ()
    if days.count(_LATER) > 1:
        return ()
    return tuple(sorted(range(len(keys)), key=lambda place: (keys[place][0], keys[place][1] or 0)))


def _off(label: str, language: str) -> tuple[int, int | None] | None:
    """Return how many days off a label is, and at what hour, if it says so."""
    named = [
        (label.index(name), -len(name), off)
        for off, names in enumerate(_DAYS.get(language, ()))
        for name in names.split("|")
        if name in label
    ]
    if not named and day_in(label, language) is None:
        return None
    moment = moment_in(label, language)
    hour = None if moment.minute is None else moment.minute // _MINUTES
    hours = (
        hours.start
        for hours, names in (*_PARTS.get(language, ()), *_SHORT_PARTS.get(language, ()))
        for name in names.split("|")
        if name in label
    )
    return min(named)[2] if named else _LATER, next(hours, None) if hour is None else hour


def parts_of_day(minute: int, language: str) -> Iterator[str]:
    """Yield what the part of the day is called in which a time is."""
    for hours, names in _PARTS.get(language, ()):
        if minute // _MINUTES in hours:
            yield from names.split("|")


def clock_texts(minute: int, language: str) -> Iterator[str]:
    """Yield how a time of day may be written, on clocks of 12 and of 24 hours."""
    hour, past = divmod(minute, _MINUTES)
    for said in dict.fromkeys((hour, (hour - 1) % _HALF_A_DAY + 1)):
        yield f"{said}:{past:02}"
        if LANGUAGES[language].answers().script is not WritingScript.WORDS:
            yield from _counted(said, past, language)
        elif not past:
            yield f"{said} h"
            yield from (f"{said} {word}" for word in _HOURS.get(language, ()))
            yield f"{said} {'pm' if hour >= _HALF_A_DAY else 'am'}"
        else:
            yield from (f"{said} {word} {past:02}" for word in _HOURS.get(language, ()))


def _counted(hour: int, minute: int, language: str) -> Iterator[str]:
    """Yield a time with the words that count hours and minutes."""
    hours, minutes, half = {"ko": ("시", "분", "반"), "ja": ("時", "分", "半")}.get(
        language, ("点", "分", "半")
    )
    if not minute:
        yield f"{hour}{hours}"
        return
    yield f"{hour}{hours}{minute}{minutes}"
    if minute == _MINUTES // 2:
        yield f"{hour}{hours}{half}"
    if language == "zh":
        yield f"{hour}点零{minute}" if minute < 10 else f"{hour}点{minute}"
        if minute % 15 == 0:
            yield f"{hour}点{'一两三'[minute // 15 - 1]}刻"
