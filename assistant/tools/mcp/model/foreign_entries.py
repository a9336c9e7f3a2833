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
SHARED: Final = frozenset({("mcp",), ("extensions",)})
"""Places where other things than servers may stand."""
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
    "streamable": "http",
    "http-first": "http",
}
_SAME: Final[Mapping[str, str]] = {
    "serverUrl": "url",  # Windsurf
    "httpUrl": "url",  # Gemini CLI
    "uri": "url",  # Goose
    "endpoint": "url",
    "http_headers": "headers",  # Codex
    "requestInit": "headers",
    "environment": "env",  # opencode
    "envs": "env",
    "cmd": "command",
    "arguments": "args",
    "workingDirectory": "cwd",
    "working_directory": "cwd",
    "workingDir": "cwd",
    "auth": "oauth",  # Cursor
    "transport": "type",
    "transportType": "type",
}
"""What other programs call a key, with what it is called here."""
_SWITCHES: Final = ("enabled", "isActive", "active", "isEnabled", "is_active", "is_enabled")
_OFF: Final = frozenset({"false", "no", "off", "0"})
_OFF_SWITCHES: Final = ("disable", "isDisabled", "is_disabled")
_ON: Final = frozenset({"true", "yes", "on", "1"})
_OAUTH_KEYS: Final[Mapping[str, str]] = {"clientid": "clientId", "callbackport": "callbackPort"}
"""By how they are written without regard to case and underscores."""
_TOKEN_VARIABLE: Final = "bearer_token_env_var"
"""Names the variable that holds a token, in Codex."""
_HEADER_VARIABLES: Final = "env_http_headers"
"""The variables that hold headers, by their names, in Codex."""
_PASSED_ON: Final = "env_vars"
"""The variables that a server may see, in Codex."""
ALIASES: Final = frozenset(
    {*_SAME, *_SWITCHES, *_OFF_SWITCHES, _TOKEN_VARIABLE, _HEADER_VARIABLES, _PASSED_ON}
)
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
    places = [
        place
        for place in _PLACES
        if (listed := at_place(document, place)) is not None
        and (place not in SHARED or _is_list(listed))
    ]
    if places:
        return next((place for place in places if at_place(document, place)), places[0])
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
    """Turn a list of entries with names inside into a mapping by name; empty for those without."""
    entries = cast("list[object]", listed) if isinstance(listed, list) else []
    if not entries or not all(isinstance(each, dict) for each in entries):
        return cast("object", listed)
    named: Json = {}
    for each in entries:
        fields = cast("Json", each)
        key = "name" if isinstance(fields.get("name"), str) else "id"
        name = fields.get(key)
        rest = {other: value for other, value in fields.items() if other != key}
        named[name if isinstance(name, str) else ""] = rest
    return named


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
    is_off |= any(str(fields.get(key, "no")).strip().lower() in _ON for key in _OFF_SWITCHES)
    if is_off and "disabled" not in fields:
        own["disabled"] = True
    _read_command(own)
    kind = own.get("type")
    if isinstance(kind, str):
        own["type"] = _KINDS.get(kind.lower(), kind.lower())
    if isinstance(own.get("args"), list):
        given = cast("list[object]", own["args"])
        own["args"] = [_word(each) for each in given if each is not None]
    if isinstance(own.get("url"), str):
        own["url"] = own["url"].strip()
    if "oauth" in own:
        own["oauth"] = _oauth(own["oauth"])
    for key, signs in (("env", "="), ("headers", ":")):
        if key in own:
            own[key] = _texts(own[key], signs)
    _read_variables(fields, own)
    return {key: value for key, value in own.items() if value is not None}


def _texts(given: object, sign: str) -> object:
    """Read variables or headers, by name."""
    if isinstance(given, dict) and isinstance(cast("Json", given).get("headers"), dict):
        given = cast("Json", given)["headers"]  # requestInit
    if isinstance(given, str):
        given = [line for line in given.splitlines() if line.strip()]
    if isinstance(given, list):
        given = _pairs(cast("list[object]", given), sign)
    if not isinstance(given, dict):
        return given
    words = cast("Json", given).items()
    return {name: _word(each) for name, each in words if each is not None}


def _read_variables(fields: Json, own: Json) -> None:
    """Read what another program takes from the environment."""
    named: object = fields.get(_HEADER_VARIABLES)
    headers = cast("Json", named) if isinstance(named, dict) else {}
    token = fields.get(_TOKEN_VARIABLE)
    if isinstance(token, str) and "headers" not in own:
        own["headers"] = {"Authorization": f"Bearer ${{{token}}}"}
    if headers and isinstance(own.setdefault("headers", {}), dict):
        own["headers"] = {**{n: f"${{{v}}}" for n, v in headers.items()}, **own["headers"]}
    listed: object = fields.get(_PASSED_ON)
    names = [n for n in cast("list[object]", listed) if n] if isinstance(listed, list) else []
    if names and isinstance(own.setdefault("env", {}), dict):
        own["env"] = {**{str(n): f"${{{n}:-}}" for n in names}, **own["env"]}


def _oauth(given: object) -> object:
    """Read what a server's operator knows a program by; a mere yes or no says nothing of it."""
    if not isinstance(given, dict):
        return None if isinstance(given, bool) else given
    named = {
        _OAUTH_KEYS.get(key.lower().replace("_", ""), key): value
        for key, value in cast("Json", given).items()
        if value is not None
    }
    return named


def _pairs(listed: list[object], sign: str) -> object:
    """Read `NAME=value`, or `Name: value`, of a list; or objects of a name and a value."""
    pairs: Json = {}
    for each in listed:
        fields = cast("Json", each) if isinstance(each, dict) else {}
        name = fields.get("name", fields.get("key"))
        if isinstance(each, str) and sign in each:
            name, _sign, value = each.partition(sign)
            pairs[name.strip()] = value.strip()
        elif isinstance(name, str) and "value" in fields:
            pairs[name] = fields["value"]
        else:
            return listed
    return pairs


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
