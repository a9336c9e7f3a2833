"""How Japanese is read aloud."""

from typing import Final

from assistant.languages.language import Pronunciation, SentenceBreaks

SENTENCE_BREAKS: Final = SentenceBreaks(
    clause_chars=10,
)

PRONUNCIATION: Final = Pronunciation(
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
