"""Settings of the user's, of coding agents and of MCP servers; the list of known models."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, Final

from assistant.catalog.manifest import Catalog
from assistant.channels.terminal.text.printable import printable
from assistant.coding_agents.setup.model.config_text import ConfigNotation, ConfigTextError
from assistant.coding_agents.setup.model.jsonc_config import JsoncConfig
from assistant.coding_agents.setup.model.toml_config import TomlConfig
from assistant.errors import ConfigError, ModelFileError
from assistant.home import Home
from assistant.settings import load, save
from assistant.tools.mcp.model.configuration import dump, parse, with_server, without_server
from tests.fuzz.folders import contents, folder
from tests.fuzz.harness import Harness, check_harmless, check_told

_SERVER: Final[dict[str, Any]] = {"command": "/opt/parley", "args": ["mcp"], "env": {}}
_PATH: Final = ("mcpServers", "parley")


def _settings(data: bytes) -> None:
    """Whatever the file says, there are settings; saving one changes it, or nothing."""
    root = folder("settings")
    home = Home(root=root, models=root / "models")
    home.settings_file.write_bytes(data)
    loaded = load(home, {})
    for problem in loaded.problems:
        check_told(problem)
    try:
        save(home, "ui", "language", "ko")
    except ConfigError as error:
        check_told(error)
        assert home.settings_file.read_bytes() == data
    else:
        assert load(home, {}).settings.ui.language == "ko"
    assert contents(root).keys() <= {"settings.toml", "settings.lock"}


def _catalogue(data: bytes) -> None:
    """No file of a model lies outside the model's folder, and nothing is fetched in the open."""
    path = folder("catalogue") / "catalog.toml"
    path.write_bytes(data)
    for entry in Catalog.load(path):
        assert PurePosixPath(entry.name).parts == (entry.name,)
        assert entry.name not in {".", ".."}
        for file in entry.files:
            place = Path("/models", entry.name, file.path).parts
            assert ".." not in place
            assert place[:3] == ("/", "models", entry.name)
            assert len(place) > 3
        for source in entry.sources:
            source.label.encode()


def _changed(notation: ConfigNotation, data: bytes) -> None:
    """What is put is there, nothing else changes, and it can be taken away."""
    text = data.decode()
    said = notation.read(text)
    changed = notation.put(text, _PATH, _SERVER)
    now = notation.read(changed)
    assert now[_PATH[0]][_PATH[1]] == _SERVER
    assert _others(now) == _others(said)
    taken_away = notation.read(notation.remove(changed, _PATH))
    assert _PATH[1] not in taken_away.get(_PATH[0], {})
    assert _others(taken_away) == _others(said)


def _others(said: Mapping[str, Any]) -> str:
    return repr({key: value for key, value in said.items() if key != _PATH[0]})


def _servers(data: bytes) -> None:
    """What is wrong is said; what is written is read as the same servers."""
    read = parse(data.decode(), file="mcp.json")
    for problem in read.problems:
        problem.encode()
        check_harmless(printable(problem))
    for server in read.servers:
        assert server.name == server.name.strip() != ""
    if read.is_broken:
        assert not read.servers
        return
    again = parse(dump(read.document), file="mcp.json")
    assert again.servers == read.servers
    for server in read.servers:
        changed = with_server(without_server(read.document, server.name), server)
        assert server in parse(dump(changed), file="mcp.json").servers


def _settings_texts() -> Iterator[bytes]:
    yield b'[ui]\nlanguage = "en"  # mine\n\n[voice]\nspeed = 1.25\nenabled = false\n'
    yield b'ui.language = "zh"\n[questions]\nmax_rounds = 5\n[tools.classes]\nnotes = "safe"\n'
    yield b'[llm]\nprofile = "local"\nlocal_url = "http://127.0.0.1:11434"\ntimeout_s = 1e2\n'


def _catalogues() -> Iterator[bytes]:
    digest = "0" * 64
    yield f"""
[[models]]
name = "tiny"
kind = "stt"
title = "Tiny"
languages = ["*"]
licence = "MIT"
about = "https://example.org/tiny"
default = true
files = [{{ path = "a/model.bin", size_bytes = 3, sha256 = "{digest}" }}]

[[models.sources]]
type = "hub"
urls = {{ "a/model.bin" = "https://example.org/a" }}

[[models.sources]]
type = "wheel"
wheels = [{{ name = "tiny", version = "1.0", size_bytes = 9 }}]
members = {{ "a/model.bin" = ["tiny/model.bin"] }}
""".encode()


def _jsonc_texts() -> Iterator[bytes]:
    yield b'{\n  // mine\n  "mcpServers": {\n    "a": {"command": "a"}, /* b */\n  },\n  "x": [1, 2.5e3]\n}\n'
    yield b'{"hooks": {"Stop": [{"hooks": [{"type": "command"}]}]}}'
    yield b"\xef\xbb\xbf{}\r\n"


def _toml_texts() -> Iterator[bytes]:
    yield b'model = "o3"\n\n[mcpServers.a]\ncommand = "a"\nargs = [\n  "x", # y\n]\n'
    yield b'mcpServers = { a = { command = "a" } }\n[[hooks.Stop]]\nx = 1979-05-27T07:32:00Z\n'
    yield b"\"mcpServers\".a.command = 'a'\r\n"


def _server_files() -> Iterator[bytes]:
    files: tuple[dict[str, Any], ...] = (
        {"mcpServers": {"files": {"command": "npx", "args": ["-y", "x"], "env": {"A": "${B}"}}}},
        {"servers": {"web": {"type": "http", "url": "https://example.org/mcp", "timeout_s": 9}}},
        {"mcp": {"a": {"type": "local", "command": ["a", "b"], "enabled": False}}},
        {"context_servers": {"z": {"command": {"path": "z", "args": []}, "headers": {"a": "b"}}}},
    )
    for servers in files:
        yield json.dumps(servers, indent=1).encode()


HARNESSES: Final = (
    Harness(name="settings", read=_settings, seeds=_settings_texts, count=40),
    Harness(name="catalogue", read=_catalogue, errors=(ModelFileError,), seeds=_catalogues),
    Harness(
        name="agent-json",
        read=partial(_changed, JsoncConfig()),
        errors=(ConfigTextError, UnicodeDecodeError),
        seeds=_jsonc_texts,
    ),
    Harness(
        name="agent-toml",
        read=partial(_changed, TomlConfig()),
        errors=(ConfigTextError, UnicodeDecodeError),
        seeds=_toml_texts,
    ),
    Harness(name="mcp-servers", read=_servers, errors=(UnicodeDecodeError,), seeds=_server_files),
)
