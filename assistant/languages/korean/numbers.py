"""The numbers of Korean."""

from typing import Final

from assistant.languages.language import NumberWords, words

_UNITS: Final = "일이삼사오육칠팔구"
NATIVE: Final = (
    "하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열 열하나 열둘 열셋 열넷 열다섯 열여섯 열일곱 열여덟"
    " 열아홉 스물"
).split()
"""Counting numbers, from 1."""
COUNTING: Final = (
    "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두 열세 열네 열다섯 열여섯 열일곱 열여덟 열아홉"
    " 스무"
).split()
"""The same before a counter, from 1."""


def sino_korean(n: int) -> str:
    """Return the Sino-Korean number from 1 to 20."""
    tens, ones = divmod(n, 10)
    head = {0: "", 1: "십", 2: "이십"}[tens]
    return head + (_UNITS[ones - 1] if ones else "")


NUMBERS: Final = NumberWords(
    cardinals={n: (COUNTING[n - 1], NATIVE[n - 1], sino_korean(n)) for n in range(1, 21)},
    ordinals={1: ("첫", "첫째"), **{n: (f"{NATIVE[n - 1]}째",) for n in range(2, 21)}},
    last=frozenset({"마지막"}),
)

PLACE_COUNTERS: Final = words("번")

TIME_UNITS: Final = {
    1: words("초"),
    60: words("분"),
    3600: words("시간"),
    86_400: words("일"),
    604_800: words("주 주일"),
}
