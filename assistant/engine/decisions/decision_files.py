"""Writes decisions as Markdown records, a folder a project."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.decision_log.decision import Decision
from assistant.decision_log.decision_file import RecordFile, folder_name, record_files
from assistant.decision_log.decision_query import DecisionQuery
from assistant.engine.decisions.decision_book import DecisionBook
from assistant.errors import StoreError
from assistant.failure_reason import failure_reason
from assistant.locale import _, ngettext
from assistant.private_files import make_private_folder, write_private

_MOST_BYTES: Final = 1 << 20
"""Of a file that may be a record; a longer one is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRecords:
    """What became of writing decisions out."""

    decisions: int
    """How many there are."""
    written: int
    """How many files are new or have another status."""

    @property
    def text(self) -> str:
        """What the user reads of it."""
        if not self.decisions:
            return _("There is no decision to write.")
        return ngettext(
            "{count} decision; files written: {written}.",
            "{count} decisions; files written: {written}.",
            self.decisions,
        ).format(count=self.decisions, written=self.written)


async def write_records(book: DecisionBook, query: DecisionQuery, folder: Path) -> WrittenRecords:
    """Write decisions into the folders of their projects; permissions are none for a record.

    What is there already stays, so writing again adds only what is new.

    Raises:
        StoreError: If they cannot be read, or a file cannot be written; those before it are there.
    """
    projects: dict[str, list[Decision]] = {}
    async for decisions in book.every(query):
        for decision in decisions:
            if not decision.is_permission:
                projects.setdefault(folder_name(decision), []).append(decision)
    written = 0
    for name, decisions in sorted(projects.items()):
        written += await asyncio.to_thread(_write, folder / name, decisions)
    return WrittenRecords(decisions=sum(map(len, projects.values())), written=written)


def _write(folder: Path, decisions: Sequence[Decision]) -> int:
    try:
        make_private_folder(folder)
        files = record_files(decisions, _present(folder))
        for file in files:
            write_private(folder / file.name, file.text)
    except OSError as error:
        raise StoreError(
            _("The decisions cannot be written to {folder}: {reason}.").format(
                folder=folder, reason=failure_reason(error)
            ),
            hint=_("Choose another place, or free some space."),
        ) from error
    return len(files)


def _present(folder: Path) -> list[RecordFile]:
    return [RecordFile(name=path.name, text=_text(path)) for path in sorted(folder.glob("*.md"))]


def _text(path: Path) -> str:
    """Return what is in a file that may be a record; nothing of any other."""
    if not path.is_file() or path.stat().st_size > _MOST_BYTES:
        return ""
    return path.read_text(encoding="utf-8", errors="replace")
