"""The history as it grows, goes back and is read again."""

from dataclasses import replace

import pytest
from typing_extensions import override

from assistant.conversation.history.message_history import BETWEEN_SEGMENTS, History
from assistant.llm.messages_api.messages import Message, TextBlock, ToolResultBlock
from assistant.storage.model.message_tree import latest_branch
from assistant.storage.model.records import MessageRecord
from tests.helpers.clock import ManualClock
from tests.unit.conversation.conftest import MemoryStore
from tests.unit.conversation.history.model.test_replay import CHOICE


class BranchStore(MemoryStore):
    """Returns the latest branch, as the real store does."""

    @override
    async def chain(self, conversation_id: str) -> tuple[MessageRecord, ...]:
        """Return the messages from the first to the latest."""
        return latest_branch(list(self.records.values())).messages


@pytest.fixture
def store() -> BranchStore:
    """A store in memory."""
    return BranchStore()


@pytest.fixture
def history(store: BranchStore) -> History:
    """An empty history."""
    return fresh(store)


def fresh(store: BranchStore) -> History:
    """Return a history on what is stored; `load` it."""
    return History(conversation_id="c", store=store, clock=ManualClock())


async def say(history: History, *texts: str) -> list[str]:
    """Add messages in turn; returns their ids."""
    ids: list[str] = []
    for n, text in enumerate(texts):
        entry = await history.append(
            "assistant" if n % 2 else "user", [TextBlock(text=text)], turn_id="t"
        )
        ids.append(entry.uuid)
    return ids


async def reply(history: History, text: str) -> None:
    """Add a complete reply."""
    entry = history.begin_reply(turn_id="t", model="m")
    message = Message(role="assistant", content=(TextBlock(text=text),))
    await history.save(replace(entry, message=message, partial=False))


def texts(history: History) -> list[str]:
    """Return the words of every message."""
    return [entry.message.text for entry in history.entries]


async def test_after_going_back_the_next_message_begins_the_latest_branch(
    history: History, store: BranchStore
) -> None:
    ids = await say(history, "a", "b", "c", "d")
    history.rewind(ids[1])
    assert texts(history) == ["a", "b"]
    await say(history, "C")
    again = fresh(store)
    await again.load()
    assert texts(again) == ["a", "b", "C"]
    assert again.entries[2].parent_uuid == ids[1]
    assert set(ids) <= set(store.records), "the old branch is stored"


async def test_until_something_is_added_the_old_branch_stays_the_latest(
    history: History, store: BranchStore
) -> None:
    ids = await say(history, "a", "b", "c", "d")
    history.rewind(ids[1])
    again = fresh(store)
    await again.load()
    assert texts(again) == ["a", "b", "c", "d"]


async def test_going_back_to_what_another_branch_has_is_refused(history: History) -> None:
    ids = await say(history, "a", "b", "c")
    history.rewind(ids[0])
    with pytest.raises(KeyError):
        history.rewind(ids[2])
    assert texts(history) == ["a"]


async def test_a_late_note_about_a_message_left_behind_does_not_bring_its_branch_back(
    history: History, store: BranchStore
) -> None:
    ids = await say(history, "a", "b", "c", "d")
    left = history.entry(ids[3])
    history.rewind(ids[0])
    await say(history, "B")
    await history.save(replace(left, heard="x"))
    again = fresh(store)
    await again.load()
    assert texts(history) == texts(again) == ["a", "B"]
    assert '"heard": "x"' in store.records[left.uuid].meta


async def test_what_a_turn_leaves_is_read_again(history: History, store: BranchStore) -> None:
    await history.append("user", [TextBlock(text="1")], turn_id="t", answers="q")
    results = history.begin_results(turn_id="t")
    content = (ToolResultBlock(tool_use_id="c1", content="B"),)
    data = {"c1": {"toolUseResult": {"답": ["B"]}}}
    await history.save(
        replace(
            results,
            message=Message(role="user", content=content),
            results=data,
            partial=False,
            closing=True,
        )
    )
    await history.end_turn("another")
    assert not history.entries[-1].ended
    await history.end_turn("t")
    again = fresh(store)
    await again.load()
    first, second = again.entries
    assert first.answers == "q"
    assert (second.results, second.closing, second.ended) == (data, True, True)


@pytest.mark.parametrize(
    ("heard", "shares"),
    [
        ("So, let", ["So, let", ""]),
        ("So, let me ask.", [None, ""]),
        ("So, let me ask." + BETWEEN_SEGMENTS, [None, ""]),
        ("So, let me ask." + BETWEEN_SEGMENTS + "Th", [None, "Th"]),
        ("So, let me ask." + BETWEEN_SEGMENTS + "Thanks.", [None, None]),
    ],
)
async def test_what_was_heard_is_counted_in_what_was_shown(
    history: History, heard: str, shares: list[str | None]
) -> None:
    await reply(history, "So, let me ask." + CHOICE)
    await reply(history, "Thanks.")
    await history.mark_heard("t", heard)
    assert [entry.heard for entry in history.entries] == shares
    assert history.entries[0].message.text.endswith(CHOICE)


async def test_of_a_turn_taken_up_only_the_new_words_were_heard(history: History) -> None:
    await reply(history, "Before.")
    at = history.entries[-1].uuid
    await reply(history, "After it.")
    await history.mark_heard("t", "After", after=at)
    assert [entry.heard for entry in history.entries] == [None, "After"]


async def test_messages_in_one_place_on_different_branches_know_each_other() -> None:
    store = BranchStore()
    history = History(conversation_id="c1", store=store, clock=ManualClock())
    first = await history.append("user", [TextBlock(text="one")], turn_id="t1")
    reply = await history.append("assistant", [TextBlock(text="yes")], turn_id="t1")
    assert history.siblings == {}

    history.rewind(None)
    second = await history.append("user", [TextBlock(text="two")], turn_id="t2")
    assert history.siblings == dict.fromkeys((first.uuid, second.uuid), (first.uuid, second.uuid))
    assert second.parent_uuid is None

    third = await history.append("assistant", [TextBlock(text="no")], turn_id="t2")
    history.rewind(second.uuid)
    partial = history.begin_reply(turn_id="t3", model="m")
    await history.save(partial)
    assert history.siblings[partial.uuid] == (third.uuid, partial.uuid)
    assert reply.uuid not in history.siblings
