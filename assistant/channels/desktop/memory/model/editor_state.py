"""One memory file in the editor: what was read, what is typed, what is on the disk by now. Pure.

The file may change while somebody edits it: by the assistant, by another program, by hand. Typed
words are never given up for that. They are merged with nothing either: the user sees both and
chooses.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from assistant.memory.model.outcomes import StoredMemory
from assistant.protocol.memory import MemorySaved

NEAR: Final = 0.9
"""Share of the limit from which on there is a warning."""


class FillLevel(Enum):
    """How much of what a memory may hold is used."""

    ROOMY = "roomy"
    NEAR = "near"
    OVER = "over"


class EditorWork(Enum):
    """What the engine is doing with the file for this editor."""

    SAVING = "saving"
    SHORTENING = "shortening"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryEditorState:
    """One file and the text in its editor."""

    base: StoredMemory
    """What the text was made from."""
    text: str
    newer: StoredMemory | None = None
    """What the file says now, where that is neither of the two."""
    work: EditorWork | None = None
    sent: str = ""
    """What is being saved."""
    problem: str = ""
    """Why the last save or rewriting of this text did not happen, in the user's language."""

    @property
    def is_unsaved(self) -> bool:
        """Whether there are words that are not in the file."""
        return self.text != self.base.text

    @property
    def conflict(self) -> StoredMemory | None:
        """What the file says now, if the user has to choose between that and their own words."""
        return None if self.work is not None else self.newer

    @property
    def used(self) -> int:
        """Characters in the editor, as they will count."""
        return len(self.text.strip())

    @property
    def fill(self) -> FillLevel:
        """How full the memory would be."""
        if self.used > self.base.limit:
            return FillLevel.OVER
        return FillLevel.NEAR if self.used >= self.base.limit * NEAR else FillLevel.ROOMY

    @property
    def can_save(self) -> bool:
        """Whether there is something to save and nothing stands against it."""
        return self.is_unsaved and self.work is None and self.newer is None

    @property
    def can_revert(self) -> bool:
        """Whether there is something to take back."""
        return self.is_unsaved and self.work is None

    @property
    def can_shorten(self) -> bool:
        """Whether the model may rewrite the file now."""
        return not self.is_unsaved and self.work is None and bool(self.base.text.strip())


def read(page: MemoryEditorState | None, file: StoredMemory) -> MemoryEditorState:
    """Take what a file says now; the first time, or again because it may have changed."""
    if page is None:
        return MemoryEditorState(base=file, text=file.text)
    page = replace(page, newer=file)
    return page if page.work is not None else _settled(page)


def typed(page: MemoryEditorState, text: str) -> MemoryEditorState:
    """Take what stands in the editor; what was wrong with other words need not be with these."""
    return page if text == page.text else replace(page, text=text, problem="")


def saving(page: MemoryEditorState) -> MemoryEditorState:
    """The text is on its way into the file."""
    return replace(page, work=EditorWork.SAVING, sent=page.text, problem="")


def shortening(page: MemoryEditorState) -> MemoryEditorState:
    """The model is rewriting the file."""
    return replace(page, work=EditorWork.SHORTENING, problem="")


def settled(page: MemoryEditorState, event: MemorySaved) -> MemoryEditorState:
    """Take how saving or rewriting went."""
    was_saving, sent = page.work is EditorWork.SAVING, page.sent
    page = replace(page, work=None, sent="", problem=event.problem)
    if event.conflict is not None:
        return _settled(replace(page, newer=event.conflict))
    if was_saving and not event.problem:
        # The digest is the old one until the file is read again.
        page = replace(page, base=replace(page.base, text=sent))
    return _settled(page)


def mine(page: MemoryEditorState) -> MemoryEditorState:
    """The user keeps their own words: they may be saved over what the file says now."""
    return page if page.newer is None else replace(page, base=page.newer, newer=None, problem="")


def theirs(page: MemoryEditorState) -> MemoryEditorState:
    """The user takes what the file says now."""
    if page.newer is None:
        return page
    return replace(page, base=page.newer, text=page.newer.text, newer=None, problem="")


def reverted(page: MemoryEditorState) -> MemoryEditorState:
    """The user gives up their words for what the file says."""
    if page.newer is not None:
        return theirs(page)
    return replace(page, text=page.base.text, problem="")


def _settled(page: MemoryEditorState) -> MemoryEditorState:
    """Take up a newer file where no words would be lost by it."""
    newer = page.newer
    if newer is None:
        return page
    if newer.digest == page.base.digest:
        return replace(page, newer=None)
    if not page.is_unsaved or _same(newer.text, page.text):
        return replace(page, base=newer, text=newer.text, newer=None)
    if _same(newer.text, page.base.text):
        return replace(page, base=newer, newer=None)
    return page


def _same(first: str, second: str) -> bool:
    return first.strip() == second.strip()
