"""Which lines of a text were kept, moved, changed, added and deleted, compared with another. Pure."""

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from assistant.line_matcher import LineMatcher

_ALIKE: Final = 0.5
"""Ratio of `difflib` from which a new line is a changed one, wherever it stands."""
_COMPARED: Final = 2_500
"""Pairs of lines that are compared at most; of more, only the place tells."""
_LONG: Final = 250_000
"""Pairs of lines from which on those that stand once in each text are paired first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedLine:
    """Where one line of the new text comes from."""

    text: str
    kept: int | None = None
    """The old line that it is, in its place among those kept."""
    replaces: int | None = None
    """The old line that it is instead of; one that is kept replaces none."""
    is_moved: bool = False
    """Whether it says what the line says that it replaces, and stands elsewhere."""


def plan_edit(old: Sequence[str], new: Sequence[str]) -> tuple[PlannedLine, ...]:
    """Say where each line of a new text comes from; old lines that are not named are deleted."""
    kept: dict[int, int] = {}
    blocks: list[tuple[list[int], list[int]]] = []
    for kind, first, last, start, stop in _opcodes(old, new):
        if kind == "equal":
            kept.update(zip(range(start, stop), range(first, last), strict=True))
        else:
            blocks.append((list(range(first, last)), list(range(start, stop))))
    moved = _moved(old, new, blocks)
    changed = _changed(old, new, _rest(old, new, blocks, moved))
    return tuple(
        PlannedLine(
            text=text,
            kept=kept.get(n),
            replaces=moved.get(n, changed.get(n)),
            is_moved=n in moved,
        )
        for n, text in enumerate(new)
    )


def united(old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """Union of two texts written apart; common lines stand once."""
    missing = Counter(new) - Counter(old)
    lines: list[str] = []
    for kind, first, last, start, stop in _opcodes(old, new):
        lines += old[first:last]
        if kind == "equal":
            continue
        added: list[str] = []
        for line in new[start:stop]:
            if not line.strip():
                added.append(line)
            elif missing[line] > 0:
                missing[line] -= 1
                added.append(line)
        if any(line.strip() for line in added):
            lines += added
    return tuple(lines)


def rebased(old: Sequence[str], new: Sequence[str], onto: Sequence[str]) -> tuple[str, ...]:
    """Return another text with what was changed from an old to a new one.

    Args:
        old: Its lines are in `onto`, as `united` leaves them.
        new: What became of it.
        onto: The other text; what it has more stays.
    """
    places = _places(old, onto)
    gone: set[int] = set()
    added: defaultdict[int, list[str]] = defaultdict(list)
    after = -1
    for kind, first, last, start, stop in _opcodes(old, new):
        for n in range(first, last):
            after = places.get(n, after)
            if kind != "equal" and n in places:
                gone.add(places[n])
        if kind != "equal":
            added[after] += new[start:stop]
    lines = list(added[-1])
    for n, line in enumerate(onto):
        if n not in gone:
            lines.append(line)
        lines += added[n]
    return tuple(lines)


def n_changes(old: Sequence[str], new: Sequence[str]) -> int:
    """Count lines that one text has and the other lacks."""
    before, after = Counter(old), Counter(new)
    return (before - after).total() + (after - before).total()


def _opcodes(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    """Return what `SequenceMatcher` says, faster where two texts begin and end alike."""
    shorter = min(len(old), len(new))
    head = next((n for n in range(shorter) if old[n] != new[n]), shorter)
    rest = shorter - head
    tail = next((n for n in range(rest) if old[-1 - n] != new[-1 - n]), rest)
    old_end, new_end = len(old) - tail, len(new) - tail
    found = [("equal", 0, head, 0, head)]
    first, start = head, head
    for a, b in (*_anchors(old[head:old_end], new[head:new_end]), (old_end - head, new_end - head)):
        matcher = LineMatcher(old[first : a + head], new[start : b + head])
        found += [
            (kind, i + first, j + first, k + start, m + start)
            for kind, i, j, k, m in matcher.get_opcodes()
        ]
        first, start = a + head, b + head
    found.append(("equal", old_end, len(old), new_end, len(new)))
    return found


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return lines of long texts that stand once in each and in the same order, as patience diff does."""
    if len(old) * len(new) <= _LONG:
        return []
    counts = Counter(new), Counter(old)
    place = {line: n for n, line in enumerate(new) if counts[0][line] == 1}
    ends: list[int] = []
    chains: list[tuple[int, int, int]] = []  # a pair, and the chain that it continues
    at: list[int] = []
    for a, line in enumerate(old):
        if counts[1][line] == 1 and line in place:
            n = bisect_left(ends, place[line])
            ends[n : n + 1], at[n : n + 1] = [place[line]], [len(chains)]
            chains.append((a, place[line], at[n - 1] if n else -1))
    found: list[tuple[int, int]] = []
    last = at[-1] if at else -1
    while last >= 0:
        a, b, last = chains[last]
        found.append((a, b))
    return found[::-1]


def _places(old: Sequence[str], onto: Sequence[str]) -> dict[int, int]:
    """Position of each line in `onto`, which has them all."""
    places: dict[int, int] = {}
    for kind, first, last, start, stop in _opcodes(old, onto):
        if kind == "equal":
            places.update(zip(range(first, last), range(start, stop), strict=True))
    taken = set(places.values())
    left: defaultdict[str, deque[int]] = defaultdict(deque)
    for n, line in enumerate(onto):
        if n not in taken:
            left[line].append(n)
    for n, line in enumerate(old):
        if n not in places and left[line]:
            places[n] = left[line].popleft()
    return places


def _moved(
    old: Sequence[str], new: Sequence[str], blocks: Sequence[tuple[list[int], list[int]]]
) -> dict[int, int]:
    """By new line, the equal old line elsewhere."""
    left: defaultdict[str, deque[int]] = defaultdict(deque)
    for old_block, _ in blocks:
        for n in old_block:
            if old[n].strip():
                left[old[n]].append(n)
    return {
        n: left[new[n]].popleft() for _, new_block in blocks for n in new_block if left.get(new[n])
    }


def _rest(
    old: Sequence[str],
    new: Sequence[str],
    blocks: Sequence[tuple[list[int], list[int]]],
    paired: dict[int, int],
) -> list[tuple[list[int], list[int]]]:
    """What is left of the blocks without paired and blank lines."""
    gone = set(paired.values())
    return [
        (
            [n for n in old_block if n not in gone and old[n].strip()],
            [n for n in new_block if n not in paired and new[n].strip()],
        )
        for old_block, new_block in blocks
    ]


def _changed(
    old: Sequence[str], new: Sequence[str], blocks: Sequence[tuple[list[int], list[int]]]
) -> dict[int, int]:
    """By new line, the old line that it replaces."""
    found: dict[int, int] = {}
    before = [n for old_block, _ in blocks for n in old_block]
    after = [n for _, new_block in blocks for n in new_block]
    if len(before) * len(after) <= _COMPARED:
        taken: set[int] = set()
        for ratio, a, b in _ratios(old, new, before, after):
            if ratio >= _ALIKE and a not in taken and b not in found:
                found[b] = a
                taken.add(a)
    for old_block, new_block in _rest(old, new, blocks, found):
        if len(old_block) == len(new_block):
            found |= zip(new_block, old_block, strict=True)
    return found


def _ratios(
    old: Sequence[str], new: Sequence[str], before: Sequence[int], after: Sequence[int]
) -> list[tuple[float, int, int]]:
    """Pairs with their similarity; the most alike first, then in order."""
    matcher = SequenceMatcher(None, autojunk=False)
    found: list[tuple[float, int, int]] = []
    for b in after:
        matcher.set_seq2(new[b])
        for a in before:
            matcher.set_seq1(old[a])
            if matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE:
                found.append((matcher.ratio(), a, b))
    return sorted(found, key=lambda one: (-one[0], one[1], one[2]))
