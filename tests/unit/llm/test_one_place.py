"""One module opens HTTP to a model, and one knows the SDK: what holds there holds for every service."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import assistant
from assistant import llm

PACKAGE: Final = Path(assistant.__file__).parent
MODELS: Final = Path(llm.__file__).parent
CLIENTS: Final = {"AsyncClient", "Client", "AsyncHTTPTransport", "HTTPTransport"}
AT_ONCE: Final = {"get", "post", "put", "head", "request", "stream", "patch", "delete"}
OTHER_CLIENTS: Final = {"aiohttp", "http", "httpcore2", "requests", "socket", "urllib3"}


def openings(source: str) -> Iterator[str]:
    """Find what opens HTTP, or could."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="httpx2"), attr=name) if name in CLIENTS | AT_ONCE:
                yield name
            case ast.ImportFrom(module="httpx2"):
                yield "httpx2"
            case ast.Import(names=names):
                yield from {name.name.partition(".")[0] for name in names} & OTHER_CLIENTS
            case ast.ImportFrom(module=str(module)):
                yield from {module.partition(".")[0]} & OTHER_CLIENTS
            case _:
                pass


def test_one_module_opens_http_to_a_model() -> None:
    opening = {
        path.relative_to(MODELS).as_posix()
        for path in MODELS.rglob("*.py")
        if list(openings(path.read_text(encoding="utf-8")))
    }
    assert opening == {"model_http.py"}


ELSEWHERE: Final = {
    "catalog/hub_download.py": "files of models",
    "channels/telegram/bot_api/client.py": "Telegram",
    "channels/web/client/running_agents.py": "the running program",
    "channels/web/client/running_program.py": "the running program",
    "channels/web/client/running_sync.py": "the running program",
    "channels/web/client/running_telegram.py": "the running program",
    "tools/mcp/transports.py": "MCP servers",
    "tools/web/page_fetcher.py": "web pages",
}
"""Where HTTP is opened to something that is no model, and to what."""


def test_whoever_else_opens_http_reaches_no_model() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    opening = {
        path.relative_to(PACKAGE).as_posix()
        for path, source in sources.items()
        if "httpx2" in source and {*openings(source)} & (CLIENTS | AT_ONCE | {"httpx2"})
    }
    assert opening == {"llm/model_http.py", *ELSEWHERE}


def test_one_module_knows_the_sdk() -> None:
    knowing = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip().startswith(("import anthropic", "from anthropic"))
    }
    assert knowing == {"llm/sdk_connection.py"}


@pytest.mark.parametrize(
    "source", ["httpx2.Client()", "httpx2.post('x')", "from httpx2 import Client", "import socket"]
)
def test_an_opening_would_be_found(source: str) -> None:
    assert list(openings(source))
