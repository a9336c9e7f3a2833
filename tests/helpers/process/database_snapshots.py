"""Copies of a home's database as it was after each write: every moment a program can die at."""

import shutil
import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from assistant.home import Home
from assistant.storage.database import Database

T = TypeVar("T")


def copy_of(home: Home, root: Path) -> Home:
    """Return another home with the database as it is now, as a killed program would leave it."""
    copy = Home(root=root, models=home.models)
    copy.database.parent.mkdir(parents=True)
    for file in home.database.parent.glob(f"{home.database.name}*"):
        if not file.name.endswith("-shm"):
            shutil.copy(file, copy.database.parent / file.name)
    return copy


@contextmanager
def after_each_write(
    monkeypatch: pytest.MonkeyPatch, home: Home, into: Path
) -> Generator[list[Home]]:
    """Collect a copy of the home after each transaction of the block."""
    taken: list[Home] = []
    write = Database.write

    async def writing(self: Database, work: Callable[[sqlite3.Connection], T]) -> T:
        result = await write(self, work)
        taken.append(copy_of(home, into / f"{len(taken):03}"))
        return result

    with monkeypatch.context() as patched:
        patched.setattr(Database, "write", writing)
        yield taken
