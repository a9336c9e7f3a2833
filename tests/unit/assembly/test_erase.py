import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from assistant.assembly.erase import erase_everything
from assistant.backup.erasure import ErasureError
from assistant.cli import main
from assistant.errors import HomeBusyError
from assistant.home import Home
from assistant.llm.api_keys import SERVICE, VARIABLES, KeyStore
from assistant.tools.mcp.configuration_file import ConfigurationFile
from assistant.tools.mcp.model.redirect import entry_of
from tests.helpers.backup.homes import home_at
from tests.helpers.llm.memory_keyring import MemoryKeyring

SERVER = {"mcpServers": {"notes": {"type": "http", "url": "https://notes.example.org/mcp"}}}


@pytest.fixture
def mine(tmp_path: Path) -> Home:
    """A home with everything in it."""
    home = home_at(tmp_path / "home")
    home.servers_file.write_text(json.dumps(SERVER), encoding="utf-8")
    (home.root / "voice-profiles").mkdir()
    (home.root / "voice-profiles" / "me.npz").write_bytes(b"voice")
    return home


def test_nothing_of_the_users_stays_but_what_is_elsewhere(mine: Home, tmp_path: Path) -> None:
    keyring = MemoryKeyring()
    (server,) = ConfigurationFile(mine.servers_file).read().servers
    for name in (*VARIABLES, entry_of(server)):
        keyring.set_password(SERVICE, name, "secret")
    keyring.set_password("another program", "anthropic", "its own")
    elsewhere = tmp_path / "dotfiles.toml"
    elsewhere.write_text("", encoding="utf-8")
    mine.settings_file.unlink()
    mine.settings_file.symlink_to(elsewhere)
    keys = KeyStore(keys_file=mine.keys_file, environment={}, load_backend=lambda: keyring)
    erase_everything(mine, keys=keys)
    assert list(mine.root.iterdir()) == []
    assert elsewhere.exists()
    assert keyring.get_password("another program", "anthropic") == "its own"
    assert not any(keyring.get_password(SERVICE, name) for name in VARIABLES)
    assert keyring.get_password(SERVICE, entry_of(server)) is None
    erase_everything(mine, keys=keys)  # there is nothing any more


@pytest.mark.parametrize("models", ["models", "workspaces/large/models"])
def test_models_in_the_home_stay(tmp_path: Path, models: str) -> None:
    home = home_at(tmp_path / "home")
    home = Home(root=home.root, models=home.root / models)
    (home.models / "whisper").mkdir(parents=True)
    (home.models / "whisper" / "model.bin").write_bytes(b"weights")
    erase_everything(home, keys=KeyStore(keys_file=home.keys_file, load_backend=MemoryKeyring))
    left = [path.relative_to(home.root).as_posix() for path in home.root.rglob("*.*")]
    assert left == [f"{models}/whisper/model.bin"]


def test_a_running_parley_keeps_everything(mine: Home) -> None:
    before = sorted(path for path in mine.root.rglob("*"))
    lock = mine.claim()
    try:
        with pytest.raises(HomeBusyError, match="already running"):
            erase_everything(mine, keys=KeyStore(keys_file=mine.keys_file))
    finally:
        lock.release()
    assert set(before) <= set(mine.root.rglob("*"))


def test_what_cannot_be_deleted_is_named_and_does_not_keep_the_rest(
    mine: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove = shutil.rmtree

    def stubborn(path: Path, *arguments: Any, **options: Any) -> None:
        if Path(path).name == "memory":
            raise PermissionError(13, os.strerror(13))
        remove(path, *arguments, **options)

    monkeypatch.setattr(shutil, "rmtree", stubborn)
    with pytest.raises(ErasureError) as caught:
        erase_everything(mine, keys=KeyStore(keys_file=mine.keys_file, load_backend=MemoryKeyring))
    assert str(mine.root / "memory") in caught.value.message
    assert [path.name for path in mine.root.iterdir()] == ["memory"]


def test_the_command_asks_first(mine: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def decline(_question: str) -> bool:
        return False

    monkeypatch.setattr("typer.confirm", decline)
    assert main(["erase", "--home", str(mine.root)]) == 1
    assert mine.database.exists()
    assert main(["erase", "--yes", "--home", str(mine.root)]) == 0
    assert not mine.database.exists()
