"""Chinese words that stand for several."""

from typing import Final

COLLECTIVES: Final = {
    **dict.fromkeys(("爸妈", "父母", "老爸老妈", "爸爸妈妈", "我爸妈"), ("妈妈", "爸爸")),
    **dict.fromkeys(("爷爷奶奶", "祖父母"), ("奶奶", "爷爷")),
}
