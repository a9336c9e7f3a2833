"""The fields of an MCP server's form: what stands in them, and what they mean. Pure."""

import json
import shlex
from dataclasses import dataclass
from typing import Final, cast

from assistant.locale import _
from assistant.mcp_server import HttpTarget, ServerConfig, StdioTarget
from assistant.tools.mcp.model.configuration import LONGEST_CALL_S, SHORTEST_CALL_S, parse

_SERVERS: Final = "mcpServers"
_LAST_PORT: Final = 65_535


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerFields:
    """What stands in the form, as it was typed."""

    name: str = ""
    is_remote: bool = False
    """Whether it is reached at an address; otherwise by a command."""
    command: str = ""
    """The program and its arguments, as in a terminal."""
    environment: str = ""
    """A line `NAME=value` each."""
    folder: str = ""
    url: str = ""
    headers: str = ""
    """A line `Name: value` each."""
    client_id: str = ""
    callback_port: str = ""
    """A port; empty for any."""
    timeout_s: str = ""
    """Seconds that a call may take; empty for those of every tool."""


class FormProblem(ValueError):  # noqa: N818  # told to the user, not a failure of ours
    """Something in the form cannot be used.

    Args:
        field: Which field of `ServerFields`.
        problem: What is wrong, in the user's language.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(problem)
        self.field = field
        self.problem = problem


def server_fields_of(config: ServerConfig) -> ServerFields:
    """Return the form for a server."""
    timeout_s = "" if config.timeout_s is None else f"{config.timeout_s}".removesuffix(".0")
    match config.target:
        case StdioTarget() as command:
            return ServerFields(
                name=config.name,
                command=shlex.join((command.program, *command.arguments)),
                environment="\n".join(
                    f"{key}={value}" for key, value in command.environment.items()
                ),
                folder=command.folder,
                timeout_s=timeout_s,
            )
        case HttpTarget() as address:
            return ServerFields(
                name=config.name,
                is_remote=True,
                url=address.url,
                headers="\n".join(f"{key}: {value}" for key, value in address.headers.items()),
                client_id=address.client_id,
                callback_port=str(address.callback_port or ""),
                timeout_s=timeout_s,
            )


def config_of(fields: ServerFields, *, is_enabled: bool = True) -> ServerConfig:
    """Return the server that the form describes.

    Raises:
        FormProblem: If a field cannot be understood, or one that is needed is empty.
    """
    name = fields.name.strip()
    if not name:
        raise FormProblem("name", _("Give it a name."))
    timeout_s = _seconds(fields.timeout_s)
    return ServerConfig(
        name=name,
        target=_address(fields) if fields.is_remote else _command(fields),
        is_enabled=is_enabled,
        timeout_s=timeout_s,
    )


def _address(fields: ServerFields) -> HttpTarget:
    if not fields.url.strip():
        raise FormProblem("url", _("Enter the address."))
    return HttpTarget(
        url=fields.url.strip(),
        headers=_pairs(fields.headers, "headers", ":", _("Write each line as Name: value.")),
        client_id=fields.client_id.strip(),
        callback_port=_port(fields.callback_port),
    )


def _command(fields: ServerFields) -> StdioTarget:
    try:
        program, *arguments = shlex.split(fields.command)
    except ValueError as error:
        problem = (
            _("A quotation mark is not closed.")
            if fields.command.strip()
            else _("Enter the command.")
        )
        raise FormProblem("command", problem) from error
    return StdioTarget(
        program=program,
        arguments=tuple(arguments),
        environment=_pairs(
            fields.environment, "environment", "=", _("Write each line as NAME=value.")
        ),
        folder=fields.folder.strip(),
    )


def fields_from_json(text: str) -> ServerFields:
    """Return the form for the first server of a piece of JSON, as a server's instructions show it.

    The piece may be the whole file, its inside, or one server without a name.

    Raises:
        FormProblem: If there is no server in it.
    """
    found = parse(_whole(text), file=_("What you pasted"))
    if not found.servers:
        raise FormProblem(
            "paste", found.problems[0] if found.problems else _("There is no server in it.")
        )
    return server_fields_of(found.servers[0])


def _whole(text: str) -> str:
    """Return the text as a whole file, where it is only a part of one."""
    for candidate in (text, "{" + text.strip().rstrip(",") + "}"):
        try:
            document: object = json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        if not isinstance(document, dict):
            return candidate
        fields = cast("dict[str, object]", document)
        if fields.keys() & {_SERVERS, "servers"}:
            return candidate
        is_one = bool(fields.keys() & {"command", "url"})
        return json.dumps({_SERVERS: {_("server"): fields} if is_one else fields})
    return text


def _seconds(text: str) -> float | None:
    """Return the seconds that a field says, None if it is empty."""
    if not text.strip():
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if SHORTEST_CALL_S <= seconds <= LONGEST_CALL_S:
        return seconds
    raise FormProblem(
        "timeout_s",
        _("Enter a number of seconds from {low} to {high}.").format(
            low=SHORTEST_CALL_S, high=LONGEST_CALL_S
        ),
    )


def _port(text: str) -> int:
    """Return the port that a field says, 0 if it is empty."""
    port = text.strip() or "0"
    if port.isascii() and port.isdecimal() and int(port) <= _LAST_PORT:
        return int(port)
    raise FormProblem(
        "callback_port", _("Enter a number from 1 to {high}.").format(high=_LAST_PORT)
    )


def _pairs(text: str, field: str, separator: str, problem: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for line in text.splitlines():
        if not line.strip():
            continue
        name, found, value = line.partition(separator)
        if not found or not name.strip():
            raise FormProblem(field, problem)
        pairs[name.strip()] = value.strip() if separator == ":" else value
    return pairs
