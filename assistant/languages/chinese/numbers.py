"""The numbers of Chinese."""

from typing import Final

from assistant.languages.language import NumberWords, words

_DIGITS: Final = "零一二三四五六七八九"


def numeral(n: int) -> str:
    """Return the Chinese numeral from 0 to 20."""
    if n < 10:
        return _DIGITS[n]
    return {10: "十", 20: "二十"}.get(n, "十" + _DIGITS[n % 10])


NUMBERS: Final = NumberWords(
    cardinals={n: (numeral(n),) if n != 2 else ("二", "两") for n in range(21)},
    ordinals={},
    last=frozenset({"最后一"}),
)

PLACE_COUNTERS: Final = words("号 號")

TIME_UNITS: Final = {
    1: words("秒 秒钟"),
    60: words("分 分钟"),
    3600: words("小时 个小时 钟头 个钟头"),
    86_400: words("天 日"),
    604_800: words("周 星期 个星期"),
}
