"""The rows of a transcript as a list that others observe. Pure."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from assistant.channels.desktop.conversation.model.rows import TranscriptRow

Row = TypeVar("Row", bound=TranscriptRow)


class TranscriptObserver(Protocol):
    """Hears of every change, after it was made."""

    def rows_inserted(self, index: int, count: int) -> None:
        """So many rows are new at this place."""
        ...

    def row_removed(self, index: int, key: int) -> None:
        """The row of this key, which stood here, is gone."""
        ...

    def row_moved(self, old: int, new: int) -> None:
        """A row stands elsewhere now."""
        ...

    def row_changed(self, key: int) -> None:
        """A row shows something else."""
        ...

    def rows_reset(self) -> None:
        """All rows are others."""
        ...


class TranscriptRows:
    """Rows from top to bottom. Every row has a key of its own for good.

    Whoever derives from it changes the rows, and whoever shows them observes.
    """

    def __init__(self) -> None:
        self._observers: list[TranscriptObserver] = []
        self._next_key = 0
        self.keys: list[int] = []
        self._rows: dict[int, TranscriptRow] = {}

    def __len__(self) -> int:
        return len(self.keys)

    def row(self, key: int) -> TranscriptRow:
        """Return the row of a key; raises KeyError if there is none."""
        return self._rows[key]

    @property
    def all(self) -> tuple[TranscriptRow, ...]:
        """The rows, top to bottom."""
        return tuple(self._rows[key] for key in self.keys)

    def index(self, key: int) -> int:
        """Return where a row stands; those near the end are found at once.

        Raises:
            ValueError: If there is none.
        """
        for index in range(len(self.keys) - 1, -1, -1):
            if self.keys[index] == key:
                return index
        raise ValueError(key)

    def observe(self, observer: TranscriptObserver) -> None:
        """Report every change from now on."""
        self._observers.append(observer)

    def _insert(self, index: int, *rows: TranscriptRow) -> range:
        """Add rows at a place; returns their keys."""
        keys = self._add(index, rows)
        for observer in self._observers:
            observer.rows_inserted(index, len(keys))
        return keys

    def _add(self, index: int, rows: Sequence[TranscriptRow]) -> range:
        keys = range(self._next_key, self._next_key + len(rows))
        self._next_key = keys.stop
        self._rows.update(zip(keys, rows, strict=True))
        self.keys[index:index] = keys
        return keys

    def _reset(self, *rows: TranscriptRow) -> None:
        """Have these rows and no others."""
        self.keys = []
        self._rows = {}
        self._add(0, rows)
        for observer in self._observers:
            observer.rows_reset()

    def _change(self, key: int, row: TranscriptRow) -> None:
        if self._rows[key] != row:
            self._rows[key] = row
            for observer in self._observers:
                observer.row_changed(key)

    def _remove(self, key: int) -> None:
        index = self.index(key)
        del self.keys[index]
        del self._rows[key]
        for observer in self._observers:
            observer.row_removed(index, key)

    def _get(self, key: int, kind: type[Row]) -> Row:
        """Return the row of a key, which is of this kind."""
        row = self._rows[key]
        assert isinstance(row, kind)
        return row
