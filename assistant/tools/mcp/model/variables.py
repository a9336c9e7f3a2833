"""What the user's environment fills into a server's entry: `${NAME}` and `~`. Pure.

The file keeps what was written, so that a key which stands in the environment never gets into it.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from assistant.errors import ConfigError
from assistant.locale import _
from assistant.mcp_server import HttpTarget, ServerConfig, StdioTarget
from assistant.tools.mcp.model.configuration import check

_VARIABLE: Final = re.compile(
    r"\$\{\s*(?P<kind>[A-Za-z]+:(?![-=]))?(?P<name>(?!\{)[^}:]*?)\s*"
    r"(?:(?::[-=]|(?<=\w)-)(?P<default>(?:\$\{[^}]*\}|[^}])*))?\}"
    r"|\{(?P<short>env|file):(?P<named>[^{}]+)\}"  # opencode
    r"|\$\{\{(?P<foreign>[^{}]*)\}\}"
)
_OWN: Final = frozenset({"userHome", "pathSeparator", "/"})
"""Variables of other programs that are known here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What entries are filled in with."""

    environment: Mapping[str, str]
    home: str
    """The user's home folder."""


def filled_in(server: ServerConfig, surroundings: Surroundings) -> ServerConfig:
    """Fill in variables, and `~` at the beginning of paths.

    Raises:
        ConfigError: If a variable is not set, or what comes of it cannot be used.
    """

    def fill(text: str) -> str:
        return _filled(text, surroundings)

    target = server.target
    filled = (
        _of_process(target, fill) if isinstance(target, StdioTarget) else _of_http(target, fill)
    )
    return server if filled == target else check(replace(server, target=filled))


def _of_process(target: StdioTarget, fill: Callable[[str], str]) -> StdioTarget:
    return StdioTarget(
        program=fill(target.program),
        arguments=tuple(map(fill, target.arguments)),
        environment={name: fill(value) for name, value in target.environment.items()},
        folder=fill(target.folder),
    )


def _of_http(target: HttpTarget, fill: Callable[[str], str]) -> HttpTarget:
    return HttpTarget(
        url=fill(target.url),
        headers={name: fill(value) for name, value in target.headers.items()},
        client_id=fill(target.client_id),
        callback_port=target.callback_port,
    )


def _filled(text: str, surroundings: Surroundings) -> str:
    if text == "~" or text.startswith(("~/", "~\\")):
        text = surroundings.home + text[1:]
    return _VARIABLE.sub(lambda found: _value(found, surroundings), text)


def _value(found: re.Match[str], surroundings: Surroundings) -> str:
    kind = (found["kind"] or "env:").lower()
    name, default = found["named"] or found["name"], found["default"]
    if kind != "env:" or found["short"] == "file" or found["foreign"] is not None:
        raise ConfigError(
            _("{variable} is filled in by another program.").format(variable=found[0]),
            hint=_("Write the value, or name a variable of the environment."),
        )
    if name in _OWN:
        return surroundings.home if name == "userHome" else os.sep
    value = surroundings.environment.get(name)
    if value:
        return value
    if default is not None:
        return _filled(default, surroundings)
    if value is not None:
        return value
    raise ConfigError(
        _("The variable {variable} is not set.").format(variable=name),
        hint=_("Set it where Parley is started, or write the value into the server's entry."),
    )
