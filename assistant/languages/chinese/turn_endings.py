"""How a Chinese turn ends that goes on."""

from typing import Final

from assistant.languages.language import TurnEndings, phrases, words

TURN_ENDINGS: Final = TurnEndings(
    sounds=words(
        "和 跟 或者 或是 还有 以及 因为 但是 可是 然后 所以 如果 比如 比如说 把 给 嗯 呃 还是 的话 "
        "关于 關於 還有 因為 然後 還是 的話"
    ),
    bare=words("在 从 到 向 很 我 你 帮我 请"),
    starters=phrases("请|帮我|我想|我要|你能|能不能|请问|给我|告诉我"),
    least=6,
    is_spaced=False,
)
