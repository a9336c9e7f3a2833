"""`parley restore`: the home out of a backup."""

from pathlib import Path
from typing import Annotated

import typer

from assistant.backup.backup import is_encrypted, verify_backup
from assistant.backup.restore import restore_backup
from assistant.backup.wording import contents_text, left_out_text
from assistant.channels.terminal.text.printable import printable
from assistant.cli.commands.backup import asked_passphrase
from assistant.cli.options import HomeOption
from assistant.clock import SystemClock
from assistant.home import Home
from assistant.locale import _


def command(
    file: Annotated[Path, typer.Argument(help="A file that `parley backup` wrote.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    home: HomeOption = None,
) -> None:
    """Put a backup in the place of your home, which is kept under another name.

    Close Parley first. Restore only what you trust: a backup holds settings that start programs.
    """
    place = Home.locate(root=home)
    passphrase = asked_passphrase() if is_encrypted(file) else None
    if not yes:
        typer.echo(contents_text(verify_backup(file, passphrase=passphrase)))
        question = _("Restore this to {folder}?").format(folder=printable(str(place.root)))
        if not typer.confirm(question):
            typer.echo(_("Nothing was changed."))
            raise typer.Exit(1)
    restored = restore_backup(
        place,
        file,
        passphrase=passphrase,
        now=SystemClock().now(),
        on_step=lambda text: typer.echo(f"{text} …"),
    )
    count = len(restored.manifest.parts)
    message = (
        _("Restored one file to {folder}.")
        if count == 1
        else _("Restored {count} files to {folder}.")
    )
    typer.echo(message.format(count=count, folder=printable(str(place.root))))
    if restored.aside is not None:
        typer.echo(
            _("What was there before is in {folder}. Delete it when all is well.").format(
                folder=printable(str(restored.aside))
            )
        )
    typer.echo(left_out_text(has_keys=restored.manifest.has_keys))
