"""Commands whose help reads as users know it: `--yes` alone, `FILE`, `[ID]`, `--output PATH`.

Typer shows the Python type of everything, also of a flag, and puts braces around an argument. The help
is in the interface's language: what commands and options say in English is looked up in the catalogues
when it is shown, a paragraph at a time, and so are Typer's own words.
"""

import re
from collections.abc import Iterable, Mapping
from inspect import cleandoc
from typing import Any, Final, cast

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typing_extensions import override

from assistant.cli.usage_errors import told_plainly
from assistant.locale import _, mark

_METAVARS: Final = {
    "<str>": "TEXT",
    "<int>": "INTEGER",
    "<int range>": "INTEGER",
    "<float>": "NUMBER",
    "<float range>": "NUMBER",
    "<path>": "PATH",
}
_FRAME: Final = {
    "ARGUMENTS_PANEL_TITLE": mark("Arguments"),
    "OPTIONS_PANEL_TITLE": mark("Options"),
    "COMMANDS_PANEL_TITLE": mark("Commands"),
    "ERRORS_PANEL_TITLE": mark("Error"),
    "DEFAULT_STRING": mark("[default: {}]"),
    "REQUIRED_LONG_STRING": mark("[required]"),
    "RICH_HELP": mark("Try [blue]'{command_path} {help_option}'[/] for help."),
}
"""Words of Typer's around what is shown, by their names in its `rich_utils`."""
_PIECES: Final = {
    "[OPTIONS]": mark("[OPTIONS]"),
    "COMMAND [ARGS]...": mark("COMMAND [ARGS]..."),
}
"""Words of Typer's in the line of the usage."""
HELP_OPTION: Final = mark("Show this message and exit.")
"""What Typer says of `--help`."""

Context = Any
"""Typer keeps the type of its own private."""


class PlainArgument(TyperArgument):
    """An argument that is shown by its name alone."""

    @override
    def display_type_rich(self, ctx: Context) -> str | None:
        return None

    @override
    def get_usage_pieces(self, ctx: Context) -> list[str]:
        piece = self.display_name_raw if self.required else f"[{self.display_name_raw}]"
        return [piece if self.nargs == 1 else f"{piece}..."]


class _PlainHelp:
    """What commands and groups of them have in common; stands before Typer's class of either."""

    def get_params(self, ctx: Context) -> list[Any]:
        return _plain(cast("Any", super()).get_params(ctx), ctx)

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        pieces: list[str] = cast("Any", super()).collect_usage_pieces(ctx)
        return [str(_(_PIECES[piece])) if piece in _PIECES else piece for piece in pieces]

    def make_context(self, *arguments: Any, **extra: Any) -> Context:
        with told_plainly():
            return cast("Any", super()).make_context(*arguments, **extra)

    def format_usage(self, ctx: Context, formatter: Any) -> None:
        """Write the usage, with which every help and every error begins."""
        _translate_frame()
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=str(_("Usage: ")))

    def format_help(self, ctx: Context, formatter: Any) -> None:
        subcommands: Mapping[str, Any] = getattr(self, "commands", {})
        _translate(self, [*self.get_params(ctx), *subcommands.values()])
        cast("Any", super()).format_help(ctx, formatter)


class PlainCommand(_PlainHelp, TyperCommand):
    """A command with plain help, wrapped at the terminal's width, not also as the docstring is."""


class PlainGroup(_PlainHelp, TyperGroup):
    """A group of commands with plain help."""

    @override
    def resolve_command(self, ctx: Context, args: list[str]) -> Any:
        with told_plainly():
            return super().resolve_command(ctx, args)


def paragraphs(text: str) -> list[str]:
    """Paragraphs of a help text, a line each: these are the msgids of the catalogues."""
    return [" ".join(each.split()) for each in cleandoc(text).split("\n\n")]


def _translate(command: Any, others: Iterable[Any]) -> None:
    """Translate a command and what is shown with it."""
    for each in (command, *others):
        if each.help:
            each.help = "\n\n".join(map(_, paragraphs(each.help)))


def _translate_frame() -> None:
    """Translate Typer's own words around a help or an error."""
    from typer import rich_utils  # what shows them; nothing else needs it

    for name, words in _FRAME.items():
        setattr(rich_utils, name, str(_(words)))
    usage = rf"(?P<usage>{re.escape(_('Usage: '))})"
    shown = rich_utils.OptionHighlighter.highlights
    rich_utils.OptionHighlighter.highlights = [*shown[:-1], usage]


def _plain(parameters: Iterable[object], ctx: Context) -> list[object]:
    """Name each parameter as other programs' help does."""
    shown = list(parameters)
    for parameter in shown:
        if isinstance(parameter, TyperArgument):
            parameter.__class__ = PlainArgument  # typer lets nobody choose the class
            parameter.metavar = parameter.metavar or parameter.name.upper()
        elif isinstance(parameter, TyperOption) and parameter.metavar is None:
            kind = parameter.display_type(ctx)
            parameter.metavar = "" if parameter.is_flag else _METAVARS.get(kind, kind)
    return shown
