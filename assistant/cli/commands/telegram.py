"""`parley telegram`: the bot, and the accounts that are linked, from a terminal."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated, Final

import typer

from assistant.channels.terminal.text.printable import printable
from assistant.channels.web.client.running_program import reach_program
from assistant.channels.web.client.running_telegram import RunningTelegram
from assistant.cli.options import HomeOption
from assistant.clock import SystemClock
from assistant.errors import ConfigError, UnreachableError
from assistant.home import Home
from assistant.llm.api_keys import TELEGRAM, KeyStore
from assistant.locale import _
from assistant.protocol.telegram import TelegramListed, report_lines
from assistant.settings import load

app = typer.Typer(invoke_without_command=True)

LOOK_S: Final = 1.0
"""How often the running program is asked whether somebody sent the code."""


@app.callback()
def status(context: typer.Context, home: HomeOption = None) -> None:
    """Say how the bot of the Parley that runs stands, and who is linked."""
    if context.invoked_subcommand is None:
        _print(asyncio.run(_status(Home.locate(root=home))))


@app.command("token")
def token(home: HomeOption = None) -> None:
    """Keep the token of your bot, once Telegram knows it; asks for it."""
    place = Home.locate(root=home)
    given = _asked_token()
    if not given:
        raise ConfigError(_("Enter the token of your bot first."))
    name = asyncio.run(_keep(place, given))
    if name is None:
        typer.secho(
            _("Telegram cannot be asked now; the token is kept, and tried later."),
            fg=typer.colors.YELLOW,
            err=True,
        )
    else:
        typer.echo(_("The bot @{name} is used from now on.").format(name=name))


@app.command("link")
def link(home: HomeOption = None) -> None:
    """Show a code that links one account, and wait until somebody has sent it to the bot."""
    asyncio.run(_link(Home.locate(root=home)))


@app.command("unlink")
def unlink(
    name: Annotated[str, typer.Argument(help="Of the account, as `parley telegram` lists it.")],
    home: HomeOption = None,
) -> None:
    """Have an account reach Parley no more."""
    asyncio.run(_unlink(Home.locate(root=home), name))
    typer.echo(_("This account is not linked to Parley any more."))


def _asked_token() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    given: str = typer.prompt(
        _("Token of your bot"), default="", hide_input=True, show_default=False
    )
    return given.strip()


async def _keep(home: Home, given: str) -> str | None:
    """Check and store a token; returns the bot's name, None if nobody can be asked."""
    from assistant.channels.telegram.bot_api.token_check import check_token  # loads HTTP

    name = await check_token(given, load(home).settings.telegram.api_url)
    saved = await KeyStore(keys_file=home.keys_file).set(given, TELEGRAM)
    if saved.notice:
        typer.secho(saved.notice, fg=typer.colors.YELLOW, err=True)
    async with reach_program(home.api_file) as program:
        if program is not None:
            await program.telegram.apply_settings()
    return name


@asynccontextmanager
async def _running(home: Home) -> AsyncGenerator[RunningTelegram]:
    async with reach_program(home.api_file) as program:
        if program is None:
            raise UnreachableError(
                _("No Parley that runs with the home {folder} can be reached.").format(
                    folder=str(home.root)
                ),
                hint=_("Start it with parley or parley serve; in parley chat write /telegram."),
            )
        yield program.telegram


async def _status(home: Home) -> TelegramListed:
    async with _running(home) as telegram:
        return await telegram.listed()


async def _link(home: Home) -> None:
    async with _running(home) as telegram:
        before = await telegram.listed()
        shown = await telegram.show_code()
        _print(shown)
        try:
            while shown.link is not None:
                await asyncio.sleep(LOOK_S)
                shown = await telegram.listed()
        except asyncio.CancelledError:
            await telegram.hide_code()
            raise
    known = {account.user_id for account in before.accounts}
    linked = [account for account in shown.accounts if account.user_id not in known]
    if not linked:
        raise ConfigError(shown.problem or _("Nobody sent the code while it was good."))
    for account in linked:
        typer.echo(_("{name} is linked to Parley now.").format(name=printable(account.name)))


async def _unlink(home: Home, name: str) -> None:
    async with _running(home) as telegram:
        accounts = (await telegram.listed()).accounts
        named = [one for one in accounts if name in {one.name, str(one.user_id)}]
        if len(named) != 1:
            text = (
                _("Several accounts are called {name}.")
                if named
                else _("There is no account {name}.")
            )
            raise ConfigError(
                text.format(name=printable(name)), hint=_("`parley telegram` lists them.")
            )
        await telegram.unlink(named[0].user_id)


def _print(listed: TelegramListed) -> None:
    for line in report_lines(listed, SystemClock().now()):
        typer.echo(printable(line))
