"""`parley doctor`: what a person and a program read, and the exit code."""

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from rich.console import Console

from assistant.cli import main
from assistant.cli.commands import doctor
from assistant.cli.commands.doctor import FindingTextReport, as_document, summary
from assistant.doctor.registry import CHECKS, Check
from assistant.doctor.runner import ChildWorker
from assistant.finding import CheckStatus, Finding


def finding(status: CheckStatus, text: str = "text", hint: str = "") -> Finding:
    return Finding(name="disk", title="Disk space", status=status, text=text, hint=hint)


OK, WARNING, FAILED, SKIPPED = (finding(status) for status in CheckStatus)


def reported(*findings: Finding, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, encoding=encoding) as stream:
        report = FindingTextReport(Console(file=stream, width=40))
        for each in findings:
            report(each)
        stream.flush()
        return raw.getvalue().decode(encoding)


def test_each_status_has_its_mark() -> None:
    lines = reported(OK, WARNING, FAILED, SKIPPED).splitlines()
    assert [line[0] for line in lines] == ["✓", "!", "✗", "–"]


def test_a_terminal_without_the_marks_gets_letters() -> None:
    lines = reported(finding(CheckStatus.FAILED, hint="mend it"), encoding="ascii").splitlines()
    assert lines[0].startswith("X Disk space")
    assert lines[1] == "  -> mend it"


def test_the_fix_stands_below_in_one_line_to_copy() -> None:
    hint = "run: parley models get " + "a-model-with-a-long-name " * 4
    line, fix = reported(finding(CheckStatus.FAILED, hint=hint.strip())).splitlines()
    assert line.split() == ["✗", "Disk", "space", "text"]
    assert fix == f"  → {hint.strip()}"


def test_brackets_are_no_markup() -> None:
    assert "[voice] [bold]x" in reported(finding(CheckStatus.OK, text="[voice] [bold]x"))


@pytest.mark.parametrize(
    ("findings", "text"),
    [
        ([OK, SKIPPED], "Parley works."),
        ([OK, WARNING], "Parley works. Could be better: 1."),
        ([FAILED, WARNING, FAILED], "Does not work: 2. Could be better: 1."),
    ],
)
def test_the_last_line_sums_up(findings: Sequence[Finding], text: str) -> None:
    assert summary(findings) == text


def test_a_program_gets_every_field() -> None:
    document = json.loads(as_document([finding(CheckStatus.WARNING, "소리 없음", "fix")]))
    assert document == {
        "ok": True,
        "findings": [
            {
                "name": "disk",
                "title": "Disk space",
                "status": "warning",
                "text": "소리 없음",
                "hint": "fix",
                "wordless": "",
                "seconds": 0.0,
            }
        ],
    }


@pytest.fixture
def findings(monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What the checks find; the test fills it."""
    found: list[Finding] = []

    async def examine(
        checks: Sequence[Check],
        *,
        start: Callable[[], ChildWorker],
        clock: object,
        on_finding: Callable[[Finding], None],
    ) -> tuple[Finding, ...]:
        assert set(checks) <= set(CHECKS)
        for each in found:
            on_finding(each)
        return tuple(found)

    monkeypatch.setattr(doctor, "run_checks", examine)
    return found


@pytest.mark.parametrize("arguments", [[], ["--json"]])
@pytest.mark.parametrize(("worst", "code"), [(WARNING, 0), (SKIPPED, 0), (FAILED, 1)])
def test_only_what_failed_is_a_failure_of_the_command(
    findings: list[Finding], arguments: list[str], worst: Finding, code: int
) -> None:
    findings += [OK, worst]
    assert main(["doctor", *arguments]) == code


def test_a_program_reads_nothing_but_json(
    findings: list[Finding], capsys: pytest.CaptureFixture[str]
) -> None:
    findings += [OK]
    assert main(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True


def test_agents_that_are_set_up_are_looked_at(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert main(["setup", "cline", "--yes"]) == 0
    asked: list[str] = []

    async def examine(checks: Sequence[Check], **_others: object) -> tuple[Finding, ...]:
        asked.extend(check.name for check in checks if check.module == "coding_agents")
        return (OK,)

    monkeypatch.setattr(doctor, "run_checks", examine)
    assert main(["doctor", "--json"]) == 0
    assert asked == ["agent_cline"]
