"""Passphrases and recovery codes as `parley sync` asks for them and prints them; never arguments."""

import sys

import typer

from assistant.encryption.wrapped_key import check_passphrase
from assistant.errors import ConfigError
from assistant.locale import _


def asked_secret() -> str:
    """Ask for the passphrase, or the code of the recovery sheet."""
    given: str = typer.prompt(_("Passphrase or recovery code"), hide_input=True, err=True)
    return given


def confirm_readable(*, is_asked: bool) -> None:
    """Say that a database is not encrypted, and ask whether to use it so.

    Args:
        is_asked: Whether to ask; else it is only said.

    Raises:
        ConfigError: If the user does not want that.
    """
    typer.echo(
        _(
            "This database is not encrypted: whoever runs it can read all that your devices share,"
            " and write as you could. With --encrypt only your devices can."
        ),
        err=True,
    )
    if is_asked and not typer.confirm(_("Use it so?"), err=True):
        raise ConfigError(
            _("The database is not used."), hint=_("Encrypt it with: parley sync set URL --encrypt")
        )


def confirm_beginning_again() -> None:
    """Ask whether to use a database as new that was encrypted and now claims not to be.

    Raises:
        ConfigError: If the user does not want that, or there is nobody to ask.
    """
    typer.echo(
        _(
            "Your devices encrypted this database, and now it says that it is not encrypted. If you"
            " emptied it yourself, you can begin again with it: all that is here goes there once"
            " more. If you did not, whoever runs it has removed the key, to read what you share or"
            " to pass off something of theirs as yours."
        ),
        err=True,
    )
    if not (sys.stdin.isatty() and typer.confirm(_("Did you empty it yourself?"), err=True)):
        raise ConfigError(
            _("The database is not used."), hint=_("Use another one, or ask who runs it.")
        )


def tell_encrypting() -> None:
    """Explain what encrypting means for a database that devices use."""
    typer.echo(
        _(
            "What the database holds already is encrypted too. Your other devices wait meanwhile,"
            " and each asks for the passphrase afterwards; one that is off asks when it is on"
            " again, and sends then what it has."
        ),
        err=True,
    )


def new_passphrase() -> str:
    """Ask twice.

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
