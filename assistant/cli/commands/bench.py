"""`parley bench`: measure what the program is judged by. Its commands stand in `benchmarks`."""

import importlib
from pathlib import Path
from typing import cast

import typer

import assistant
from assistant.errors import ConfigError
from assistant.locale import _


def find_benchmarks(checkout: Path) -> typer.Typer:
    """Return the commands of the benchmarks, which stand beside the package in a checkout.

    Raises:
        ConfigError: If this is no checkout.
    """
    if not (checkout / "benchmarks" / "command.py").is_file():
        raise ConfigError(
            _("The benchmarks come with Parley's source code, not with an installation."),
            hint=_("In a checkout of it, run: make bench"),
        )
    return cast("typer.Typer", importlib.import_module("benchmarks.command").app)


app = find_benchmarks(Path(assistant.__file__).parents[1])
