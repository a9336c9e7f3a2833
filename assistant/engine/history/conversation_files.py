"""Exports and imports conversation files, for the command line and the window.

A file is written completely or not at all, and only the user can read it. Each conversation of a
file is imported completely or not at all.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, assert_never

from assistant.clock import Clock
from assistant.conversation.history.message_history import to_history_entries
from assistant.conversation.history.model.message_view import to_message_views
from assistant.conversation.history.model.question_reconciliation import QuestionReconciliation
from assistant.conversation.history.model.stored_question import read_record
from assistant.errors import StoreError
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.memory.atomic_write import put_in_place
from assistant.protocol.history import FileFormat
from assistant.storage.conversation_transfer import AddOutcome, WholeConversation
from assistant.storage.model.message_tree import branch_to
from assistant.storage.store import Store

# The formats themselves are imported when a file is written or read, not before a first message.
if TYPE_CHECKING:
    from assistant.conversation.history.files.json_import import (
        ImportDefaults,
        ImportProblem,
        ImportResult,
    )

MAX_FILE: Final = 1 << 30
"""Bytes of a file that is read; a hundred thousand messages have about a tenth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportSummary:
    """What was written."""

    conversations: int
    messages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSummary:
    """What came of reading a file."""

    added: int = 0
    present: int = 0
    """Conversations that were here already and were left as they are."""
    taken: int = 0
    """Conversations that hold the id of a message or question of another one."""
    deleted: int = 0
    """Conversations that were deleted on all of the user's devices."""
    kept_out: int = 0
    """Conversations with lines that cannot be taken."""
    problems: "tuple[ImportProblem, ...]" = ()


class ConversationFiles:
    """Writes and reads files of conversations.

    Args:
        setting: What conversations of other programs are taken to be held with.
        zone: The zone of times in Markdown; the machine's own if None.
    """

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        setting: "Callable[[], ImportDefaults]",
        zone: tzinfo | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._setting = setting
        self._zone = zone

    async def text(
        self, format_: FileFormat, conversation_id: str | None = None
    ) -> AsyncGenerator[tuple[str, ExportSummary]]:
        """Content of an export of one conversation, or of all, one conversation at a time.

        Raises:
            StoreError: If there is no such conversation, or it cannot be read.
        """
        if conversation_id is None:
            names = [r.conversation_id for r in await self._store.conversations.used()]
        else:
            names = [conversation_id]
        for name in names:
            whole = await self._store.wholes.read(name)
            if whole is None and conversation_id is not None:
                raise StoreError(_("There is no conversation {id}.").format(id=name))
            if whole is None or not whole.messages:
                continue  # deleted meanwhile, or nothing was said in it
            text = await asyncio.to_thread(render_conversation, whole, format_, zone=self._zone)
            yield text, ExportSummary(conversations=1, messages=len(whole.messages))

    async def write(
        self, path: Path, format_: FileFormat, conversation_id: str | None = None
    ) -> ExportSummary:
        """Export one conversation, or all, replacing the file.

        Raises:
            StoreError: If a conversation cannot be read, or the file cannot be written; what was
                there is left as it is.
        """
        file = await asyncio.to_thread(_begin, path)
        conversations = messages = 0
        try:
            async for text, exported in self.text(format_, conversation_id):
                between = "\n---\n\n" if format_ is FileFormat.MARKDOWN and conversations else ""
                await asyncio.to_thread(_write, file, path, between + text)
                conversations += exported.conversations
                messages += exported.messages
            await asyncio.to_thread(_finish, file, path)
        finally:
            await asyncio.to_thread(_tidy_up, file)
        return ExportSummary(conversations=conversations, messages=messages)

    async def read(self, path: Path) -> ImportSummary:
        """Import conversations that are not here yet.

        Raises:
            StoreError: If the file cannot be read, or the store cannot be written; conversations
                that were taken before stay.
        """
        read = await asyncio.to_thread(_read, path, self._setting(), self._clock)
        counts = dict.fromkeys(AddOutcome, 0)
        for whole in read.wholes:
            counts[await self._store.wholes.add(whole)] += 1
        return ImportSummary(
            added=counts[AddOutcome.ADDED],
            present=counts[AddOutcome.PRESENT],
            taken=counts[AddOutcome.TAKEN],
            deleted=counts[AddOutcome.DELETED],
            kept_out=read.kept_out,
            problems=read.problems,
        )


def render_conversation(
    whole: WholeConversation, format_: FileFormat, *, zone: tzinfo | None = None
) -> str:
    match format_:
        case FileFormat.JSON_LINES:
            from assistant.conversation.history.files.json_export import export_lines

            return "".join(line + "\n" for line in export_lines(whole))
        case FileFormat.MARKDOWN:
            return _markdown(whole, zone)
        case _:
            assert_never(format_)


def _markdown(whole: WholeConversation, zone: tzinfo | None) -> str:
    from assistant.conversation.history.files.markdown_export import export_markdown

    branch = branch_to(whole.messages, whole.leaf)
    entries = tuple(to_history_entries(branch.messages))
    stored = (read_record(record) for record in whole.questions)
    asked = QuestionReconciliation(
        questions=tuple(q for q in stored if q is not None), entries=entries
    )
    return export_markdown(whole.conversation, to_message_views(entries), asked.past(), zone=zone)


def _read(path: Path, setting: "ImportDefaults", clock: Clock) -> "ImportResult":
    from assistant.conversation.history.files.json_import import import_lines

    try:
        if path.stat().st_size > MAX_FILE:
            raise StoreError(
                _("The file {path} is too large.").format(path=path),
                hint=_("Divide it between two lines and import the parts."),
            )
        with path.open(encoding="utf-8", errors="strict", newline="\n") as file:
            return import_lines(file, setting=setting, now=clock.now())
    except OSError as error:
        raise StoreError(
            _("The file {path} cannot be read: {reason}.").format(
                path=path, reason=failure_reason(error)
            ),
            hint=_("Name a file that exists and that you may read."),
        ) from error
    except UnicodeDecodeError as error:
        raise StoreError(
            _("The file {path} is not UTF-8.").format(path=path),
            hint=_("Save it as UTF-8 and try again."),
        ) from error


def _begin(path: Path) -> BinaryIO:
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _unwritable(path, error) from error
    os.close(handle)
    return Path(name).open("wb")


def _write(file: BinaryIO, path: Path, text: str) -> None:
    try:
        file.write(text.encode("utf-8", "replace"))
    except OSError as error:
        raise _unwritable(path, error) from error


def _finish(file: BinaryIO, path: Path) -> None:
    try:
        file.flush()
        os.fsync(file.fileno())
        file.close()
        put_in_place(Path(file.name), path)
    except OSError as error:
        raise _unwritable(path, error) from error


def _tidy_up(file: BinaryIO) -> None:
    """Delete the temporary file if it was not moved into place."""
    with suppress(OSError):  # what could not be written cannot be flushed either
        file.close()
    with suppress(OSError):
        Path(file.name).unlink(missing_ok=True)


def _unwritable(path: Path, error: OSError) -> StoreError:
    return StoreError(
        _("The file {path} cannot be written: {reason}.").format(
            path=path, reason=failure_reason(error)
        ),
        hint=_("Choose another place, or free some space."),
    )
