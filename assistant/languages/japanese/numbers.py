"""The numbers of Japanese."""

from typing import Final

from assistant.languages.language import NumberWords, words

_DIGITS: Final = "〇一二三四五六七八九"
KANA: Final = {
    1: ("いち",),
    2: (),  # に alone is a particle; see the homophones
    3: ("さん",),
    4: ("よん",),
    5: (),
    6: ("ろく",),
    7: ("なな", "しち"),
    8: ("はち",),
    9: ("きゅう",),
    10: ("じゅう",),
}
"""Readings that count as a number by themselves."""


def numeral(n: int) -> str:
    """Return the numeral from 0 to 20."""
    if n < 10:
        return _DIGITS[n]
    return {10: "十", 20: "二十"}.get(n, "十" + _DIGITS[n % 10])


NUMBERS: Final = NumberWords(
    cardinals={n: (numeral(n), *(KANA.get(n, ()) if n != 2 else ())) for n in range(1, 21)},
    ordinals={},
)

TIME_UNITS: Final = {
    1: words("秒"),
    60: words("分"),
    3600: words("時間"),
    86_400: words("日"),
    604_800: words("週間"),
}
