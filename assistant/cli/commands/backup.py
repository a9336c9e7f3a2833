"""`parley backup`: the home into one file."""

from pathlib import Path
from typing import Annotated

import typer

from assistant import __version__
from assistant.backup.backup import (
    BackupPlan,
    is_encrypted,
    verify_backup,
    write_backup,
)
from assistant.backup.stored_keys import stored_keys
from assistant.backup.wording import (
    contents_text,
    default_name,
    left_out_text,
    size_text,
    verified_text,
    written_text,
)
from assistant.channels.terminal.text.printable import printable
from assistant.cli.options import HomeOption
from assistant.clock import SystemClock
from assistant.encryption.wrapped_key import check_passphrase
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.storage.damaged_rows import damage_text


def command(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Where to, or the folder; here without it."),
    ] = None,
    passphrase: Annotated[
        bool, typer.Option("--passphrase", help="Encrypt it; the passphrase is asked for.")
    ] = False,
    with_keys: Annotated[
        bool, typer.Option("--with-keys", help="Put keys into it, too; needs --passphrase.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a file of that name.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Write nothing; read FILE and say whether it is whole.")
    ] = False,
    home: HomeOption = None,
) -> None:
    """Write everything of yours to one file. Works while Parley is running."""
    if verify:
        _verify(file)
        return
    place = Home.locate(root=home)
    now = SystemClock().now()
    target = (file or Path()).absolute()
    if target.is_dir():
        target /= default_name(now, is_encrypted=passphrase)
    chosen = _new_passphrase() if passphrase else None
    keys = stored_keys(place) if with_keys else None
    written = write_backup(
        BackupPlan(
            home=place,
            file=target,
            parley=__version__,
            now=now,
            passphrase=chosen,
            keys=keys,
            is_replacing=replace,
        ),
        on_part=lambda part: typer.echo(f"{size_text(part.size):>10}  {printable(part.path)}"),
    )
    typer.echo(written_text(written, printable(str(target))))
    typer.echo(left_out_text(has_keys=with_keys))
    if written.damaged_rows:
        typer.echo(damage_text(written.damaged_rows), err=True)
    for path in written.left_out:
        typer.echo(_("Not copied: {file}").format(file=printable(path)), err=True)


def asked_passphrase() -> str:
    """Ask for the passphrase of an existing backup."""
    return typer.prompt(_("Passphrase of the backup"), hide_input=True, err=True)


def _verify(file: Path | None) -> None:
    if file is None:
        raise ConfigError(_("Name the backup that is to be verified."))
    manifest = verify_backup(file, passphrase=asked_passphrase() if is_encrypted(file) else None)
    typer.echo(contents_text(manifest))
    typer.echo(verified_text(manifest))


def _new_passphrase() -> str:
    chosen = typer.prompt(_("New passphrase of the backup"), hide_input=True, err=True)
    check_passphrase(chosen)
    if typer.prompt(_("The same once more"), hide_input=True, err=True) != chosen:
        raise ConfigError(
            _("The two passphrases are not the same."), hint=_("Nothing was written.")
        )
    return chosen
