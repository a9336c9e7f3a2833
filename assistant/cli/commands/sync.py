"""`parley sync`: whether the user's devices are alike, and setting it up from a terminal."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic import TypeAdapter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from assistant.channels.terminal.text.printable import printable
from assistant.channels.web.client.running_program import reach_program
from assistant.cli.commands.sync_passphrase import (
    asked_secret,
    confirm_beginning_again,
    confirm_readable,
    new_passphrase,
    print_sheet,
    tell_encrypting,
)
from assistant.cli.options import HomeOption, JsonOption
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.llm.api_keys import SYNC, SYNC_PASSPHRASE, KeyPlace, KeyStore
from assistant.locale import _
from assistant.questions.model.question import Channel
from assistant.settings import SyncSettings, load, save, save_together
from assistant.sync.errors import SyncError
from assistant.sync.model.address import DatabaseAddress, read_address
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.known_devices import SHOWN_ID, name_key
from assistant.sync.model.records import Device
from assistant.sync.model.status import SyncState, SyncStatus, is_clock_off
from assistant.sync.model.status_text import (
    clock_text,
    device_text,
    fault_hint,
    status_report,
)

if TYPE_CHECKING:
    from assistant.sync.server.server_check import ServerFinding

app = typer.Typer(
    invoke_without_command=True,
    help="Say whether your devices are alike; without a command, how it stands.",
)

UrlArgument = Annotated[
    str,
    typer.Argument(
        metavar="URL", help="Such as postgresql://parley@db.example.org/parley. Quote it."
    ),
]
_WAIT_S = 60.0
_LOOK_S = 0.5
"""How long, and how often, a running program is asked whether it is done."""


@app.callback()
def status(context: typer.Context, as_json: JsonOption = False, home: HomeOption = None) -> None:
    """Say how it stands: the devices, what waits, and what is wrong."""
    if context.invoked_subcommand is None:
        found = asyncio.run(_Here.of(home).status())
        _show(found, as_json=as_json)


@app.command("now")
def now(as_json: JsonOption = False, home: HomeOption = None) -> None:
    """Synchronise, and return when it is done. Works whether Parley runs or not."""
    here = _Here.of(home)
    here.refuse_without_address()
    found = asyncio.run(here.sync_now())
    _show(found, as_json=as_json)
    if found.state is SyncState.OFF:
        raise typer.Exit(1)


@app.command("try")
def try_out(url: UrlArgument, home: HomeOption = None) -> None:
    """Say whether a database can be used. Nothing is changed, here or there."""
    here = _Here.of(home)
    address = here.read(url)
    here.tried(address)


@app.command("set")
def use(
    url: UrlArgument,
    encrypt: Annotated[
        bool,
        typer.Option("--encrypt", help="Encrypt the database; asks for a passphrase."),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    home: HomeOption = None,
) -> None:
    """Have this device synchronise through a database; asks for its password."""
    here = _Here.of(home)
    address = here.read(url)
    password, finding = here.tried(address)
    secret, passphrase = None, None
    begins_again = not finding.has_passphrase and asyncio.run(here.was_encrypted(address))
    if begins_again:
        confirm_beginning_again()
    if finding.has_passphrase:
        if not asyncio.run(here.can_open(address)) and (encrypt or sys.stdin.isatty()):
            secret = asked_secret()
    elif encrypt:
        if finding.devices:
            tell_encrypting()
        passphrase = new_passphrase()
    elif begins_again or address.url != here.settings.url:
        confirm_readable(is_asked=not yes and sys.stdin.isatty())
    if begins_again:
        asyncio.run(here.begin_again(address))
    code = asyncio.run(here.use(address, password, secret=secret, passphrase=passphrase))
    if code is not None:
        print_sheet(code, address.url)
    typer.echo(_("This device synchronises through {url} from now on.").format(url=address.url))


@app.command("unlock")
def unlock(home: HomeOption = None) -> None:
    """Open a database that another device encrypted: asks for the passphrase or the code."""
    here = _Here.of(home)
    here.refuse_without_address()
    if not asyncio.run(here.is_encrypted()):
        asyncio.run(here.refuse_if_encryption_is_gone())
        raise ConfigError(_("The database is not encrypted."), hint=_how_to_encrypt())
    asyncio.run(here.open_records(asked_secret()))
    typer.echo(_("This device can read what your devices share."))


@app.command("encrypt")
def encrypt_records(home: HomeOption = None) -> None:
    """Encrypt the database, with what it holds already: asks for a passphrase."""
    here = _Here.of(home)
    here.refuse_without_address()
    if asyncio.run(here.is_encrypted()):
        raise ConfigError(
            _("The database is encrypted already."),
            hint=_("On a device that cannot read it yet: parley sync unlock"),
        )
    asyncio.run(here.refuse_if_encryption_is_gone())
    tell_encrypting()
    code = asyncio.run(here.encrypt(new_passphrase()))
    if code is not None:
        print_sheet(code, here.settings.url)
    typer.echo(_("What your devices share is encrypted from now on."))


@app.command("passphrase")
def change_passphrase(home: HomeOption = None) -> None:
    """Choose another passphrase; asks for the one so far, or the recovery code."""
    here = _Here.of(home)
    here.refuse_without_address()
    secret = asked_secret()
    asyncio.run(here.change_passphrase(secret, new_passphrase()))
    typer.echo(_("The passphrase was changed."))


@app.command("sheet")
def recovery_sheet(home: HomeOption = None) -> None:
    """Print a new recovery sheet; the code before opens no more."""
    here = _Here.of(home)
    here.refuse_without_address()
    print_sheet(asyncio.run(here.make_recovery_code(asked_secret())), here.settings.url)


@app.command("forget")
def forget(home: HomeOption = None) -> None:
    """Synchronise no more, and forget address and password. What is here stays."""
    asyncio.run(_Here.of(home).use(DatabaseAddress(url=""), None))
    typer.echo(_("This device synchronises no more. What it has stays here."))


@app.command("devices")
def devices(as_json: JsonOption = False, home: HomeOption = None) -> None:
    """List your devices."""
    found = asyncio.run(_Here.of(home).status())
    _refuse_without(found)
    if as_json:
        typer.echo(TypeAdapter(tuple[Device, ...]).dump_json(found.devices).decode())
        return
    if not found.devices:
        typer.echo(_("No device takes part yet; each does from its first synchronising on."))
        return
    table = Table(box=None, pad_edge=False)
    for heading in (_("Name"), "ID", ""):
        table.add_column(heading, overflow="fold")
    for device in found.devices:
        about = device_text(
            device,
            is_this=device.device_id == found.device_id,
            is_leading=device.device_id == found.leader_id,
            now=SystemClock().now(),
        )
        table.add_row(
            Text(printable(device.name)), device.device_id[:SHOWN_ID], Text(printable(about))
        )
    Console(highlight=False).print(table)


@app.command("remove")
def remove(
    name: Annotated[str, typer.Argument(help="Of the device, or the beginning of its ID.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    home: HomeOption = None,
) -> None:
    """Have a device take part no more. What it has stays on it."""
    here = _Here.of(home)
    found = asyncio.run(here.status())
    _refuse_without(found)
    device = named_device(found, name)
    question = _("Remove {name}? It gets nothing new, and nothing is taken from it.")
    if yes or typer.confirm(question.format(name=printable(device.name))):
        asyncio.run(here.remove(device))
        typer.echo(
            _("{name} was removed. If it is lost, change the password of the database too.").format(
                name=printable(device.name)
            )
        )


@app.command("script")
def script(
    name: Annotated[str, typer.Option("--name", help="Of the role and the database.")] = "parley",
) -> None:
    """Print what creates role and database with the least rights, for psql."""
    from assistant.sync.server.database_setup import script as statements  # loads psycopg

    typer.echo(statements(name))


def named_device(found: SyncStatus, name: str) -> Device:
    """Find a device by its name, or by the beginning of its id.

    Raises:
        ConfigError: If there is none, several, or it is this one.
    """
    named = [each for each in found.devices if name_key(each.name) == name_key(name)]
    named = named or [each for each in found.devices if name and each.device_id.startswith(name)]
    hint = _("`parley sync devices` lists them with their IDs.")
    if not named:
        raise ConfigError(_("There is no device {name}.").format(name=printable(name)), hint=hint)
    if len(named) > 1:
        raise ConfigError(
            _("Several devices are called {name}.").format(name=printable(name)), hint=hint
        )
    if named[0].device_id == found.device_id:
        raise ConfigError(
            _("That is this device."), hint=_("`parley sync forget` ends its synchronising.")
        )
    return named[0]


@dataclass(frozen=True, slots=True)
class _Here:
    """This device: the program that runs with its home, or the home alone."""

    home: Home
    settings: SyncSettings

    @classmethod
    def of(cls, root: Path | None) -> "_Here":
        home = Home.locate(root=root)
        return cls(home, load(home).settings.sync)

    def read(self, url: str) -> DatabaseAddress:
        """Raises ConfigError if it is no address."""
        address = read_address(url)
        if address.password:
            typer.secho(
                _(
                    "Others may have seen the password; next time leave it out, and it is asked for."
                ),
                fg=typer.colors.YELLOW,
                err=True,
            )
        return address

    def tried(self, address: DatabaseAddress) -> "tuple[str | None, ServerFinding]":
        """Try a database; returns the password that it accepts, and what it is like.

        If a stored one is refused, as after a change there, asks for it once more.

        Raises:
            SyncError: If it does not.
        """
        password = self.password_for(address)
        try:
            return password, asyncio.run(_try(address, password))
        except SyncError as error:
            is_kept = not address.password and address.url == self.settings.url
            if error.fault is not SyncFault.REFUSED or not is_kept or not sys.stdin.isatty():
                raise
            typer.secho(error.message, fg=typer.colors.YELLOW, err=True)
        password = _asked_password()
        return password, asyncio.run(_try(address, password))

    def password_for(self, address: DatabaseAddress) -> str | None:
        """The password of a database: from the address, piped, stored, or asked for."""
        if address.password:
            return address.password
        if not sys.stdin.isatty():
            if piped := sys.stdin.readline().rstrip("\r\n"):
                return piped
        elif address.url != self.settings.url:
            return _asked_password()
        key = asyncio.run(KeyStore(keys_file=self.home.keys_file).get(SYNC))
        return None if key is None else key.secret

    async def status(self) -> SyncStatus:
        async with reach_program(self.home.api_file) as program:
            if program is not None:
                return await program.sync.status()
        from assistant.assembly.sync.alone import read_status  # loads psycopg

        return await read_status(self.home, self.settings, SystemClock())

    async def sync_now(self) -> SyncStatus:
        """Synchronise if it is on."""
        if not self.settings.enabled:
            return SyncStatus(address=self.settings.url)
        async with reach_program(self.home.api_file) as program:
            if program is not None:
                found = await program.sync.sync_now()
                for _attempt in range(round(_WAIT_S / _LOOK_S)):
                    if _is_settled(found):
                        break
                    await asyncio.sleep(_LOOK_S)
                    found = await program.sync.status()
                return found
        from assistant.assembly.sync.alone import synchronise_once

        loaded = load(self.home)
        plan = LaunchOptions(
            home=self.home,
            settings=loaded.settings,
            problems=loaded.problems,
            clock=SystemClock(),
            channel=Channel.TERMINAL,
        )
        return await synchronise_once(plan)

    async def use(
        self,
        address: DatabaseAddress,
        password: str | None,
        *,
        secret: str | None = None,
        passphrase: str | None = None,
    ) -> str | None:
        """Use a database, or none; a running program does so at once.

        Args:
            password: Of its user.
            secret: Opens what another device encrypted; nothing is changed if it does not.

        Returns:
            The recovery code, if it was encrypted just now.

        Raises:
            ConfigError: If it cannot be saved.
            SyncError: If it cannot be used.
            EncryptionError: If the secret does not open it.
        """
        from assistant.assembly.sync.alone import encrypt, open_records

        keys = KeyStore(keys_file=self.home.keys_file)
        code, settings = None, self._with(address)
        if secret is not None:
            await open_records(self.home, settings, secret, password=password)
        elif passphrase is not None:
            code = await encrypt(self.home, settings, passphrase, password=password)
        elif address.url != self.settings.url:
            await keys.delete(SYNC_PASSPHRASE)  # it opens the other one, and would lock this one
        if password:
            saved = await keys.set(password, SYNC)
            if saved.notice:
                typer.secho(saved.notice, fg=typer.colors.YELLOW, err=True)
        else:
            await keys.delete(SYNC)
        on = {"enabled": True} if address.url else {}
        save_together(self.home, "sync", {"url": address.url, **on})
        await self._apply()
        return code

    def refuse_without_address(self) -> None:
        """Raises an error if no database is set."""
        if not self.settings.url:
            raise ConfigError(
                _("Synchronising is not set up."), hint=_("Set it up with: parley sync set URL")
            )

    async def can_open(self, address: DatabaseAddress) -> bool:
        """Whether this device has the key of a database's records."""
        key = await KeyStore(keys_file=self.home.keys_file).get(SYNC_PASSPHRASE)
        return key is not None and (
            address.url == self.settings.url or key.place is KeyPlace.ENVIRONMENT
        )

    async def is_encrypted(self) -> bool:
        """Whether a device has encrypted the database.

        Raises:
            SyncError: If it cannot be used.
        """
        from assistant.sync.server.server_check import examine_server

        key = await KeyStore(keys_file=self.home.keys_file).get(SYNC)
        password = None if key is None else key.secret
        return (
            await examine_server(self.settings.url, password, clock=SystemClock())
        ).has_passphrase

    def _with(self, address: DatabaseAddress) -> SyncSettings:
        return self.settings.model_copy(update={"url": address.url})

    async def was_encrypted(self, address: DatabaseAddress) -> bool:
        """Whether this device ever found a database encrypted, whatever that says now."""
        from assistant.assembly.sync.alone import was_encrypted

        return await was_encrypted(self.home, self._with(address))

    async def begin_again(self, address: DatabaseAddress) -> None:
        """Treat a database as new; sends nothing before it is set."""
        from assistant.assembly.sync.alone import begin_again

        save(self.home, "sync", "enabled", False)
        await self._apply()
        await begin_again(self.home, self._with(address))

    async def refuse_if_encryption_is_gone(self) -> None:
        """Raises SyncError if the database was encrypted and now claims not to be."""
        from assistant.sync.server.stored_key import encryption_gone

        if await self.was_encrypted(DatabaseAddress(url=self.settings.url)):
            raise encryption_gone()

    async def open_records(self, secret: str) -> None:
        """Raises as `use`."""
        from assistant.assembly.sync.alone import open_records

        async with self._paused():
            await open_records(self.home, self.settings, secret)

    async def encrypt(self, passphrase: str) -> str | None:
        """Encrypt the database with what it holds, which is fetched first; raises as `use`."""
        from assistant.assembly.sync.alone import encrypt

        await self.sync_now()
        async with self._paused():
            return await encrypt(self.home, self.settings, passphrase)

    @asynccontextmanager
    async def _paused(self) -> AsyncGenerator[None]:
        """Keep the running program from sending meanwhile."""
        is_on = self.settings.enabled
        save(self.home, "sync", "enabled", False)
        try:
            await self._apply()
            yield
        finally:
            save(self.home, "sync", "enabled", is_on)
            await self._apply()

    async def change_passphrase(self, secret: str, passphrase: str) -> None:
        """Raises as `use`."""
        from assistant.assembly.sync.alone import change_passphrase

        await change_passphrase(self.home, self.settings, secret, passphrase)

    async def make_recovery_code(self, secret: str) -> str:
        """Raises as `use`."""
        from assistant.assembly.sync.alone import make_recovery_code

        return await make_recovery_code(self.home, self.settings, secret)

    async def _apply(self) -> None:
        """Let a running program read settings and keys again."""
        async with reach_program(self.home.api_file) as program:
            if program is not None:
                await program.sync.apply_settings()

    async def remove(self, device: Device) -> None:
        from assistant.assembly.sync.alone import reached_server

        async with reached_server(self.home, self.settings) as server:
            await server.remove_device(device.device_id)


def _asked_password() -> str | None:
    given: str = typer.prompt(
        _("Password (empty if it needs none)"), default="", hide_input=True, show_default=False
    )
    return given or None


def _how_to_encrypt() -> str:
    return _("Encrypt it with: parley sync encrypt")


async def _try(address: DatabaseAddress, password: str | None) -> "ServerFinding":
    """Try a database and report what it is like.

    Raises:
        SyncError: If it does not.
    """
    from assistant.sync.server.server_check import examine_server  # loads psycopg

    finding = await examine_server(address.url, password, clock=SystemClock())
    typer.echo(
        _("It works: PostgreSQL {version}, devices: {count}.").format(
            version=finding.version, count=finding.devices
        )
    )
    if finding.has_passphrase:
        typer.echo(_("It is encrypted: have your passphrase ready."))
    if is_clock_off(finding.clock_off_s):
        typer.secho(clock_text(finding.clock_off_s), fg=typer.colors.YELLOW, err=True)
    return finding


def _is_settled(found: SyncStatus) -> bool:
    is_alike = found.state is SyncState.UP_TO_DATE and not found.waiting
    return is_alike or found.problem is not None or found.state is SyncState.OFF


def _show(found: SyncStatus, *, as_json: bool) -> None:
    """Print the status; the exit code says whether something is wrong."""
    if as_json:
        typer.echo(TypeAdapter(SyncStatus).dump_json(found).decode())
    else:
        for line in status_report(found, SystemClock().now()):
            typer.echo(printable(line))
        if not found.address:
            typer.echo(_("Set it up with: parley sync set URL, or in Settings, Devices."))
    if found.problem is not None:
        raise typer.Exit(1)


def _refuse_without(found: SyncStatus) -> None:
    if not found.address:
        raise ConfigError(
            _("Synchronising is not set up."), hint=_("Set it up with: parley sync set URL")
        )
    problem = found.problem
    if problem is not None and not found.devices:
        raise SyncError(
            problem.detail or fault_hint(problem.fault),
            hint=fault_hint(problem.fault) if problem.detail else "",
        )
