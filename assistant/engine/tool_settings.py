"""Lists the tools, their permissions and their past calls for the user. Engine loop only."""

import asyncio
from collections.abc import Callable
from typing import Final

from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.tools import (
    EnableTool,
    ListToolCalls,
    ListTools,
    SetToolClass,
    ToolCallEntry,
    ToolCallsListed,
    ToolListEntry,
    ToolsListed,
)
from assistant.settings import ToolSettings, save
from assistant.storage.model.records import ListedToolCall
from assistant.storage.tool_audit import ToolCallRepository
from assistant.tools.model.permission_classes import (
    class_key,
    dump_classes,
    parse_classes,
    without_class,
)
from assistant.tools.registry import RegisteredTool, ToolRegistry
from assistant.tools.tool import Permission

MAX_LISTED: Final = 500
"""Calls that are listed at once at most."""
_UNSAVED: Final = "tools_unsaved"


class ToolSettingsService:
    """Handles the commands about tools.

    What is changed holds at once, in every conversation; the model learns what is allowed with
    its next request.
    """

    def __init__(
        self,
        *,
        home: Home,
        settings: ToolSettings,
        registry: ToolRegistry,
        calls: ToolCallRepository,
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._home = home
        self._registry = registry
        self._calls = calls
        self._emit = emit
        self._classes = parse_classes(settings.classes)
        self._enabled = settings.enabled_tools
        self._saving = asyncio.Lock()
        self._has_listed = False
        self._is_notified = True
        registry.on_change = self._changed

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListTools, self._list)
        commands.register(SetToolClass, self._set_class)
        commands.register(EnableTool, self._enable)
        commands.register(ListToolCalls, self._list_calls)

    async def _list(self, command: ListTools) -> None:
        self._has_listed = True
        self._notify()

    def _changed(self) -> None:
        """Emit one event for several changes that come together."""
        if self._has_listed and self._is_notified:
            self._is_notified = False
            asyncio.get_running_loop().call_soon(self._notify)

    def _notify(self) -> None:
        self._is_notified = True
        entries = sorted(map(_entry, self._registry), key=lambda entry: bool(entry.server))
        self._emit(ToolsListed(tools=tuple(entries)))

    async def _set_class(self, command: SetToolClass) -> None:
        async with self._saving:
            classes = without_class(self._classes, command.tool)
            if command.permission:
                key = class_key(command.tool, command.fingerprint)
                classes[key] = Permission.of(command.permission)
            await self._save("classes", dump_classes(classes))
            self._classes = classes
            self._allow()

    async def _enable(self, command: EnableTool) -> None:
        async with self._saving:
            one = frozenset({command.tool})
            enabled = self._enabled | one if command.is_enabled else self._enabled - one
            await self._save("enabled", ", ".join(sorted(enabled)))
            self._enabled = enabled
            self._allow()

    def _allow(self) -> None:
        self._registry.allow(enabled=self._enabled, classes=self._classes)

    async def _save(self, key: str, value: str) -> None:
        """Save a setting; on failure it holds until the program ends, and the user is notified."""
        try:
            await asyncio.to_thread(save, self._home, "tools", key, value)
        except ConfigError as error:
            hint = error.hint or _("The setting holds until you quit.")
            self._emit(
                Notice(code=_UNSAVED, text=error.message, hint=hint, severity=Severity.WARNING)
            )

    async def _list_calls(self, command: ListToolCalls) -> None:
        limit = max(1, min(command.limit, MAX_LISTED))
        found = await self._calls.newest(limit=limit + 1, before=command.before)
        self._emit(
            ToolCallsListed(
                calls=tuple(map(_call, found[:limit])),
                before=command.before,
                has_more=len(found) > limit,
            )
        )


def _entry(registered: RegisteredTool) -> ToolListEntry:
    tool = registered.tool
    return ToolListEntry(
        name=tool.name,
        description=tool.description,
        purpose=tool.purpose,
        own_permission=registered.own.value,
        permission=registered.permission.value,
        is_enabled=registered.is_enabled,
        server=getattr(tool, "server", ""),
        unavailable=tool.unavailable or "",
        fingerprint=registered.fingerprint,
    )


def _call(listed: ListedToolCall) -> ToolCallEntry:
    record = listed.record
    return ToolCallEntry(
        number=listed.sequence,
        conversation_id=record.conversation_id,
        conversation=listed.title,
        tool=record.name,
        permission=record.permission,
        arguments=record.arguments,
        outcome=record.outcome,
        started_at=record.started_at,
        seconds=record.seconds,
    )
