"""`parley decisions`: what the user decided, as a list or as files."""

import asyncio
from pathlib import Path
from typing import Annotated, Final

import typer
from pydantic import TypeAdapter

from assistant.channels.terminal.text.printable import printable
from assistant.cli.options import HomeOption, JsonOption
from assistant.clock import SystemClock
from assistant.decision_log.decision import Decision, DecisionPage
from assistant.decision_log.decision_query import DecisionQuery
from assistant.decision_log.decision_words import decision_lines, nothing_found
from assistant.engine.decisions.decision_book import DecisionBook
from assistant.engine.decisions.decision_files import write_records
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.storage.database import Database
from assistant.storage.store import Store

_LIMIT: Final = 50
_decisions: Final[TypeAdapter[tuple[Decision, ...]]] = TypeAdapter(tuple[Decision, ...])


def command(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS", help="Words that must be found.")
    ] = None,
    project: Annotated[
        str, typer.Option("--project", help="Only of this project, or asked by this agent.")
    ] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most so many.")] = _LIMIT,
    as_json: JsonOption = False,
    markdown: Annotated[
        Path | None,
        typer.Option(
            "--markdown",
            metavar="FOLDER",
            help="Write all of them as Markdown records, a folder a project.",
        ),
    ] = None,
    home: HomeOption = None,
) -> None:
    """List what you decided, the last first. Works while Parley is running."""
    if as_json and markdown is not None:
        raise ConfigError(
            _("--json and --markdown exclude each other."), hint=_("Leave one of them out.")
        )
    query = DecisionQuery(words=" ".join(words or ()), project=project)
    place = Home.locate(root=home)
    if markdown is not None:
        typer.echo(asyncio.run(_write(place, query, markdown.absolute())))
        return
    page = asyncio.run(_page(place, query, limit))
    if as_json:
        typer.echo(_decisions.dump_json(page.decisions).decode())
        return
    now = SystemClock().now()
    for decision in page.decisions:
        for line in decision_lines(decision, now):
            typer.echo(printable(line))
    if not page.decisions:
        typer.echo(printable(nothing_found(query)))
    elif page.next is not None:
        more = _("There are more: --limit {count} shows twice as many.").format(count=2 * limit)
        typer.echo(more, err=True)


async def _page(home: Home, query: DecisionQuery, limit: int) -> DecisionPage:
    if not home.database.exists():
        return DecisionPage()
    # Reading needs no lock: SQLite gives each reader a state of its own.
    store = Store(database=await Database.open(home.database))
    try:
        return await DecisionBook(store.questions).page(query, limit=limit)
    finally:
        await store.aclose()


async def _write(home: Home, query: DecisionQuery, folder: Path) -> str:
    if not home.database.exists():
        return nothing_found(query)
    store = Store(database=await Database.open(home.database))
    try:
        return (await write_records(DecisionBook(store.questions), query, folder)).text
    finally:
        await store.aclose()
