"""`parley erase`: everything of the user's on this computer, deleted for good."""

from typing import Annotated

import typer

from assistant.assembly.erase import erase_everything
from assistant.channels.terminal.text.printable import printable
from assistant.cli.options import HomeOption
from assistant.home import Home
from assistant.locale import _


def command(
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    home: HomeOption = None,
) -> None:
    """Delete everything of yours on this computer, keys too; models stay. Close Parley first."""
    place = Home.locate(root=home)
    folder = printable(str(place.root))
    question = _("Delete everything in {folder} and your keys, for good?").format(folder=folder)
    if not (yes or typer.confirm(question)):
        typer.echo(_("Nothing was changed."))
        raise typer.Exit(1)
    erase_everything(place)
    typer.echo(_("Everything of yours is gone from this computer."))
