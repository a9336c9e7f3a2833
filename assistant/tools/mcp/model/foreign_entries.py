"""Where other programs list MCP servers in a file, and how they write one. Pure."""

import re
import shlex
from collections.abc import Mapping
from typing import Any, Final, cast

Json = dict[str, Any]
Place = tuple[str, ...]
"""Keys that lead to the list of servers; empty where the file itself is the list."""

_PLACES: Final[tuple[Place, ...]] = (
    ("mcpServers",),
    ("servers",),  # VS Code, mcp.json
    ("mcp", "servers"),  # VS Code, settings.json
    ("mcp", "mcpServers"),
    ("mcp.servers",),
    ("amp.mcpServers",),
    ("context_servers",),  # Zed
    ("mcp_servers",),
    ("mcp",),  # opencode
    ("extensions",),  # Goose
)
DEFAULT_PLACE: Final = _PLACES[0]
_REACHED_BY: Final = frozenset(
    {"command", "cmd", "url", "serverUrl", "httpUrl", "uri", "endpoint", "transport"}
)
"""Keys of which an entry has one."""
_KINDS: Final[Mapping[str, str]] = {
    "local": "stdio",
    "remote": "http",
    "streamable-http": "http",
    "streamablehttp": "http",
    "streamable_http": "http",
}
_SAME: Final[Mapping[str, str]] = {
    "serverUrl": "url",  # Windsurf
    "httpUrl": "url",  # Gemini CLI
    "uri": "url",  # Goose
    "endpoint": "url",
    "http_headers": "headers",  # Codex
    "environment": "env",  # opencode
    "envs": "env",
    "cmd": "command",
    "workingDirectory": "cwd",
    "transport": "type",
    "transportType": "type",
}
"""What other programs call a key, with what it is called here."""
_SWITCHES: Final = ("enabled", "isActive", "active")
_OFF: Final = frozenset({"false", "no", "off", "0"})
_TOKEN_VARIABLE: Final = "bearer_token_env_var"
"""Names the variable that holds a token, in Codex."""
ALIASES: Final = frozenset({*_SAME, *_SWITCHES, _TOKEN_VARIABLE})
"""Keys that are read and written under other names."""
_TOKEN: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"'  # a string
    r"|//[^\n]*|/\*.*?\*/"  # a comment
    r"|,(?=(?:\s|//[^\n]*|/\*.*?\*/)*[\]}])",  # a comma behind which nothing comes
    re.DOTALL,
)


def without_comments(text: str) -> str:
    """Strip comments and trailing commas, as editors write them; keeps line numbers."""
    return _TOKEN.sub(
        lambda token: token[0] if token[0][0] == '"' else re.sub(r"[^\n]", " ", token[0]), text
    )


def place_of(document: Mapping[str, Any]) -> Place | None:
    """Return where a file lists its servers; None if it lists none."""
    for place in _PLACES:
        listed = at_place(document, place)
        if place in {("mcp",), ("extensions",)} and not _is_list(listed):
            continue
        if listed is not None:
            return place
    return () if _is_list(document) else None


def at_place(document: Mapping[str, Any], place: Place) -> object:
    """None if nothing is there."""
    value: Any = document
    for key in place:
        value = cast("Json", value).get(key) if isinstance(value, dict) else None
    return cast("object", value)


def put_at(document: Mapping[str, Any], place: Place, listed: Json) -> Json:
    """Replace the list of servers."""
    if not place:
        return listed
    inner: object = document.get(place[0])
    fields = cast("Json", inner) if isinstance(inner, dict) else {}
    return {**document, place[0]: put_at(fields, place[1:], listed)}


def by_name(listed: object) -> object:
    """Turn a list of entries with names inside into a mapping by name."""
    if not isinstance(listed, list):
        return listed
    entries = cast("list[object]", listed)
    named: Json = {}
    for each in entries:
        fields = cast("Json", each) if isinstance(each, dict) else {}
        name = fields.get("name")
        if not isinstance(name, str):
            return cast("object", listed)
        named[name] = {key: value for key, value in fields.items() if key != "name"}
    return named if named else cast("object", listed)


def own_entry(entry: object) -> object:
    """Convert an entry of another program."""
    if isinstance(entry, str) and "://" in entry:  # an address alone
        entry = {"url": entry}
    if not isinstance(entry, dict):
        return entry
    fields = cast("Json", entry)
    inner = fields.get("transport")
    if isinstance(inner, dict):  # Cline
        fields = {**cast("Json", inner), **{k: v for k, v in fields.items() if k != "transport"}}
    own: Json = {}
    for key, value in fields.items():
        own.setdefault(_SAME.get(key, key), value)
    is_off = any(str(fields.get(key, "on")).strip().lower() in _OFF for key in _SWITCHES)
    if is_off and "disabled" not in fields:
        own["disabled"] = True
    _read_command(own)
    kind = own.get("type")
    if isinstance(kind, str):
        own["type"] = _KINDS.get(kind.lower(), kind.lower())
    if isinstance(own.get("args"), list):
        own["args"] = [_word(each) for each in cast("list[object]", own["args"])]
    variable = fields.get(_TOKEN_VARIABLE)
    if isinstance(variable, str) and "headers" not in own:
        own["headers"] = {"Authorization": f"Bearer ${{{variable}}}"}
    for key, sign in (("env", "="), ("headers", ":")):
        if isinstance(own.get(key), list):
            own[key] = _pairs(cast("list[object]", own[key]), sign)
        if isinstance(own.get(key), dict):
            words = cast("Json", own[key])
            own[key] = {name: _word(each) for name, each in words.items() if each is not None}
    return {key: value for key, value in own.items() if value is not None}


def _pairs(listed: list[object], sign: str) -> object:
    """Read `NAME=value`, or `Name: value`, of a list."""
    pairs = [each.partition(sign) for each in listed if isinstance(each, str) and sign in each]
    if len(pairs) != len(listed):
        return listed
    return {name.strip(): value.strip() for name, _sign, value in pairs}


def _words_of(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # a quotation mark is open
        return text.split()


def _read_command(own: Json) -> None:
    """Split a command that is written together with its arguments."""
    command: object = own.get("command")
    if isinstance(command, dict):  # Zed
        parts = cast("Json", command)
        own["command"] = parts.get("path", parts.get("command", ""))
        for key in ("args", "env"):
            if key in parts:
                own.setdefault(key, parts[key])
    elif isinstance(command, list) and command:  # opencode
        words = cast("list[object]", command)
        more: object = own.get("args")
        own["command"] = words[0]
        own["args"] = [*words[1:], *(cast("list[object]", more) if isinstance(more, list) else [])]
    elif isinstance(command, str) and not own.get("args"):
        words = _words_of(command)
        if len(words) > 1 and (words[1].startswith("-") or not re.search(r"[/\\]", command)):
            own["command"], own["args"] = words[0], words[1:]  # not a path with a blank in it


def _word(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value


def _is_list(value: object) -> bool:
    """Whether a value looks like servers by name."""
    if not isinstance(value, dict):
        return False
    return any(map(is_entry, cast("Json", value).values()))


def is_entry(value: object) -> bool:
    """Whether a value looks like a server's entry."""
    return isinstance(value, dict) and bool(cast("Json", value).keys() & _REACHED_BY)
