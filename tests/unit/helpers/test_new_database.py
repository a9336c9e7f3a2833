import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from assistant.storage import database, migrations
from assistant.storage.database import Database
from tests.helpers import new_database

FACTS = ("application_id", "user_version", "journal_mode", "page_size", "auto_vacuum", "encoding")


async def opened(path: Path, steps: Sequence[str] | None = None) -> list[object]:
    """Return all that a database holds once it was opened."""
    await (await Database.open(path, steps=steps)).aclose()
    connection = sqlite3.connect(path)
    held: list[object] = [connection.execute(f"PRAGMA {name}").fetchall() for name in FACTS]
    parts = connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall()
    held += parts
    for kind, name, sql in parts:
        if kind == "table" and not sql.startswith("CREATE VIRTUAL"):
            held += connection.execute(f"SELECT * FROM {name}").fetchall()
    connection.close()
    return held


async def test_a_copy_is_what_the_steps_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert database.migrate is new_database.migrate
    copied = await opened(tmp_path / "copied.db")
    monkeypatch.setattr(database, "migrate", migrations.migrate)
    assert copied == await opened(tmp_path / "migrated.db")


@pytest.mark.parametrize(
    "steps",
    [
        lambda: migrations.shipped_steps()[:2],
        lambda: [*migrations.shipped_steps(), "CREATE TABLE more (x);"],
    ],
)
async def test_other_steps_and_an_older_database_are_migrated(
    tmp_path: Path, steps: Callable[[], Sequence[str]]
) -> None:
    first = await opened(tmp_path / "old.db", steps())
    assert first != await opened(tmp_path / "new.db")
    if len(steps()) < len(migrations.shipped_steps()):
        assert await opened(tmp_path / "old.db") == await opened(tmp_path / "new.db")
