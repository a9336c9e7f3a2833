import asyncio
import sqlite3
from collections.abc import Sequence

import pytest

from assistant.conversation.context.summariser import MEMORY_SUMMARIES as SUMMARIES
from assistant.engine.history.search_indexer import SearchIndexer
from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.protocol.conversation import (
    ConversationOpened,
    NewConversation,
    QueuedMessagesChanged,
    Say,
    Stop,
)
from assistant.protocol.history import (
    BranchFrom,
    ConversationsListed,
    DeleteConversation,
    DeleteEverything,
    HistoryFound,
    ListConversations,
    OpenConversation,
    RenameConversation,
    SearchHistory,
)
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionClosed
from assistant.protocol.turns import RequestSent, TurnFailed, TurnFinished
from assistant.storage.message_search import UnindexedMessage
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says
from tests.helpers.patience import PATIENCE_S
from tests.unit.engine.questions.test_answer_delivery import ASKS


async def talk(running: RunningCore, *words: str) -> str:
    """Say something in a new conversation; return its id."""
    await running.do(NewConversation())
    for text in words:
        await running.turn(text)
    return current(running)


def current(running: RunningCore) -> str:
    return running.core.conversations.current.conversation_id


def shown(running: RunningCore) -> list[str]:
    return [message.text for message in running.of(HistoryLoaded)[-1].messages]


async def listed(running: RunningCore) -> dict[str, str]:
    """Return the titles that a new list has, by id, in its order."""
    before = len(running.of(ConversationsListed))
    await running.do(ListConversations())
    event = await running.until(ConversationsListed, before + 1)
    return {one.conversation_id: one.title for one in event.conversations}


async def found(running: RunningCore, query: str) -> list[tuple[str, str]]:
    """Return the ids of conversation and message of what a search finds."""
    await running.settle()
    before = len(running.of(HistoryFound))
    await running.do(SearchHistory(query=query))
    event = await running.until(HistoryFound, before + 1)
    assert event.query == query
    return [(hit.conversation_id, hit.message_id) for hit in event.hits]


async def indexed(running: RunningCore) -> None:
    """Wait until everything is in the index."""
    async with asyncio.timeout(PATIENCE_S):
        while await running.core.store.search.unread():
            await running.settle()


async def index_at_rest() -> None:
    """Wait until nothing is brought into the index any more."""
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(*(one for one in asyncio.all_tasks() if one.get_name() == "index"))


async def test_conversations_in_which_something_was_said_are_listed_by_use(home: Home) -> None:
    model = ScriptedModel([says("one"), says("two"), says("three")])
    async with opened(home, model) as running:
        first = await talk(running, "## Plan *a* trip\nto the sea")
        second = await talk(running, "Bake bread")
        await running.do(OpenConversation(conversation_id=first))
        await running.turn("More")
        await running.do(NewConversation())

        assert list((await listed(running)).items()) == [
            (first, "Plan a trip"),
            (second, "Bake bread"),
        ]


async def test_the_list_is_told_again_when_something_was_said(home: Home) -> None:
    async with opened(home, ScriptedModel([says("one")])) as running:
        assert await listed(running) == {}
        name = await talk(running, "Hello there")
        await running.until_true(
            lambda: (
                [c.title for c in running.of(ConversationsListed)[-1].conversations]
                == ["Hello there"]
            )
        )
        assert running.of(ConversationsListed)[-1].current == name


async def test_a_conversation_is_opened_and_goes_on(home: Home) -> None:
    model = ScriptedModel([says("one"), says("two"), says("three")])
    async with opened(home, model) as running:
        first = await talk(running, "Remember the number 7")
        await talk(running, "Something else")
        await running.do(OpenConversation(conversation_id=first))

        assert shown(running) == ["Remember the number 7", "one"]
        assert running.of(ConversationOpened)[-1].conversation_id == first
        await running.turn("Which number?")
        words = [message.text for message in model.requests[-1].messages]
        assert "Remember the number 7" in words[0]
        assert "Which number?" in words[-1]


async def test_a_conversation_is_named_after_its_first_words_though_nothing_could_be_asked(
    home: Home,
) -> None:
    async with opened(home, ScriptedModel([says("one")])) as running:
        await running.do(Say(text="First words"))
        await running.do(Stop())
        await running.until(TurnFailed)
        assert not running.of(RequestSent)
        await running.turn("Second words")
        assert list((await listed(running)).values()) == ["First words"]


async def test_opening_the_conversation_that_is_open_does_not_disturb_its_reply(home: Home) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([says("one"), [*says("two")[:1], Wait(gate=gate), *says("two")[1:]]])
    async with opened(home, model) as running:
        name = await talk(running, "First")
        await running.do(Say(text="Second"))
        await running.until(RequestSent, 2)
        before = len(running.of(HistoryLoaded))
        await running.do(OpenConversation(conversation_id=name))
        first = running.core.conversations.current.entries[0].uuid
        await running.do(OpenConversation(conversation_id=name, message_id=first))
        assert await running.until_notice("history_refused")
        assert len(running.of(HistoryLoaded)) == before
        gate.set()
        await running.until(TurnFinished, 2)
        await running.do(OpenConversation(conversation_id=name, message_id=first))
        assert running.of(ConversationOpened)[-1].message_id == first


async def test_opening_what_is_gone_says_so_and_changes_nothing(home: Home) -> None:
    async with opened(home, ScriptedModel([says("one")])) as running:
        here = await talk(running, "Hello")
        await running.do(OpenConversation(conversation_id="gone"))
        assert (await running.until_notice("history_refused")).text
        assert current(running) == here


async def test_a_turn_under_way_is_stopped_when_another_conversation_is_opened(home: Home) -> None:
    model = ScriptedModel([says("one"), [Wait(gate=asyncio.Event()), *says("never")]])
    async with opened(home, model) as running:
        first = await talk(running, "Hello")
        await running.do(NewConversation())
        second = current(running)
        await running.do(Say(text="Tell me a story"))
        await running.until(RequestSent, 2)
        await running.do(Say(text="A long one"))
        assert [text for _id, text in running.of(QueuedMessagesChanged)[-1].waiting] == [
            "A long one"
        ]
        await running.do(OpenConversation(conversation_id=first))

        assert current(running) == first
        assert running.of(TurnFailed)[-1].cancelled
        assert running.of(QueuedMessagesChanged)[-1].waiting == (), "they go back to the input line"
        assert second in await listed(running)
        await running.settle()
        assert len(model.requests) == 2
        assert model.n_open == 0
        stored = await running.core.store.messages.chain(second)
        assert [record.role for record in stored] == ["user"]


async def test_a_search_finds_words_and_jumps_to_them(home: Home) -> None:
    model = ScriptedModel([says("Sieben 오늘 날씨"), says("other")])
    async with opened(home, model) as running:
        first = await talk(running, "Which café is best?")
        await talk(running, "Something else")
        await indexed(running)
        (place,) = await found(running, "날씨")
        assert place[0] == first
        assert [name for name, _message in await found(running, "cafe")] == [first]
        hit = running.of(HistoryFound)[-1].hits[0]
        assert hit.title == "Which café is best?"
        assert [hit.snippet[a:b] for a, b in hit.matches] == ["café"]

        await running.do(OpenConversation(conversation_id=first, message_id=place[1]))
        assert running.of(ConversationOpened)[-1].message_id == place[1]
        await running.do(OpenConversation(conversation_id=first))
        assert running.of(ConversationOpened)[-1].message_id is None


async def test_what_was_said_is_found_while_a_question_about_it_is_open(home: Home) -> None:
    async with opened(home, ScriptedModel([says("one"), ASKS])) as running:
        first = await talk(running, "Hello")
        await index_at_rest()
        await running.do(Say(text="Ask me, aardvark"))
        await running.until_asked()
        await indexed(running)
        assert [name for name, _message in await found(running, "aardvark")] == [first]


async def test_leaving_while_a_question_is_open_leaves_no_work_behind(
    home: Home, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index would be brought up to date at the turn's end, when the store is closed already."""
    async with opened(home, ScriptedModel([ASKS])) as running:
        await running.do(Say(text="Ask me"))
        await running.until_asked()
        await indexed(running)
        search = running.core.store.search
        unread = search.unread

        has_closed = asyncio.Event()

        async def unread_late(**where: int) -> Sequence[UnindexedMessage]:
            await has_closed.wait()
            return await unread(**where)

        monkeypatch.setattr(search, "unread", unread_late)

    has_closed.set()
    await index_at_rest()
    assert caplog.messages == []


async def test_a_newer_search_replaces_the_one_under_way(home: Home) -> None:
    async with opened(home, ScriptedModel()) as running:
        searches = [running.do(SearchHistory(query=query)) for query in ("a", "ab", "abc")]
        await asyncio.gather(*searches)
        assert running.of(HistoryFound)[-1].query == "abc"


async def test_a_title_of_the_persons_own_stays(home: Home) -> None:
    async with opened(home, ScriptedModel([says("one"), says("two")])) as running:
        name = await talk(running, "Hello")
        await running.do(RenameConversation(conversation_id=name, title="  My\n talk "))
        assert await listed(running) == {name: "My talk"}
        await running.turn("More")
        assert await listed(running) == {name: "My talk"}
        await running.do(RenameConversation(conversation_id=name, title=" "))
        assert await listed(running) == {name: "Hello"}, "named after the first words again"


def in_the_file(home: Home, words: str) -> bool:
    """Whether these words stand anywhere in the database's files."""
    folder = home.database.parent
    return any(words.encode() in file.read_bytes() for file in folder.iterdir())


async def test_a_deleted_conversation_is_gone_from_list_search_and_file(home: Home) -> None:
    model = ScriptedModel([says("zanzibar it is"), says("the moon")])
    async with opened(home, model) as running:
        first = await talk(running, "Where to, xylographer?")
        second = await talk(running, "And then?")
        await running.core.store.state.put(f"summary:{first}", "quokka")
        await indexed(running)
        assert in_the_file(home, "xylographer")
        await running.do(DeleteConversation(conversation_id=first))

        assert list(await listed(running)) == [second]
        assert await found(running, "xylographer") == []
        assert await found(running, "moon") != []
        assert await running.core.store.messages.chain(first) == ()
        assert current(running) == second
        for word in ("xylographer", "zanzibar", "quokka"):
            assert not in_the_file(home, word)


async def test_the_current_conversation_is_deleted_while_a_turn_runs(home: Home) -> None:
    async with opened(home, ScriptedModel([ASKS])) as running:
        await running.do(Say(text="Ask me"))
        await running.until_asked()
        name = current(running)
        await running.do(DeleteConversation(conversation_id=name))

        assert current(running) != name
        assert running.of(TurnFailed)[-1].cancelled
        assert running.of(QuestionClosed)
        assert running.core.desk.pending() == ()
        assert await running.core.store.questions.history(name) == ()
        assert await running.core.store.tool_calls.history(name) == ()
        assert await running.core.store.conversations.get(name) is None
        assert running.of(HistoryLoaded)[-1].messages == ()
    async with opened(home, ScriptedModel()) as again:
        assert await listed(again) == {}


async def test_deleting_what_was_deleted_already_is_harmless(home: Home) -> None:
    async with opened(home, ScriptedModel([says("one")])) as running:
        name = await talk(running, "Hello")
        await running.do(DeleteConversation(conversation_id="gone"))
        assert list(await listed(running)) == [name]


async def test_everything_is_deleted_for_good(home: Home) -> None:
    async with opened(home, ScriptedModel([says("zanzibar"), ASKS])) as running:
        await talk(running, "xylographer")
        await running.do(NewConversation())
        await running.do(Say(text="Ask me, aardvark"))
        await running.until_asked()
        await indexed(running)
        await running.core.store.state.put(SUMMARIES, '{"digest": "- likes aardvark stew"}')
        await running.do(DeleteEverything())

        await running.until_notice("everything_deleted")
        assert await running.core.store.state.get(SUMMARIES) is None
        assert await listed(running) == {}
        assert await found(running, "xylographer") == []
        assert running.core.desk.pending() == ()
        for word in ("xylographer", "zanzibar", "aardvark"):
            assert not in_the_file(home, word)
        assert running.of(HistoryLoaded)[-1].messages == ()
        assert current(running)


async def test_a_conversation_goes_on_after_everything_was_deleted(home: Home) -> None:
    async with opened(home, ScriptedModel([says("one"), says("two")])) as running:
        await talk(running, "Hello")
        await running.do(DeleteEverything())
        await running.turn("Again")
        assert list((await listed(running)).values()) == ["Again"]


async def test_words_are_said_anew_on_a_branch_and_both_branches_stay(home: Home) -> None:
    model = ScriptedModel([says("one"), says("two"), says("other two"), says("more")])
    async with opened(home, model) as running:
        name = await talk(running, "First", "Second")
        second = running.core.conversations.current.entries[2].uuid
        await running.do(BranchFrom(message_id=second, text="Second, changed"))
        await running.until(TurnFinished, 3)

        entries = running.core.conversations.current.entries
        assert [e.message.text for e in entries] == ["First", "one", "Second, changed", "other two"]
        words = [message.text for message in model.requests[-1].messages]
        assert not any(text.endswith("Second") for text in words)
        await running.do(OpenConversation(conversation_id=name, message_id=second))
        loaded = running.of(HistoryLoaded)[-1].messages
        assert [m.text for m in loaded] == ["First", "one", "Second", "two"]
        assert loaded[2].siblings == (second, entries[2].uuid)
        assert loaded[0].siblings == ()
    async with opened(home, ScriptedModel([says("on")])) as again:
        assert [m.text for m in again.of(HistoryLoaded)[-1].messages][2:] == ["Second", "two"]
        await again.turn("Third")
    async with opened(home, ScriptedModel()) as last:
        texts = [m.text for m in last.of(HistoryLoaded)[-1].messages]
        assert texts == ["First", "one", "Second", "two", "Third", "on"]


async def test_the_first_words_can_be_said_anew(home: Home) -> None:
    model = ScriptedModel([says("one"), says("other")])
    async with opened(home, model) as running:
        await talk(running, "First")
        first = running.core.conversations.current.entries[0].uuid
        await running.do(BranchFrom(message_id=first, text="Changed"))
        await running.until(TurnFinished, 2)
        entries = running.core.conversations.current.entries
        assert [e.message.text for e in entries] == ["Changed", "other"]
        assert [m.role for m in model.requests[-1].messages] == ["user"]


async def test_going_back_without_words_is_remembered(home: Home) -> None:
    async with opened(home, ScriptedModel([says("one"), says("two")])) as running:
        await talk(running, "First", "Second")
        second = running.core.conversations.current.entries[2].uuid
        await running.do(BranchFrom(message_id=second))
        assert shown(running) == ["First", "one"]
    async with opened(home, ScriptedModel()) as again:
        assert [m.text for m in again.of(HistoryLoaded)[-1].messages] == ["First", "one"]


async def test_a_question_on_the_branch_that_is_left_is_closed(home: Home) -> None:
    async with opened(home, ScriptedModel([says("one"), ASKS, says("two")])) as running:
        await talk(running, "First")
        await running.do(Say(text="Ask me"))
        await running.until_asked()
        asking = running.core.conversations.current.entries[2].uuid
        await running.do(BranchFrom(message_id=asking, text="Do not ask"))
        await running.until(TurnFinished, 2)
        assert running.core.desk.pending() == ()
        texts = [e.message.text for e in running.core.conversations.current.entries]
        assert texts == ["First", "one", "Do not ask", "two"]


@pytest.mark.parametrize("index", [1, None])
async def test_only_words_of_the_persons_own_can_be_said_anew(
    home: Home, index: int | None
) -> None:
    async with opened(home, ScriptedModel([says("one")])) as running:
        await talk(running, "First")
        entries = running.core.conversations.current.entries
        message_id = "gone" if index is None else entries[index].uuid
        await running.do(BranchFrom(message_id=message_id, text="Changed"))
        assert (await running.until_notice("history_refused")).text
        assert len(running.core.conversations.current.entries) == 2


def as_before_the_index(connection: sqlite3.Connection) -> None:
    """Make the database what an older version left."""
    connection.execute("UPDATE conversations SET title = ''")
    connection.execute("UPDATE messages SET words = NULL")
    connection.execute("INSERT INTO message_words (message_words) VALUES ('delete-all')")


@pytest.mark.requirement("APP-09")
async def test_titles_and_index_of_an_older_database_are_made_up_for(home: Home) -> None:
    async with opened(home, ScriptedModel([says("kangaroo")])) as running:
        name = await talk(running, "Hello")
        await running.settle()
        await running.core.store.database.write(as_before_the_index)
    async with opened(home, ScriptedModel()) as again:
        await indexed(again)
        assert await listed(again) == {name: "Hello"}
        assert [hit[0] for hit in await found(again, "kangaroo")] == [name]
        assert not [n for n in again.of(Notice) if n.severity.value == "error"]


async def test_a_search_before_everything_is_read_in_says_so_and_is_made_again(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(home, ScriptedModel([says("A xylographer.")])) as running:
        await talk(running, "Who is it?")
        await indexed(running)
        await running.core.store.database.write(as_before_the_index)
    reading = asyncio.Event()
    begin = SearchIndexer.begin

    async def when_asked(indexing: SearchIndexer) -> bool:
        await reading.wait()
        return await begin(indexing)

    monkeypatch.setattr(SearchIndexer, "begin", when_asked)
    async with opened(home) as running:
        await running.do(SearchHistory(query="xylographer"))
        event = await running.until(HistoryFound)
        assert event.is_partial
        reading.set()
        whole = await running.until(HistoryFound, 2)
        assert not whole.is_partial
        assert whole.query == "xylographer"
        assert len(whole.hits) == 1
        await running.settle()
        assert len(running.of(HistoryFound)) == 2, "once is enough"


async def test_what_cannot_be_sent_now_leads_nowhere_back(home: Home) -> None:
    model = ScriptedModel([says("one")])
    async with opened(home, model) as running:
        await talk(running, "First")
        entries = list(running.core.conversations.current.entries)
        model.refusal = ProviderError("No key.", category=ErrorCategory.AUTHENTICATION)
        with pytest.raises(ProviderError):
            await running.do(BranchFrom(message_id=entries[0].uuid, text="Changed"))
        assert list(running.core.conversations.current.entries) == entries
