"""Conflicts about lines of memory files and other documents. Engine loop only."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from assistant.engine.sync.conflict_questions import OpenConflict
from assistant.questions.model.question import Answer
from assistant.sync.documents.document_sync import DocumentSync
from assistant.sync.documents.model.conflict_question import (
    conflict_question,
    described,
    resolution_of,
)
from assistant.sync.documents.model.line_document import LineConflict


class LineConflicts:
    """Implements `ConflictSource` over documents; until one is decided both lines are in the file.

    Args:
        documents: Of this device.
        devices: Returns what the user calls their devices, by id, as far as that is known.
    """

    def __init__(
        self, *, documents: DocumentSync, devices: Callable[[], Awaitable[Mapping[str, str]]]
    ) -> None:
        self._documents = documents
        self._devices = devices

    async def conflicts(self) -> Sequence[OpenConflict]:
        found = self._documents.conflicts()
        if not found:
            return []
        devices = await self._devices()
        return [
            OpenConflict(
                conflict_id=conflict.id,
                title=described(conflict.document),
                question=conflict_question(conflict, devices),
                decide=partial(self._decide, conflict),
            )
            for conflict in found
        ]

    async def _decide(self, conflict: LineConflict, answer: Answer) -> None:
        resolution = resolution_of(conflict, answer)
        if resolution is not None:
            await self._documents.resolve(conflict.id, resolution)
