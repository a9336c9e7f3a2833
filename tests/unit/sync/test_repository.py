import asyncio
import contextlib
import itertools
import sqlite3
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.storage.conversation_transfer import AddOutcome
from assistant.storage.message_search import IndexedMessage
from assistant.storage.telegram import TelegramAccount, TelegramUpdateRecord
from assistant.sync.model.records import Body, LocalRecord, RecordKey, RecordKind, ServerRecord
from assistant.sync.server.record_body import decoded
from tests.helpers.sync.memory_server import MemoryDatabase
from tests.helpers.sync.replicas import Replica, meet, setting
from tests.unit.storage.samples import START, conversation, message, question, tool_call


@pytest.fixture
def server() -> MemoryDatabase:
    return MemoryDatabase()


@pytest.fixture
async def laptop(tmp_path: Path, server: MemoryDatabase) -> AsyncIterator[Replica]:
    replica = await Replica.open(tmp_path / "laptop.db", server)
    yield replica
    await replica.aclose()


@pytest.fixture
async def tower(tmp_path: Path, server: MemoryDatabase) -> AsyncIterator[Replica]:
    replica = await Replica.open(tmp_path / "tower.db", server)
    yield replica
    await replica.aclose()


def keys(records: "tuple[LocalRecord, ...]") -> list[tuple[str, str]]:
    return [(record.key.kind.value, record.key.key) for record in records]


def from_server(
    kind: RecordKind, key: str, body: Body | None, *, version: int = 1, change: int = 1
) -> ServerRecord:
    return ServerRecord(
        key=RecordKey(kind, key),
        body=body,
        version=version,
        change=change,
        device_id="another",
        written_at=datetime(2026, 2, 19, tzinfo=UTC),
    )


def leftovers(replica: Replica, words: bytes) -> bool:
    """Whether words are in the files of a device's store."""
    path = replica.store.database.path
    return any(words in file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


class TestOutbox:
    async def test_nothing_is_noted_before_synchronising_is_set_up(
        self, tmp_path: Path, server: MemoryDatabase
    ) -> None:
        replica = await Replica.open(tmp_path / "x.db", server, enabled=False)

        await replica.store.conversations.create(conversation())

        assert await replica.sync.pending() == ()
        assert not await replica.sync.is_enabled()
        await replica.aclose()

    async def test_all_there_is_waits_once_it_is_set_up(
        self, tmp_path: Path, server: MemoryDatabase
    ) -> None:
        replica = await Replica.open(tmp_path / "x.db", server, enabled=False)
        await replica.store.conversations.create(conversation())
        await replica.store.messages.append(message("m1"))
        await replica.store.questions.add(question())
        await replica.sync.put_values({setting("language"): {"value": "ko"}})

        await replica.sync.enable("server")
        await replica.sync.enable("server")

        assert await replica.sync.is_enabled()
        assert keys(await replica.sync.pending()) == [
            ("conversation", "c1"),
            ("message", "m1"),
            ("question", "q1"),
            ("setting", "language"),
        ]
        await replica.aclose()

    @pytest.mark.requirement("SYNC-09")
    async def test_what_waits_survives_a_restart_in_its_order(
        self, tmp_path: Path, server: MemoryDatabase
    ) -> None:
        replica = await Replica.open(tmp_path / "x.db", server)
        await replica.store.conversations.create(conversation())
        for name in ("m3", "m1", "m2"):
            await replica.store.messages.append(message(name))
        await replica.aclose()

        again = await Replica.open(tmp_path / "x.db", server)

        assert keys(await again.sync.pending())[1:] == [
            ("message", "m3"),
            ("message", "m1"),
            ("message", "m2"),
        ]
        assert await again.sync.device_id() == again.server.device_id
        await again.aclose()

    async def test_a_reply_that_still_streams_waits_until_it_has_rested(
        self, laptop: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.messages.checkpoint(message("m1", partial=True))

        assert keys(await laptop.sync.pending(rest_s=3600)) == [("conversation", "c1")]
        assert ("message", "m1") in keys(await laptop.sync.pending(rest_s=0))
        await laptop.store.messages.checkpoint(message("m1"))
        assert ("message", "m1") in keys(await laptop.sync.pending(rest_s=3600))

    async def test_the_log_is_long_only_while_very_many_records_come(
        self, laptop: Replica, server: MemoryDatabase
    ) -> None:
        def log_pages(connection: sqlite3.Connection) -> int:
            return connection.execute("PRAGMA wal_autocheckpoint").fetchone()[0]

        def named(count: int) -> list[ServerRecord]:
            return [
                ServerRecord(
                    key=setting(f"a.b{n}"),
                    body={"value": n, "changed_at": "2026"},
                    version=1,
                    change=n,
                    device_id="tower",
                    written_at=START,
                )
                for n in range(1, count + 1)
            ]

        usual = await laptop.store.database.read(log_pages)
        await laptop.sync.apply(named(1000), cursor=1000)
        assert await laptop.store.database.read(log_pages) > usual
        await laptop.sync.apply(named(1), cursor=1001)
        assert await laptop.store.database.read(log_pages) == usual

    async def test_of_a_reply_that_streams_it_is_told_once_it_is_whole(
        self, laptop: Replica
    ) -> None:
        told: list[int] = []
        end = laptop.sync.listen(lambda: told.append(len(told)), rest_s=3600)
        await laptop.store.conversations.create(conversation())
        await laptop.store.messages.checkpoint(message("m1", partial=True))
        begun = len(told)
        for length in range(20):
            growing = message("m1", partial=True, content=f'[{{"text":"{"x" * length}"}}]')
            await laptop.store.messages.checkpoint(growing)
        assert len(told) == begun
        await laptop.store.messages.checkpoint(message("m1"))
        assert len(told) == begun + 1
        await laptop.push()
        assert len(told) == begun + 1
        end()

    async def test_a_reply_that_streams_no_more_is_told_once_it_has_rested(
        self, laptop: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        rested = asyncio.Event()
        end = laptop.sync.listen(rested.set, rest_s=0)
        await laptop.push()
        rested.clear()
        await laptop.store.messages.checkpoint(message("m1", partial=True))
        await rested.wait()
        end()

    async def test_a_reply_that_was_cut_off_does_not_wait(self, laptop: Replica) -> None:
        await laptop.store.conversations.create(conversation())
        cut_off = message("m1", partial=True, meta='{"ended":true}')

        await laptop.store.messages.checkpoint(cut_off)

        assert ("message", "m1") in keys(await laptop.sync.pending(rest_s=3600))

    async def test_a_change_that_was_taken_back_is_not_sent(self, laptop: Replica) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.conversations.set_model("c1", "p", "a")
        await laptop.push()

        await laptop.store.conversations.set_model("c1", "p", "b")
        await laptop.store.conversations.set_model("c1", "p", "a")

        assert await laptop.sync.pending() == ()
        assert (await laptop.sync.counts()).waiting == 0

    async def test_a_change_while_a_push_is_under_way_is_sent_by_the_next(
        self, laptop: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        sent = await laptop.sync.pending()
        result = await laptop.server.push(sent)
        await laptop.store.conversations.rename("c1", "Later")

        await laptop.sync.pushed(sent, result)

        (waits,) = await laptop.sync.pending()
        assert waits.base_version == 1
        assert waits.body is not None
        assert waits.body["title"] == "Later"

    async def test_a_long_record_ends_a_piece(self, laptop: Replica) -> None:
        await laptop.store.conversations.create(conversation())
        for n in range(5):
            await laptop.store.messages.append(message(f"m{n}", content=f'["{"x" * 3_000_000}"]'))

        assert len(await laptop.sync.pending()) == 3

    async def test_what_was_deleted_while_it_was_off_is_deleted_when_it_is_on_again(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.messages.append(message("m1"))
        await laptop.store.conversations.create(conversation("c2"))
        await meet(laptop, tower)
        await laptop.sync.disable()
        await laptop.store.conversations.delete("c1")
        assert await laptop.sync.pending() == ()

        await laptop.sync.enable("server")

        assert keys(await laptop.sync.pending()) == [("conversation", "c1"), ("message", "m1")]
        await meet(laptop, tower)
        assert [c.conversation_id for c in await tower.store.conversations.recent()] == ["c2"]

    async def test_another_server_gets_everything(self, laptop: Replica) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.push()
        await laptop.pull()

        await laptop.sync.enable("another server")

        assert await laptop.sync.cursor() == 0
        (record,) = await laptop.sync.pending()
        assert record.base_version == 0


class TestWhatTravels:
    @pytest.mark.requirement("SYNC-11")
    async def test_a_body_has_what_it_should_and_nothing_else(self, laptop: Replica) -> None:
        store = laptop.store
        await store.conversations.create(conversation())
        await store.messages.append(message("m1"))
        await store.questions.add(question())
        await store.tool_calls.add(tool_call())
        await store.state.put("voice.device", "/dev/snd/pcm0")

        bodies = {r.key.kind: dict(r.body or {}) for r in await laptop.sync.pending()}

        assert {kind.value: sorted(body) for kind, body in bodies.items()} == {
            "conversation": [
                *("agent", "channel", "created_at", "leaf", "leaf_at", "model", "profile"),
                *("title", "title_at", "updated_at", "workspace"),
            ],
            "message": [
                *("content", "conversation_id", "created_at", "meta", "parent_uuid", "role"),
                *("stamp", "status", "turn_id"),
            ],
            "question": [
                *("asked_at", "channel", "conversation_id", "deadline", "draft_json"),
                *("origin_json", "questions_json", "response_json", "settled_at", "status"),
                "tool_use_id",
            ],
        }

    @pytest.mark.requirement("SYNC-11")
    async def test_a_confirmation_stays_on_its_device(self, laptop: Replica) -> None:
        await laptop.store.conversations.create(conversation())
        confirm = replace(question("q2"), questions_json='{"id":"q2","purpose":"confirm"}')

        await laptop.store.questions.add(confirm)
        await laptop.store.questions.save_draft("q2", "{}")
        await laptop.store.questions.add(question("q3", conversation_id="not stored"))
        await laptop.store.conversations.delete("c1")

        assert keys(await laptop.sync.pending()) == [("conversation", "c1")]

    async def test_reading_a_message_into_the_index_changes_nothing(self, laptop: Replica) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.messages.append(message("m1"))
        await laptop.push()

        unread = await laptop.store.search.unread()
        await laptop.store.search.add([IndexedMessage(message=m, words="hello") for m in unread])

        assert (await laptop.sync.counts()).waiting == 0


class TestApplying:
    @pytest.mark.requirement("SYNC-01")
    async def test_a_new_device_gets_all_in_one_order(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        for name, parent in (("m1", None), ("m3", "m1"), ("m2", "m1")):
            await laptop.store.messages.append(message(name, parent))
        await laptop.store.messages.choose("c1", "m3")
        await laptop.store.questions.add(question())
        await laptop.push()

        (applied,) = await tower.pull()

        assert applied.conversations == {"c1"}
        assert applied.opened_questions == {"q1"}
        assert await tower.state() == await laptop.state()
        assert [m.uuid for m in await tower.store.messages.chain("c1")] == ["m1", "m3"]
        assert (await tower.sync.counts()).waiting == 0

    async def test_an_answer_that_comes_late_takes_nothing_back(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        sent = await laptop.sync.pending()
        result = await laptop.server.push(sent)
        await tower.pull()
        await tower.store.conversations.set_model("c1", "p", "other")
        await tower.push()
        await laptop.store.conversations.rename("c1", "Mine")
        await laptop.pull()

        await laptop.sync.pushed(sent, result)
        await meet(laptop, tower)

        found = await tower.store.conversations.get("c1")
        assert found is not None
        assert (found.title, found.model) == ("Mine", "other")
        assert await laptop.state() == await tower.state()

    async def test_what_was_merged_while_an_answer_was_under_way_still_waits(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await meet(laptop, tower)
        await laptop.store.conversations.set_model("c1", "p", "mine")
        sent = await laptop.sync.pending()
        result = await laptop.server.push(sent)
        await tower.pull()
        await tower.store.conversations.set_model("c1", "p", "theirs")
        await tower.push()
        await laptop.pull()

        await laptop.sync.pushed(sent, result)
        await meet(laptop, tower)

        assert await laptop.state() == await tower.state()

    async def test_a_conversation_is_as_new_as_its_latest_message(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await meet(laptop, tower)
        await laptop.store.messages.append(message("m1", at=START + timedelta(hours=1)))
        await tower.store.conversations.rename("c1", "An hour before")
        await tower.push()

        await meet(laptop, tower)

        for replica in (laptop, tower):
            (found,) = await replica.store.conversations.recent()
            assert found.updated_at == START + timedelta(hours=1)

    async def test_what_arrives_is_found_and_titled_like_what_was_said_here(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.messages.append(message("m1"))
        await laptop.store.messages.checkpoint(message("m2", "m1", partial=True, content='["a"]'))
        await meet(laptop, tower)

        unread = await tower.store.search.unread()
        assert [one.content for one in unread] == [message("m1").content, '["a"]']
        (first,) = await tower.store.conversations.first_words()
        assert first.content == message("m1").content
        await tower.store.search.add([IndexedMessage(message=m, words="a") for m in unread])
        assert await tower.store.search.unread() == ()
        await laptop.store.messages.checkpoint(message("m2", "m1", content='["a b"]'))
        await meet(laptop, tower)
        assert [one.content for one in await tower.store.search.unread()] == ['["a b"]']

    async def test_messages_wait_for_their_conversation(self, laptop: Replica) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.messages.append(message("m1"))
        about, said = await laptop.sync.pending()
        await laptop.store.conversations.delete("c1")
        await laptop.sync.disable()
        body = {**(said.body or {}), "conversation_id": "c9"}

        first = await laptop.sync.apply([from_server(RecordKind.MESSAGE, "m9", body)], cursor=1)
        assert not first.conversations
        assert (await laptop.sync.counts()).held == 1
        second = await laptop.sync.apply(
            [from_server(RecordKind.CONVERSATION, "c9", about.body, change=2)], cursor=2
        )

        assert second.conversations == {"c9"}
        assert (await laptop.sync.counts()).held == 0
        assert [m.uuid for m in await laptop.store.messages.chain("c9")] == ["m9"]

    async def test_one_held_message_that_cannot_be_read_keeps_no_conversation_away(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await tower.store.conversations.create(conversation())
        await tower.store.messages.append(message("m1"))
        about, said = await tower.sync.pending()
        strange = {**(said.body or {}), "role": "nobody"}

        await laptop.sync.apply(
            [
                from_server(RecordKind.MESSAGE, "m1", said.body),
                from_server(RecordKind.MESSAGE, "m2", strange, change=2),
                from_server(RecordKind.CONVERSATION, "c1", about.body, change=3),
            ],
            cursor=3,
        )

        assert [one.conversation_id for one in await laptop.store.conversations.recent()] == ["c1"]
        assert [m.uuid for m in await laptop.store.messages.chain("c1")] == ["m1"]
        assert (await laptop.sync.counts()).held == 0

    @pytest.mark.parametrize(
        "strange",
        [
            pytest.param({"title": {"en": "Garden"}}, id="an object for a text"),
            pytest.param({"title": None}, id="nothing for a text"),
            pytest.param({"created_at": "yesterday"}, id="no moment"),
            pytest.param({"updated_at": 5}, id="a number for a moment"),
            pytest.param({"title": "half \ud83d"}, id="half of a surrogate pair"),
            pytest.param({"later": {"\udc00": []}}, id="such a half in a field of tomorrow"),
        ],
    )
    async def test_a_record_that_cannot_be_read_is_left_out_alone(
        self, laptop: Replica, tower: Replica, strange: Body
    ) -> None:
        await tower.store.conversations.create(conversation())
        (about,) = await tower.sync.pending()

        await laptop.sync.apply(
            [
                from_server(RecordKind.CONVERSATION, "c0", {**(about.body or {}), **strange}),
                from_server(RecordKind.CONVERSATION, "c1", about.body, change=2),
            ],
            cursor=2,
        )

        assert [one.conversation_id for one in await laptop.store.conversations.recent()] == ["c1"]
        assert await laptop.sync.cursor() == 2

    async def test_a_message_for_a_deleted_conversation_is_deleted_everywhere(
        self, laptop: Replica, tower: Replica, server: MemoryDatabase
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.messages.append(message("m1"))
        await meet(laptop, tower)
        await laptop.store.conversations.delete("c1")
        await tower.store.messages.append(message("m2", "m1"))
        await tower.push()

        applied = [*await laptop.pull(), *await laptop.push(), *await tower.pull()]
        await meet(laptop, tower)

        assert applied[-1].deleted_conversations == {"c1"}
        keys_of = [RecordKey(RecordKind.MESSAGE, name) for name in ("m1", "m2")]
        assert [server.rows[key].body for key in keys_of] == [None, None]
        assert await tower.store.conversations.recent() == ()

    async def test_what_belongs_to_a_conversation_that_was_deleted_is_not_kept_for_it(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.messages.append(message("m1"))
        body = (await laptop.sync.pending())[1].body
        records = [
            from_server(RecordKind.MESSAGE, "m1", body),
            from_server(RecordKind.CONVERSATION, "c1", None, change=2),
            from_server(RecordKind.MESSAGE, "m2", body, change=3),
        ]

        await tower.sync.apply(records, cursor=3)

        assert (await tower.sync.counts()).held == 0
        assert [(r.key.key, r.body, r.base_version) for r in await tower.sync.pending()] == [
            ("m1", None, 1),
            ("m2", None, 1),
        ]

    async def test_a_deletion_wins_over_a_later_change(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await meet(laptop, tower)
        await laptop.store.conversations.delete("c1")
        await laptop.push()
        await tower.store.conversations.rename("c1", "Still here")

        await meet(tower, laptop)

        assert await tower.store.conversations.get("c1") is None
        assert await laptop.store.conversations.get("c1") is None

    @pytest.mark.parametrize("sent", [True, False])
    async def test_what_was_deleted_is_not_imported_again(
        self, laptop: Replica, tower: Replica, *, sent: bool
    ) -> None:
        await laptop.store.conversations.create(conversation())
        whole = await laptop.store.wholes.read("c1")
        assert whole is not None
        await meet(laptop, tower)
        await laptop.store.conversations.delete("c1")
        if sent:
            await meet(laptop, tower)

        assert await laptop.store.wholes.add(whole) is AddOutcome.DELETED
        await laptop.sync.disable()
        assert await laptop.store.wholes.add(whole) is AddOutcome.ADDED

    async def test_what_is_deleted_is_gone_from_the_file(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.messages.append(message("m1", content='["mandragora"]'))
        await laptop.store.conversations.rename("c1", "Mandragora")
        await meet(laptop, tower)
        await laptop.store.questions.add(replace(question(), draft_json='{"mandragora":1}'))
        await laptop.push()
        await laptop.store.conversations.rename("c1", "A mandragora")
        await meet(tower, laptop)
        await laptop.store.conversations.delete("c1")
        assert not leftovers(laptop, b"andragora")
        await meet(laptop, tower)
        assert not leftovers(laptop, b"andragora")
        assert not leftovers(tower, b"andragora")

    @pytest.mark.requirement("SYNC-08")
    async def test_two_names_become_a_conflict_until_the_user_chose(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await meet(laptop, tower)
        await laptop.store.conversations.rename("c1", "Berlin")
        await laptop.push()
        await tower.store.conversations.rename("c1", "Bonn")

        done = await meet(tower, laptop)

        (conflict,) = [conflict for applied in done for conflict in applied.conflicts]
        assert (conflict.field, {conflict.ours, conflict.theirs}) == ("title", {"Berlin", "Bonn"})
        assert await tower.sync.conflicts() == (conflict,)
        assert (await tower.sync.counts()).conflicts == 1
        assert await tower.sync.settle_conflict(conflict.conflict_id)
        assert not await tower.sync.settle_conflict(conflict.conflict_id)
        assert await tower.sync.conflicts() == ()

    async def test_an_answer_of_this_device_that_came_late_is_told_from_the_first(
        self, laptop: Replica, tower: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.questions.add(question())
        await meet(laptop, tower)
        for replica, words in ((laptop, "first"), (tower, "late")):
            assert await replica.store.questions.settle(
                "q1", status="answered", response_json=f'"{words}"', channel="web", at=START
            )

        done = await meet(laptop, tower)

        assert {q for applied in done for q in applied.settled_questions} == {"q1"}
        for replica in (laptop, tower):
            stored = await replica.store.questions.get("q1")
            assert stored is not None
            assert stored.response_json == '"first"'

    async def test_its_own_lost_change_is_no_conflict(self, laptop: Replica) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.push()
        await laptop.store.conversations.rename("c1", "One")
        await laptop.push(is_answer_lost=True)
        await laptop.store.conversations.rename("c1", "Two")

        done = await meet(laptop)

        assert not any(applied.conflicts for applied in done)
        renamed = await laptop.store.conversations.get("c1")
        assert renamed is not None
        assert renamed.title == "Two"

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"conversation_id": "c1", "content": 5},
            {"conversation_id": "c1", "content": "[]", "stamp": 1, "created_at": None},
            {"conversation_id": "c2", "content": "\ud83d"},
        ],
    )
    async def test_a_record_that_cannot_be_read_stops_nothing(
        self, laptop: Replica, body: Mapping[str, Any]
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.messages.append(message("m1"))
        bad = from_server(RecordKind.MESSAGE, "m1", body)
        good = from_server(RecordKind.SETTING, "language", {"value": "ko"}, change=2)

        applied = await laptop.sync.apply([bad, good], cursor=2)

        assert applied.values == {setting("language")}
        assert await laptop.sync.cursor() == 2
        assert await laptop.store.messages.chain("c1") == (message("m1"),)

    @pytest.mark.parametrize("stored", [b"", b"5", b"[1]", b"null", b"{", b"\xff", b"[" * 99_999])
    @pytest.mark.parametrize("kind", [RecordKind.CONVERSATION, RecordKind.SETTING])
    async def test_bytes_that_are_no_body_stop_nothing(
        self, laptop: Replica, kind: RecordKind, stored: bytes
    ) -> None:
        await laptop.store.conversations.create(conversation())
        bad = from_server(kind, "c1", decoded(stored))
        good = from_server(RecordKind.SETTING, "language", {"value": "ko"}, change=2)

        applied = await laptop.sync.apply([bad, good], cursor=2)

        assert applied.values == {setting("language")}
        assert set(await laptop.sync.values(RecordKind.SETTING)) == {"language"}
        assert [one.conversation_id for one in await laptop.store.conversations.recent()] == ["c1"]
        await laptop.store.conversations.rename("c1", "Mine")
        assert [record.key.key for record in await laptop.sync.pending()] == ["c1"]

    async def test_a_stamp_that_no_clock_shows_leaves_room_for_the_next(
        self, laptop: Replica
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.store.messages.append(message("m1"))
        record = (await laptop.sync.pending())[1]
        body = {**(record.body or {}), "stamp": 2**63 - 1}

        await laptop.sync.apply([from_server(RecordKind.MESSAGE, "m2", body)], cursor=1)
        await laptop.store.messages.append(message("m3"))

        assert [m.uuid for m in await laptop.store.messages.chain("c1")] == ["m3"]

    async def test_a_server_that_went_back_gets_what_it_lost(
        self, laptop: Replica, server: MemoryDatabase
    ) -> None:
        await laptop.store.conversations.create(conversation())
        await laptop.push()
        copy = dict(server.rows)
        for title in ("One", "Two"):
            await laptop.store.conversations.rename("c1", title)
            await laptop.push()
        server.rows = copy
        await laptop.store.conversations.rename("c1", "Three")

        done = await meet(laptop)

        assert any(applied.server_went_back for applied in done)
        assert '"Three"' in str(server.rows[RecordKey(RecordKind.CONVERSATION, "c1")].body)

    async def test_what_was_deleted_and_comes_in_anew_is_deleted_again(
        self, laptop: Replica, tower: Replica
    ) -> None:
        update = TelegramUpdateRecord(
            update_id=1001, chat_id=7, content="remind me", received_at=START
        )
        await laptop.store.telegram.receive([update], offset=1002)
        await meet(laptop, tower)
        await tower.store.telegram.handled([1001], at=START)
        await tower.store.telegram.forget_handled(before=START + timedelta(seconds=1))
        await meet(laptop, tower)

        await laptop.store.telegram.receive([update], offset=1002)  # the service told of it again
        await meet(laptop, tower)

        assert await laptop.sync.pending() == ()
        for replica in (laptop, tower):
            assert await replica.store.telegram.waiting() == ()

    async def test_a_user_can_be_unlinked_and_linked_again(
        self, laptop: Replica, tower: Replica
    ) -> None:
        account = TelegramAccount(
            user_id=7,
            chat_id=7,
            name="Ada",
            workspace="default",
            agent="default",
            conversation_id=None,
            linked_at=START,
        )
        for replica in (laptop, tower):
            await laptop.store.telegram.link(account)
            await meet(laptop, tower)
            assert await tower.store.telegram.accounts() == (account,)
            await replica.store.telegram.unlink(7)
            done = await meet(laptop, tower)
            assert any(applied.remote for applied in done)
            assert await laptop.store.telegram.accounts() == ()
            assert await tower.store.telegram.accounts() == ()


class TestValues:
    async def test_values_are_kept_by_kind_and_found_by_prefix(self, laptop: Replica) -> None:
        update = RecordKind.DOCUMENT_UPDATE
        await laptop.sync.put_values(
            {
                RecordKey(update, "a/1"): {"n": 1},
                RecordKey(update, "b/1"): {"n": 2},
                RecordKey(RecordKind.DOCUMENT, "a"): {"n": 3},
            }
        )
        await laptop.sync.put_values({RecordKey(update, "a/2"): {"n": 4}})

        assert await laptop.sync.values(update, prefix="a/") == {"a/1": {"n": 1}, "a/2": {"n": 4}}
        assert await laptop.sync.value(RecordKey(RecordKind.DOCUMENT, "a")) == {"n": 3}
        await laptop.sync.put_values({RecordKey(update, "a/2"): None})
        assert await laptop.sync.value(RecordKey(update, "a/2")) is None

    async def test_values_with_a_prefix_are_found_without_looking_at_all(
        self, laptop: Replica
    ) -> None:
        statements: list[str] = []
        database = laptop.store.database
        await database.read(lambda connection: connection.set_trace_callback(statements.append))
        await laptop.sync.values(RecordKind.DOCUMENT_UPDATE, prefix="a/")
        await database.read(lambda connection: connection.set_trace_callback(None))

        def plan(connection: sqlite3.Connection) -> str:
            rows = connection.execute(f"EXPLAIN QUERY PLAN {statements[0]}")
            return " ".join(row[3] for row in rows)

        assert "key>? AND key<?" in await database.read(plan)

    async def test_a_value_that_did_not_change_is_not_sent(self, laptop: Replica) -> None:
        await laptop.sync.put_values({setting("language"): {"value": "ko"}})
        await laptop.push()

        await laptop.sync.put_values({setting("language"): {"value": "ko"}})

        assert (await laptop.sync.counts()).waiting == 0


@contextlib.asynccontextmanager
async def _two_stores() -> AsyncGenerator[tuple[Replica, Replica]]:
    server = MemoryDatabase()
    with tempfile.TemporaryDirectory() as folder:
        one, other = [await Replica.open(Path(folder) / f"{n}.db", server) for n in range(2)]
        try:
            yield one, other
        finally:
            await one.aclose()
            await other.aclose()


_PARENTS = st.lists(st.integers(0, 8), min_size=1, max_size=8)


@given(_PARENTS, st.data())
async def test_the_present_branch_does_not_depend_on_the_order_of_arrival(
    parents: list[int], data: st.DataObject
) -> None:
    """Any permutation and any pieces of the same records look alike."""
    async with _two_stores() as (source, target):
        for at, minutes in (("c1", 0), ("c2", 0), ("c3", 5)):
            await source.store.conversations.create(
                conversation(at, at=START + timedelta(minutes=minutes))
            )
        for n, parent in enumerate(parents):
            above = f"m{parent}" if parent < n else None
            await source.store.messages.append(message(f"m{n}", above))
        chosen = data.draw(st.integers(0, len(parents)))
        await source.store.messages.choose("c1", f"m{chosen}")
        await source.push()
        changes = data.draw(st.permutations(await target.changes()))
        cuts = data.draw(st.lists(st.integers(0, len(changes)), max_size=3))

        for start, end in itertools.pairwise([0, *sorted(cuts), len(changes)]):
            await target.sync.apply(changes[start:end], cursor=end)

        assert await target.state() == await source.state()
