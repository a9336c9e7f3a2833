"""How Japanese is read aloud."""

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
    time="{h}時{m}分",
    few="{h}時{m}分",
    hour="{h}時",
    parts=((0, "午前{time}"), (12, "午後{time}")),
    to="から",
)

_DOLLAR: Final = Currency(whole="{n}ドル", hundredths="{n}セント")
_US_DOLLAR: Final = Currency(whole="{n}米ドル", hundredths="{n}セント")
_EURO: Final = Currency(whole="{n}ユーロ", hundredths="{n}セント")
_POUND: Final = Currency(whole="{n}ポンド", hundredths="{n}ペンス")
_YEN: Final = Currency(whole="{n}円")
_WON: Final = Currency(whole="{n}ウォン")
_YUAN: Final = Currency(whole="{n}元")
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
        "₹": Currency(whole="{n}ルピー"),
        "₽": Currency(whole="{n}ルーブル"),
    },
    joint="",
    magnitudes={
        "k": "千",
        "K": "千",
        "m": "百万",
        "M": "百万",
        "bn": "十億",
        "B": "十億",
        "千": "千",
        "万": "万",
        "百万": "百万",
        "億": "億",
        "兆": "兆",
    },
)

_PHONE: Final = PhoneWords(
    plus="プラス",
    patterns=(r"0\d{1,4}-\d{1,4}-\d{3,4}",),
    digits=("ゼロ", *"一二三四五六七八九"),
)

_NUMERALS: Final = NumeralWords()


PRONUNCIATION: Final = Pronunciation(
    clock=_CLOCK,
    money=_MONEY,
    phone=_PHONE,
    numerals=_NUMERALS,
    to="から",
    minus="マイナス",
    point="点",
    units={
        "km/h": "時速{n}キロメートル",
        "m/s": "秒速{n}メートル",
        "km": "{n}キロメートル",
        "cm": "{n}センチメートル",
        "kg": "{n}キログラム",
        "MB": "{n}メガバイト",
        "GB": "{n}ギガバイト",
        "°C": "摂氏{n}度",
        "%": "{n}パーセント",
    },
    powers=("の二乗", "の三乗"),
)
