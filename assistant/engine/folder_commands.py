"""Handles what the user does with the folders that tools may use. Engine loop only."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from assistant.background_tasks import Spawn
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import ConfigError
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.folders import (
    FolderEntry,
    FoldersListed,
    GrantFolder,
    ListFolders,
    RevokeFolder,
)
from assistant.protocol.turns import ToolFinished
from assistant.tools.workspace.folder_tools import REQUEST_FOLDER
from assistant.tools.workspace.granted_folders import GrantedFolders
from assistant.tools.workspace.model.folder_grant import FolderAccess, FolderGrant


class FolderCommands:
    """Takes the commands about folders."""

    def __init__(
        self, *, granted: GrantedFolders, emit: Callable[[EngineEvent], None], spawn: Spawn
    ) -> None:
        self._granted = granted
        self._emit = emit
        self._spawn = spawn

    def on_event(self, event: EngineEvent) -> None:
        """List the folders again when the user granted one in a question."""
        if isinstance(event, ToolFinished) and event.name == REQUEST_FOLDER:
            self._spawn(self._notify(), "folders")

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListFolders, self._list)
        commands.register(GrantFolder, self._grant)
        commands.register(RevokeFolder, self._revoke)

    async def _list(self, _command: ListFolders) -> None:
        await self._notify()

    async def _grant(self, command: GrantFolder) -> None:
        access = FolderAccess.WRITE if command.is_writable else FolderAccess.READ
        try:
            await asyncio.to_thread(self._granted.grant, Path(command.path), access)
        except ConfigError as error:
            await self._notify(problem=f"{error.message} {error.hint}".strip())
        else:
            await self._notify()

    async def _revoke(self, command: RevokeFolder) -> None:
        try:
            was_there = await asyncio.to_thread(self._granted.revoke, command.name)
        except ConfigError as error:
            await self._notify(problem=f"{error.message} {error.hint}".strip())
        else:
            gone = _("No folder {name} is open to tools.").format(name=command.name)
            await self._notify(problem="" if was_there else gone)

    async def _notify(self, *, problem: str = "") -> None:
        folders, unreadable = await asyncio.to_thread(self._read)
        self._emit(FoldersListed(folders=folders, problem=problem or unreadable))

    def _read(self) -> tuple[tuple[FolderEntry, ...], str]:
        try:
            return tuple(map(folder_entry, self._granted.all())), ""
        except ConfigError as error:
            return (), f"{error.message} {error.hint}".strip()


def folder_entry(grant: FolderGrant) -> FolderEntry:
    """Looks whether the folder exists."""
    return FolderEntry(
        name=grant.name,
        path=str(grant.path),
        is_writable=grant.is_writable,
        is_there=grant.path.is_dir(),
        is_for_conversation=bool(grant.conversation_id),
    )
