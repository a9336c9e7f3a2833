"""The made-up past."""

import json
import random
from datetime import UTC, datetime
from pathlib import Path

from assistant.storage.store import open_store
from benchmarks.sample_history import (
    RARE,
    HistorySize,
    at_least,
    code,
    facts,
    fill,
    long_id,
    reply,
    table,
)

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
STOCK = HistorySize(
    long_messages=60, conversations=3, each_messages=4, recent_characters=6000, recent=10
)


async def filled(path: Path) -> list[str]:
    """Fill a database and return the contents of the long conversation."""
    await fill(path, STOCK, profile="anthropic", model="m", now=NOW)
    opened = await open_store(path, now=NOW)
    try:
        return [record.content for record in await opened.store.messages.chain(long_id())]
    finally:
        await opened.store.aclose()


async def test_a_home_gets_a_long_conversation_and_many_short_ones(tmp_path: Path) -> None:
    contents = await filled(tmp_path / "a.db")
    assert len(contents) == 60
    recent = sum(len(json.loads(content)[0]["text"]) for content in contents[-10:])
    assert recent >= 6000
    opened = await open_store(tmp_path / "a.db", now=NOW)
    try:
        conversations = await opened.store.conversations.recent()
        assert [c.conversation_id for c in conversations][0] == long_id()
        assert len(conversations) == 4
        assert all(c.updated_at <= NOW for c in conversations)
        chains = [await opened.store.messages.chain(c.conversation_id) for c in conversations[1:]]
        assert [len(chain) for chain in chains] == [4, 4, 4]
    finally:
        await opened.store.aclose()


async def test_the_past_is_the_same_every_time(tmp_path: Path) -> None:
    assert await filled(tmp_path / "a.db") == await filled(tmp_path / "b.db")


def test_replies_have_tables_code_and_several_writings() -> None:
    rng = random.Random(1)
    replies = [reply(rng) for _ in range(2000)]
    for part in ("| what |", "```python", "\n- ", "등대", RARE):
        assert any(part in text for text in replies), part
    assert len(table(rng, rows=7).splitlines()) == 9
    assert code(rng, lines=3).count("\n") == 5


def test_replies_and_memories_are_as_long_as_wanted() -> None:
    assert at_least("short", 3, random.Random(1)) == "short"
    assert 2_000 <= len(at_least("short", 2_000, random.Random(1))) < 4_000
    lines = facts(random.Random(1), 1_000).splitlines()
    assert all(line.startswith("- ") for line in lines)
    assert 1_000 <= sum(len(line) + 1 for line in lines) < 1_200
