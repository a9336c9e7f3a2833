"""How a Japanese turn ends that goes on."""

from typing import Final

from assistant.languages.language import TurnEndings, words

TURN_ENDINGS: Final = TurnEndings(
    sounds=words(
        "そして それから または および あと えっと えーと ええと えー あのー あの でも だから "
        "例えば たとえば を ので とか"
    ),
    bare=words("は が に と って"),
    least=8,
    is_spaced=False,
)
