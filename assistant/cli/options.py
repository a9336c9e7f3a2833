"""Options that several subcommands share."""

from pathlib import Path
from typing import Annotated

import typer

from assistant.home import HOME_VARIABLE, MODELS_VARIABLE

HomeOption = Annotated[
    Path | None,
    typer.Option(
        "--home",
        metavar="DIR",
        help=f"Your files, settings and data (or set {HOME_VARIABLE}).",
    ),
]
ModelsOption = Annotated[
    Path | None,
    typer.Option(
        "--models", metavar="DIR", help=f"Where model files lie (or set {MODELS_VARIABLE})."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
