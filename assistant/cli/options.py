"""Options that several subcommands share."""

from pathlib import Path
from typing import Annotated

import typer

HomeOption = Annotated[
    Path | None,
    typer.Option(
        "--home",
        metavar="DIR",
        help="Your files, settings and data (or set PARLEY_HOME).",
    ),
]
ModelsOption = Annotated[
    Path | None,
    typer.Option("--models", metavar="DIR", help="Where model files lie (or set PARLEY_MODELS)."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
