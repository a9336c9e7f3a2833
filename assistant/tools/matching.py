"""Which of several names somebody means who says it in their own words. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz import fuzz

from assistant.memory.facts import Likeness, compare, key_of

NEAR: Final = 80.0
"""Score of rapidfuzz's `ratio` from which a name is another spelling: shoping, shopping."""
_CLEAR: Final = 6.0
"""By how much the best spelling must be better than the second."""
_OFFERED: Final = 50.0
"""Score from which a name is offered as what was perhaps meant."""
_MOST: Final = 8
"""Names that are offered at most."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """It is this one."""

    index: int


@dataclass(frozen=True, slots=True)
class Several:
    """It may be any of these."""

    indexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Nothing:
    """It is none of them; these are the nearest, if any is near."""

    near: tuple[int, ...] = ()


def choose(
    wanted: str, names: Sequence[str], *, loosely: bool = True
) -> Chosen | Several | Nothing:
    """Return which name is meant.

    The same name, in whatever case and punctuation, is always meant. Otherwise one that holds the
    words or is held by them, and one that is spelled nearly so; numbers are never nearly the same.

    Args:
        wanted: What was said.
        names: Those there are.
        loosely: Whether words that are part of a name may mean it.
    """
    same = [n for n, name in enumerate(names) if compare(name, wanted) is Likeness.SAME]
    if same:
        return Chosen(same[0])
    scores = [_score(wanted, name) for name in names]
    near = [n for n, score in enumerate(scores) if score >= NEAR]
    if len(near) > 1:
        best = max(scores[n] for n in near)
        near = [n for n in near if scores[n] > best - _CLEAR]
    within: list[int] = []
    if loosely:
        alike = {Likeness.WITHIN, Likeness.BEYOND}
        within = [n for n, name in enumerate(names) if compare(name, wanted) in alike]
    found = sorted({*near, *within})
    if len(found) == 1:
        return Chosen(found[0])
    if found:
        return Several(tuple(found[:_MOST]))
    order = sorted(range(len(names)), key=lambda n: -scores[n])
    return Nothing(tuple(n for n in order if scores[n] >= _OFFERED)[:_MOST])


def _score(wanted: str, name: str) -> float:
    one, other = key_of(wanted).text, key_of(name).text
    if not one or not other or re.findall(r"\d+", one) != re.findall(r"\d+", other):
        return 0.0
    return fuzz.ratio(one, other)
