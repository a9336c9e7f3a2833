"""`parley`, made to stand still at one moment.

Run as `python -m tests.e2e.killed.halted_program MOMENT MODULE ARGUMENTS... REPORT HOLD`: the `main` of the
module with these arguments and its own code, except that the storage or the memory, at the moment named, writes a
byte to the file descriptor REPORT and then does nothing more until it is killed. If the other end of
HOLD goes away instead, because who started this died, the process ends.
"""

import importlib
import json
import os
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from assistant.memory import archive, disk
from assistant.memory.atomic_write import put_in_place
from assistant.storage.database import Database
from assistant.storage.messages import MessageRepository
from assistant.storage.model.records import MessageRecord
from assistant.storage.questions import QuestionRepository
from tests.e2e.killed.moments import Moment

Method = Callable[..., Awaitable[Any]]
Halt = Callable[[], None]


def halt_at(moment: Moment, halt: Halt) -> None:
    """Make this process halt."""
    _HALTING[moment](halt)


def _when_message_is_stored(halt: Halt, is_it: Callable[[MessageRecord], bool]) -> None:
    for method in ("append", "checkpoint"):
        _wrap(MessageRepository, method, halt, when=is_it)


def _is_call(record: MessageRecord) -> bool:
    return record.status == "complete" and "tool_use" in _kinds(record)


def _is_result(record: MessageRecord) -> bool:
    return record.status == "complete" and "tool_result" in _kinds(record)


def _is_closing(record: MessageRecord) -> bool:
    is_reply = record.role == "assistant" and record.status == "complete"
    return is_reply and "tool_use" not in _kinds(record)


def _is_persons(record: MessageRecord) -> bool:
    return record.role == "user"


def _is_part(record: MessageRecord) -> bool:
    return record.status == "partial" and "text" in _kinds(record)


def _when_a_part_is_written(halt: Halt) -> None:
    """Halt on the store's own thread, inside the transaction."""
    original = Database.write
    # Earlier lives may have left parts of their replies.
    parts = "SELECT count(*) FROM messages WHERE status = 'partial' AND content LIKE '%text%'"

    def write(self: Database, work: Callable[[sqlite3.Connection], Any]) -> Awaitable[Any]:
        def halting(connection: sqlite3.Connection) -> Any:
            before = connection.execute(parts).fetchone()[0]
            result = work(connection)
            if connection.execute(parts).fetchone()[0] > before:
                halt()
            return result

        return original(self, halting)

    setattr(Database, "write", write)  # noqa: B010  # of another type than the one it replaces


def _when_placed(module: ModuleType, halt: Halt, *, before: bool = False) -> None:
    """Halt where a module of the memory puts a file into its place."""
    original = put_in_place

    def halting(temporary: Path, path: Path) -> None:
        if before:
            halt()
        original(temporary, path)
        if not before:
            halt()

    setattr(module, "put_in_place", halting)  # noqa: B010  # the module may have it by another name


def _kinds(record: MessageRecord) -> list[str]:
    return [block["type"] for block in json.loads(record.content)]


def _wrap(
    owner: type,
    name: str,
    halt: Halt,
    *,
    before: bool = False,
    when: Callable[..., bool] = lambda *_arguments: True,
) -> None:
    original: Method = getattr(owner, name)

    async def halting(self: object, *arguments: Any, **named: Any) -> Any:
        is_it = when(*arguments)
        if is_it and before:
            halt()
        result = await original(self, *arguments, **named)
        if is_it and not before:
            halt()
        return result

    setattr(owner, name, halting)


_HALTING: Final[Mapping[Moment, Callable[[Halt], None]]] = {
    Moment.CALL_STORED: lambda halt: _when_message_is_stored(halt, _is_call),
    Moment.QUESTION_STORED: lambda halt: _wrap(QuestionRepository, "add", halt),
    Moment.DRAFT_STORED: lambda halt: _wrap(QuestionRepository, "save_draft", halt),
    Moment.ANSWERING: lambda halt: _wrap(QuestionRepository, "settle", halt, before=True),
    Moment.ANSWERED: lambda halt: _wrap(QuestionRepository, "settle", halt),
    Moment.RESULT_STORED: lambda halt: _when_message_is_stored(halt, _is_result),
    Moment.REPLY_STORED: lambda halt: _when_message_is_stored(halt, _is_closing),
    Moment.QUESTIONS_READ: lambda halt: _wrap(QuestionRepository, "pending", halt),
    Moment.WORDS_STORED: lambda halt: _when_message_is_stored(halt, _is_persons),
    Moment.CHECKPOINTING: lambda halt: _wrap(
        MessageRepository, "checkpoint", halt, before=True, when=_is_part
    ),
    Moment.UNCOMMITTED: lambda halt: _when_a_part_is_written(halt),
    Moment.CHECKPOINTED: lambda halt: _wrap(MessageRepository, "checkpoint", halt, when=_is_part),
    Moment.MEMORY_PREPARED: lambda halt: _when_placed(disk, halt, before=True),
    Moment.MEMORY_PLACED: lambda halt: _when_placed(disk, halt),
    Moment.ARCHIVE_PREPARED: lambda halt: _when_placed(archive, halt, before=True),
    Moment.ARCHIVED: lambda halt: _when_placed(archive, halt),
}


def halter(report: int, hold: int) -> Halt:
    """Return a function that reports and never returns."""

    def halt() -> None:
        os.write(report, b".")
        os.read(hold, 1)  # on the engine's thread: its loop stands still
        os._exit(1)

    return halt


def main(arguments: Sequence[str]) -> int:
    """Run the program; returns its exit code."""
    moment, module, *own, report, hold = arguments
    halt_at(Moment(moment), halter(int(report), int(hold)))
    return importlib.import_module(module).main(own)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
