"""Memories in the editor: read, saved, changed by another program."""

from dataclasses import replace

import pytest

from assistant.errors import MemoryFileError
from assistant.home import Home
from assistant.memory.model.outcomes import StoredMemory
from assistant.memory.model.scope import MemoryScope, limit_of
from assistant.protocol.memory import (
    MemoryRead,
    MemorySaved,
    ReadArchived,
    ReadMemory,
    Remember,
    SaveMemory,
)
from assistant.protocol.notices import Notice
from tests.helpers.engine.memories import file_of, say, text_of, write
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says


def read_file(running: RunningCore, scope: MemoryScope) -> StoredMemory:
    return next(file for file in running.of(MemoryRead)[-1].files if file.scope is scope)


async def test_the_editor_reads_saves_and_is_told_of_a_conflict(home: Home) -> None:
    write(home, MemoryScope.WORKSPACE, "# Notes\r\n- one\r\n")
    async with opened(home, ScriptedModel()) as running:
        await running.do(ReadMemory())
        file = read_file(running, MemoryScope.WORKSPACE)
        assert (file.text, file.limit) == ("# Notes\n- one\n", limit_of(MemoryScope.WORKSPACE))
        assert file.path == file_of(home, MemoryScope.WORKSPACE)
        assert read_file(running, MemoryScope.PERSONAL).text == ""

        changed = SaveMemory(
            scope=MemoryScope.WORKSPACE, text="# Notes\n- one\n- two\n", digest=file.digest
        )
        await running.do(changed)
        assert running.of(MemorySaved)[-1] == MemorySaved(scope=MemoryScope.WORKSPACE)
        assert file_of(home, MemoryScope.WORKSPACE).read_bytes() == b"# Notes\r\n- one\r\n- two\r\n"
        assert read_file(running, MemoryScope.WORKSPACE).text == "# Notes\n- one\n- two\n"

        await running.do(changed)  # with the digest of before
        told = running.of(MemorySaved)[-1]
        assert told.conflict == read_file(running, MemoryScope.WORKSPACE)

        now = read_file(running, MemoryScope.PERSONAL)
        await running.do(
            SaveMemory(scope=MemoryScope.PERSONAL, text="x" * 8_001, digest=now.digest)
        )
        assert "8001" in running.of(MemorySaved)[-1].problem
        assert text_of(home, MemoryScope.PERSONAL) == ""


async def test_an_edited_text_goes_to_the_file_it_was_read_from_or_nowhere(home: Home) -> None:
    async with opened(home, ScriptedModel()) as running:
        await running.do(ReadMemory())
        file = read_file(running, MemoryScope.WORKSPACE)
        person = running.core.conversation_factory.settings.person
        await running.core.settings.use_persona(person.model_copy(update={"workspace": "other"}))
        save_it = SaveMemory(
            scope=MemoryScope.WORKSPACE, text="- mine\n", digest=file.digest, path=file.path
        )
        await running.do(save_it)

        assert text_of(home, MemoryScope.WORKSPACE) == "- mine\n"
        assert not (home.workspace("other") / "memory.md").exists()
        await running.do(Remember(scope=MemoryScope.WORKSPACE, fact="Likes tea"))
        assert (home.workspace("other") / "memory.md").read_text("utf-8") == "- Likes tea\n"
        await running.do(replace(save_it, path=str(home.root / "elsewhere.md")))
        assert running.of(MemorySaved)[-1].problem
        await running.do(replace(save_it, scope=MemoryScope.AGENT))
        assert running.of(MemorySaved)[-1].problem
        assert text_of(home, MemoryScope.AGENT) == ""


@pytest.mark.requirement("MEM-07")
async def test_a_save_that_fails_says_so(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(13, "Permission denied")

    async with opened(home, ScriptedModel()) as running:
        await running.do(ReadMemory())
        monkeypatch.setattr("assistant.memory.disk.put_in_place", fail)
        digest = read_file(running, MemoryScope.PERSONAL).digest
        await running.do(SaveMemory(scope=MemoryScope.PERSONAL, text="- tea\n", digest=digest))

        assert running.of(MemorySaved)[-1].problem.startswith("Saving to memory failed: ")
        assert "memory_failed" in {notice.code for notice in running.of(Notice)}


async def test_a_change_by_another_program_is_told_and_used_by_the_next_turn(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.engine.memory.file_reporter.WATCH_S", 0.01)
    async with opened(home, ScriptedModel([says("Hi.")])) as running:
        await running.do(ReadMemory())
        await running.settle()
        write(home, MemoryScope.AGENT, "- by hand\n")
        await running.until(MemoryRead, 2)
        assert read_file(running, MemoryScope.AGENT).text == "- by hand\n"

        await say(running, "Hello")
        assert "- by hand" in "\n".join(part.text for part in running.model.requests[0].system)


# Full memories.


async def test_an_archived_memory_that_does_not_exist_is_said(home: Home) -> None:
    async with opened(home, ScriptedModel()) as running:
        for name in ("personal-20260102T030405Z.md", "../../settings.toml", ""):
            with pytest.raises(MemoryFileError):
                await running.do(ReadArchived(name=name))
