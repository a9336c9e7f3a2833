"""A home that an earlier Parley left opens with nothing lost.

`tests/data/homes` has one for each version of the database's schema, written by the program of that
time, which was killed while a question waited.
"""

import sqlite3
import zipfile
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from assistant.home import Home
from assistant.llm.messages_api.model_client import Profile
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.decisions import DecisionsListed, ListDecisions
from assistant.protocol.memory import MemoryRead, ReadMemory
from assistant.protocol.messages import HistoryLoaded
from assistant.settings import load
from assistant.storage.database import Database
from assistant.storage.database_errors import NewerDatabaseError
from assistant.storage.migrations import shipped_steps
from tests.helpers.clock import ManualClock
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, says

HOMES: Final = Path(__file__).parents[2] / "data" / "homes"
VERSIONS: Final = tuple(range(1, len(shipped_steps()) + 1))
KILLED: Final = datetime(2026, 12, 1, 3, tzinfo=UTC)
"""Within the hour the programs were killed; the timer is not due yet."""
REWRITTEN: Final = frozenset({("messages", "stamp"), ("conversations", "leaf_at")})
"""Columns that a step gives other values."""
SAME_MODEL: Final = Profile(name="anthropic", model="claude-sonnet-5-5")
"""That the conversation was held with; with another Parley would begin a new one."""
OF_THE_PROCESS: Final = ("engine.", "memory.lock", "parley.db-")
"""What a start makes whatever it finds, and a reader of the database beside it."""
Rows = Mapping[str, list[dict[str, object]]]


@pytest.fixture(params=VERSIONS, ids="schema {}".format)
def version(request: pytest.FixtureRequest) -> int:
    number: int = request.param
    return number


@pytest.fixture
def home(version: int, tmp_path: Path) -> Home:
    root = tmp_path / "home"
    with zipfile.ZipFile(HOMES / f"schema-{version}.zip") as kept:
        kept.extractall(root)
    return Home(root=root, models=tmp_path / "models")


def rows(path: Path) -> Rows:
    """Return every row of every table that is not an index of words."""
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        tables = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%\\_words%'"
            " ESCAPE '\\' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        return {
            str(name): [dict(row) for row in database.execute(f'SELECT * FROM "{name}"')]
            for (name,) in tables
        }


def schema_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])


def contents(root: Path) -> Mapping[str, bytes]:
    return {
        str(file.relative_to(root)): file.read_bytes()
        for file in root.rglob("*")
        if file.is_file() and not file.name.startswith(OF_THE_PROCESS)
    }


def test_the_home_is_of_the_version_that_it_is_named_after(version: int, home: Home) -> None:
    assert schema_of(home.database) == version


async def test_every_row_stays(home: Home) -> None:
    before = rows(home.database)
    assert before["messages"]
    assert before["questions"]

    await (await Database.open(home.database)).aclose()

    after = rows(home.database)
    assert schema_of(home.database) == VERSIONS[-1]
    for table, kept in before.items():
        columns = {name for row in kept for name in row if (table, name) not in REWRITTEN}
        left = [{name: row[name] for name in columns & row.keys()} for row in after[table]]
        for row in kept:
            assert {name: row[name] for name in columns} in left, table


def test_the_settings_of_the_user_stand(home: Home) -> None:
    loaded = load(home, {})

    assert not loaded.problems
    settings = loaded.settings
    assert (settings.ui.theme, settings.ui.text_scale) == ("dark", 1.3)
    assert (settings.voice.names, settings.voice.speed) == ("Anneliese", 1.2)
    assert (settings.questions.arm_delay_ms, settings.questions.undo_s) == (500, 9.0)


async def test_the_conversation_goes_on_at_the_question_that_waited(
    version: int, home: Home
) -> None:
    model = ScriptedModel([says("Green it is.")], profile=SAME_MODEL)
    async with opened(home, model, clock=ManualClock(KILLED)) as running:
        await running.until(ConversationOpened)
        history = await running.until(HistoryLoaded)
        words = [message.text for message in history.messages if message.role == "user"]
        assert words[0] == "How far is the harbour?"
        assert words[-1] == "How shall we paint the door?"

        asked = await running.until_asked()
        assert asked.questions.questions[0].text == "Which colour for the door?"
        await running.answer_b()
        await running.until_true(lambda: bool(model.requests))
        assert "Green" in str(model.requests[-1].messages[-1])

        timers = await running.core.store.timers.every()
        assert [timer.label for timer in timers] == (["egg"] if version >= 3 else [])
        notes = list((home.root / "workspaces" / "default" / "notes").glob("*.md"))
        assert len(notes) == (1 if version >= 3 else 0)


async def test_memory_and_decisions_are_found(home: Home) -> None:
    async with opened(
        home, ScriptedModel(profile=SAME_MODEL), clock=ManualClock(KILLED)
    ) as running:
        await running.do(ReadMemory())
        read = await running.until(MemoryRead)
        assert "I like tea rather than coffee" in str(read)

        await running.do(ListDecisions())
        listed = await running.until(DecisionsListed)
        assert [
            (point.question, point.chosen) for one in listed.decisions for point in one.points
        ] == [("Which database?", ("SQLite",))]


async def test_a_parley_that_is_older_than_the_home_says_so_and_changes_nothing(
    home: Home,
) -> None:
    with closing(sqlite3.connect(home.database)) as database:
        database.execute(f"PRAGMA user_version = {VERSIONS[-1] + 1}")
    before = contents(home.root)

    with pytest.raises(NewerDatabaseError, match="newer version"):
        async with opened(home, clock=ManualClock(KILLED)):
            raise AssertionError("it was opened")

    assert contents(home.root) == before
