"""How Korean is told from other languages, and what recognisers make of it."""

from typing import Final

from assistant.languages.language import phrases

NEGATIONS: Final = r"(?<![가-힣])(?:안|못)(?![가-힣])|않|없|아니|못\s?하|싫"

HALLUCINATIONS: Final = phrases(
    "시청해주셔서 감사합니다|"
    "시청해 주셔서 감사합니다|"
    "구독과 좋아요 부탁드립니다|"
    "mbc 뉴스|"
    "감사합니다"
)

WAKE_SPELLINGS: Final = {
    "hey jarvis": ("헤이 자비스", "헤이 자르비스"),
    "alexa": ("알렉사",),
    "hey mycroft": ("헤이 마이크로프트",),
    "hey rhasspy": ("헤이 라스피",),
}
