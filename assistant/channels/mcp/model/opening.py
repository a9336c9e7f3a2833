"""What a client asks of the server first, answered before the MCP package is imported. Pure.

Importing the package takes longer than some clients wait for the list of tools. What it would answer
to the first requests of both eras never changes and stands in `opening.json`; a test holds the two
equal. Whatever is not surely one of these requests is left to the package.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeGuard

_VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"
_INFO_KEY: Final = "io.modelcontextprotocol/clientInfo"
_CAPABILITIES_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
_SERVER_KEY: Final = "io.modelcontextprotocol/serverInfo"
_TOKEN_KEY: Final = "progressToken"  # names a call, opens nothing
_INFO_FIELDS: Final = frozenset({"name", "version", "title", "description", "websiteUrl"})


class Opening:
    """The beginning of a connection, until the first line that needs the package.

    Args:
        answers: What `opening.json` holds.
        version: Of this program.
        has_permissions: Whether the tool for permissions is offered.
    """

    def __init__(
        self, answers: Mapping[str, Any], *, version: str, has_permissions: bool = False
    ) -> None:
        self._answers = answers
        self._has_permissions = has_permissions
        self._version = version
        self._era: Literal["handshake", "modern"] | None = None
        self.lines: list[str] = []
        """What the package has to hear of it, in order."""
        self.greeting: int | str | None = None
        """The id of the handshake among them, which is answered already."""

    def take(self, line: str) -> str | None:
        """Answer a line of the client.

        Returns:
            The answer; empty if there is none to give; None if the package is needed.
        """
        message = message_in(line)
        if message is None:
            return ""  # what is no message is not answered
        method, params = message.get("method"), message.get("params", {})
        number = message.get("id")
        if not isinstance(method, str) or not is_object(params):
            return None
        if "id" not in message:
            return self._note(line, method)
        if not is_id(number) or message.keys() - {"jsonrpc", "id", "method", "params"}:
            return None
        result = self._result(method, params)
        if result is None:
            return None
        if method == "initialize":
            self.lines.append(line)
            self.greeting = number
        return json.dumps({"jsonrpc": "2.0", "id": number, "result": result})

    def _note(self, line: str, method: str) -> str | None:
        """Keep what is to be known later; nothing is open yet that could be cancelled."""
        if method == "notifications/initialized" and self._era == "handshake":
            self.lines.append(line)
            return ""
        return "" if method == "notifications/cancelled" else None

    def _result(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any] | None:
        meta = params.get("_meta", {})
        if not is_object(meta):
            return None
        is_modern = _VERSION_KEY in meta
        match method:
            case "initialize" if self._era is None and not is_modern:
                return self._initialized(params)
            case "tools/list" if self._era == "handshake" and not is_modern:
                is_plain = not (params.keys() - {"_meta"}) and _is_plain_meta(meta, ())
                return self._tools("handshake") if is_plain else None
            case "ping" if self._era == "handshake" and not is_modern:
                return {} if not (params.keys() - {"_meta"}) and _is_plain_meta(meta, ()) else None
            case "server/discover" | "tools/list" if is_modern and self._era != "handshake":
                if params.keys() - {"_meta"} or not self._is_envelope(meta):
                    return None
                self._era = "modern"
                found: Mapping[str, Any] = (
                    self._tools("modern") if method == "tools/list" else self._answers[method]
                )
                return {**found, "_meta": {_SERVER_KEY: self._server}}
            case _:
                return None

    def _tools(self, era: str) -> Mapping[str, Any]:
        listed: Mapping[str, Any] = self._answers["tools/list"][era]
        if not self._has_permissions:
            return listed
        return {**listed, "tools": [*listed["tools"], self._answers["permission tool"]]}

    def _initialized(self, params: Mapping[str, Any]) -> Mapping[str, Any] | None:
        wanted = params.get("protocolVersion")
        meta = params.get("_meta", {})
        if (
            not isinstance(wanted, str)
            or params.keys() - {"protocolVersion", "clientInfo", "capabilities", "_meta"}
            or not _is_plain_meta(meta, ())
            or not _is_client(params.get("clientInfo"))
            or not _are_capabilities(params.get("capabilities"))
        ):
            return None
        self._era = "handshake"
        versions: list[str] = self._answers["versions"]["handshake"]
        spoken = wanted if wanted in versions else versions[-1]
        found: Mapping[str, Any] = self._answers["initialize"]
        return {**found, "protocolVersion": spoken, "serverInfo": self._server}

    def _is_envelope(self, meta: Mapping[str, Any]) -> bool:
        return (
            meta[_VERSION_KEY] in self._answers["versions"]["modern"]
            and _is_client(meta.get(_INFO_KEY))
            and _are_capabilities(meta.get(_CAPABILITIES_KEY))
            and _is_plain_meta(meta, (_VERSION_KEY, _INFO_KEY, _CAPABILITIES_KEY))
        )

    @property
    def _server(self) -> Mapping[str, Any]:
        return {**self._answers["serverInfo"], "version": self._version}


def message_in(line: str) -> Mapping[str, Any] | None:
    """Return the message in a line, or None if it is none."""
    try:
        message: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if is_object(message) and message.get("jsonrpc") == "2.0" else None


def is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether a decoded value is an object."""
    return isinstance(value, dict)


def is_id(value: object) -> TypeGuard[int | str]:
    """Whether a decoded value names a request."""
    return isinstance(value, int | str) and not isinstance(value, bool)


def _is_plain_meta(meta: Mapping[str, Any], known: tuple[str, ...]) -> bool:
    """Whether nothing unknown is in it."""
    token = meta.get(_TOKEN_KEY, 0)
    return is_id(token) and not (meta.keys() - {_TOKEN_KEY, *known})


def _is_client(value: object) -> bool:
    """Whether a client says of itself what is surely understood."""
    return (
        is_object(value)
        and {"name", "version"} <= value.keys() <= _INFO_FIELDS
        and all(isinstance(one, str) for one in value.values())
    )


def _are_capabilities(value: object) -> bool:
    """Whether a client says of what it can do what is surely understood."""
    return is_object(value) and all(
        is_object(part) and name in _CAPABILITIES and _CAPABILITIES[name](part)
        for name, part in value.items()
    )


def _are_flags(part: Mapping[str, Any]) -> bool:
    return all(isinstance(flag, bool) for flag in part.values())


def _are_named(part: Mapping[str, Any]) -> bool:
    """Whether it has something to say of each thing that it names, whatever that is."""
    return all(is_object(one) for one in part.values())


def _are_forms(part: Mapping[str, Any]) -> bool:
    return _are_named(part) and all(_are_flags(one) for one in part.values())


def _is_tree(part: object) -> bool:
    left = [part]
    while left:
        one = left.pop()
        if not is_object(one):
            return False
        left += one.values()
    return True


_CAPABILITIES: Final[Mapping[str, Callable[[Mapping[str, Any]], bool]]] = {
    "roots": _are_flags,
    "elicitation": _are_forms,
    "sampling": _is_tree,
    "tasks": _is_tree,
    "experimental": _are_named,
    "extensions": _are_named,
}
"""What is surely understood of each."""
