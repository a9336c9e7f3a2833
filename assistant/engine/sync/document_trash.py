"""Keeps a document that another device deleted in the trash of its workspace. Blocks."""

from assistant.home import Home
from assistant.tools.workspace.model.paths import WorkspaceError
from assistant.tools.workspace.trash import WorkspaceTrash


class DocumentTrash:
    """Implements what `DocumentFiles` keeps copies with.

    Documents outside of workspaces, which are the personas and the memory of the user, have no
    trash: Parley deletes none of them.
    """

    def __init__(self, *, home: Home) -> None:
        self._home = home

    def keep(self, parts: tuple[str, ...], data: bytes) -> None:
        """Put a document's text into the trash of its workspace, if it has one.

        Raises:
            OSError: If it cannot be written.
        """
        match parts:
            case ("workspaces", workspace, *inside):
                try:
                    WorkspaceTrash(self._home.workspace(workspace)).keep(tuple(inside), data)
                except WorkspaceError as error:
                    raise OSError(error.message) from error
            case _:
                pass
