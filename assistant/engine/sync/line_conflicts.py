"""Conflicts about lines of memory files and other documents. Engine loop only."""

from collections.abc import Sequence
from functools import partial

from assistant.engine.sync.conflict_questions import OpenConflict, Side
from assistant.locale import _
from assistant.sync.documents.document_sync import DocumentSync
from assistant.sync.documents.model.line_document import LineConflict, LineResolution


class LineConflicts:
    """Implements `ConflictSource` over documents; until one is decided both lines are in the file."""

    def __init__(self, *, documents: DocumentSync) -> None:
        self._documents = documents

    async def conflicts(self) -> Sequence[OpenConflict]:
        """See `ConflictSource`."""
        return [self._open(conflict) for conflict in self._documents.conflicts()]

    def _open(self, conflict: LineConflict) -> OpenConflict:
        return OpenConflict(
            conflict_id=conflict.id,
            title=conflict.document,
            text=_("Two devices changed the same line of {file}. Which one is to stay?").format(
                file=conflict.document
            ),
            sides=(
                *(Side(text=version.text) for version in conflict.versions),
                Side(text=_("Keep them all"), origin=_("Each stays as a line of its own.")),
            ),
            decide=partial(self._decide, conflict),
        )

    async def _decide(self, conflict: LineConflict, index: int) -> None:
        kept = tuple(version.line_id for version in conflict.versions)
        if index < len(kept):
            kept = (kept[index],)
        await self._documents.resolve(conflict.id, LineResolution(kept=kept))
