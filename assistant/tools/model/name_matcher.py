"""Which of several names somebody means who says it in their own words. Pure."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz import fuzz

from assistant.memory.model.facts import FactKey, holds, key_of

NEAR: Final = 80.0
"""Score of rapidfuzz's `ratio` from which a name is another spelling: shoping, shopping."""
_CLEAR: Final = 6.0
"""By how much the best spelling must be better than the second."""
_OFFERED: Final = 50.0
"""Score from which a name is offered as what was perhaps meant."""
_MOST: Final = 8
"""Names that are offered at most."""


@dataclass(frozen=True, slots=True)
class UniqueMatch:
    """It is this one."""

    index: int


@dataclass(frozen=True, slots=True)
class AmbiguousMatch:
    """It may be any of these."""

    indexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoMatch:
    """It is none of them; these are the nearest, if any is near."""

    near: tuple[int, ...] = ()


class NameMatcher:
    """Names that several wishes are compared with."""

    def __init__(self, names: Sequence[str]) -> None:
        self._keys = [key_of(name) for name in names]

    def choose(
        self, wanted: str, *, loosely: bool = True, among: Collection[int] | None = None
    ) -> UniqueMatch | AmbiguousMatch | NoMatch:
        """Match a name.

        The same name, in whatever case and punctuation, always matches. Otherwise one that holds
        the words or is held by them, and one that is spelled nearly so; numbers are never nearly
        the same.

        Args:
            loosely: Whether words that are part of a name may mean it.
            among: The indexes of the names that count; all of them if None.
        """
        counted = range(len(self._keys)) if among is None else sorted(among)
        sought = key_of(wanted)
        same = [n for n in counted if self._keys[n].text == sought.text]
        if not sought.text:
            return NoMatch()
        if same:
            return UniqueMatch(same[0])
        scores = {n: _score(sought.text, self._keys[n].text) for n in counted}
        near = [n for n, score in scores.items() if score >= NEAR]
        if len(near) > 1:
            best = max(scores[n] for n in near)
            near = [n for n in near if scores[n] > best - _CLEAR]
        within = [n for n in counted if loosely and _is_part(sought, self._keys[n])]
        found = sorted({*near, *within})
        if len(found) == 1:
            return UniqueMatch(found[0])
        if found:
            return AmbiguousMatch(tuple(found[:_MOST]))
        order = sorted(counted, key=lambda n: -scores[n])
        return NoMatch(tuple(n for n in order if scores[n] >= _OFFERED)[:_MOST])


def choose(
    wanted: str, names: Sequence[str], *, loosely: bool = True
) -> UniqueMatch | AmbiguousMatch | NoMatch:
    """See `NameMatcher.choose`."""
    return NameMatcher(names).choose(wanted, loosely=loosely)


def _is_part(one: FactKey, other: FactKey) -> bool:
    """Whether one name holds the other as whole words."""
    if not one.text or not other.text:
        return False
    return holds(one, other) or holds(other, one)


def _score(one: str, other: str) -> float:
    if not one or not other or re.findall(r"\d+", one) != re.findall(r"\d+", other):
        return 0.0
    return fuzz.ratio(one, other)
