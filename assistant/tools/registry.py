"""Which tools there are."""

import re
from typing import Any, Final

from assistant.llm.client import ToolSpec
from assistant.tools.permission import Confirmer, Guarded
from assistant.tools.tool import Permission, Tool

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What model services accept as a tool's name."""


class Registry:
    """The tools by name, in the order they were added; belongs to the engine loop.

    Args:
        confirmer: Asks the person before a tool runs that is not Safe.
        enabled: Names of the Restricted tools that the settings enable.
    """

    def __init__(self, *, confirmer: Confirmer, enabled: frozenset[str] = frozenset()) -> None:
        self._confirmer = confirmer
        self._enabled = enabled
        self._tools: dict[str, Tool[Any]] = {}
        self._by_folded_name: dict[str, str] = {}

    def add(self, tool: Tool[Any]) -> None:
        """Add a tool; if it is not Safe, behind the question whether it may run.

        Raises:
            ValueError: If a name is taken or cannot be advertised.
        """
        if not _NAME.fullmatch(tool.name):
            raise ValueError(f"A tool cannot be called {tool.name!r}.")
        names = {name.casefold() for name in (tool.name, *tool.aliases)}
        taken = sorted(names & self._by_folded_name.keys())
        if taken:
            raise ValueError(f"Another tool is called {taken[0]!r}.")
        permission = Permission.of(tool.permission)
        if permission is not Permission.SAFE:
            tool = Guarded(
                tool,
                permission=permission,
                is_enabled=tool.name in self._enabled,
                confirmer=self._confirmer,
            )
        self._tools[tool.name] = tool
        self._by_folded_name.update(dict.fromkeys(names, tool.name))

    def remove(self, name: str) -> None:
        """Remove a tool by its own name; nothing happens if there is none."""
        if self._tools.pop(name, None) is not None:
            self._by_folded_name = {
                folded: known for folded, known in self._by_folded_name.items() if known != name
            }

    def find(self, name: str) -> Tool[Any] | None:
        """Return the tool with this name or alias, in any case, or None."""
        known = self._by_folded_name.get(name.casefold())
        return None if known is None else self._tools[known]

    def specs(self) -> tuple[ToolSpec, ...]:
        """Return what is advertised to the model.

        A tool that is unavailable for the moment stays, so that the model's prompt cache does;
        one that the settings keep off does not.
        """
        return tuple(
            ToolSpec(name=tool.name, description=tool.description, input_schema=tool.input_schema)
            for tool in self._tools.values()
            if not (isinstance(tool, Guarded) and tool.is_off)
        )
