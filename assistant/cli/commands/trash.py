"""`parley trash`: see what was deleted, bring it back, or remove it for good."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from assistant.channels.terminal.text.printable import printable
from assistant.cli.commands.folders import named_grant
from assistant.cli.options import HomeOption
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.settings import load
from assistant.tools.workspace.disk import WorkspaceDisk, Workspaces
from assistant.tools.workspace.file_location import folder_disk
from assistant.tools.workspace.granted_folders import GrantedFolders
from assistant.tools.workspace.model.trash_wording import removal_question, removed_text
from assistant.tools.workspace.trash import TrashedFile

app = typer.Typer(no_args_is_help=True, help="See, restore or empty the trash of a workspace.")

WorkspaceOption = Annotated[
    str | None, typer.Option("--workspace", help="Which one; the one in use without it.")
]


FolderOption = Annotated[
    str | None,
    typer.Option("--folder", help="One of your own folders, by its name in `parley folders list`."),
]


@app.command("list")
def show(
    workspace: WorkspaceOption = None, folder: FolderOption = None, home: HomeOption = None
) -> None:
    """List what is in the trash, what was deleted last first."""
    files = _disk(workspace, folder, home).trashed()
    if not files:
        typer.echo(_("The trash is empty."))
    else:
        _print(files)
    if folder is None and workspace is None:
        for name in _folders_with_trash(home):
            command = f"parley trash list --folder {shlex.quote(name)}"
            typer.echo(
                _("Deleted files of your folder {name}: {command}").format(
                    name=name, command=command
                )
            )


def _print(files: Sequence[TrashedFile]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("ID", _("Deleted"), _("Bytes"), _("File")):
        table.add_column(heading, overflow="fold")
    for file in files:
        when = f"{file.deleted_at.astimezone():%Y-%m-%d %H:%M}"
        table.add_row(file.id, when, str(file.size), Text(printable(file.path)))
    Console(highlight=False).print(table)


@app.command("restore")
def restore(
    file_id: Annotated[str, typer.Argument(metavar="ID", help="From `parley trash list`.")],
    workspace: WorkspaceOption = None,
    folder: FolderOption = None,
    home: HomeOption = None,
) -> None:
    """Bring back what was deleted; what is there now stays."""
    disk = _disk(workspace, folder, home)
    found = [file for file in disk.trashed() if file.id == file_id]
    if not found:
        raise ConfigError(
            _("{id} is not in the trash.").format(id=file_id),
            hint=_("`parley trash list` shows what is."),
        )
    for file in found:
        typer.echo(_("Restored {path}").format(path=printable("/".join(disk.restore(file)))))


@app.command("empty")
def empty(
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    workspace: WorkspaceOption = None,
    folder: FolderOption = None,
    home: HomeOption = None,
) -> None:
    """Remove everything in the trash for good."""
    disk = _disk(workspace, folder, home)
    count = len(disk.trashed())
    if count and (yes or typer.confirm(removal_question(count))):
        count = disk.empty_trash()
        typer.echo(removed_text(count))
    elif not count:
        typer.echo(_("The trash is empty."))


def _folders_with_trash(home: Path | None) -> list[str]:
    """Names of granted folders with something in their trash."""
    granted, workspaces = GrantedFolders.of(Home.locate(root=home)), Workspaces()
    return [one.name for one in granted.all() if folder_disk(workspaces, granted, one).trashed()]


def _disk(workspace: str | None, folder: str | None, home: Path | None) -> WorkspaceDisk:
    place = Home.locate(root=home)
    if folder is not None:
        granted = GrantedFolders.of(place)
        return folder_disk(Workspaces(), granted, named_grant(granted, folder))
    if workspace is not None and not (place.root / "workspaces" / workspace).is_dir():
        raise ConfigError(_("There is no workspace {name}.").format(name=workspace))
    return Workspaces().at(place.workspace(workspace or load(place).settings.person.workspace))
