"""`parley report`: a file about this Parley for whoever is to mend it, without a word of the user's."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from assistant.cli.commands.doctor import examine
from assistant.cli.options import HomeOption, ModelsOption
from assistant.errors import ConfigError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _
from assistant.report import write_report
from assistant.settings import load


def command(
    output: Annotated[
        Path, typer.Option("-o", "--output", help="The file, a zip; replaced if it exists.")
    ] = Path("parley-report.zip"),
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Save what a report of a fault needs: checks, versions, settings and logs, without your words."""
    place = Home.locate(root=home, models=models)
    findings = examine(place, Console(stderr=True, highlight=False))
    try:
        write_report(output.absolute(), place, load(place).settings, findings=findings)
    except OSError as error:
        raise ConfigError(
            _("{file} cannot be written: {error}.").format(
                file=str(output), error=failure_reason(error)
            )
        ) from error
    typer.echo(_("Saved in {file}. None of your words are in it.").format(file=str(output)))
