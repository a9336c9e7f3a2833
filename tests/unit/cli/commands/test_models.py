"""`parley models` as a person and as a program uses it."""

import io
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.progress import Progress as Bars

from assistant.catalog import Catalog, FetchProgress, FetchStage
from assistant.cli import main
from assistant.cli.commands.models import FetchBarReport
from assistant.cli.fetch_lines import FetchLineReport
from assistant.home import Home
from assistant.settings import save

SHIPPED = Catalog.load()


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Point the catalogue's own sources at nothing."""
    for name in list(os.environ):
        if name.startswith("PIP_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A models folder that does not exist yet."""
    return tmp_path / "models"


@pytest.fixture
def full(folder: Path) -> Path:
    """A models folder whose files have the right sizes and no content; no disk is used."""
    for entry in SHIPPED:
        for file in entry.files:
            path = folder / entry.name / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as stream:
                stream.truncate(file.size_bytes)
    return folder


def parley(*arguments: str, folder: Path) -> int:
    return main(["models", *arguments, "--models", str(folder)])


def printed_json(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


# list.


def test_list_shows_every_model_and_that_it_is_missing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley("list", folder=folder) == 0

    lines = capsys.readouterr().out.splitlines()
    for entry in SHIPPED:
        line = next(line for line in lines if line.startswith(entry.name))
        assert ("missing" if entry.default else "optional") in line
        assert "MB" in line
    assert lines[-1] == f"Folder: {folder}"


def test_list_shows_what_is_here_and_a_persons_own(
    full: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (full / "whisper-small").mkdir()
    (full / "whisper-small" / "model.bin").write_bytes(b"x")

    assert parley("list", folder=full) == 0

    out = capsys.readouterr().out
    assert "missing" not in out
    assert "your own files" in next(
        line for line in out.splitlines() if line.startswith("whisper-small")
    )


def test_list_as_json_is_for_programs(full: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (full / "whisper-tiny-en" / "model.bin").unlink()

    assert parley("list", "--json", folder=full) == 0

    report = printed_json(capsys)
    present = {model["name"]: model["present"] for model in report["models"]}
    assert present == {entry.name: entry.name != "whisper-tiny-en" for entry in SHIPPED}
    assert report["folder"] == str(full)
    assert report["own"] == []
    assert report["models"][0]["path"] == str(full / "whisper-base")


# get.


def test_get_has_nothing_to_do_when_the_default_set_is_here(
    full: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley("get", folder=full) == 0
    assert capsys.readouterr().out == f"Ready in {full}: {', '.join(SHIPPED.defaults)}\n"


@pytest.fixture
def place(tmp_path: Path) -> Home:
    """A home whose settings are its own."""
    return Home(root=tmp_path / "home", models=tmp_path / "models")


def fetched(place: Home, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Return the names that a fetch is about."""
    parley("get", "--json", "--home", str(place.root), *arguments, folder=place.models)
    return [model["name"] for model in printed_json(capsys)["models"]]


@pytest.mark.usefixtures("full")
def test_get_is_about_what_the_settings_need(
    place: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fetched(place, capsys) == list(SHIPPED.defaults)
    save(place, "voice", "stt_model", "whisper-tiny-en")
    assert "whisper-tiny-en" in fetched(place, capsys)
    assert "whisper-base" not in fetched(place, capsys)
    save(place, "voice", "enabled", False)
    assert fetched(place, capsys) == ["smollm2-135m-instruct"]
    assert fetched(place, capsys, "--default") == list(SHIPPED.defaults)


def test_list_calls_optional_what_the_settings_do_not_need(
    place: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    save(place, "voice", "enabled", False)
    assert parley("list", "--home", str(place.root), folder=place.models) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "optional" in next(line for line in lines if line.startswith("openwakeword"))
    assert "missing" in next(line for line in lines if line.startswith("smollm2-135m"))


def test_get_without_a_network_says_what_to_run_later(
    full: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (full / "smart-turn-v3.2" / "smart-turn-v3.2-cpu.onnx").unlink()

    assert parley("get", folder=full) == 1

    printed = capsys.readouterr()
    assert "there is no connection" in printed.err
    assert "parley models get smart-turn-v3.2" in printed.err
    assert "smart-turn-v3.2: downloading" in printed.err
    assert printed.out == ""


def test_get_of_a_named_model_notices_damage_behind_the_right_size(
    full: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley("get", "smart-turn-v3.2", "--json", folder=full) == 1

    (model,) = printed_json(capsys)["models"]
    assert model["name"] == "smart-turn-v3.2"
    assert model["present"] is False
    assert "cannot be downloaded" in model["error"]


def test_get_all_as_json_reports_every_model(
    full: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley("get", "--all", "--json", folder=full) == 0

    report = printed_json(capsys)["models"]
    assert [model["name"] for model in report] == [entry.name for entry in SHIPPED]
    assert all(model["present"] and model["error"] is None for model in report)


@pytest.mark.parametrize("command", ["get", "verify"])
def test_an_unknown_name_is_refused_with_a_suggestion(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley(command, "whisper-bass", folder=folder) == 1

    printed = capsys.readouterr()
    assert "'whisper-bass'" in printed.err
    assert "whisper-base?" in printed.err
    assert not folder.exists()


# verify.


def test_verify_names_damaged_files_and_the_command_that_mends_them(
    full: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley("verify", "smart-turn-v3.2", "openwakeword", folder=full) == 1

    printed = capsys.readouterr()
    assert "smart-turn-v3.2: damaged: smart-turn-v3.2-cpu.onnx, LICENSE" in printed.out
    assert "parley models get smart-turn-v3.2 openwakeword" in printed.err


def test_verify_as_json_lists_faults(full: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert parley("verify", "smart-turn-v3.2", "--json", folder=full) == 1

    assert printed_json(capsys)["models"] == [
        {
            "name": "smart-turn-v3.2",
            "whole": False,
            "faults": ["smart-turn-v3.2-cpu.onnx", "LICENSE"],
        }
    ]


def test_verify_of_an_empty_folder_says_how_to_fill_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley("verify", folder=folder) == 0
    assert "parley models get" in capsys.readouterr().out


def test_remove_deletes_what_is_named_and_nothing_else(
    full: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    others = {each.name for each in full.iterdir()} - {"openwakeword"}
    assert parley("remove", "openwakeword", folder=full) == 0
    assert "Removed openwakeword:" in capsys.readouterr().out
    assert parley("remove", "openwakeword", folder=full) == 0
    assert "openwakeword was not here." in capsys.readouterr().out
    assert {each.name for each in full.iterdir() if not each.name.startswith(".")} == others
    assert parley("remove", "mine", folder=full) == 1
    assert "There is no model 'mine'" in capsys.readouterr().err


@pytest.mark.models
def test_the_models_of_this_machine_are_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "verify", *SHIPPED.defaults]) == 0, capsys.readouterr().out


# Where the folder is.


def test_the_environment_names_the_folder_too(
    full: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLEY_MODELS", str(full))

    assert main(["models", "get"]) == 0
    assert str(full) in capsys.readouterr().out


@pytest.mark.parametrize("command", ["list", "get", "verify"])
def test_every_command_takes_a_home(command: str, full: Path, tmp_path: Path) -> None:
    for entry in SHIPPED:
        if entry.size_bytes > 200_000_000:  # reading gigabytes of nothing takes its time, too
            shutil.rmtree(full / entry.name)
    arguments = ["models", command, "--home", str(tmp_path / "home"), "--models", str(full)]

    assert main(arguments) in {0, 1}  # not 2, which is wrong usage


# Plain progress.


def progress(stage: FetchStage, received: int, source: str = "packages") -> FetchProgress:
    return FetchProgress(
        name="tiny", stage=stage, received_bytes=received, total_bytes=1000, source=source
    )


def test_plain_progress_prints_a_line_a_tenth_and_a_line_a_stage() -> None:
    lines: list[str] = []
    report = FetchLineReport(lines.append)

    for received in range(0, 1001, 10):
        report(progress(FetchStage.DOWNLOADING, received))
    report(progress(FetchStage.UNPACKING, 1000))
    report(progress(FetchStage.VERIFYING, 1000))
    report(progress(FetchStage.DONE, 1000, source=""))

    assert lines == [
        *(f"tiny: downloading {percent} % (packages)" for percent in range(0, 101, 10)),
        "tiny: unpacking (packages)",
        "tiny: verifying (packages)",
        "tiny: done",
    ]


def test_plain_progress_starts_again_with_another_source() -> None:
    lines: list[str] = []
    report = FetchLineReport(lines.append)

    report(progress(FetchStage.DOWNLOADING, 0, source="hub"))
    report(progress(FetchStage.DOWNLOADING, 0, source="packages"))

    assert lines == ["tiny: downloading 0 % (hub)", "tiny: downloading 0 % (packages)"]


def test_bars_show_one_line_a_model_that_moves() -> None:
    bars = Bars(console=Console(file=io.StringIO(), force_terminal=True))
    report = FetchBarReport(bars)

    report(progress(FetchStage.DOWNLOADING, 0))
    report(progress(FetchStage.DOWNLOADING, 400))

    (task,) = bars.tasks
    assert (task.description, task.completed, task.total) == ("tiny: downloading", 400, 1000)
    report(progress(FetchStage.DONE, 1000))
    assert task.finished
