"""`parley import`: conversations out of a file."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from assistant.cli.options import HomeOption
from assistant.clock import SystemClock
from assistant.conversation.history.files.json_import import ImportDefaults
from assistant.engine.history.conversation_files import ConversationFiles, ImportSummary
from assistant.engine.history.file_commands import imported_text, problem_texts
from assistant.errors import HomeBusyError
from assistant.home import Home
from assistant.locale import _
from assistant.settings import Settings, load
from assistant.storage.store import open_store

IMPORTED = "imported"
"""The profile of conversations that another program held."""


def command(
    file: Annotated[Path, typer.Argument(help="A JSON Lines file, as `parley export` writes it.")],
    home: HomeOption = None,
) -> None:
    """Take conversations in from a file. Those that are here already are left as they are.

    While Parley is running, import in its window.
    """
    place = Home.locate(root=home)
    loaded = load(place)
    try:
        lock = place.claim()
    except HomeBusyError as error:
        raise HomeBusyError(
            error.message, hint=_("Import the file in its window, or close Parley first.")
        ) from error
    try:
        imported = asyncio.run(_import(place, file.absolute(), loaded.settings))
    finally:
        lock.release()
    typer.echo(imported_text(imported))
    for text in problem_texts(imported, name=file.name):
        typer.echo(text, err=True)
    if imported.problems or imported.taken or imported.deleted:
        raise typer.Exit(1)


async def _import(home: Home, file: Path, settings: Settings) -> ImportSummary:
    clock = SystemClock()
    opened = await open_store(home.database, now=clock.now())
    if opened.set_aside is not None:
        typer.echo(f"{opened.set_aside_text} {opened.set_aside_hint}", err=True)
    try:
        person = settings.person
        setting = ImportDefaults(
            workspace=person.workspace, agent=person.agent, profile=IMPORTED, model=""
        )
        exchange = ConversationFiles(store=opened.store, clock=clock, setting=lambda: setting)
        return await exchange.read(file)
    finally:
        await opened.store.aclose()
