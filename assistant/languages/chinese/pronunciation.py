"""How Chinese is read aloud."""

from typing import Final

from assistant.languages.language import Pronunciation, SentenceBreaks

SENTENCE_BREAKS: Final = SentenceBreaks(
    clause_chars=8,
)

PRONUNCIATION: Final = Pronunciation(
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
