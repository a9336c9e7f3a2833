"""What Parley is installed from. `make package-check` installs it."""

import configparser
import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from unittest.mock import Mock

import platformdirs
import pytest
import yaml
from platformdirs.macos import MacOS
from platformdirs.windows import Windows

import assistant.build
from assistant import __version__
from assistant.build import version_text
from assistant.channels.desktop.desktop_entry import APP_ID
from assistant.home import MODELS_VARIABLE, Home
from assistant.home_folder import APP_NAME, HOME_VARIABLE
from assistant.locale import text_in
from scripts.packaging.build_packages import (
    DATA,
    OPTIONAL,
    ROOT,
    control_text,
    system_packages,
)

SHIPPED = (
    "assistant/_shipped/config/default.toml",
    "assistant/_shipped/models/catalog.toml",
    "assistant/_shipped/agents/default/persona.md",
    "assistant/_shipped/workspaces/default/memory.md",
    "assistant/_shipped/system_prompt.md",
    "assistant/_shipped/CHANGELOG.md",
    "assistant/_shipped/LICENSE",
    "assistant/_shipped/docs/window.md",
    "assistant/channels/web/pages/static/icon.svg",
    "assistant/languages/korean/sentences.toml",
    "assistant/locale/ko/LC_MESSAGES/parley.mo",
    "assistant/prompts/tools/ask-user.txt",
    "assistant/storage/migrations/0001_first.sql",
    "assistant/voice/detectors/speaker_embedding.onnx",
)
BUILD = """
from pathlib import Path
from unittest.mock import Mock
from scripts.packaging.build_packages import build_wheel
build_wheel(Path("dist"))
"""


@pytest.mark.timeout(300)
def test_the_wheel_carries_all_and_is_the_same_from_another_folder(tmp_path: Path) -> None:
    place = tmp_path / "one"
    clone = ["git", "clone", "--quiet", "--depth", "1", "--sparse", ROOT.as_uri(), str(place)]
    subprocess.run(clone, check=True)
    needed = ["assistant", "config", "models", "agents", "workspaces", "scripts", "docs"]
    subprocess.run(["git", "sparse-checkout", "set", *needed], cwd=place, check=True)
    one = _built_in(place)
    for file in place.glob("*.*"):
        file.touch()
    other = _built_in(place.rename(tmp_path / "other"))

    assert one == other
    with zipfile.ZipFile(io.BytesIO(one)) as wheel:
        assert [name for name in SHIPPED if name not in wheel.namelist()] == []
        build = wheel.read("assistant/_shipped/build.txt").decode()
        assert "tests" not in {name.split("/")[0] for name in wheel.namelist()}
    assert re.fullmatch(r"[0-9a-f]{8} \d{4}-\d\d-\d\d\n", build)


def _built_in(checkout: Path) -> bytes:
    subprocess.run([sys.executable, "-c", BUILD], cwd=checkout, check=True)
    (wheel,) = checkout.glob("dist/*.whl")
    return wheel.read_bytes()


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("1a2b3c4d 2026-11-29\n", "1a2b3c4d 2026-11-29"),
        ("1a2b3c4d+changes 2026-11-29\n", "1a2b3c4d+changes 2026-11-29"),
        ("", "of an unknown commit"),
        (None, "from a checkout"),
    ],
)
def test_the_version_names_the_build(
    written: str | None, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assistant.build, "shipped", tmp_path.joinpath)
    if written is not None:
        (tmp_path / "build.txt").write_text(written, encoding="utf-8")

    assert version_text() == f"{__version__} ({text})"


def test_a_debian_package_needs_the_python_it_was_built_for() -> None:
    control = control_text(version="1.2", architecture="arm64", python=(3, 11), size_kb=7)

    fields = dict(line.split(": ", 1) for line in control.splitlines() if line[0] != " ")
    needed = fields["Depends"].split(", ")
    assert needed[:2] == ["python3 (>= 3.11)", "python3 (<< 3.12)"]
    assert {*needed[2:], *fields["Recommends"].split(", ")} == set(system_packages())
    assert set(fields["Recommends"].split(", ")) == OPTIONAL
    assert fields["Conflicts"] == "parley"


@pytest.mark.parametrize(("language", "key"), [("ko", "Comment[ko]"), ("zh", "Comment[zh_CN]")])
def test_menus_say_what_the_catalogues_say(language: str, key: str) -> None:
    reader = configparser.ConfigParser(interpolation=None)
    reader.optionxform = str  # pyright: ignore[reportAttributeAccessIssue]
    reader.read(DATA / f"{APP_ID}.desktop", encoding="utf-8")
    entry = reader["Desktop Entry"]

    words = text_in(language, "An assistant that asks instead of guessing.")
    assert entry[key] == words.rstrip(".。")
    assert entry["Exec"] == "parley run"


def test_the_flatpak_is_made_of_files_that_are_there() -> None:
    manifest = yaml.safe_load((DATA / f"{APP_ID}.yaml").read_text("utf-8"))
    assert manifest["id"] == APP_ID
    sources = [part for module in manifest["modules"] for part in module["sources"]]
    files = [DATA / part["path"] for part in sources if part["type"] == "file"]

    assert len(files) == 3
    assert [file for file in files if not file.is_file()] == []


@pytest.mark.parametrize(
    ("system", "data", "models"),
    [
        pytest.param(
            MacOS, "Library/Application Support/parley", "Library/Caches/parley/models", id="macOS"
        ),
        pytest.param(
            Windows, "AppData/Local/parley", "AppData/Local/parley/Cache/models", id="Windows"
        ),
    ],
)
def test_other_systems_have_their_own_places(
    system: type[MacOS | Windows],
    data: str,
    models: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    monkeypatch.delenv(MODELS_VARIABLE, raising=False)
    local = Mock(return_value=f"{tmp_path}/AppData/Local")
    monkeypatch.setattr("platformdirs.windows.get_win_folder", local)
    dirs = system(APP_NAME, appauthor=False)
    monkeypatch.setattr(platformdirs, "user_data_dir", Mock(return_value=dirs.user_data_dir))
    monkeypatch.setattr(platformdirs, "user_cache_dir", Mock(return_value=dirs.user_cache_dir))

    home = Home.locate()

    assert str(home.root).replace("\\", "/") == f"{tmp_path}/{data}"
    assert str(home.models).replace("\\", "/") == f"{tmp_path}/{models}"
