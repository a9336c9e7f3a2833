"""`parley folders`: which folders of your own tools may use."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from assistant.channels.terminal.text.folder_lines import access_title
from assistant.channels.terminal.text.printable import printable
from assistant.cli.options import HomeOption, JsonOption
from assistant.engine.folder_commands import folder_entry
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.tools.workspace.granted_folders import GrantedFolders
from assistant.tools.workspace.model.folder_grant import MARK, FolderAccess, FolderGrant

app = typer.Typer(no_args_is_help=True, help="Open folders of your own to tools, or close them.")


@app.command("list")
def show(as_json: JsonOption = False, home: HomeOption = None) -> None:
    """List the folders that tools may use, and what they may do there."""
    entries = [folder_entry(grant) for grant in _granted(home).all()]
    if as_json:
        shown = [
            {"name": e.name, "path": e.path, "writable": e.is_writable, "there": e.is_there}
            for e in entries
        ]
        typer.echo(json.dumps(shown, ensure_ascii=False))
        return
    if not entries:
        typer.echo(_("No folder of your own is open to tools."))
        return
    table = Table(box=None, pad_edge=False)
    for heading in (_("Name"), _("Tools may"), _("Folder")):
        table.add_column(heading, overflow="fold")
    for entry in entries:
        table.add_row(Text(MARK + entry.name), access_title(entry), Text(printable(entry.path)))
    Console(highlight=False).print(table)


@app.command("add")
def add(
    path: Path,
    write: Annotated[bool, typer.Option("--write", help="Let tools change files there.")] = False,
    home: HomeOption = None,
) -> None:
    """Open a folder to tools: to be read, or with --write also to be changed."""
    access = FolderAccess.WRITE if write else FolderAccess.READ
    entry = folder_entry(_granted(home).grant(path, access))
    typer.echo(f"{MARK}{entry.name}  {printable(entry.path)}  {access_title(entry)}")


@app.command("remove")
def remove(name: str, home: HomeOption = None) -> None:
    """Close a folder to tools, at once. Its files stay as they are."""
    granted = _granted(home)
    grant = named_grant(granted, name)
    granted.revoke(grant.name)
    typer.echo(_("Tools may not use {path} any more.").format(path=printable(str(grant.path))))


def named_grant(granted: GrantedFolders, name: str) -> FolderGrant:
    """Find a folder by name, with or without `@`, or by path.

    Raises:
        ConfigError: If there is none.
    """
    for grant in granted.all():
        if name.removeprefix(MARK) == grant.name or Path(name) == grant.path:
            return grant
    raise ConfigError(
        _("No folder {name} is open to tools.").format(name=name),
        hint=_("`parley folders list` shows those that are."),
    )


def _granted(home: Path | None) -> GrantedFolders:
    return GrantedFolders.of(Home.locate(root=home))
