"""Whether a figure that is measured again and again grows. Pure."""

from collections.abc import Sequence
from itertools import combinations
from statistics import median


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return by how much the second figure grows with the first: the median over all pairs.

    Theil and Sen's estimate: unlike a regression it is not led by single steps, such as an
    allocator's, as long as most pairs lie on the same side of them.

    Raises:
        ValueError: If there are not two points with different first figures.
    """
    slopes = [(y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in combinations(points, 2) if x1 != x2]
    if not slopes:
        raise ValueError("two different points are needed")
    return median(slopes)
