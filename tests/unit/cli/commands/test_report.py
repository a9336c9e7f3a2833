"""`parley report`: what it writes, and what it says of a file that cannot be."""

import json
import zipfile
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.cli.commands import report
from assistant.finding import CheckStatus, Finding
from assistant.home import Home


@pytest.fixture(autouse=True)
def findings(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Finding(name="disk", title="Disk", status=CheckStatus.OK, text="xylophone")

    def examine(_home: Home, _console: object) -> tuple[Finding, ...]:
        return (found,)

    monkeypatch.setattr(report, "examine", examine)


def test_a_report_is_written_where_it_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.zip"

    assert main(["report", "-o", str(file), "--home", str(tmp_path / "home")]) == 0

    with zipfile.ZipFile(file) as written:
        told = json.loads(written.read("report.json"))
    assert [check["name"] for check in told["checks"]] == ["disk"]
    assert "xylophone" not in json.dumps(told)
    assert str(file) in capsys.readouterr().out


def test_a_file_that_cannot_be_written_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "-o", str(tmp_path), "--home", str(tmp_path / "home")]) == 2
    assert "cannot be written" in capsys.readouterr().err
