"""Commands whose help reads as users know it: `--yes` alone, `FILE`, `[ID]`, `--output PATH`.

Typer shows the Python type of everything, also of a flag, and puts braces around an argument.
"""

from collections.abc import Iterable
from typing import Any, Final

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typing_extensions import override

_METAVARS: Final = {
    "<str>": "TEXT",
    "<int>": "INTEGER",
    "<int range>": "INTEGER",
    "<float>": "NUMBER",
    "<float range>": "NUMBER",
    "<path>": "PATH",
}
_PYDANTIC_PREFIX: Final = "Value error, "

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


class PlainCommand(TyperCommand):
    """A command with plain help, which says what is wrong with a value without Pydantic's words.

    Its help is wrapped where the terminal ends, not also where the lines of the docstring do.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.help = _unwrapped(self.help or "")

    @override
    def get_params(self, ctx: Context) -> list[Any]:
        return _plain(super().get_params(ctx), ctx)

    @override
    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix(_PYDANTIC_PREFIX)
            raise


class PlainGroup(TyperGroup):
    """A group of commands with plain help."""

    @override
    def get_params(self, ctx: Context) -> list[Any]:
        return _plain(super().get_params(ctx), ctx)


def _unwrapped(text: str) -> str:
    """Return paragraphs as a line each."""
    return "\n\n".join(" ".join(each.split()) for each in text.split("\n\n"))


def _plain(parameters: Iterable[object], ctx: Context) -> list[object]:
    """Have each parameter named as in other programs' help."""
    shown = list(parameters)
    for parameter in shown:
        if isinstance(parameter, TyperArgument):
            parameter.__class__ = PlainArgument  # typer lets nobody choose the class
            parameter.metavar = parameter.metavar or parameter.name.upper()
        elif isinstance(parameter, TyperOption) and parameter.metavar is None:
            kind = parameter.display_type(ctx)
            parameter.metavar = "" if parameter.is_flag else _METAVARS.get(kind, kind)
    return shown
