import sqlite3
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from assistant.storage.database import Database
from assistant.storage.message_search import LIMIT, IndexedMessage
from assistant.storage.model.search_query import INDEX_VERSION
from assistant.storage.store import Store
from tests.unit.storage.samples import START, conversation, message

NOW = START + timedelta(days=1)


async def say(store: Store, uuid: str, words: str, *, conversation_id: str = "c1") -> None:
    """Store a message whose content is its words."""
    await store.messages.append(message(uuid, conversation_id=conversation_id, content=words))


async def index(store: Store) -> None:
    """Read everything into the index, the content of a message as its words."""
    await store.search.prepare()
    after = 0
    while unread := await store.search.unread(after=after, limit=3):
        after = unread[-1].sequence
        await store.search.add([IndexedMessage(message=one, words=one.content) for one in unread])


async def tidy(store: Store) -> None:
    while await store.search.tidy():
        pass
    await store.database.empty_log()


async def found(store: Store, query: str) -> list[str]:
    findings = await store.search.find(query, now=NOW)
    return [one.uuid for one in findings.found]


def bytes_of(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


TEXTS = {
    "en": "The weather in the old café is nice today",
    "ko": "오늘 서울의 날씨가 좋네요",
    "zh": "今天北京的天气很好",
    "mixed": "파이썬 3.11 und das Wetter 天",
    "hi": "आज मौसम अच्छा है",
    "emoji": "party 🎉👩\u200d👧",
}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("weather", ["en"]),
        ("WEATH", ["en"]),
        ("eather", []),
        ("cafe", ["en"]),
        ("nice weather", ["en"]),
        ('"nice weather"', []),
        ('"weather in the old"', ["en"]),
        ("weather 날씨", []),
        ("날씨", ["ko"]),
        ("날", ["ko"]),
        ("울의", ["ko"]),
        ("씨가 오", ["ko"]),
        ("天气", ["zh"]),
        ("气天", []),
        ("天", ["zh", "mixed"]),
        ("파이썬 wetter", ["mixed"]),
        ("3.11", ["mixed"]),
        ("मौसम", ["hi"]),
        ("🎉", ["emoji"]),
        ("o", ["en"]),
        ("", []),
        ("' OR 1=1 --", []),
    ],
)
async def test_words_of_every_script_are_found(
    store: Store, query: str, expected: list[str]
) -> None:
    for uuid, words in TEXTS.items():
        await say(store, uuid, words)
    await index(store)

    assert sorted(await found(store, query)) == sorted(expected)


async def test_what_was_said_is_found_once_it_was_read(store: Store) -> None:
    await say(store, "m1", "needle")
    assert await found(store, "needle") == []

    await index(store)
    (one,) = (await store.search.find("needle", now=NOW)).found

    assert (one.uuid, one.conversation_id, one.role, one.title) == ("m1", "c1", "user", "")
    assert one.created_at == START
    assert one.snippet.text == "needle"
    assert one.snippet.matches == ((0, 6),)
    assert await store.search.unread() == ()


async def test_the_better_find_comes_first_and_the_newer_of_equals(store: Store) -> None:
    await say(store, "old", "needle")
    await say(store, "long", "needle " + "hay " * 400)
    await say(store, "twice", "needle and needle")
    for place, (uuid, at) in enumerate([("m-old", START), ("m-new", NOW)]):
        await store.messages.append(message(uuid, content=f"thread {place}", at=at))
    await index(store)

    assert await found(store, "needle") == ["twice", "old", "long"]
    assert await found(store, "thread") == ["m-new", "m-old"]


async def test_words_that_stand_together_come_first(store: Store) -> None:
    await say(store, "together", "red house, and far away other green things")
    await say(store, "apart", "house of many things that are red and green")
    await index(store)

    assert await found(store, "red house") == ["together", "apart"]


async def test_words_that_stand_together_are_found_behind_very_many_others(store: Store) -> None:
    await say(store, "m", "the red house")

    def many(connection: sqlite3.Connection) -> None:
        for n in range(250):
            connection.execute(
                "INSERT INTO messages SELECT NULL, ?, NULL, 'c1', NULL, 'user', ?, 'complete',"
                " created_at, '{}', NULL, 0 FROM messages LIMIT 1",
                (f"x{n}", "house is red"),
            )

    await store.database.write(many)
    await index(store)

    findings = await store.search.find("red house", now=NOW)
    assert findings.found[0].uuid == "m"
    assert len(findings.found) == LIMIT
    assert findings.is_cut


async def test_a_reply_that_streams_costs_the_index_nothing_until_it_was_read(store: Store) -> None:
    await store.messages.checkpoint(message("m1", content="half", partial=True))
    await index(store)
    assert await found(store, "half") == ["m1"]

    await store.messages.checkpoint(message("m1", content="whole", partial=True))
    assert await found(store, "half") == []
    await store.messages.checkpoint(message("m1", content="whole reply"))
    await index(store)
    assert await found(store, "reply") == ["m1"]
    await store.messages.checkpoint(message("m1", content="whole reply", meta='{"heard":"w"}'))

    assert await found(store, "reply") == ["m1"]
    assert await store.search.unread() == ()


async def test_a_message_that_changed_since_it_was_read_stays_unread(store: Store) -> None:
    await store.messages.checkpoint(message("m1", content="half", partial=True))
    (unread,) = await store.search.unread()
    await store.messages.checkpoint(message("m1", content="whole", partial=True))
    await store.search.add([IndexedMessage(message=unread, words="half")])

    assert await found(store, "half") == []
    (again,) = await store.search.unread()
    assert again.content == "whole"


async def test_reading_goes_on_where_it_was_broken_off(store: Store, path: Path) -> None:
    for n in range(7):
        await say(store, f"m{n}", f"needle{n}")
    await store.search.prepare()
    first = await store.search.unread(limit=3)
    await store.search.add([IndexedMessage(message=one, words=one.content) for one in first])
    await store.aclose()

    again = Store(database=await Database.open(path))
    assert [one.sequence for one in await again.search.unread()] == [4, 5, 6, 7]
    await index(again)
    assert len(await found(again, "needle")) == 7
    await again.aclose()


async def test_a_piece_ends_where_it_is_long(store: Store) -> None:
    for n in range(4):
        await say(store, f"m{n}", "x" * 300_000)

    assert len(await store.search.unread(limit=100)) == 2


async def test_an_index_that_was_cut_another_way_is_made_anew(store: Store) -> None:
    await say(store, "m1", "needle")
    await index(store)
    await store.state.put("search.version", "0")

    await store.search.prepare()

    assert await store.state.get("search.version") == INDEX_VERSION
    assert await found(store, "needle") == []
    await index(store)
    assert await found(store, "needle") == ["m1"]


async def test_what_is_deleted_is_gone_from_the_index_and_the_file(
    store: Store, path: Path
) -> None:
    await store.conversations.create(conversation("c2"))
    for n in range(60):
        await say(store, f"a{n}", f"xylographer{n} and others", conversation_id="c2")
        await say(store, f"b{n}", f"kept{n} and others")
        if n % 7 == 0:
            await index(store)
    await index(store)
    await store.conversations.delete("c2")
    await tidy(store)

    assert await found(store, "xylographer") == []
    assert len(await found(store, "kept")) == 50
    assert b"xylographer" not in bytes_of(path)
    assert b"graphe" not in bytes_of(path), "the index shortens what its terms have in common"
    assert await integrity(store) == "ok"


async def test_tidying_goes_on_after_a_crash(store: Store, path: Path) -> None:
    await say(store, "m1", "xylographer")
    await index(store)
    await store.conversations.delete("c1")
    await store.aclose()

    again = Store(database=await Database.open(path))
    assert await again.state.get("search.tidy") == "new"
    await tidy(again)
    assert await again.state.get("search.tidy") is None
    assert b"xylographer" not in bytes_of(path)
    await again.aclose()


async def test_deleting_everything_leaves_an_empty_index_that_works(
    store: Store, path: Path
) -> None:
    await say(store, "m1", "xylographer")
    await index(store)
    await store.conversations.delete_all()

    assert await found(store, "xylographer") == []
    assert b"xylographer" not in bytes_of(path)
    await store.conversations.create(conversation())
    await say(store, "m2", "again")
    await index(store)
    assert await found(store, "again") == ["m2"]


async def integrity(store: Store) -> str:
    def work(connection: sqlite3.Connection) -> str:
        rows: Sequence[tuple[str]] = connection.execute("PRAGMA integrity_check").fetchall()
        return rows[0][0]

    return await store.database.read(work)


async def test_a_search_may_be_kept_to_some_time(store: Store) -> None:
    for day in range(4):
        await store.messages.append(
            message(f"m{day}", content=f"tea {day}", at=START + timedelta(days=day))
        )
    await index(store)

    async def between(since: int | None, until: int | None) -> list[str]:
        findings = await store.search.find(
            "tea",
            now=NOW,
            since=None if since is None else START + timedelta(days=since),
            until=None if until is None else START + timedelta(days=until),
        )
        return sorted(one.uuid for one in findings.found)

    assert await between(None, None) == ["m0", "m1", "m2", "m3"]
    assert await between(1, None) == ["m1", "m2", "m3"]
    assert await between(None, 1) == ["m0"]
    assert await between(1, 3) == ["m1", "m2"]
    assert await between(3, 1) == []
