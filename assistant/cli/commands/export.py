"""`parley export`: conversations into a file."""

import asyncio
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from assistant.cli.options import HomeOption
from assistant.clock import SystemClock
from assistant.conversation.history.files.json_import import ImportDefaults
from assistant.engine.history.conversation_files import ConversationFiles, ExportSummary
from assistant.engine.history.file_commands import exported_text
from assistant.errors import ConfigError, StoreError
from assistant.home import Home
from assistant.locale import _
from assistant.protocol.history import FileFormat
from assistant.storage.database import Database
from assistant.storage.store import Store


class ExportFormat(StrEnum):
    """How conversations are written."""

    jsonl = "jsonl"
    md = "md"


def command(
    conversation: Annotated[
        str | None, typer.Argument(metavar="ID", help="Which one; the one used last without it.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every conversation, the one used last first.")
    ] = False,
    file_format: Annotated[
        ExportFormat,
        typer.Option(
            "--format", help="jsonl: every branch, can be imported. md: to be read by people."
        ),
    ] = ExportFormat.jsonl,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The file; standard output without it."),
    ] = None,
    home: HomeOption = None,
) -> None:
    """Write conversations to a file. Works while Parley is running."""
    if conversation is not None and everything:
        raise ConfigError(
            _("An ID and --all exclude each other."), hint=_("Leave one of them out.")
        )
    place = Home.locate(root=home)
    if not place.database.exists():
        raise StoreError(
            _("There are no conversations in {folder}.").format(folder=place.root),
            hint=_("Name the home of the conversations with --home."),
        )
    exported = asyncio.run(
        _export(
            place,
            FileFormat(file_format.value),
            conversation,
            everything,
            output and output.absolute(),
        )
    )
    typer.echo(exported_text(exported), err=output is None)


async def _export(
    home: Home,
    file_format: FileFormat,
    conversation: str | None,
    everything: bool,
    output: Path | None,
) -> ExportSummary:
    # Reading needs no lock: SQLite gives each reader a state of its own.
    store = Store(database=await Database.open(home.database))
    try:
        if conversation is None and not everything:
            conversation = await _used_last(store)
        exchange = ConversationFiles(store=store, clock=SystemClock(), setting=_no_setting)
        if output is not None:
            return await exchange.write(output, file_format, conversation)
        conversations = messages = 0
        async for text, exported in exchange.text(file_format, conversation):
            sys.stdout.write(text)
            conversations += exported.conversations
            messages += exported.messages
        sys.stdout.flush()
        return ExportSummary(conversations=conversations, messages=messages)
    finally:
        await store.aclose()


async def _used_last(store: Store) -> str:
    used = await store.conversations.used()
    if not used:
        raise StoreError(_("There are no conversations yet."), hint=_("Say something first."))
    return used[0].conversation_id


def _no_setting() -> ImportDefaults:
    raise RuntimeError("Nothing is imported here")
