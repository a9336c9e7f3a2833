"""That a file is still what the user saw when they agreed to change it."""

from collections import OrderedDict
from typing import Final

from assistant.tools.workspace.disk import FileContent, changed_since
from assistant.tools.workspace.model.paths import Parts

_REMEMBERED: Final = 50
"""Calls that were explained and may still run."""


class ConfirmationDigests:
    """What files held when the user was shown what a call would do; by the id of the call."""

    def __init__(self) -> None:
        self._digests: OrderedDict[str, str | None] = OrderedDict()

    def note(self, tool_use_id: str, content: FileContent | None) -> None:
        """Record what a file holds; None if it is missing."""
        self._digests[tool_use_id] = None if content is None else content.digest
        while len(self._digests) > _REMEMBERED:
            self._digests.popitem(last=False)

    def digest(self, tool_use_id: str) -> str | None:
        """Digest of what a file held; None if it was missing, or the user was not shown it."""
        return self._digests.get(tool_use_id)

    def check(self, tool_use_id: str, content: FileContent | None, parts: Parts) -> None:
        """Make sure that a file is as the user was shown it, if they were.

        Raises:
            WorkspaceError: If it holds something else.
        """
        if tool_use_id not in self._digests:
            return
        digest = None if content is None else content.digest
        if self._digests[tool_use_id] != digest:
            raise changed_since(parts)
