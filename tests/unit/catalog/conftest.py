"""A server on this machine, and pip pointed at it alone."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.catalog.file_server import FileServer, serving


@pytest.fixture
def server() -> Iterator[FileServer]:
    """A web server that fails on demand."""
    with serving() as state:
        yield state


@pytest.fixture(autouse=True)
def only_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep pip and httpx2 from whatever the machine's configuration names."""
    for name in list(os.environ):
        if name.startswith("PIP_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")  # nobody listens there
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def index(server: FileServer, monkeypatch: pytest.MonkeyPatch) -> FileServer:
    """The server, used by pip as the package index; fill it with `tests.helpers.catalog.wheels.offer`."""
    monkeypatch.setenv("PIP_INDEX_URL", f"{server.url}/simple")
    return server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A models folder that does not exist yet."""
    return tmp_path / "models"
