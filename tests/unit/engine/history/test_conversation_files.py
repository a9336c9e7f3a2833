import json
import os
import stat
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from assistant.conversation.history.files.json_import import ImportDefaults
from assistant.engine.history.conversation_files import ConversationFiles
from assistant.errors import StoreError
from assistant.home import Home
from assistant.protocol.conversation import NewConversation, Say
from assistant.protocol.history import (
    ConversationCopied,
    ConversationsListed,
    CopyConversation,
    ExportConversations,
    FileFormat,
    ImportConversations,
    ListConversations,
    OpenConversation,
)
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.turns import TurnFinished
from assistant.storage.conversation_transfer import AddOutcome, WholeConversation
from assistant.storage.database import Database
from assistant.storage.store import Store
from tests.helpers.clock import ManualClock
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.unit.engine.questions.test_answer_delivery import ASKS, answer_waiting
from tests.unit.storage.samples import conversation, message, question, tool_call


@pytest.fixture
def exchange(store: Store) -> ConversationFiles:
    return exchange_of(store)


def exchange_of(store: Store) -> ConversationFiles:
    setting = ImportDefaults(workspace="default", agent="default", profile="p", model="m")
    return ConversationFiles(
        store=store, clock=ManualClock(), setting=lambda: setting, zone=ZoneInfo("Asia/Seoul")
    )


def whole(name: str = "c1", title: str = "A talk") -> WholeConversation:
    return WholeConversation(
        conversation=conversation(name, title=title),
        messages=(
            message(f"{name}-1", conversation_id=name),
            message(f"{name}-2", f"{name}-1", conversation_id=name),
            message(f"{name}-3", f"{name}-1", conversation_id=name),
        ),
        questions=(question(f"{name}-q", conversation_id=name),),
        tool_calls=(tool_call(conversation_id=name),),
        leaf=f"{name}-2",
    )


# Whole conversations in the store.


async def test_a_whole_conversation_comes_out_as_it_went_in(store: Store) -> None:
    assert await store.wholes.add(whole()) is AddOutcome.ADDED

    assert await store.wholes.read("c1") == whole()
    assert [m.uuid for m in await store.messages.chain("c1")] == ["c1-1", "c1-2"]
    assert await store.wholes.read("gone") is None


async def test_a_conversation_that_is_here_is_left_as_it_is(store: Store) -> None:
    await store.wholes.add(whole())

    assert await store.wholes.add(whole(title="Another")) is AddOutcome.PRESENT
    assert await store.wholes.read("c1") == whole()


async def test_nothing_is_added_of_a_conversation_whose_ids_are_taken(store: Store) -> None:
    await store.wholes.add(whole())
    other = WholeConversation(
        conversation=conversation("c2"),
        messages=(
            message("new", conversation_id="c2"),
            message("c1-1", "new", conversation_id="c2"),
        ),
    )

    assert await store.wholes.add(other) is AddOutcome.TAKEN
    assert await store.conversations.get("c2") is None


# Files.


async def test_every_conversation_comes_back_from_its_file(
    store: Store, exchange: ConversationFiles, tmp_path: Path
) -> None:
    for name in ("c1", "c2"):
        await store.wholes.add(whole(name))
    await store.conversations.create(conversation("empty"))
    file = tmp_path / "all.jsonl"

    exported = await exchange.write(file, FileFormat.JSON_LINES)
    assert (exported.conversations, exported.messages) == (2, 6)

    other = Store(database=await Database.open(tmp_path / "other.db"))
    imported = await exchange_of(other).read(file)
    assert (imported.added, imported.present, imported.problems) == (2, 0, ())
    for name in ("c1", "c2"):
        assert await other.wholes.read(name) == whole(name)
    again = await exchange_of(other).read(file)
    assert (again.added, again.present) == (0, 2)
    again_file = tmp_path / "again.jsonl"
    await exchange_of(other).write(again_file, FileFormat.JSON_LINES)
    assert sorted(again_file.read_bytes().splitlines()) == sorted(file.read_bytes().splitlines())
    await other.aclose()


async def test_a_file_is_for_the_person_alone_and_replaced_whole(
    store: Store, exchange: ConversationFiles, tmp_path: Path
) -> None:
    await store.wholes.add(whole())
    folder = tmp_path / "out"
    folder.mkdir()
    file = folder / "one.md"
    file.write_text("old")
    file.chmod(0o644)

    await exchange.write(file, FileFormat.MARKDOWN, "c1")

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text(encoding="utf-8").startswith("# A talk\n")
    assert list(folder.iterdir()) == [file]


async def test_a_file_that_cannot_be_written_leaves_what_was_there(
    store: Store, exchange: ConversationFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.wholes.add(whole())
    folder = tmp_path / "out"
    folder.mkdir()
    file = folder / "one.jsonl"
    file.write_text("old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StoreError, match="No space left"):
            await exchange.write(file, FileFormat.JSON_LINES, "c1")
    with pytest.raises(StoreError, match="cannot be written"):
        await exchange.write(tmp_path / "nowhere" / "x", FileFormat.JSON_LINES, "c1")
    with pytest.raises(StoreError, match="no conversation"):
        await exchange.write(file, FileFormat.JSON_LINES, "gone")

    assert file.read_text() == "old"
    assert list(folder.iterdir()) == [file]


async def test_a_file_that_cannot_be_read_is_told(
    exchange: ConversationFiles, tmp_path: Path
) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        await exchange.read(tmp_path / "nothing.jsonl")
    file = tmp_path / "latin.jsonl"
    file.write_bytes("é".encode("latin-1"))
    with pytest.raises(StoreError, match="not UTF-8"):
        await exchange.read(file)


async def test_conversations_with_sound_lines_are_taken_from_a_broken_file(
    store: Store, exchange: ConversationFiles, tmp_path: Path
) -> None:
    for name in ("c1", "c2"):
        await store.wholes.add(whole(name))
    file = tmp_path / "all.jsonl"
    await exchange.write(file, FileFormat.JSON_LINES)
    lines = file.read_text(encoding="utf-8").splitlines()
    broken = json.loads(lines[1])["parley"]["conversation"]
    file.write_text("\n".join([lines[0], lines[1][:40], *lines[2:]]), encoding="utf-8")
    for name in ("c1", "c2"):
        await store.conversations.delete(name)

    imported = await exchange.read(file)

    assert (imported.added, imported.kept_out) == (1, 1)
    assert [problem.line for problem in imported.problems] == [2]
    assert await store.conversations.get(broken) is None


# For people.


async def test_the_present_branch_is_written_for_people(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "talk.md"
    model = ScriptedModel([ASKS, says("B it is.\n\n# Not a title")])
    async with opened(home, model) as running:
        await running.do(Say(text="Help **me**"))
        await running.until_asked()
        await answer_waiting(running)
        await running.until(TurnFinished)
        await running.do(ExportConversations(path=file, format=FileFormat.MARKDOWN))
        notice = await running.until_notice("exported")
        assert "1" in notice.text
        assert notice.hint == str(file)

    text = file.read_text(encoding="utf-8")
    assert text.startswith("# Help me\n")
    assert "Help **me**" in text
    assert "**Tool** `ask_user_question`" in text
    assert "> - [ ] A" in text
    assert "> - [x] B" in text
    assert text.index("[x] B") < text.index("B it is.")


# In the window.


async def test_an_imported_conversation_is_listed_found_and_goes_on(
    home: Home, tmp_path: Path
) -> None:
    file = tmp_path / "all.jsonl"
    async with opened(home, ScriptedModel([says("Here")])) as running:
        await running.turn("Find the zanzibar")
        name = running.core.conversations.current.conversation_id
        await running.do(ExportConversations(path=file, format=FileFormat.JSON_LINES))
        await running.until_notice("exported")
    async with opened(home, ScriptedModel()) as running:
        messages = running.of(HistoryLoaded)[-1].messages
    other = Home.locate(root=tmp_path / "other")
    model = ScriptedModel([says("Still here")])
    async with opened(other, model) as running:
        await running.do(ListConversations())
        await running.do(ImportConversations(path=file))
        notice = await running.until_notice("imported")
        assert notice.severity is Severity.INFO
        assert [c.conversation_id for c in running.of(ConversationsListed)[-1].conversations] == [
            name
        ]
        while await running.core.store.search.unread():
            await running.settle()
        findings = await running.core.store.search.find(
            "zanzibar", now=running.core.plan.clock.now()
        )
        assert len(findings.found) == 1
        await running.do(OpenConversation(conversation_id=name))
        assert running.of(HistoryLoaded)[-1].messages == messages
        await running.turn("And now?")
        assert "zanzibar" in model.requests[0].messages[0].text


@pytest.mark.parametrize("text", ["", "\n\n"], ids=["empty", "blank"])
async def test_a_file_without_conversations_is_said_to_be_one(
    home: Home, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "wrong.jsonl"
    file.write_text(text, encoding="utf-8")
    async with opened(home, ScriptedModel()) as running:
        await running.do(ImportConversations(path=file))
        notice = await running.until_notice("imported")
    assert notice.text == "Conversations added: 0."
    assert notice.hint.startswith("wrong.jsonl holds no conversations.")
    assert notice.severity is Severity.WARNING


async def test_an_open_question_can_be_answered_after_an_import(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    async with opened(home, ScriptedModel([ASKS])) as running:
        await running.do(Say(text="Ask me"))
        await running.until_asked()
        await running.do(ExportConversations(path=file, format=FileFormat.JSON_LINES))
        await running.until_notice("exported")
    other = Home.locate(root=tmp_path / "other")
    async with opened(other, ScriptedModel([says("B it is.")])) as running:
        await running.do(NewConversation())
        await running.do(ImportConversations(path=file))
        await running.until_notice("imported")
        await answer_waiting(running)
        await running.until(TurnFinished)
        entries = running.core.conversations.current.entries
        assert entries[-1].message.text == "B it is."


async def test_what_is_wrong_with_a_file_is_told_with_its_line(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_text("".join(f'{{"type": "t{n}"}}\n' for n in range(5)))
    async with opened(home, ScriptedModel()) as running:
        await running.do(ImportConversations(path=file))
        notice = await running.until_notice("imported")
        assert notice.severity is Severity.WARNING
        assert "odd.jsonl, line 1: " in notice.hint
        assert "2 more" in notice.hint
        await running.do(ImportConversations(path=tmp_path / "nothing"))
        assert running.of(Notice)[-1].severity is Severity.ERROR
        await running.do(
            ExportConversations(path=tmp_path / "no" / "way", format=FileFormat.MARKDOWN)
        )
        assert running.of(Notice)[-1].code == "exported"
        assert running.of(Notice)[-1].severity is Severity.ERROR


async def test_a_conversation_is_copied_as_it_would_be_written(home: Home, tmp_path: Path) -> None:
    async with opened(home, ScriptedModel([says("**Noon**.")])) as running:
        name = running.core.conversations.current.conversation_id
        await running.do(CopyConversation(conversation_id=name))
        notice = await running.until_notice("copied")
        assert notice.text == "Nothing was said in this conversation yet."
        assert not running.of(ConversationCopied)

        await running.turn("Time?")
        await running.do(CopyConversation(conversation_id=name))
        (copied,) = running.of(ConversationCopied)
        assert "Time?" in copied.text
        assert "**Noon**." in copied.text
        file = tmp_path / "one.md"
        await running.do(
            ExportConversations(path=file, format=FileFormat.MARKDOWN, conversation_id=name)
        )
        assert file.read_text("utf-8") == copied.text


async def test_what_cannot_be_copied_says_why(home: Home) -> None:
    async with opened(home) as running:
        await running.do(CopyConversation(conversation_id="gone"))
        notice = await running.until_notice("copied")
        assert notice.severity is Severity.ERROR
        assert notice.text == "There is no conversation gone."
        assert not running.of(ConversationCopied)
