"""Where a path that the model names leads: into the workspace or one of the user's folders."""

from dataclasses import dataclass

from assistant.tools.tool import ToolContext
from assistant.tools.workspace.disk import WorkspaceDisk, Workspaces
from assistant.tools.workspace.granted_folders import GrantedFolders
from assistant.tools.workspace.model.folder_grant import FolderGrant, hint, is_folder_path, locate
from assistant.tools.workspace.model.paths import (
    FolderClosedError,
    Parts,
    WorkspaceError,
    parts_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLocation:
    """A place that tools may use."""

    disk: WorkspaceDisk
    parts: Parts
    grant: FolderGrant | None = None
    """The folder of the user's own; None in the workspace."""

    @property
    def name(self) -> str:
        """Path as tools take it; empty for the workspace itself."""
        return self.name_of(self.parts)

    def name_of(self, parts: Parts) -> str:
        """Path, as tools take it, of something else in the same folder."""
        top = () if self.grant is None else (self.grant.marked,)
        return "/".join((*top, *parts))


class FileLocator:
    """Finds what paths mean.

    Args:
        workspaces: The folders of workspaces.
        granted: The user's own folders; none if None.
    """

    def __init__(self, workspaces: Workspaces, granted: GrantedFolders | None = None) -> None:
        self._workspaces = workspaces
        self._granted = granted

    def folders(self, context: ToolContext) -> tuple[FolderGrant, ...]:
        if self._granted is None:
            return ()
        return self._granted.folders(context.conversation_id)

    def find(self, path: str, context: ToolContext) -> FileLocation:
        """Resolve a path; blocks on the disk.

        Raises:
            WorkspaceError: If tools may not go there.
        """
        if not is_folder_path(path):
            return FileLocation(
                disk=self._workspaces.at(context.workspace), parts=self._in_workspace(path, context)
            )
        folders = self.folders(context)
        if self._granted is None:
            raise FolderClosedError(f"{path} is not in the workspace.", hint=hint(()))
        grant, parts = locate(path, folders, home=self._granted.user)
        rules = self._granted.rules(grant)
        if any(rules.is_closed(parts[:depth]) for depth in range(1, len(parts) + 1)):
            raise WorkspaceError(f"{path} belongs to the program and is closed to tools.")
        return _in_folder(self._workspaces, self._granted, grant, parts)

    def tops(self, context: ToolContext) -> tuple[FileLocation, ...]:
        """The workspace and each granted folder."""
        workspace = FileLocation(disk=self._workspaces.at(context.workspace), parts=())
        if self._granted is None:
            return (workspace,)
        granted = self._granted
        folders = (
            _in_folder(self._workspaces, granted, grant, ()) for grant in self.folders(context)
        )
        return (workspace, *folders)

    def _in_workspace(self, path: str, context: ToolContext) -> Parts:
        try:
            return parts_of(path)
        except WorkspaceError as error:
            if ".." not in path:
                raise
            raise WorkspaceError(error.message, hint=hint(self.folders(context))) from error


def folder_disk(
    workspaces: Workspaces, granted: GrantedFolders, grant: FolderGrant
) -> WorkspaceDisk:
    """The files of a granted folder."""
    return workspaces.at(grant.path, granted.rules(grant), trash=granted.trash_of(grant))


def _in_folder(
    workspaces: Workspaces, granted: GrantedFolders, grant: FolderGrant, parts: Parts
) -> FileLocation:
    return FileLocation(disk=folder_disk(workspaces, granted, grant), parts=parts, grant=grant)
