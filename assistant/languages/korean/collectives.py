"""Korean words that stand for several."""

from typing import Final

COLLECTIVES: Final = {
    **dict.fromkeys(("부모님", "부모", "양친", "엄마아빠", "엄빠"), ("엄마", "아빠")),
    **dict.fromkeys(("조부모님", "조부모"), ("할머니", "할아버지")),
}
