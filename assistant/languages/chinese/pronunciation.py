"""How Chinese is read aloud."""

from typing import Final

from assistant.languages.pronunciation import (
    ClockWords,
    Currency,
    MoneyWords,
    NumeralWords,
    PhoneWords,
    Pronunciation,
)

_CLOCK: Final = ClockWords(
    time="{h}点{m}分",
    few="{h}点零{m}分",
    hour="{h}点",
    hours={2: "两"},
    parts=(
        (0, "凌晨{time}"),
        (6, "早上{time}"),
        (12, "下午{time}"),
        (18, "晚上{time}"),
    ),
    to="到",
)

_DOLLAR: Final = Currency(whole="{n}美元", hundredths="{n}美分")
_EURO: Final = Currency(whole="{n}欧元", hundredths="{n}欧分")
_POUND: Final = Currency(whole="{n}英镑", hundredths="{n}便士")
_YUAN: Final = Currency(whole="{n}元")
_YEN: Final = Currency(whole="{n}日元")
_WON: Final = Currency(whole="{n}韩元")
_MONEY: Final = MoneyWords(
    currencies={
        "$": _DOLLAR,
        "US$": _DOLLAR,
        "USD": _DOLLAR,
        "€": _EURO,
        "EUR": _EURO,
        "£": _POUND,
        "GBP": _POUND,
        "¥": _YUAN,
        "CNY": _YUAN,
        "RMB": _YUAN,
        "JPY": _YEN,
        "₹": Currency(whole="{n}卢比"),
        "₽": Currency(whole="{n}卢布"),
        "₩": _WON,
        "KRW": _WON,
    },
    joint="",
    magnitudes={
        "k": "千",
        "K": "千",
        "m": "百万",
        "M": "百万",
        "bn": "十亿",
        "B": "十亿",
        "千": "千",
        "万": "万",
        "百万": "百万",
        "亿": "亿",
    },
)

_PHONE: Final = PhoneWords(
    plus="加",
    patterns=(r"1[3-9]\d[ -]?\d{4}[ -]?\d{4}", r"0\d{2,3}-\d{7,8}", r"400-\d{3}-\d{4}"),
    digits=tuple("零幺二三四五六七八九"),
    groups=(3, 4, 4),
)

_NUMERALS: Final = NumeralWords()


PRONUNCIATION: Final = Pronunciation(
    clock=_CLOCK,
    money=_MONEY,
    phone=_PHONE,
    numerals=_NUMERALS,
    to="到",
    minus="负",
    point="点",
    units={
        "km/h": "每小时{n}公里",
        "m/s": "每秒{n}米",
        "km²": "{n}平方公里",
        "m²": "{n}平方米",
        "m³": "{n}立方米",
        "km": "{n}公里",
        "cm": "{n}厘米",
        "mm": "{n}毫米",
        "kg": "{n}公斤",
        "ml": "{n}毫升",
        "KB": "{n}千字节",
        "MB": "{n}兆字节",
        "GB": "{n}吉字节",
        "°C": "{n}摄氏度",
        "°F": "{n}华氏度",
        "%": "百分之{n}",
    },
    powers=("平方", "立方"),
)
