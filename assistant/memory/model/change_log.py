"""What was done to memory files lately, so that it can be taken back."""

import uuid
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from assistant.memory.model.file_edits import line_end, put_back, take_back
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner

MAX_CHANGES: Final = 200
"""Changes that are remembered; far more than there are buttons on a screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryChange:
    """One change of one memory file."""

    change_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    owner: MemoryOwner
    scope: MemoryScope
    before: str
    """What the whole file said."""
    after: str
    fact: str = ""
    """What was added; empty if the file was rewritten or something was taken out."""
    replaced: str = ""
    """The fact whose place it took, if any."""
    alike: str = ""
    """The fact beside it that may be an older value of the same, if any."""
    removed: str = ""
    """The fact that was taken out, if one was."""

    def reversed_in(self, text: str) -> str | None:
        """Undo the change in a text that may have changed since.

        None if what it wrote is gone.
        """
        if text == self.after:
            return self.before
        if self.fact:
            return take_back(text, self.fact, self.replaced)
        if self.removed:
            return put_back(text, self.before, self.after)
        if not text.startswith(self.after):
            return None
        added = text[len(self.after) :]
        joint = "" if not self.before or self.before.endswith("\n") else line_end(self.before)
        return self.before + joint + added


class MemoryChangeLog:
    """The latest changes; not safe against threads."""

    def __init__(self) -> None:
        self._changes: OrderedDict[str, MemoryChange] = OrderedDict()

    def add(self, change: MemoryChange) -> None:
        """Replaces a change of the same id."""
        self._changes[change.change_id] = change
        self._changes.move_to_end(change.change_id)
        while len(self._changes) > MAX_CHANGES:
            self._changes.popitem(last=False)

    def get(self, change_id: str) -> MemoryChange | None:
        """None if the log has forgotten it."""
        return self._changes.get(change_id)

    def forget(self, change_id: str) -> None:
        """The change was undone."""
        self._changes.pop(change_id, None)
