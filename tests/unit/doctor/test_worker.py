"""The child's side: every check is known, and nothing a check does ends the conversation."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.doctor import worker
from assistant.doctor.check_context import CheckContext
from assistant.doctor.checks import files
from assistant.doctor.finding import CheckVerdict, WorkerAnswer, WorkerOrder, ok
from assistant.doctor.registry import CHECKS
from assistant.doctor.worker import CheckHost, serve
from assistant.errors import StoreError
from assistant.finding import CheckStatus
from tests.helpers.clock import ManualClock
from tests.unit.doctor.conftest import Admit


def test_every_check_has_a_function_and_every_function_a_check(admit: Admit) -> None:
    context = admit()
    known = {
        (module, name)
        for module in {check.module for check in CHECKS}
        for name in worker.checks_in(module, context)
    }
    assert known == {(check.module, check.name) for check in CHECKS}
    assert len({check.name for check in CHECKS}) == len(CHECKS)


def test_a_check_comes_after_those_it_needs() -> None:
    seen: set[str] = set()
    for check in CHECKS:
        assert set(check.needs) <= seen
        seen.add(check.name)


def fake_files(monkeypatch: pytest.MonkeyPatch, check: Callable[[], CheckVerdict]) -> None:
    def checks(_context: CheckContext) -> dict[str, Callable[[], CheckVerdict]]:
        return {"disk": check}

    monkeypatch.setattr(files, "checks", checks)


def test_a_known_error_is_a_failure_with_its_hint(
    admit: Admit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check() -> CheckVerdict:
        raise StoreError("broken", hint="mend it")

    fake_files(monkeypatch, check)
    verdict = CheckHost(admit()).examine("disk").verdict

    assert verdict == CheckVerdict(
        status=CheckStatus.FAILED, text="broken", hint="mend it", wordless="…"
    )


def test_a_bug_in_a_check_is_a_failure_that_asks_for_a_report(
    admit: Admit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check() -> CheckVerdict:
        raise ZeroDivisionError("oops")

    fake_files(monkeypatch, check)
    verdict = CheckHost(admit()).examine("disk").verdict

    assert verdict.status is CheckStatus.FAILED
    assert "ZeroDivisionError: oops" in verdict.text
    assert verdict.hint


def test_the_time_of_a_check_is_measured(admit: Admit, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()

    def check() -> CheckVerdict:
        clock.advance(1.5)
        return ok("fine")

    fake_files(monkeypatch, check)
    context = admit()
    answer = CheckHost(
        CheckContext(home=context.home, settings=context.settings, clock=clock)
    ).examine("disk")

    assert answer == WorkerAnswer(verdict=ok("fine"), seconds=1.5)


def test_it_says_that_it_is_ready_and_answers_line_by_line(tmp_path: Path) -> None:
    order = WorkerOrder(root=tmp_path / "home", models=tmp_path / "models", language="en")
    answers = io.StringIO()

    serve(io.StringIO(f"{order.model_dump_json()}\ndatabase\nsettings\n"), answers, ManualClock())

    ready, *lines = answers.getvalue().splitlines()
    assert ready == ""
    assert [json.loads(line)["verdict"]["status"] for line in lines] == ["ok", "ok"]
