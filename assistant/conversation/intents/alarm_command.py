"""What the user says or types to something that rings: stop, or later. Pure.

In English, Korean and Chinese, and where one word is said to stop a voice, in the other languages
too (`stop_words.is_stop`). Nothing else counts: "stop the music in the kitchen" and "five" do not.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from assistant.conversation.intents.stop_command import is_stop


@dataclass(frozen=True, slots=True)
class StopAlarm:
    """It shall fall silent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SnoozeAlarm:
    """It shall ring again."""

    seconds: float | None = None
    """After how long; None leaves that open."""


AlarmCommand = StopAlarm | SnoozeAlarm

_NUMBERS: Final = {
    "one": 1, "a": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "a few": 5, "a couple of": 2,
    "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9, "십": 10,
    "십오": 15, "이십": 20, "삼십": 30, "다섯": 5, "열": 10,
    "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    "十": 10, "十五": 15, "二十": 20, "三十": 30, "几": 5,
}  # fmt: skip
_LONGEST_MIN: Final = 120
_N: Final = (
    "(?P<n>[0-9]{1,3}|"
    + "|".join(re.escape(word) for word in sorted(_NUMBERS, key=len, reverse=True))
    + ")"
)

_COURTESY: Final = r"(?:please|ok|okay|hey|oh|yes|yeah|all right|alright|thanks|thank you|now|just|can you|could you|will you)"
_THING: Final = (
    r"(?:it|that|this|the|my|ringing|timer|timers|alarm|alarms|reminder|noise|sound|beeping)"
)
_STOP_ENGLISH: Final = re.compile(
    rf"(?:{_COURTESY} )*"
    rf"(?:(?:stop|end|silence|dismiss|mute|cancel|shut off|turn off|switch off)(?: {_THING})*"
    rf"|(?:turn|switch|shut)(?: {_THING})+ off"
    r"|off|enough|that s enough|quiet|be quiet|shut up|i m up|i m awake|i am up|i am awake)"
    rf"(?: {_COURTESY})*"
)
_LATER_ENGLISH: Final = (
    rf"(?:{_COURTESY} )*snooze(?: {_THING})*(?: for)?(?: {_N} min(?:ute)?s?)?(?: {_COURTESY})*",
    rf"(?:{_COURTESY} )*(?:give me )?{_N} more min(?:ute)?s?(?: {_COURTESY})*",
    rf"(?:{_COURTESY} )*(?:remind|wake|tell|ring) me(?: up)?(?: again)? in {_N} min(?:ute)?s?"
    rf"(?: {_COURTESY})*",
    rf"(?:{_COURTESY} )*(?:(?:remind|tell) me(?: again)? )?(?:again )?later(?: {_COURTESY})*",
    rf"(?:{_COURTESY} )*not now(?: {_COURTESY})*",
)
_STOP_KOREAN: Final = re.compile(
    r"(?:이제|좀|제발|오케이|네|응|야)*(?:(?:알람|알림|타이머|소리|벨|이거|저거|그거)(?:을|를|은|는|좀)?)*"
    r"(?:이제|좀|제발)*"
    r"(?:그만(?:해|해줘|해주세요|해요|하세요|울려|울려줘)?|멈춰(?:줘|주세요|요)?|꺼(?:줘|주세요|요|라|줄래)?"
    r"|끄자|중지(?:해|해줘|해주세요)?|정지(?:해|해줘|해주세요)?|해제(?:해|해줘|해주세요)?|스톱|스탑"
    r"|조용(?:히)?(?:해|해줘|해주세요)?|됐어(?:요)?|일어났어(?:요)?)(?:이제|좀|제발|고마워|고마워요)*"
)
_AGAIN_KOREAN: Final = r"(?:다시)?(?:알려|깨워|울려)?(?:줘|주세요|줄래)?"
_LATER_KOREAN: Final = (
    rf"(?:스누즈|다시알림)(?:{_N}분)?(?:해|해줘|해주세요)?",
    rf"(?:나중에|이따가?|(?:조금|좀)(?:이따가?|있다가?))(?:요)?{_AGAIN_KOREAN}",
    rf"{_N}분(?:만)?(?:더|뒤에|후에|이따가?|있다가?)(?:요)?{_AGAIN_KOREAN}",
    r"(?:조금|잠깐)만더(?:요)?(?:잘게|잘게요)?",
)
_STOP_CHINESE: Final = re.compile(
    r"(?:好的?|好了|请|把|那|嘿)*(?:闹钟|计时器|定时器|提醒|声音|铃声|它|这个)?(?:给我)?"
    r"(?:停(?:下来?|止|一下|吧|了)?|关(?:掉|了|闭|上)?|别(?:再)?响了?|不要(?:再)?响了?|取消|安静(?:点|一点)?|够了"
    r"|我?起来了|我?醒了|知道了)(?:闹钟|计时器|定时器|提醒|声音|铃声)?(?:吧|了|啊|谢谢)*"
)
_AGAIN_CHINESE: Final = r"(?:再)?(?:响|提醒我?|叫我?|说|叫醒我)?(?:吧)?"
_LATER_CHINESE: Final = (
    rf"(?:稍后|晚点|等会儿?|待会儿?|过会儿?|一会儿)(?:再)?{_AGAIN_CHINESE}",
    r"等一下再(?:响|提醒我?|叫我?|说)(?:吧)?",
    rf"(?:再睡|让我再睡|再等){_N}分钟?(?:吧)?",
    rf"(?:过)?{_N}分钟(?:后|以后|之后)?再?{_AGAIN_CHINESE}",
    r"(?:贪睡|小睡)(?:一下)?",
)
_STOPS: Final = (_STOP_ENGLISH, _STOP_KOREAN, _STOP_CHINESE)
_LATERS: Final = tuple(
    re.compile(pattern) for pattern in (*_LATER_ENGLISH, *_LATER_KOREAN, *_LATER_CHINESE)
)
_WIDE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_LONGEST: Final = 80
"""Longer texts are neither, and are not looked at."""


def parse_alarm_command(text: str) -> AlarmCommand | None:
    """Return what words mean to something that rings, or None if they are about something else.

    Args:
        text: What was understood or typed, without the wake word.
    """
    if len(text) > _LONGEST:
        return None
    folded = _fold(text)
    if _WIDE.search(folded):
        folded = folded.replace(" ", "")
    if not folded:
        return None
    for pattern in _LATERS:
        found = pattern.fullmatch(folded)
        if found is not None:
            return SnoozeAlarm(seconds=_seconds(found.groupdict().get("n")))
    if any(pattern.fullmatch(folded) for pattern in _STOPS) or is_stop(text):
        return StopAlarm()
    return None


def _seconds(number: str | None) -> float | None:
    if number is None:
        return None
    minutes = int(number) if number.isdecimal() else _NUMBERS[number]
    return 60.0 * min(max(minutes, 1), _LONGEST_MIN)


def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(re.sub(r"[^\w\s]|_", " ", plain).split())
