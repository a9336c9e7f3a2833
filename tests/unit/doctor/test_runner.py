"""The runner: order, bounds, and what becomes of a check that hangs, crashes or talks nonsense."""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from typing_extensions import override

from assistant.doctor import runner
from assistant.doctor.finding import WorkerAnswer, WorkerOrder, ok, skipped, warning
from assistant.doctor.finding import failed as failing
from assistant.doctor.registry import Check
from assistant.doctor.runner import ChildWorker, WorkerGoneError, exit_text, run_checks
from assistant.finding import CheckStatus, Finding
from tests.helpers.loop_clock import LoopClock

HANGS = 10_000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes:
    """An answer after some seconds."""

    seconds: float = 0.0
    answer: WorkerAnswer = field(
        default_factory=lambda: WorkerAnswer(verdict=ok("fine"), seconds=0.25)
    )


Behaviour = Takes | WorkerGoneError


class FakeWorker(ChildWorker):
    """Behaves by the check's name."""

    def __init__(self, behaviours: Mapping[str, Behaviour]) -> None:
        self._behaviours = behaviours
        self.asked: list[str] = []
        self.is_closed = False

    @override
    async def ask(self, name: str) -> WorkerAnswer:
        self.asked.append(name)
        behaviour = self._behaviours.get(name, Takes())
        if isinstance(behaviour, WorkerGoneError):
            raise behaviour
        await asyncio.sleep(behaviour.seconds)
        return behaviour.answer

    @override
    async def aclose(self) -> None:
        self.is_closed = True


class Workers:
    """Starts fake workers and keeps them."""

    def __init__(self, **behaviours: Behaviour) -> None:
        self.behaviours = behaviours
        self.started: list[FakeWorker] = []

    async def start(self) -> ChildWorker:
        worker = FakeWorker(self.behaviours)
        self.started.append(worker)
        return worker


def check(name: str, lane: str = "one", **more: object) -> Check:
    values = {"title": name.upper(), "module": "files", "limit_s": 10.0, **more}
    return Check(name=name, lane=lane, **values)  # pyright: ignore[reportArgumentType]


async def run(workers: Workers, *checks: Check) -> tuple[list[Finding], list[tuple[float, str]]]:
    """Return the findings, and when each was told."""
    told: list[tuple[float, str]] = []
    clock = LoopClock()
    began = clock.monotonic()
    findings = await run_checks(
        checks,
        start=workers.start,
        clock=clock,
        on_finding=lambda finding: told.append((clock.monotonic() - began, finding.name)),
    )
    return list(findings), told


@pytest.mark.looptime
async def test_findings_come_in_the_order_of_the_checks_as_soon_as_they_can() -> None:
    workers = Workers(a=Takes(seconds=3), b=Takes(seconds=1), c=Takes(seconds=1))
    findings, told = await run(workers, check("a", "x"), check("b", "y"), check("c", "x"))

    assert [finding.name for finding in findings] == ["a", "b", "c"]
    assert told == [(3, "a"), (3, "b"), (4, "c")]


@pytest.mark.looptime
async def test_a_lane_has_one_worker_which_is_closed_at_the_end() -> None:
    workers = Workers()
    await run(workers, check("a", "x"), check("b", "y"), check("c", "x"))

    assert sorted(worker.asked for worker in workers.started) == [["a", "c"], ["b"]]
    assert all(worker.is_closed for worker in workers.started)


@pytest.mark.looptime
async def test_a_finding_is_the_verdict_with_the_time_the_worker_measured() -> None:
    workers = Workers(
        a=Takes(seconds=3, answer=WorkerAnswer(verdict=warning("hm", hint="fix"), seconds=0.5))
    )
    findings, _told = await run(workers, check("a"))

    (found,) = findings
    assert found == Finding(
        name="a",
        title="A",
        status=CheckStatus.WARNING,
        text="hm",
        hint="fix",
        wordless="…",
        seconds=0.5,
    )


@pytest.mark.looptime
async def test_a_check_that_hangs_is_given_up_and_the_next_has_a_fresh_worker() -> None:
    workers = Workers(a=Takes(seconds=HANGS))
    findings, told = await run(workers, check("a", limit_s=5.0), check("b"))

    assert [finding.status for finding in findings] == [CheckStatus.FAILED, CheckStatus.OK]
    assert "5 s" in findings[0].text
    assert findings[0].seconds == 5.0
    assert told == [(5, "a"), (5, "b")]
    assert [worker.asked for worker in workers.started] == [["a"], ["b"]]
    assert all(worker.is_closed for worker in workers.started)


@pytest.mark.looptime
async def test_a_check_that_crashes_says_how_and_the_next_has_a_fresh_worker() -> None:
    workers = Workers(a=WorkerGoneError("SIGILL"))
    findings, _told = await run(workers, check("a"), check("b"))

    assert findings[0].status is CheckStatus.FAILED
    assert "SIGILL" in findings[0].text
    assert findings[1].status is CheckStatus.OK
    assert len(workers.started) == 2


@pytest.mark.looptime
@pytest.mark.parametrize("behaviour", [Takes(seconds=HANGS), WorkerGoneError("SIGSEGV")])
async def test_what_parley_works_without_only_warns(behaviour: Behaviour) -> None:
    findings, _told = await run(Workers(a=behaviour), check("a", is_optional=True))

    assert findings[0].status is CheckStatus.WARNING


@pytest.mark.looptime
@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (ok("x"), CheckStatus.OK),
        (warning("x"), CheckStatus.OK),
        (failing("x"), CheckStatus.SKIPPED),
        (skipped("x"), CheckStatus.SKIPPED),
    ],
)
async def test_a_check_is_skipped_if_one_it_needs_gave_nothing(
    verdict: object, expected: CheckStatus
) -> None:
    answer = WorkerAnswer.model_validate({"verdict": verdict, "seconds": 0})
    workers = Workers(a=Takes(seconds=2, answer=answer))
    findings, _told = await run(workers, check("a", "x"), check("b", "y", needs=("a",)))

    assert findings[1].status is expected
    if expected is CheckStatus.SKIPPED:
        assert "A" in findings[1].text
        assert all("b" not in worker.asked for worker in workers.started)


@pytest.mark.looptime
async def test_a_worker_that_cannot_be_started_fails_every_check_of_its_lane() -> None:
    async def start() -> ChildWorker:
        raise WorkerGoneError("Too many open files")

    findings = await run_checks([check("a"), check("b")], start=start, clock=LoopClock())

    assert [finding.status for finding in findings] == [CheckStatus.FAILED, CheckStatus.FAILED]
    assert "Too many open files" in findings[1].text


@pytest.mark.looptime
async def test_giving_up_closes_the_workers() -> None:
    workers = Workers(a=Takes(seconds=HANGS))
    work = asyncio.ensure_future(
        run_checks([check("a", limit_s=HANGS)], start=workers.start, clock=LoopClock())
    )
    await asyncio.sleep(1)
    work.cancel()
    await asyncio.wait({work})

    assert workers.started[0].is_closed


# The real child.


@pytest.fixture
def order(tmp_path: Path) -> WorkerOrder:
    return WorkerOrder(root=tmp_path / "home", models=tmp_path / "models", language="ko")


async def test_the_child_answers_in_the_language_of_the_order(order: WorkerOrder) -> None:
    worker = await ChildWorker.start(order)
    try:
        first = await worker.ask("disk")
        second = await worker.ask("display")
    finally:
        await worker.aclose()

    assert first.verdict.status in {CheckStatus.OK, CheckStatus.WARNING}
    assert second.seconds > 0


READY = "import sys, os, signal; sys.stdin.readline(); print(flush=True); sys.stdin.readline(); "


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV"),
        ("sys.exit(3)", "exit code 3"),
        ("print('nonsense', flush=True)", "exit code 0"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
async def test_a_child_that_does_not_answer_says_how_it_ended(
    order: WorkerOrder, code: str, how: str
) -> None:
    worker = await ChildWorker.start(order, command=(sys.executable, "-c", READY + code))
    try:
        with pytest.raises(WorkerGoneError) as gone:
            await worker.ask("disk")
    finally:
        await worker.aclose()
    assert gone.value.how == how


async def test_a_child_that_hangs_is_killed_when_it_is_closed(
    order: WorkerOrder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "ENDING_S", 0.01)
    code = READY + "import time; time.sleep(1000)"
    worker = await ChildWorker.start(order, command=(sys.executable, "-c", code))
    asking = asyncio.ensure_future(worker.ask("disk"))
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait({asking})

    await worker.aclose()
    await worker.aclose()


@pytest.mark.parametrize(
    ("command", "how"),
    [
        (("/nonexistent/python",), "No such file"),
        ((sys.executable, "-c", "exit(4)"), "exit code 4"),
    ],
)
async def test_a_child_that_does_not_start_says_why(
    order: WorkerOrder, command: tuple[str, ...], how: str
) -> None:
    with pytest.raises(WorkerGoneError, match=how):
        await ChildWorker.start(order, command=command)


@pytest.mark.parametrize(
    ("returncode", "text"), [(0, "exit code 0"), (-9, "SIGKILL"), (-99, "signal 99")]
)
def test_endings_are_named(returncode: int, text: str) -> None:
    assert exit_text(returncode) == text
