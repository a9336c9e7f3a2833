"""What is said of a command line that is wrong, in the interface's language.

Typer and Pydantic say it in English only. Their sentences are known by their form and looked up in the
catalogues; one of another form stays as it is.
"""

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import typer
from typing_extensions import override

from assistant.locale import _, joined, mark

_VALIDATOR: Final = "Value error, "
"""What Pydantic puts before the words of ours."""
_ADVICE: Final = (
    (r" (Did you mean (?P<names>.+)\?)", mark("Did you mean {names}?")),
    (r" (\(Possible options: (?P<names>.+)\))", mark("(Possible options: {names})")),
)
"""What may stand behind a sentence."""
_SENTENCES: Final = (
    (r"No such command (?P<name>.*)\.", mark("No such command {name}.")),
    (r"No such option: (?P<name>.*)", mark("No such option: {name}")),
    (r"Missing command\.", mark("Missing command.")),
    (r"Missing argument (?P<name>.*)\.", mark("Missing argument {name}.")),
    (r"Missing option (?P<name>.*)\.", mark("Missing option {name}.")),
    (r"Option (?P<name>.*) requires an argument\.", mark("Option {name} requires a value.")),
    (r"Option (?P<name>.*) does not take a value\.", mark("Option {name} does not take a value.")),
    (r"Got unexpected extra argument\(s\) \((?P<names>.*)\)", mark("Too many arguments: {names}")),
)
_VALUE: Final = re.compile(r"Invalid value for (?P<name>'[^']*'): (?P<reason>.*)", re.DOTALL)
_REASONS: Final = (
    (r"Input should be a valid integer.*", mark("must be a whole number")),
    (r"Input should be a valid number.*", mark("must be a number")),
    (r"Input should be greater than or equal to (?P<limit>.*)", mark("must be at least {limit}")),
    (r"Input should be less than or equal to (?P<limit>.*)", mark("must be at most {limit}")),
    (r"(?P<value>'.*') is not one of (?P<names>.*)\.", mark("{value} is not one of {names}.")),
)
"""What may be wrong with a value."""


class _PlainUsageError(typer.BadParameter):
    """A command line that is wrong, with all that is said of it."""

    @override
    def format_message(self) -> str:
        return self.message


@contextmanager
def told_plainly() -> Generator[None]:
    """Translate what Typer says of a wrong command line."""
    try:
        yield
    except typer.TyperException as error:
        message = error.format_message()
        plain = usage_text(message)
        if plain == message:
            raise
        raise _PlainUsageError(plain, ctx=getattr(error, "ctx", None)) from error


def usage_text(message: str) -> str:
    """Translate one of Typer's messages."""
    advice = ""
    for form, template in _ADVICE:
        if found := re.search(form, message, re.DOTALL):
            message, advice = message[: found.start()], _(template).format(names=found["names"])
    if found := _VALUE.fullmatch(message):
        reason = _looked_up(_REASONS, found["reason"].removeprefix(_VALIDATOR))
        message = _("Invalid value for {name}: {reason}").format(name=found["name"], reason=reason)
    return joined(_looked_up(_SENTENCES, message), advice)


def _looked_up(forms: tuple[tuple[str, str], ...], message: str) -> str:
    for form, template in forms:
        if found := re.fullmatch(form, message, re.DOTALL):
            return _(template).format(**found.groupdict())
    return message
