"""The first answers, given without the package: those that the package would give."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp.server.stdio import stdio_server
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

import assistant.channels.mcp
from assistant.channels.mcp.model.opening import Opening
from tests.helpers.mcp.clients import question_server

VERSION: Final = "1.2.3"
FILE: Final = Path(assistant.channels.mcp.__file__).with_name("opening.json")
VERSION_KEY, INFO_KEY, CAPABILITIES_KEY = (
    f"io.modelcontextprotocol/{name}"
    for name in ("protocolVersion", "clientInfo", "clientCapabilities")
)
CLIENT: Final = {"name": "tester", "version": "1"}
MODERN: Final[dict[str, Any]] = {
    VERSION_KEY: MODERN_PROTOCOL_VERSIONS[0],
    INFO_KEY: CLIENT,
    CAPABILITIES_KEY: {"elicitation": {}},
}
INITIALIZED: Final = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def request(number: Any, method: Any, params: Any = None) -> dict[str, Any]:
    message = {"jsonrpc": "2.0", "id": number, "method": method}
    return message if params is None else {**message, "params": params}


def handshake(version: Any = "2025-11-25", **more: Any) -> dict[str, Any]:
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}
    return request(1, "initialize", params | more)


class Lines:
    """What a client writes, the next line once the one before was answered as far as it will be."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self.written: list[str] = []

    async def __aiter__(self) -> AsyncIterator[str]:
        for line in self._lines:
            yield line + "\n"
            for _turn in range(50):
                await asyncio.sleep(0)

    async def write(self, text: str) -> None:
        """Take what the server answers."""
        self.written.append(text)

    async def flush(self) -> None:
        """Nothing is kept back."""


async def by_the_package(lines: Sequence[str], *, has_permissions: bool = False) -> list[Any]:
    """Return what the package answers to these lines."""
    wire: Any = Lines(lines)
    server = question_server(has_permissions=has_permissions).build()
    async with stdio_server(wire, wire) as (received, sent):
        await server.run(received, sent, server.create_initialization_options())
    return [json.loads(text) for text in wire.written]


def by_the_opening(lines: Sequence[str], *, has_permissions: bool = False) -> tuple[list[Any], int]:
    """Return what is answered without it, and how many of the lines that takes."""
    answers_in_file = json.loads(FILE.read_text(encoding="utf-8"))
    opening = Opening(answers_in_file, version=VERSION, has_permissions=has_permissions)
    answers: list[Any] = []
    for number, line in enumerate(lines):
        answer = opening.take(line)
        if answer is None:
            return answers, number
        if answer:
            answers.append(json.loads(answer))
    return answers, len(lines)


async def made() -> Mapping[str, Any]:
    """Make the content of the file of what the package answers."""
    older = await by_the_package(
        [json.dumps(one) for one in (handshake(), INITIALIZED, request(2, "tools/list"))],
        has_permissions=True,
    )
    meta = {"_meta": MODERN}
    modern = await by_the_package(
        [
            json.dumps(one)
            for one in (request(1, "server/discover", meta), request(2, "tools/list", meta))
        ]
    )
    greeting, listed, found, listed_now = (one["result"] for one in (*older, *modern))
    permission_tool = listed["tools"].pop()
    server = greeting.pop("serverInfo")
    del greeting["protocolVersion"], found["_meta"], listed_now["_meta"], server["version"]
    return {
        "versions": {
            "handshake": [*HANDSHAKE_PROTOCOL_VERSIONS],
            "modern": [*MODERN_PROTOCOL_VERSIONS],
        },
        "serverInfo": server,
        "initialize": greeting,
        "server/discover": found,
        "tools/list": {"handshake": listed, "modern": listed_now},
        "permission tool": permission_tool,
    }


async def test_the_file_holds_what_the_package_answers() -> None:
    """Write it anew with `python -m tests.unit.channels.mcp.model.test_opening`."""
    assert json.loads(FILE.read_text(encoding="utf-8")) == await made()


PLAIN: Final[Sequence[Sequence[dict[str, Any]]]] = (
    *(
        (handshake(version), INITIALIZED, request(2, "tools/list"), request("x", "ping"))
        for version in (*HANDSHAKE_PROTOCOL_VERSIONS, "1999-01-01", "2099-01-01")
    ),
    (handshake(), request(2, "tools/list", {"_meta": {"progressToken": "t"}})),
    (
        handshake(
            capabilities={
                "elicitation": {"form": {"applyDefaults": True}, "url": {}},
                "roots": {"listChanged": True},
                "tasks": {"list": {}, "requests": {"elicitation": {"create": {}}}},
                "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html"]}},
            },
            clientInfo={**CLIENT, "title": "The Tester", "websiteUrl": "https://example.org"},
        ),
        INITIALIZED,
        request(0, "tools/list", {}),
    ),
    (
        request(0, "server/discover", {"_meta": MODERN}),
        request(1, "tools/list", {"_meta": MODERN}),
    ),
)


@pytest.mark.requirement("MCP-12", "MCP-13")
@pytest.mark.parametrize("messages", PLAIN)
@pytest.mark.parametrize("has_permissions", [False, True])
async def test_what_clients_ask_first_is_answered_without_the_package(
    messages: Sequence[dict[str, Any]], has_permissions: bool
) -> None:
    lines = [json.dumps(message) for message in messages]
    answers, taken = by_the_opening(lines, has_permissions=has_permissions)
    assert taken == len(lines)
    assert answers == await by_the_package(lines, has_permissions=has_permissions)


NOTHING: Final[dict[str, Any]] = {}
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "2025-11-25"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner),
    max_leaves=4,
)
fields: st.SearchStrategy[Any] = st.dictionaries(
    st.sampled_from(
        ["elicitation", "roots", "sampling", "experimental", "extensions", "tasks", "more"]
    ),
    values
    | st.dictionaries(
        st.sampled_from(["form", "url", "listChanged", "list", "requests", "context", "a/b"]),
        st.booleans() | st.just(NOTHING) | st.just({"create": NOTHING}) | values,
        max_size=2,
    ),
    max_size=3,
)
infos: st.SearchStrategy[Any] = st.dictionaries(
    st.sampled_from(["name", "version", "title", "icons", "websiteUrl"]), values | st.just("a")
).map(lambda info: {**CLIENT, **info})
metas: st.SearchStrategy[Any] = (
    st.none()
    | st.just(MODERN)
    | st.dictionaries(
        st.sampled_from([VERSION_KEY, INFO_KEY, CAPABILITIES_KEY, "progressToken", "more"]),
        values | fields | infos | st.sampled_from([*MODERN_PROTOCOL_VERSIONS]),
        max_size=4,
    )
)


@st.composite
def messages(draw: st.DrawFn) -> dict[str, Any]:
    method = draw(
        st.sampled_from(
            ["initialize", "tools/list", "server/discover", "ping", "notifications/initialized"]
        )
    )
    params: dict[str, Any] = {}
    if method == "initialize":
        params = handshake()["params"] | {
            "protocolVersion": draw(values | st.just("2025-06-18")),
            "capabilities": draw(fields | values),
            "clientInfo": draw(infos | values),
        }
    meta = draw(metas)
    if meta is not None:
        params["_meta"] = meta
    if draw(st.integers(0, 9)) == 0:
        params["cursor"] = draw(values)
    message = request(draw(st.integers(0, 3) | st.sampled_from(["", "7"])), method, params)
    if method.startswith("notifications/") or draw(st.integers(0, 19)) == 0:
        del message["id"]
    if draw(st.integers(0, 19)) == 0:
        message |= draw(st.dictionaries(st.sampled_from(["id", "jsonrpc", "params", "x"]), values))
    return message


openings = st.lists(messages(), max_size=4) | st.lists(messages(), max_size=3).map(
    lambda more: [handshake(), INITIALIZED, *more]
)


@settings(max_examples=150, deadline=None)
@given(openings, st.sampled_from(["", "rubbish", "[1, 2]", "{}", '"\ud83d"', "{" * 2000]))
def test_whatever_is_asked_is_answered_as_the_package_answers_it_or_not_at_all(
    sent: list[dict[str, Any]], rubbish: str
) -> None:
    lines = [rubbish, *(json.dumps(message) for message in sent)]
    answers, taken = by_the_opening(lines)
    assert answers == asyncio.run(by_the_package(lines[:taken]))


if __name__ == "__main__":
    content = asyncio.run(made())
    text = json.dumps(cast("object", content), ensure_ascii=False, indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")
