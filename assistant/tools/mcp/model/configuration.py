"""Which MCP servers there are: the text of `mcp.json`, read and written. Pure.

The form is the one that the instructions of servers show: `{"mcpServers": {name: {"command", "args",
"env", "cwd"} or {"url", "headers"}}}`, each with `timeout_s` besides. Those of other programs are
read too (`foreign_entries`). What is not known here is kept when the file is written.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast
from urllib.parse import parse_qsl, urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assistant.errors import ConfigError
from assistant.foreign_text import storable
from assistant.locale import _
from assistant.mcp_server import HttpTarget, ServerConfig, StdioTarget
from assistant.secure_address import is_confidential
from assistant.tools.mcp.model.foreign_entries import (
    ALIASES,
    DEFAULT_PLACE,
    SHARED,
    Place,
    at_place,
    by_name,
    is_entry,
    own_entry,
    place_of,
    put_at,
    without_comments,
)
from assistant.value_faults import value_fault

MAX_NAME: Final = 64
"""Characters of a server's name."""
SHORTEST_CALL_S: Final = 1
LONGEST_CALL_S: Final = 300
"""Between these is what a server's entry may give each call."""
_SECRET: Final = re.compile(r"auth|cookie|key|token|secret|passw|session", re.IGNORECASE)
"""Names of headers and parameters that let whoever reads them do what the user may."""
_SECRET_VALUE: Final = re.compile(r"\s*(?:basic|bearer|digest|token)\s+\S", re.IGNORECASE)
_KINDS: Final = frozenset({"stdio", "http"})
_VARIABLES: Final = ("${", "{env:")
"""Begin what is filled in before a server is reached."""
_UNREAD: Final = frozenset({"envFile"})
"""Keys that other programs have, without which a server may miss something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """The content of the file."""

    document: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """As it was read, with what is not known here."""
    servers: tuple[ServerConfig, ...] = ()
    problems: tuple[str, ...] = ()
    """What is wrong, in the user's language; the servers concerned are left out."""
    is_broken: bool = False
    """Whether the file as a whole cannot be read, so that it must not be written over."""


class _OAuth(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    clientId: str = Field(default="", max_length=500)  # noqa: N815  # as other programs call it
    callbackPort: int = Field(default=0, ge=0, le=65535)  # noqa: N815


class _Entry(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    type: str = ""
    command: str = ""
    args: list[str] = Field(default_factory=list[str])
    env: dict[str, str] = Field(default_factory=dict[str, str])
    cwd: str = ""
    url: str = ""
    headers: dict[str, str] = Field(default_factory=dict[str, str])
    oauth: _OAuth = Field(default_factory=_OAuth)
    disabled: bool = False
    timeout_s: float | None = Field(default=None, ge=SHORTEST_CALL_S, le=LONGEST_CALL_S)


def parse(text: str, *, file: str) -> Configuration:
    """Parse the file.

    Args:
        text: JSON; empty is a file without servers.
        file: Its name, for the problems.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        return Configuration()
    try:
        document: object = json.loads(without_comments(text), strict=False)
    except (ValueError, RecursionError) as error:
        where = f" {error.lineno}:{error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        return _broken(_("{file}{where} is not valid JSON.").format(file=file, where=where))
    if not isinstance(document, dict):
        return _broken(_("{file} must be a JSON object.").format(file=file))
    fields = cast("dict[str, Any]", document)
    place = place_of(fields)
    if place is None:
        unknown = _("{file} lists no servers. Write them under the key mcpServers.")
        is_meant = bool(fields.keys() - {"$schema"})
        return Configuration(
            document=fields, problems=(unknown.format(file=file),) if is_meant else ()
        )
    listed = by_name(at_place(fields, place))
    if not isinstance(listed, dict):
        key = ".".join(place)
        return _broken(_("{file}: {key} must be a JSON object.").format(file=file, key=key))
    servers: list[ServerConfig] = []
    problems: list[str] = []
    for name, entry in cast("dict[str, object]", listed).items():
        is_beside = not isinstance(entry, dict) if place in SHARED else not place
        if is_beside and not is_entry(entry):  # beside the servers
            continue
        try:
            servers.append(_server(name, own_entry(entry)))
        except ConfigError as error:
            problems.append(f"{file}: {error.message}")
        else:
            unread = _UNREAD & cast("Mapping[str, object]", own_entry(entry)).keys()
            problems += [
                f"{file}: {_wrong(name, key, _('it is not read; write what it holds under env')).message}"
                for key in sorted(unread)
            ]
    return Configuration(document=fields, servers=tuple(servers), problems=tuple(problems))


def check(server: ServerConfig) -> ServerConfig:
    """Validate a server's entry.

    Raises:
        ConfigError: If it cannot be used; the message names the key.
    """
    return _server(server.name, _written(server))


def with_server(
    document: Mapping[str, Any], server: ServerConfig, *, replaces: str | None = None
) -> dict[str, Any]:
    """Add a server, or replace one.

    Keeps unknown fields of the replaced entry.

    Raises:
        ConfigError: If another server has the name, or the one to be replaced is gone.
    """
    place, listed = _listed(document)
    if replaces is not None and replaces not in listed:
        raise ConfigError(_("There is no MCP server called {name} any more.").format(name=replaces))
    if server.name in listed and server.name != replaces:
        raise ConfigError(
            _("There is an MCP server called {name} already.").format(name=server.name)
        )
    known = {*_Entry.model_fields, *ALIASES}
    kept: dict[str, Any] = {}
    if replaces is not None and isinstance(listed[replaces], dict):
        old = cast("dict[str, Any]", listed[replaces])
        kept = {name: value for name, value in old.items() if name not in known}
    entry = {**_written(server), **kept}
    if replaces is None:
        listed[server.name] = entry
    else:
        listed = {
            (server.name if name == replaces else name): (entry if name == replaces else value)
            for name, value in listed.items()
        }
    return put_at(document, place, listed)


def without_server(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Unchanged if there is no such server."""
    place, listed = _listed(document)
    return put_at(document, place, {key: entry for key, entry in listed.items() if key != name})


def dump(document: Mapping[str, Any]) -> str:
    """Text of the file."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _listed(document: Mapping[str, Any]) -> tuple[Place, dict[str, Any]]:
    """Where a file lists its servers, or should, and a copy of the list."""
    place = place_of(document)
    if place is None:
        return DEFAULT_PLACE, {}
    listed = by_name(at_place(document, place))
    return place, dict(cast("dict[str, Any]", listed)) if isinstance(listed, dict) else {}


def _broken(problem: str) -> Configuration:
    return Configuration(problems=(problem,), is_broken=True)


def _server(name: str, fields: object) -> ServerConfig:
    if not _is_name(name):
        raise ConfigError(
            _("The server name “{name}” cannot be used; write 1 to {n} visible characters.").format(
                name=name.encode("unicode_escape").decode()[:80], n=MAX_NAME
            )
        )
    try:
        entry = _Entry.model_validate(fields)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        key = ".".join(str(part) for part in problem["loc"]) or "{}"
        raise _wrong(name, key, value_fault(problem).localized) from error
    if entry.type and entry.type not in _KINDS:
        raise _wrong(
            name, "type", _("“{kind}” is not spoken; use stdio or http").format(kind=entry.type)
        )
    return ServerConfig(
        name=name,
        target=_target(name, entry),
        is_enabled=not entry.disabled,
        timeout_s=entry.timeout_s,
    )


def _target(name: str, entry: _Entry) -> StdioTarget | HttpTarget:
    if entry.command and entry.url:
        raise _wrong(name, "url", _("there is a command as well; keep one of them"))
    if entry.url:
        is_whole = not any(begin in entry.url for begin in _VARIABLES)
        if is_whole:
            _check_address(name, entry.url)
        for header, value in entry.headers.items():
            if not header.isascii() or not header.isprintable() or not value.isprintable():
                raise _wrong(name, f"headers.{header}", _("it has characters that cannot be sent"))
            is_secret = _SECRET.search(header) or _SECRET_VALUE.match(value)
            if is_secret and is_whole and not is_confidential(entry.url):
                raise _wrong(
                    name,
                    f"headers.{header}",
                    _("it holds a secret, so the address must begin with https"),
                )
        if not entry.oauth.clientId.isprintable():
            raise _wrong(name, "oauth.clientId", _("it has characters that cannot be sent"))
        return HttpTarget(
            url=entry.url,
            headers=entry.headers,
            client_id=entry.oauth.clientId,
            callback_port=entry.oauth.callbackPort,
        )
    if not entry.command.strip():
        raise _wrong(name, "command", _("it is missing; there must be a command or a url"))
    values = [entry.command, entry.cwd, *entry.args, *entry.env, *entry.env.values()]
    is_passable = all("\0" not in value and storable(value) == value for value in values)
    if not is_passable or any("=" in key or not key for key in entry.env):
        raise _wrong(name, "command", _("it has characters that cannot be passed to a program"))
    return StdioTarget(
        program=entry.command,
        arguments=tuple(entry.args),
        environment=entry.env,
        folder=entry.cwd,
    )


def _check_address(name: str, url: str) -> None:
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme in {"http", "https"} and bool(parts.hostname)
        _port = parts.port  # raises if it is none
    except ValueError:
        is_usable = False
    if not is_usable or not url.isprintable() or " " in url:
        raise _wrong(name, "url", _("write an address like https://example.com/mcp"))
    parts = urlsplit(url)
    named = [key for key, value in parse_qsl(parts.query) if value]
    if (parts.username or any(map(_SECRET.search, named))) and not is_confidential(url):
        raise _wrong(name, "url", _("it holds a secret, so the address must begin with https"))


def _wrong(name: str, key: str, problem: str) -> ConfigError:
    return ConfigError(
        _("server {name}, key {key}: {problem}.").format(
            name=name, key=key, problem=problem.rstrip(".")
        )
    )


def _is_name(name: str) -> bool:
    is_plain = all(unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} for c in name)
    return 0 < len(name) <= MAX_NAME and name == name.strip() and is_plain


def _written(server: ServerConfig) -> dict[str, Any]:
    entry: dict[str, Any]
    match server.target:
        case StdioTarget() as command:
            entry = {"command": command.program}
            if command.arguments:
                entry["args"] = list(command.arguments)
            if command.environment:
                entry["env"] = dict(command.environment)
            if command.folder:
                entry["cwd"] = command.folder
        case HttpTarget() as address:
            entry = {"url": address.url}
            if address.headers:
                entry["headers"] = dict(address.headers)
            oauth = {"clientId": address.client_id, "callbackPort": address.callback_port}
            if any(oauth.values()):
                entry["oauth"] = {key: value for key, value in oauth.items() if value}
    if not server.is_enabled:
        entry["disabled"] = True
    if server.timeout_s is not None:
        is_whole = server.timeout_s.is_integer()
        entry["timeout_s"] = int(server.timeout_s) if is_whole else server.timeout_s
    return entry
