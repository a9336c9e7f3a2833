"""`parley config`: show every setting with its value and where it is from; change one."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from assistant.cli.options import HomeOption, JsonOption
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.settings import load, save

app = typer.Typer(no_args_is_help=True, help="Show and change settings.")


@app.command("show")
def show(as_json: JsonOption = False, home: HomeOption = None) -> None:
    """Show every setting, the file your own are in, and what is wrong with them."""
    place = Home.locate(root=home)
    loaded = load(place)
    values = loaded.settings.model_dump()
    if as_json:
        typer.echo(
            json.dumps(
                {
                    "file": str(place.settings_file),
                    "settings": values,
                    "problems": [problem.message for problem in loaded.problems],
                }
            )
        )
        return
    table = Table(box=None, pad_edge=False)
    table.add_column(_("Setting"))
    table.add_column(_("Value"), overflow="fold")
    for section, pairs in values.items():
        for key, value in pairs.items():
            table.add_row(f"{section}.{key}", str(value) if value != "" else '""')
    console = Console()
    console.print(table)
    console.print(
        _("Your own settings go into {file}").format(file=str(place.settings_file)),
        soft_wrap=True,
        highlight=False,
    )
    for problem in loaded.problems:
        console.print(f"{problem.message} {problem.hint}", style="red", soft_wrap=True)


@app.command("set")
def change(
    name: Annotated[str, typer.Argument(metavar="SECTION.KEY")],
    value: str,
    home: HomeOption = None,
) -> None:
    """Write one setting, such as `voice.speed 1.2`, into your settings file."""
    section, separator, key = name.partition(".")
    if not separator:
        raise ConfigError(
            _("{name!r} is not a setting.").format(name=name),
            hint=_("Write it as SECTION.KEY; `parley config show` lists them."),
        )
    save(Home.locate(root=home), section, key, value)
