"""`parley models`: list, get, verify, remove."""

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.progress import Progress as Bars
from rich.table import Table

from assistant.catalog import Catalog, FetchProgress, ModelEntry, ModelStore
from assistant.catalog.wording import licence_of, purpose_of
from assistant.cli.fetch_lines import FetchLineReport, stage_text
from assistant.cli.options import HomeOption, JsonOption, ModelsOption
from assistant.errors import ModelFileError
from assistant.home import Home
from assistant.llm.starter.model_files import reason_text
from assistant.llm.starter.starter_selector import StarterSelector
from assistant.locale import _
from assistant.settings import load

app = typer.Typer(no_args_is_help=True, help="List, fetch, verify and remove model files.")

NamesArgument = Annotated[list[str] | None, typer.Argument(metavar="NAME")]
AllOption = Annotated[bool, typer.Option("--all", help="Every model of the catalogue.")]
DefaultOption = Annotated[
    bool, typer.Option("--default", help="The default set, whatever your settings need.")
]

PIPE_WIDTH = 160
"""Columns of a table that goes to a file or another program."""


@app.command("list")
def list_models(
    as_json: JsonOption = False, home: HomeOption = None, models: ModelsOption = None
) -> None:
    """Show the known models and which of them are here."""
    place = Home.locate(root=home, models=models)
    store = ModelStore(catalog=Catalog.load(), folder=place.models)
    selector = StarterSelector.for_setting(
        load(place).settings.llm.starter_model, folder=place.models
    )
    choice = asyncio.run(selector.choose())
    if as_json:
        known = [_described(store, entry) for entry in store.catalog]
        built_in = {
            "name": choice.run.name,
            "reason": choice.reason.value,
            "fetch": None if choice.fetch is None else choice.fetch.name,
        }
        report = {"folder": str(store.folder), "models": known, "own": store.own()}
        typer.echo(json.dumps({**report, "built_in": built_in}))
        return
    table = Table(box=None, pad_edge=False)
    table.add_column(_("Name"), no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column(_("Size"), justify="right", no_wrap=True)
    for heading in (_("What it is"), _("Languages"), _("Licence")):
        table.add_column(heading, overflow="fold")
    needed = _needed(store, home)
    for entry in store.catalog:
        table.add_row(
            entry.name,
            _state(store, entry, is_needed=entry.name in needed),
            _megabytes(entry.size_bytes),
            purpose_of(entry),
            _("many") if entry.languages == ("*",) else ", ".join(entry.languages),
            licence_of(entry),
        )
    for name in store.own():
        table.add_row(name, _("here"), "", _("your own files"), "", "")
    console = Console(width=None if sys.stdout.isatty() else PIPE_WIDTH)
    console.print(table)
    console.print(
        _("The built-in model here: {name} ({reason}).").format(
            name=choice.run.name, reason=reason_text(choice)
        ),
        soft_wrap=True,
    )
    console.print(_("Folder: {folder}").format(folder=str(store.folder)), soft_wrap=True)


@app.command("get")
def get(
    names: NamesArgument = None,
    everything: AllOption = False,
    default: DefaultOption = False,
    as_json: JsonOption = False,
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Fetch models: what your settings need, or those named, which are then verified in full as well."""
    store = _store(home, models)
    needed = store.catalog.defaults if default else _needed(store, home)
    wanted = _wanted(store, names, needed, everything)
    # Named models are read in full, which mends damaged ones; the others are a quick look.
    pending = wanted if names else store.missing(wanted)
    failures = _fetch_all(store, pending, quiet=as_json)
    if as_json:
        report = [
            {
                "name": name,
                "present": name not in failures,
                "path": str(store.path(name)),
                "error": failures[name].message if name in failures else None,
            }
            for name in wanted
        ]
        typer.echo(json.dumps({"models": report}))
    elif not failures:
        typer.echo(
            _("Ready in {folder}: {names}").format(
                folder=str(store.folder), names=", ".join(wanted)
            )
        )
    for failure in failures.values():
        typer.secho(failure.message, fg=typer.colors.RED, err=True)
        typer.secho(failure.hint, fg=typer.colors.RED, err=True)
    if failures:
        raise typer.Exit(1)


@app.command("verify")
def verify(
    names: NamesArgument = None,
    as_json: JsonOption = False,
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Read models in full: those that are here, or those named. Exits with 1 if one is damaged."""
    store = _store(home, models)
    here = tuple(entry.name for entry in store.catalog if store.path(entry.name).is_dir())
    wanted = _wanted(store, names, here, everything=False)
    faults = {name: store.verify(name) for name in wanted}
    damaged = [name for name in wanted if faults[name]]
    if as_json:
        report = [
            {"name": name, "whole": not faults[name], "faults": faults[name]} for name in wanted
        ]
        typer.echo(json.dumps({"models": report}))
    else:
        _print_verdicts(faults)
    if damaged:
        typer.secho(
            _("To mend this, run: parley models get {names}").format(names=" ".join(damaged)),
            fg=typer.colors.RED,
            err=True,
        )
        raise typer.Exit(1)


@app.command("remove")
def remove(
    names: Annotated[list[str], typer.Argument(metavar="NAME")],
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Delete models from this computer; they can be fetched again."""
    store = _store(home, models)
    for name in _wanted(store, names, (), everything=False):
        freed = store.remove(name)
        text = _("Removed {name}: {size} free again.") if freed else _("{name} was not here.")
        typer.echo(text.format(name=name, size=_megabytes(freed)))


def _store(home: HomeOption, models: ModelsOption) -> ModelStore:
    return ModelStore(catalog=Catalog.load(), folder=Home.locate(root=home, models=models).models)


def _needed(store: ModelStore, home: HomeOption) -> tuple[str, ...]:
    return store.catalog.needed(load(Home.locate(root=home)).settings.voice)


def _wanted(
    store: ModelStore, names: Sequence[str] | None, otherwise: Sequence[str], everything: bool
) -> tuple[str, ...]:
    """The names asked for, each once; raises `ModelFileError` for an unknown one."""
    if everything:
        return tuple(entry.name for entry in store.catalog)
    if not names:
        return tuple(otherwise)
    return tuple(store.catalog.entry(name).name for name in dict.fromkeys(names))


def _described(store: ModelStore, entry: ModelEntry) -> dict[str, object]:
    return {
        "name": entry.name,
        "kind": entry.kind,
        "title": entry.title,
        "languages": entry.languages,
        "licence": entry.licence,
        "about": entry.about,
        "default": entry.default,
        "starter": None if entry.starter is None else entry.starter.model_dump(),
        "size_bytes": entry.size_bytes,
        "present": store.is_present(entry.name),
        "path": str(store.path(entry.name)),
    }


def _state(store: ModelStore, entry: ModelEntry, *, is_needed: bool) -> str:
    if store.is_present(entry.name):
        return _("here")
    return _("missing") if is_needed else _("optional")


def _megabytes(size_bytes: int) -> str:
    return _("{megabytes} MB").format(megabytes=max(1, round(size_bytes / 1_000_000)))


def _print_verdicts(faults: dict[str, tuple[str, ...]]) -> None:
    if not faults:
        typer.echo(_("There are no models here. `parley models get` fetches them."))
    for name, wrong in faults.items():
        if wrong:
            typer.echo(_("{name}: damaged: {files}").format(name=name, files=", ".join(wrong)))
        else:
            typer.echo(_("{name}: whole").format(name=name))


def _fetch_all(
    store: ModelStore, names: Sequence[str], *, quiet: bool
) -> dict[str, ModelFileError]:
    failures: dict[str, ModelFileError] = {}

    def fetch(report: Callable[[FetchProgress], None]) -> None:
        for name in names:
            try:
                store.fetch(name, report, lambda: False)
            except ModelFileError as error:
                failures[name] = error

    console = Console(stderr=True)
    if quiet:
        fetch(lambda _progress: None)
    elif console.is_terminal:
        with _bars(console) as bars:
            fetch(FetchBarReport(bars))
    else:
        fetch(FetchLineReport(lambda line: typer.echo(line, err=True)))
    return failures


def _bars(console: Console) -> Bars:
    return Bars(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
        console=console,
    )


class FetchBarReport:
    """Shows a fetch as one moving bar a model."""

    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, progress: FetchProgress) -> None:
        if progress.name not in self._tasks:
            self._tasks[progress.name] = self._bars.add_task(progress.name)
        self._bars.update(
            self._tasks[progress.name],
            description=f"{progress.name}: {stage_text(progress.stage)}",
            completed=progress.received_bytes,
            total=progress.total_bytes,
        )
