"""`parley decisions` as a person uses it."""

import asyncio
import json
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.home import Home
from assistant.storage.database import Database
from assistant.storage.store import Store
from tests.helpers.questions.settled import (
    CLAUDE,
    START,
    answered,
    asked,
    by,
    record,
)
from tests.unit.storage.samples import conversation


def parley(home: Home, *arguments: str) -> int:
    return main(["decisions", *arguments, "--home", str(home.root)])


@pytest.fixture
def decided(home: Home) -> Home:
    """A home in which Parley and Claude Code asked for a database."""

    async def fill() -> None:
        store = Store(database=await Database.open(home.database))
        await store.conversations.create(conversation(title="The new service"))
        await store.questions.add(record(asked(), answered()))
        await store.questions.add(
            record(
                asked(set_id="q2", asker=CLAUDE, title="\x1b[31mred"),
                answered(provenance=by(at=START)),
                conversation_id="agent-s1",
            )
        )
        await store.aclose()

    asyncio.run(fill())
    return home


def test_an_empty_home_says_what_will_be_here(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley(home) == 0
    assert capsys.readouterr().out.startswith("You have decided nothing yet.")
    assert parley(home, "--json") == 0
    assert json.loads(capsys.readouterr().out) == []
    assert not home.database.exists()


def test_decisions_are_listed_and_found(decided: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert parley(decided) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert lines[3:5] == ["Which database should we use?", "  ✔ PostgreSQL"]
    assert lines[5].endswith(" · Parley · in the window, by a click")
    assert parley(decided, "database", "postgres", "--project", "Webshop", "--json") == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["id"], one["asker"]["project"], one["kind"]) == ("q2", "webshop", "chosen")
    assert parley(decided, "nothing", "such") == 0
    assert capsys.readouterr().out == "Nothing that you decided fits this.\n"


def test_more_than_are_shown_are_told(decided: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert parley(decided, "--limit", "1") == 0
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 3
    assert "--limit 2" in told.err


def test_records_are_written(
    decided: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "adr"
    assert parley(decided, "--markdown", str(folder)) == 0
    assert capsys.readouterr().out == "2 decisions; files written: 2.\n"
    assert sorted(path.name for path in folder.iterdir()) == ["default", "webshop"]
    assert parley(decided, "--markdown", str(folder), "--json") == 2
