"""How high the rows of a long column are, measured or guessed, and where each one stands. Pure.

A binary indexed tree (Fenwick 1994, "A new data structure for cumulative frequency tables") over
the extents of the rows: changing one, adding one at the end, asking where one begins and which one
is at a place all take a number of steps that grows with the logarithm of their count.
"""

from collections.abc import Mapping, Sequence


class RowHeights:
    """The extents of rows that stand one below the other, in whole pixels."""

    def __init__(self, extents: Sequence[int] = ()) -> None:
        self._extents: list[int] = []
        self._tree: list[int] = [0]
        self._total = 0
        self.replace(extents)

    def __len__(self) -> int:
        return len(self._extents)

    def __getitem__(self, index: int) -> int:
        return self._extents[index]

    @property
    def total(self) -> int:
        """The extent of all rows together."""
        return self._total

    def replace(self, extents: Sequence[int]) -> None:
        """Take other rows."""
        self._extents = list(extents)
        self._total = sum(self._extents)
        tree = [0, *self._extents]
        for index in range(1, len(tree)):
            above = index + (index & -index)
            if above < len(tree):
                tree[above] += tree[index]
        self._tree = tree

    def set(self, index: int, extent: int) -> None:
        """Change the extent of one row; raises IndexError if there is no such row."""
        change = extent - self._extents[index]
        if not change:
            return
        self._extents[index] = extent
        self._total += change
        node = (index % len(self._extents)) + 1
        while node < len(self._tree):
            self._tree[node] += change
            node += node & -node

    def append(self, extent: int) -> None:
        """Add a row at the end."""
        node = len(self._tree)
        below, step = extent, 1
        while step < node & -node:
            below += self._tree[node - step]
            step *= 2
        self._tree.append(below)
        self._extents.append(extent)
        self._total += extent

    def insert(self, index: int, extents: Sequence[int]) -> None:
        """Add rows before the row at `index`."""
        if index == len(self._extents) and len(extents) == 1:
            self.append(extents[0])
        else:
            self.replace([*self._extents[:index], *extents, *self._extents[index:]])

    def pop(self) -> None:
        """Take the last row away; raises IndexError if there is none."""
        self._total -= self._extents.pop()
        self._tree.pop()

    def remove(self, index: int) -> None:
        """Take one row away; raises IndexError if there is no such row."""
        del self._extents[index]
        self.replace(self._extents)

    def begin(self, index: int) -> int:
        """Return where a row begins; the total for the one after the last."""
        place = 0
        while index > 0:
            place += self._tree[index]
            index -= index & -index
        return place

    def at(self, place: int) -> int:
        """Return the row that holds a place: the first before the beginning, the last after the end.

        Raises:
            IndexError: If there are no rows.
        """
        if not self._extents:
            raise IndexError("there are no rows")
        index, rest = 0, place
        step = 1 << (len(self._extents).bit_length() - 1)
        while step:
            after = index + step
            if after < len(self._tree) and self._tree[after] <= rest:
                index = after
                rest -= self._tree[after]
            step >>= 1
        return min(index, len(self._extents) - 1)


class RowPlaces:
    """Where the row of each key stands; counted anew only when rows moved."""

    def __init__(self) -> None:
        self._index: dict[int, int] = {}
        self._is_right = True

    def insert(self, index: int, keys: Sequence[int]) -> None:
        """Rows came; those at the end move no other."""
        if self._is_right and index == len(self._index):
            self._index.update((key, index + after) for after, key in enumerate(keys))
        else:
            self._is_right = False

    def invalidate(self) -> None:
        """Rows stand elsewhere now."""
        self._is_right = False

    def among(self, keys: Sequence[int]) -> Mapping[int, int]:
        """Return the index of each key; `keys` are all of them, top to bottom."""
        if not self._is_right:
            self._index = {key: index for index, key in enumerate(keys)}
            self._is_right = True
        return self._index
