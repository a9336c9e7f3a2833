"""How Korean is read aloud."""

from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.pronunciation import (
    ClockWords,
    Currency,
    MoneyWords,
    NumeralWords,
    PhoneWords,
    Pronunciation,
)

COUNTING: Final = tuple(forms[0] for forms in LANGUAGES["ko"].numbers.cardinals.values())

_CLOCK: Final = ClockWords(
    time="{h}시 {m}분",
    few="{h}시 {m}분",
    hour="{h}시",
    hours={n: f"{hour} " for n, hour in enumerate(COUNTING[:12], start=1)},
    parts=((0, "오전 {time}"), (12, "오후 {time}")),
    to="에서 ",
    forms=(
        r"(?P<part>[AP])M\s?(?P<h>0?[1-9]|1[0-2]):(?P<m>[0-5]\d)",
        r"(?P<h>[01]?\d|2[0-4])시(?:\s?(?P<m>[0-5]?\d)분)?"
        r"(?=$|[^가-힣]|에|까지|부터|쯤|경|이|예|입|정|로|의|와|과|하|나|반)",
    ),
)

_DOLLAR: Final = Currency(whole="{n}달러", hundredths="{n}센트")
_US_DOLLAR: Final = Currency(whole="{n}미국 달러", hundredths="{n}센트")
_EURO: Final = Currency(whole="{n}유로", hundredths="{n}센트")
_POUND: Final = Currency(whole="{n}파운드", hundredths="{n}펜스")
_YEN: Final = Currency(whole="{n}엔")
_WON: Final = Currency(whole="{n}원")
_YUAN: Final = Currency(whole="{n}위안")
_MONEY: Final = MoneyWords(
    currencies={
        "$": _DOLLAR,
        "US$": _US_DOLLAR,
        "USD": _US_DOLLAR,
        "€": _EURO,
        "EUR": _EURO,
        "£": _POUND,
        "GBP": _POUND,
        "¥": _YEN,
        "JPY": _YEN,
        "₩": _WON,
        "KRW": _WON,
        "CNY": _YUAN,
        "₹": Currency(whole="{n}루피"),
        "₽": Currency(whole="{n}루블"),
    },
    joint=" ",
    magnitudes={
        "k": "천",
        "K": "천",
        "m": "백만",
        "M": "백만",
        "bn": "십억",
        "B": "십억",
        "천": "천",
        "만": "만",
        "백만": "백만",
        "억": "억",
        "조": "조",
    },
)

_PHONE: Final = PhoneWords(
    plus="플러스",
    patterns=(r"0\d{1,2}[-. ]\d{3,4}[-. ]\d{4}",),
    digits=tuple("공일이삼사오육칠팔구"),
)

_NUMERALS: Final = NumeralWords()


PRONUNCIATION: Final = Pronunciation(
    clock=_CLOCK,
    money=_MONEY,
    phone=_PHONE,
    numerals=_NUMERALS,
    to="에서 ",
    minus="마이너스 ",
    point="점",
    units={
        "km/h": "시속 {n}킬로미터",
        "m/s": "초속 {n}미터",
        "km²": "{n}제곱킬로미터",
        "m²": "{n}제곱미터",
        "m³": "{n}세제곱미터",
        "km": "{n}킬로미터",
        "cm": "{n}센티미터",
        "mm": "{n}밀리미터",
        "kg": "{n}킬로그램",
        "ml": "{n}밀리리터",
        "KB": "{n}킬로바이트",
        "MB": "{n}메가바이트",
        "GB": "{n}기가바이트",
        "°C": "섭씨 {n}도",
        "°F": "화씨 {n}도",
        "%": "{n}퍼센트",
    },
    powers=(" 제곱", " 세제곱"),
)
