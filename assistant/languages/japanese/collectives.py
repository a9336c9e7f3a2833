"""Japanese words that stand for several."""

from typing import Final

COLLECTIVES: Final = {
    **dict.fromkeys(("両親", "親", "父母", "ご両親"), ("お母さん", "お父さん")),
    **dict.fromkeys(("祖父母", "おじいちゃんおばあちゃん"), ("おばあちゃん", "おじいちゃん")),
}
