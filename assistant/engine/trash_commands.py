"""Handles what the user does with the trash of the workspace and of their folders. Engine loop only."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import AssistantError
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.folders import (
    EmptyTrash,
    ListTrash,
    RestoreFile,
    TrashEntry,
    TrashListed,
)
from assistant.tools.workspace.disk import WorkspaceDisk, Workspaces
from assistant.tools.workspace.file_location import folder_disk
from assistant.tools.workspace.granted_folders import GrantedFolders
from assistant.tools.workspace.model.trash_wording import removed_text


class TrashCommands:
    """Takes the commands about the trash.

    Args:
        workspace: Returns the folder that tools work in.
        granted: The user's own folders.
        emit: Takes events.
    """

    def __init__(
        self,
        *,
        workspace: Callable[[], Path],
        granted: GrantedFolders,
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._workspace = workspace
        self._granted = granted
        self._emit = emit
        self._workspaces = Workspaces()

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListTrash, self._list)
        commands.register(RestoreFile, self._restore)
        commands.register(EmptyTrash, self._empty)

    async def _list(self, _command: ListTrash) -> None:
        await self._notify(lambda: "")

    async def _restore(self, command: RestoreFile) -> None:
        def restore() -> str:
            for name, disk in self._disks():
                for file in disk.trashed() if name == command.folder else ():
                    if file.id == command.file_id:
                        return _("Restored {path}").format(path="/".join(disk.restore(file)))
            raise AssistantError(_("It is not in the trash any more."))

        await self._notify(restore)

    async def _empty(self, _command: EmptyTrash) -> None:
        def empty() -> str:
            count = sum(disk.empty_trash() for _name, disk in self._disks())
            return removed_text(count)

        await self._notify(empty)

    async def _notify(self, work: Callable[[], str]) -> None:
        self._emit(await asyncio.to_thread(self._done, work))

    def _done(self, work: Callable[[], str]) -> TrashListed:
        outcome, problems = "", list[str]()
        try:
            outcome = work()
        except AssistantError as error:
            problems.append(f"{error.message} {error.hint}".strip())
        files: list[TrashEntry] = []
        try:
            for name, disk in self._disks():
                files += _entries(name, disk)
        except AssistantError as error:
            problems.append(f"{error.message} {error.hint}".strip())
        files.sort(key=lambda file: file.deleted_at, reverse=True)
        return TrashListed(
            files=tuple(files), outcome=outcome, problem=" ".join(dict.fromkeys(problems))
        )

    def _disks(self) -> Iterator[tuple[str, WorkspaceDisk]]:
        yield "", self._workspaces.at(self._workspace())
        for grant in self._granted.all():
            yield grant.name, folder_disk(self._workspaces, self._granted, grant)


def _entries(folder: str, disk: WorkspaceDisk) -> Iterator[TrashEntry]:
    for file in disk.trashed():
        yield TrashEntry(
            folder=folder,
            file_id=file.id,
            path=file.path,
            deleted_at=file.deleted_at,
            size=file.size,
        )
