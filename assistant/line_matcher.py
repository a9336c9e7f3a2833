"""How two lists of lines are alike, as `difflib` says, also where thousands of lines say the same. Pure."""

from bisect import bisect_left
from collections.abc import Sequence
from difflib import Match, SequenceMatcher
from typing import Final

from typing_extensions import override

_PAIRS_PER_LINE: Final = 8
"""Pairs of equal lines, for each line, from which on an automaton is sooner done than all pairs."""
_MAX_STEPS: Final = 10_000_000
"""Lines and pairs that are looked at for the longest matches; then the nearest ones do. Two seconds or so."""


class LineMatcher(SequenceMatcher[str]):
    """Finds what `SequenceMatcher` without its heuristics finds.

    That one looks at every pair of equal lines for each match: of two texts with thousands of empty
    lines at millions of pairs, thousands of times. Here a match takes about as many steps as the texts
    have lines. Where thousands of matches would each take that, the rest is matched in order, each time
    with the nearest lines that are equal: together that takes about as many steps as one match.
    """

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        super().__init__(None, old, new, autojunk=False)
        self._old, self._new = old, new
        self._steps = 0
        self._places: dict[str, list[int]] = {}
        for place, line in enumerate(new):
            self._places.setdefault(line, []).append(place)

    @override
    def find_longest_match(
        self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None
    ) -> Match:
        """As in `SequenceMatcher`: the longest match, the first in `a` of these, then in `b`.

        After `_MAX_STEPS` it is the nearest match.
        """
        ahi = len(self._old) if ahi is None else ahi
        bhi = len(self._new) if bhi is None else bhi
        if self._steps > _MAX_STEPS:
            return self._nearest_match(alo, ahi, blo, bhi)
        lines = ahi - alo + bhi - blo
        pairs = sum(len(self._places.get(self._old[n], ())) for n in range(alo, ahi))
        self._steps += lines + min(pairs, _PAIRS_PER_LINE * lines)
        if pairs <= _PAIRS_PER_LINE * lines:
            return super().find_longest_match(alo, ahi, blo, bhi)
        old_end, new_end, size = _longest_run(self._old[alo:ahi], self._new[blo:bhi])
        return Match(alo + old_end - size, blo + new_end - size, size)

    def _nearest_match(self, alo: int, ahi: int, blo: int, bhi: int) -> Match:
        """The match with the fewest lines before it, as far as it goes.

        Looks at no more old lines than stand before it.
        """
        before, i, j = ahi - alo + bhi - blo, alo, blo
        for n in range(alo, ahi):
            if n - alo >= before:
                break
            places = self._places.get(self._old[n], [])
            at = bisect_left(places, blo)
            if at < len(places) and places[at] < bhi and n - alo + places[at] - blo < before:
                before, i, j = n - alo + places[at] - blo, n, places[at]
        size = 0
        while i + size < ahi and j + size < bhi and self._old[i + size] == self._new[j + size]:
            size += 1
        return Match(i, j, size)


def _longest_run(old: Sequence[str], new: Sequence[str]) -> tuple[int, int, int]:
    """Start of the longest common run in both, and its length."""
    automaton = _SuffixAutomaton(new)
    best = (0, 0, 0)
    state, size = 0, 0
    for end, line in enumerate(old, start=1):
        while state and line not in automaton.following[state]:
            state = automaton.shorter[state]
            size = automaton.longest[state]
        found = automaton.following[state].get(line)
        state, size = (0, 0) if found is None else (found, size + 1)
        if size > best[2]:
            best = end, automaton.first_end[state], size
    return best


class _SuffixAutomaton:
    """Every run of lines of a text, each as a path from state 0 (Blumer et al., 1985).

    Attributes:
        following: The next state, by state and line.
        shorter: The state of the longest run that ends a state's runs and stands elsewhere, too.
        longest: How many lines the longest run of a state has.
        first_end: Where the runs of a state end first.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.following: list[dict[str, int]] = [{}]
        self.shorter = [-1]
        self.longest = [0]
        self.first_end = [0]
        last = 0
        for end, line in enumerate(lines, start=1):
            last = self._extended(last, line, end)

    def _extended(self, last: int, line: str, end: int) -> int:
        """Append a line; returns the state of the whole text up to it."""
        state = self._new({}, longest=end, first_end=end)
        at = last
        while at >= 0 and line not in self.following[at]:
            self.following[at][line] = state
            at = self.shorter[at]
        if at < 0:
            return state
        found = self.following[at][line]
        if self.longest[found] == self.longest[at] + 1:
            self.shorter[state] = found
            return state
        part = self._new(
            dict(self.following[found]),
            longest=self.longest[at] + 1,
            first_end=self.first_end[found],
        )
        self.shorter[part] = self.shorter[found]
        while at >= 0 and self.following[at].get(line) == found:
            self.following[at][line] = part
            at = self.shorter[at]
        self.shorter[found] = self.shorter[state] = part
        return state

    def _new(self, following: dict[str, int], *, longest: int, first_end: int) -> int:
        self.following.append(following)
        self.shorter.append(0)
        self.longest.append(longest)
        self.first_end.append(first_end)
        return len(self.longest) - 1
