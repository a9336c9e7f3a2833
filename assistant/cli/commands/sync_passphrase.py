"""Passphrases and recovery codes as `parley sync` asks for them and prints them; never arguments."""

import typer

from assistant.encryption.wrapped_key import check_passphrase
from assistant.errors import ConfigError
from assistant.locale import _


def asked_secret() -> str:
    """Ask for the passphrase, or the code of the recovery sheet."""
    given: str = typer.prompt(_("Passphrase or recovery code"), hide_input=True, err=True)
    return given


def tell_encrypting() -> None:
    """Say what encrypting means for a database that devices use."""
    typer.echo(
        _(
            "What the database holds already is encrypted too. Your other devices wait meanwhile,"
            " and each asks for the passphrase afterwards; one that is off asks when it is on"
            " again, and sends then what it has."
        ),
        err=True,
    )


def new_passphrase() -> str:
    """Ask for a new passphrase, twice.

    Raises:
        EncryptionError: If it is too short.
        ConfigError: If the two are not the same.
    """
    typer.echo(
        _(
            "Only your devices can read what they share then; each asks for the passphrase once."
            " Without the passphrase, the recovery sheet, and any device that knows it, nobody can"
            " read the database again."
        ),
        err=True,
    )
    chosen: str = typer.prompt(_("New passphrase"), hide_input=True, err=True)
    check_passphrase(chosen)
    if typer.prompt(_("The same once more"), hide_input=True, err=True) != chosen:
        raise ConfigError(
            _("The two passphrases are not the same."), hint=_("Nothing was changed.")
        )
    return chosen


def print_sheet(code: str, address: str) -> None:
    """Print a recovery code with what it is for."""
    typer.echo(_("Parley: recovery sheet"))
    typer.echo(f"\n    {code}\n")
    typer.echo(f"{_('Database')}: {address}\n")
    typer.echo(
        _(
            "This code opens what your devices share if you forget the passphrase. It is"
            " shown this once. Print it or write it down, and keep it where you keep"
            " papers. Whoever has it and gets into the database can read everything."
        )
    )
