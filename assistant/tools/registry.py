"""Which tools there are, and what the user lets them do."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from assistant.llm.messages_api.model_client import ToolSpec
from assistant.tools.model.permission_classes import effective_permission, wished_permission
from assistant.tools.permission import Confirmer, GuardedTool, PartlyGuardedTool
from assistant.tools.tool import Permission, Tool
from assistant.tools.toolset import Toolset

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What model services accept as a tool's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredTool:
    """A tool and what it may do."""

    tool: Tool[Any]
    """As it was added, with no question before it."""
    own: Permission
    permission: Permission
    """The class it is treated as."""
    is_enabled: bool
    """Whether it may run at all."""
    fingerprint: str = ""
    """Of what its server says of it; empty for a built-in one."""

    @property
    def is_safe(self) -> bool:
        """Whether it runs at once wherever the user is: Safe by itself and by the settings."""
        return self.own is Permission.SAFE and self.permission is Permission.SAFE


class ToolRegistry:
    """The tools by name, in the order they were added; belongs to the engine loop.

    Args:
        confirmer: Asks the user before a tool runs that is not Safe.
        enabled: Names of the Restricted tools that the settings enable.
        classes: Classes that the user has given to tools, by name.
    """

    def __init__(
        self,
        *,
        confirmer: Confirmer,
        enabled: frozenset[str] = frozenset(),
        classes: Mapping[str, Permission] | None = None,
    ) -> None:
        self._confirmer = confirmer
        self._enabled = enabled
        self._classes = dict(classes or {})
        self._tools: dict[str, Tool[Any]] = {}
        self._by_folded_name: dict[str, str] = {}
        self.on_change: Callable[[], None] = lambda: None
        """Called when a tool was added or removed, or may do something else; must not raise."""

    def add(self, tool: Tool[Any]) -> None:
        """Add a tool; one that is not Safe asks before it runs.

        Raises:
            ValueError: If a name is taken or cannot be advertised.
        """
        if not _NAME.fullmatch(tool.name):
            raise ValueError(f"A tool cannot be called {tool.name!r}.")
        names = {name.casefold() for name in (tool.name, *tool.aliases)}
        taken = sorted(names & self._by_folded_name.keys())
        if taken:
            raise ValueError(f"Another tool is called {taken[0]!r}.")
        self._tools[tool.name] = tool
        self._by_folded_name.update(dict.fromkeys(names, tool.name))
        self.on_change()

    def add_all(self, toolset: Toolset) -> None:
        """Add the tools of a toolset; raises as `add` does."""
        for tool in toolset.tools:
            self.add(tool)

    def remove(self, name: str) -> None:
        """Remove a tool by its own name, if it exists."""
        if self._tools.pop(name, None) is not None:
            self._by_folded_name = {
                folded: known for folded, known in self._by_folded_name.items() if known != name
            }
            self.on_change()

    def allow(self, *, enabled: frozenset[str], classes: Mapping[str, Permission]) -> None:
        """Apply the user's permissions from now on."""
        self._enabled, self._classes = enabled, dict(classes)
        self.on_change()

    def find(self, name: str) -> Tool[Any] | None:
        """By name or alias, in any case."""
        known = self._by_folded_name.get(name.casefold())
        return None if known is None else self._guarded(self._registered(self._tools[known]))

    def specs(self, *, remote: bool = False) -> tuple[ToolSpec, ...]:
        """What is advertised to the model.

        A tool that is unavailable for the moment stays, so that the model's prompt cache does; one
        that the settings keep off does not.

        Args:
            remote: Whether the user is away from this machine: only tools are advertised that are
                Safe by themselves and were not made anything else.
        """
        return tuple(
            ToolSpec(
                name=entry.tool.name,
                description=entry.tool.description,
                input_schema=entry.tool.input_schema,
            )
            for entry in self
            if entry.is_enabled and (entry.is_safe or not remote)
        )

    def enabled_names(self) -> frozenset[str]:
        """Tools that may run."""
        return frozenset(entry.tool.name for entry in self if entry.is_enabled)

    def __iter__(self) -> Iterator[RegisteredTool]:
        return map(self._registered, tuple(self._tools.values()))

    def _registered(self, tool: Tool[Any]) -> RegisteredTool:
        own = Permission.of(tool.permission)
        fingerprint = str(getattr(tool, "fingerprint", ""))
        wished = wished_permission(self._classes, tool.name, fingerprint, own)
        permission = effective_permission(own, wished)
        return RegisteredTool(
            tool=tool,
            own=own,
            permission=permission,
            is_enabled=permission is not Permission.RESTRICTED or tool.name in self._enabled,
            fingerprint=fingerprint,
        )

    def _guarded(self, entry: RegisteredTool) -> Tool[Any]:
        if entry.is_safe:
            judge = entry.tool.is_sensitive
            if judge is None:
                return entry.tool
            return PartlyGuardedTool(entry.tool, is_sensitive=judge, confirmer=self._confirmer)
        return GuardedTool(
            entry.tool,
            permission=entry.permission,
            is_enabled=entry.is_enabled,
            confirmer=self._confirmer,
        )
