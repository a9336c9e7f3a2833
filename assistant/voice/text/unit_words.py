"""The words of currencies, units and powers, by language: data for `pronounce`. Pure.

`{n}` is the number. English needs the singular; the other languages here do not, or eSpeak NG's
voices are understood without it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitWords:
    """How one language reads signs after and before numbers."""

    money: Mapping[str, str]
    """Templates by the sign of the currency."""
    units: Mapping[str, str]
    """Templates by unit."""
    powers: tuple[str, str]
    """What follows a letter or bracket for ² and ³."""


_DE: Final = UnitWords(
    money={"$": "{n} Dollar", "€": "{n} Euro", "£": "{n} Pfund", "¥": "{n} Yen", "₩": "{n} Won"},
    units={
        "km/h": "{n} Kilometer pro Stunde",
        "m/s": "{n} Meter pro Sekunde",
        "km²": "{n} Quadratkilometer",
        "m²": "{n} Quadratmeter",
        "m³": "{n} Kubikmeter",
        "km": "{n} Kilometer",
        "cm": "{n} Zentimeter",
        "mm": "{n} Millimeter",
        "kg": "{n} Kilogramm",
        "mg": "{n} Milligramm",
        "ml": "{n} Milliliter",
        "ms": "{n} Millisekunden",
        "KB": "{n} Kilobyte",
        "MB": "{n} Megabyte",
        "GB": "{n} Gigabyte",
        "TB": "{n} Terabyte",
        "°C": "{n} Grad Celsius",
        "°F": "{n} Grad Fahrenheit",
    },
    powers=(" hoch zwei", " hoch drei"),
)
_FR: Final = UnitWords(
    money={
        "$": "{n} dollars",
        "€": "{n} euros",
        "£": "{n} livres",
        "¥": "{n} yens",
        "₩": "{n} wons",
    },
    units={
        "km/h": "{n} kilomètres à l'heure",
        "m/s": "{n} mètres par seconde",
        "km²": "{n} kilomètres carrés",
        "m²": "{n} mètres carrés",
        "m³": "{n} mètres cubes",
        "km": "{n} kilomètres",
        "cm": "{n} centimètres",
        "mm": "{n} millimètres",
        "kg": "{n} kilogrammes",
        "mg": "{n} milligrammes",
        "ml": "{n} millilitres",
        "ms": "{n} millisecondes",
        "Ko": "{n} kilooctets",
        "Mo": "{n} mégaoctets",
        "Go": "{n} gigaoctets",
        "°C": "{n} degrés Celsius",
        "°F": "{n} degrés Fahrenheit",
    },
    powers=(" au carré", " au cube"),
)
_ES: Final = UnitWords(
    money={
        "$": "{n} dólares",
        "€": "{n} euros",
        "£": "{n} libras",
        "¥": "{n} yenes",
        "₩": "{n} wones",
    },
    units={
        "km/h": "{n} kilómetros por hora",
        "m/s": "{n} metros por segundo",
        "km²": "{n} kilómetros cuadrados",
        "m²": "{n} metros cuadrados",
        "m³": "{n} metros cúbicos",
        "km": "{n} kilómetros",
        "cm": "{n} centímetros",
        "mm": "{n} milímetros",
        "kg": "{n} kilogramos",
        "mg": "{n} miligramos",
        "ml": "{n} mililitros",
        "ms": "{n} milisegundos",
        "KB": "{n} kilobytes",
        "MB": "{n} megabytes",
        "GB": "{n} gigabytes",
        "°C": "{n} grados Celsius",
        "°F": "{n} grados Fahrenheit",
    },
    powers=(" al cuadrado", " al cubo"),
)
_KO: Final = UnitWords(
    money={"$": "{n}달러", "€": "{n}유로", "£": "{n}파운드", "¥": "{n}엔", "₩": "{n}원"},
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
_ZH: Final = UnitWords(
    money={"$": "{n}美元", "€": "{n}欧元", "£": "{n}英镑", "¥": "{n}元", "₩": "{n}韩元"},
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
_JA: Final = UnitWords(
    money={"$": "{n}ドル", "€": "{n}ユーロ", "£": "{n}ポンド", "¥": "{n}円", "₩": "{n}ウォン"},
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
UNIT_WORDS: Final[Mapping[str, UnitWords]] = {
    "de": _DE,
    "fr": _FR,
    "es": _ES,
    "ko": _KO,
    "zh": _ZH,
    "ja": _JA,
}
"""By ISO 639-1 code; English, which needs more, stands in `pronounce`."""
