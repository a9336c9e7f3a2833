"""`parley config`: show every setting with what it may be; change one; show the prompt."""

import json
import os
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from assistant.cli.commands.config_prompt import prompt
from assistant.cli.options import HomeOption, JsonOption
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.settings import (
    ENVIRONMENT_PREFIX,
    allowed,
    defaults,
    is_secret,
    load,
    save,
    without_password,
)

app = typer.Typer(no_args_is_help=True, help="Show and change settings.")
app.command("prompt")(prompt)

HIDDEN = "•••"
"""In the place of a secret."""
PIPE_WIDTH = 200
"""Columns of a table that goes to a file or another program."""


@app.command("show")
def show(as_json: JsonOption = False, home: HomeOption = None) -> None:
    """Show every setting, what it may be, the file your own are in, and what is wrong with them."""
    place = Home.locate(root=home)
    loaded = load(place)
    values = _without_secrets(loaded.settings.model_dump())
    if as_json:
        document = {
            "file": str(place.settings_file),
            "settings": values,
            "defaults": defaults().model_dump(),
            "problems": [
                {"text": problem.message, "hint": problem.hint} for problem in loaded.problems
            ],
        }
        typer.echo(json.dumps(document, ensure_ascii=False))
        return
    console = Console(width=None if sys.stdout.isatty() else PIPE_WIDTH, highlight=False)
    console.print(_table(values, defaults().model_dump()))
    console.print(
        _("Your own settings go into {file}").format(file=str(place.settings_file)),
        soft_wrap=True,
        markup=False,
    )
    for problem in loaded.problems:
        console.print(Text(f"{problem.message} {problem.hint}", style="red"), soft_wrap=True)


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
    place = Home.locate(root=home)
    save(place, section, key, value)
    stored = load(place, {}).settings.model_dump()[section][key]
    typer.echo(f"{name} = {_hidden(section, key, _shown(stored))}")
    variable = f"{ENVIRONMENT_PREFIX}{section}__{key}".upper()
    if variable in os.environ:
        typer.secho(
            _("The environment variable {variable} goes before it as long as it is set.").format(
                variable=variable
            ),
            fg=typer.colors.YELLOW,
            err=True,
        )


def _without_secrets(values: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """Replace secrets by whether they are set."""
    return {
        section: {
            key: HIDDEN if value and is_secret(section, key) else _without_password(value)
            for key, value in pairs.items()
        }
        for section, pairs in values.items()
    }


def _without_password(value: object) -> object:
    return without_password(value) if isinstance(value, str) else value


def _hidden(section: str, key: str, shown: str) -> str:
    return HIDDEN if is_secret(section, key) else without_password(shown)


def _table(values: dict[str, dict[str, object]], shipped: dict[str, dict[str, object]]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(_("Setting"), no_wrap=True)
    for heading in (_("Value"), _("Default"), _("What it may be")):
        table.add_column(heading, overflow="fold")
    for section, pairs in values.items():
        for key, value in pairs.items():
            default = shipped[section][key]
            is_own = value != default
            table.add_row(
                f"{section}.{key}",
                Text(_shown(value), style="bold" if is_own else ""),
                Text(_shown(default) if is_own else "", style="dim"),
                Text(allowed(section, key), style="dim"),
            )
    return table


def _shown(value: object) -> str:
    """As in the settings file."""
    return json.dumps(value, ensure_ascii=False)
