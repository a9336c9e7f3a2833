"""How a Korean turn ends that goes on."""

from typing import Final

from assistant.languages.language import TurnEndings, phrases, words

TURN_ENDINGS: Final = TurnEndings(
    sounds=words(
        "그리고 그런데 근데 그래서 하지만 또는 혹은 아니면 왜냐하면 그러면 만약 만약에 및 음 으음 "
        "저기 그게 뭐냐"
    ),
    always=words("어 좀"),
    starters=phrases("나는|저는|내가|제가|혹시|오늘|내일"),
    endings=(
        "를",
        "을",
        "에서",
        "하고",
        "이랑",
        "한테",
        "에게",
        "부터",
        "처럼",
        "는데",
        "면서",
        "니까",
        "려고",
        "지만",
        "거나",
    ),
    complete=words("마을 가을 노을"),
    least=3,
)
