"""How Korean is read aloud."""

from typing import Final

from assistant.languages.language import Pronunciation, SentenceBreaks

SENTENCE_BREAKS: Final = SentenceBreaks(
    clause_chars=10,
)

PRONUNCIATION: Final = Pronunciation(
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
