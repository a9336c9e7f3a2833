"""The user's decisions out of a real database."""

import sqlite3
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from assistant.decision_log.decision_query import DecisionQuery
from assistant.engine.decisions.decision_book import DecisionBook
from assistant.engine.decisions.decision_files import write_records
from assistant.errors import StoreError
from assistant.questions.model.question import Answer, Cancelled, CancelReason, Purpose, TimedOut
from assistant.storage.database import Database
from assistant.storage.questions import insert
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

ALL = DecisionQuery()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(database=await Database.open(tmp_path / "data" / "parley.db"))
    await store.conversations.create(conversation(title="The new service"))
    yield store
    await store.aclose()


async def fill(store: Store, count: int) -> None:
    """Store so many decisions, `q0` first, a minute apart."""

    def work(connection: sqlite3.Connection) -> None:
        for n in range(count):
            at = START + timedelta(minutes=n)
            response = answered(provenance=by(at=at))
            insert(connection, record(asked(set_id=f"q{n}"), response, at=at))

    await store.database.write(work)


async def found(store: Store, query: DecisionQuery = ALL) -> list[str]:
    page = await DecisionBook(store.questions).page(query, limit=50)
    return [decision.id for decision in page.decisions]


async def test_pages_follow_each_other_the_last_first(store: Store) -> None:
    await fill(store, 7)
    book = DecisionBook(store.questions)
    ids: list[str] = []
    place = None
    for _page in range(3):
        page = await book.page(ALL, limit=3, before=place)
        ids += [decision.id for decision in page.decisions]
        place = page.next
    assert ids == [f"q{n}" for n in reversed(range(7))]
    assert place is None


async def test_words_are_found_in_more_rows_than_are_read_at_once(store: Store) -> None:
    await fill(store, 450)
    at = START - timedelta(days=1)
    response = answered(Answer(question_id="db", other="DuckDB"), provenance=by(at=at))
    await store.questions.add(record(asked(set_id="old"), response, at=at))
    assert await found(store, DecisionQuery(words="duckdb")) == ["old"]
    everything = [d async for piece in DecisionBook(store.questions).every(ALL) for d in piece]
    assert len(everything) == 451


async def test_only_what_was_decided_in_a_time_is_found(store: Store) -> None:
    await fill(store, 5)
    minutes = [START + timedelta(minutes=n) for n in range(5)]
    assert await found(store, DecisionQuery(since=minutes[3])) == ["q4", "q3"]
    assert await found(store, DecisionQuery(until=minutes[1])) == ["q0"]
    assert await found(store, DecisionQuery(since=minutes[1], until=minutes[3])) == ["q2", "q1"]


async def test_questions_that_nobody_decided_are_left_out(store: Store) -> None:
    for n, response in enumerate(
        [None, TimedOut(after_s=1), Cancelled(reason=CancelReason.CLIENT), answered()]
    ):
        await store.questions.add(record(asked(set_id=f"q{n}"), response))
    assert await found(store) == ["q3"]


async def test_damaged_rows_cost_themselves_alone(store: Store) -> None:
    await fill(store, 5)

    def damage(connection: sqlite3.Connection) -> None:
        for column, value, number in (
            ("questions_json", "{", 0),
            ("response_json", "\x00", 1),
            ("settled_at", "yesterday", 2),
            ("channel", "carrier pigeon", 3),
        ):
            connection.execute(
                f"UPDATE questions SET {column} = ? WHERE questions_id = ?", (value, f"q{number}")
            )

    await store.database.write(damage)
    assert await found(store) == ["q4"]
    page = await DecisionBook(store.questions).page(ALL, limit=1)
    assert page.next is None


async def test_a_decision_has_its_conversation_until_that_is_deleted(store: Store) -> None:
    await fill(store, 1)
    at = START + timedelta(hours=1)
    outside = record(
        asked(set_id="agent", asker=CLAUDE), answered(), conversation_id="agent-s1", at=at
    )
    await store.questions.add(outside)
    page = await DecisionBook(store.questions).page(ALL, limit=9)
    agents, parleys = (decision.conversation for decision in page.decisions)
    assert (agents.is_kept, agents.title) == (False, "")
    assert (parleys.is_kept, parleys.title) == (True, "The new service")

    await store.conversations.delete("c1")

    assert await found(store) == ["agent"]


async def test_a_changed_answer_says_so(store: Store) -> None:
    for n, amends in enumerate((None, "q0", "q0")):
        at = START + timedelta(minutes=n)
        questions = asked(set_id=f"q{n}", amends=amends)
        await store.questions.add(record(questions, answered(provenance=by(at=at)), at=at))
    page = await DecisionBook(store.questions).page(ALL, limit=9)
    assert [(d.id, d.changed_by) for d in page.decisions] == [
        ("q2", ""),
        ("q1", "q2"),
        ("q0", "q2"),
    ]


async def test_records_are_written_once_a_folder_a_project(store: Store, tmp_path: Path) -> None:
    await fill(store, 2)
    shop = record(asked(set_id="shop", asker=CLAUDE), answered(), conversation_id="agent-s1")
    allowed = asked(set_id="allowed", purpose=Purpose.PERMISSION, asker=CLAUDE)
    for one in (shop, record(allowed, answered(), conversation_id="agent-s1")):
        await store.questions.add(one)
    folder = tmp_path / "records"
    book = DecisionBook(store.questions)

    assert (await write_records(book, ALL, folder)).text == "3 decisions; files written: 3."

    name = "which-database-should-we-use.md"
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.md"))
    assert names == [f"default/0001-{name}", f"default/0002-{name}", f"webshop/0001-{name}"]
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.md")}
    assert (await write_records(book, ALL, folder)).written == 0
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.md")} == before


async def test_a_folder_that_cannot_be_written_is_told(store: Store, tmp_path: Path) -> None:
    await fill(store, 1)
    place = tmp_path / "file"
    place.write_text("x", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot be written"):
        await write_records(DecisionBook(store.questions), ALL, place)
