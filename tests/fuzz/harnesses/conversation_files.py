"""Conversations out of files: JSON Lines of Parley's and of other programs."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from assistant.channels.terminal.text.printable import printable
from assistant.conversation.history.files.json_export import export_lines
from assistant.conversation.history.files.json_import import ImportDefaults, import_lines
from assistant.engine.history.conversation_files import ConversationFiles, ImportSummary
from assistant.engine.history.file_commands import imported_text, problem_texts
from assistant.errors import StoreError
from assistant.protocol.history import FileFormat
from assistant.storage.conversation_transfer import WholeConversation
from tests.fuzz.event_loop import finished
from tests.fuzz.folders import contents, folder
from tests.fuzz.harness import Harness, check_harmless
from tests.fuzz.stores import new_store, rows_of
from tests.helpers.clock import ManualClock
from tests.unit.storage.samples import conversation, message, question, tool_call

NOW: Final = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SETTING: Final = ImportDefaults(
    workspace="default", agent="default", profile="anthropic", model="some-model"
)


def _lines(data: bytes) -> None:
    """What can be taken is whole: what is written of it is read as the same."""
    read = import_lines(data.decode().split("\n"), setting=SETTING, now=NOW)
    for problem in read.problems:
        assert problem.line >= 1
        check_harmless(printable(problem.text))
        problem.text.encode()
    for whole in read.wholes:
        assert whole.messages
        written = [line for line in export_lines(whole) if line.strip()]
        again = import_lines(written, setting=SETTING, now=NOW)
        assert not again.problems, again.problems
        assert [one.messages for one in again.wholes] == [whole.messages]


def _file(data: bytes) -> None:
    finished(_imported(data))


async def _imported(data: bytes) -> None:
    """A file is taken as far as it says, or the store is as it was; what was taken can be read."""
    path = folder("import") / "in.jsonl"
    path.write_bytes(data)
    async with new_store() as store:
        before = await rows_of(store)
        files = ConversationFiles(store=store, clock=ManualClock(NOW), setting=lambda: SETTING)
        try:
            read = await files.read(path)
        except StoreError:
            assert await rows_of(store) == before
            raise
        for text in (imported_text(read), *problem_texts(read, name=path.name)):
            check_harmless(printable(text))
        if not read.added:
            assert await rows_of(store) == before
        await _check_readable(files, read)
    assert contents(path.parent).keys() == {path.name}


async def _check_readable(files: ConversationFiles, read: ImportSummary) -> None:
    for format_ in FileFormat:
        count = 0
        async for text, _summary in files.text(format_):
            text.encode("utf-8", "replace")
            count += 1
        assert count == read.added


def _files() -> Iterator[bytes]:
    whole = WholeConversation(
        conversation=conversation(title="Tea"),
        messages=(
            message("m1"),
            message(
                "m2",
                "m1",
                role="assistant",
                content='[{"type":"tool_use","id":"call1","name":"clock","input":{}}]',
            ),
            message(
                "m3",
                "m2",
                content='[{"type":"tool_result","tool_use_id":"call1","content":"noon"}]',
            ),
        ),
        questions=(question(),),
        tool_calls=(tool_call(),),
    )
    yield "\n".join(export_lines(whole)).encode()
    foreign = (
        {
            "type": "user",
            "uuid": "a",
            "parentUuid": None,
            "message": {"role": "user", "content": "Hi"},
        },
        {
            "type": "assistant",
            "uuid": "b",
            "parentUuid": "a",
            "timestamp": "2026-01-02T03:04:05.678Z",
            "message": {"role": "assistant", "content": [{"type": "text", "text": "안녕"}]},
        },
    )
    yield "\n".join(json.dumps(one, ensure_ascii=False) for one in foreign).encode()


HARNESSES: Final = (
    Harness(name="conversation-lines", read=_lines, errors=(UnicodeDecodeError,), seeds=_files),
    Harness(name="conversation-file", read=_file, errors=(StoreError,), seeds=_files, count=15),
)
