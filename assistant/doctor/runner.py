"""Runs the checks in child processes, each check bounded, and tells them in their order."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import groupby
from typing import Final

from pydantic import ValidationError

from assistant.clock import Clock
from assistant.doctor.finding import CheckVerdict, WorkerAnswer, WorkerOrder, failed, skipped
from assistant.doctor.registry import Check
from assistant.failure_reason import failure_reason
from assistant.finding import CheckStatus, Finding
from assistant.locale import _
from assistant.processes.child_process import PIPE, ChildProcess, start
from assistant.processes.python_command import python_environment, python_module

COMMAND: Final = python_module("assistant.doctor.worker")
START_S: Final = 60.0
"""How long a child may take to be ready: imports take seconds on a busy machine."""
ENDING_S: Final = 1.0
"""How long a child may take to end by itself; then it is killed."""


class WorkerGoneError(Exception):
    """The child ended instead of answering.

    Args:
        how: In a few words, in the interface's language.
    """

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


StartWorker = Callable[[], Awaitable["ChildWorker"]]


async def run_checks(
    checks: Sequence[Check],
    *,
    start: StartWorker,
    clock: Clock,
    on_finding: Callable[[Finding], None] = lambda _finding: None,
) -> tuple[Finding, ...]:
    """Run the checks, every lane in a worker of its own.

    Args:
        checks: Each after those it needs.
        clock: Measures what gave no answer.
        on_finding: Called with each finding in the order of `checks`, as soon as it and those
            before it are known.

    Returns:
        A finding for each check, in order.
    """
    loop = asyncio.get_running_loop()
    found = {check.name: loop.create_future() for check in checks}
    findings: list[Finding] = []
    by_lane = sorted(checks, key=lambda check: check.lane)  # stable: the order within a lane stays
    async with asyncio.TaskGroup() as lanes:
        for _lane, members in groupby(by_lane, key=lambda check: check.lane):
            lanes.create_task(_Lane(start=start, clock=clock, found=found).run(tuple(members)))
        for check in checks:
            finding = await found[check.name]
            findings.append(finding)
            on_finding(finding)
    return tuple(findings)


class _Lane:
    """One check after the other; a worker that hung or died is replaced for the next one."""

    def __init__(
        self,
        *,
        start: StartWorker,
        clock: Clock,
        found: Mapping[str, "asyncio.Future[Finding]"],
    ) -> None:
        self._start = start
        self._clock = clock
        self._found = found
        self._worker: ChildWorker | None = None

    async def run(self, checks: Sequence[Check]) -> None:
        try:
            for check in checks:
                self._found[check.name].set_result(await self._find(check))
        finally:
            await self._end()

    async def _find(self, check: Check) -> Finding:
        for name in check.needs:
            needed = await self._found[name]
            if needed.status in {CheckStatus.FAILED, CheckStatus.SKIPPED}:
                return _finding(
                    check, skipped(_("Needs: {title}").format(title=needed.title)), seconds=0.0
                )
        started = self._clock.monotonic()
        try:
            if self._worker is None:
                self._worker = await self._start()
            async with asyncio.timeout(check.limit_s):
                answer = await self._worker.ask(check.name)
        except TimeoutError:
            await self._end()
            verdict = failed(
                _("It gives no answer in {seconds:.0f} s.").format(seconds=check.limit_s),
                hint=_("Restart the computer if this stays so."),
            )
        except WorkerGoneError as gone:
            await self._end()
            verdict = failed(
                _("It crashes: {how}.").format(how=gone.how),
                hint=_("Install Parley again; if this stays so, please report it."),
            )
        else:
            return _finding(check, answer.verdict, seconds=answer.seconds)
        if check.is_optional:
            verdict = verdict.model_copy(update={"status": CheckStatus.WARNING})
        return _finding(check, verdict, seconds=self._clock.monotonic() - started)

    async def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.aclose()


def _finding(check: Check, verdict: CheckVerdict, *, seconds: float) -> Finding:
    return Finding(
        name=check.name,
        title=_(check.title),
        status=verdict.status,
        text=verdict.text,
        hint=verdict.hint,
        wordless=verdict.wordless,
        seconds=round(seconds, 3),
    )


class ChildWorker:
    """Runs checks in a child process, one after the other. Make it with `start`."""

    def __init__(self, process: ChildProcess) -> None:
        self._process = process

    @classmethod
    async def start(cls, order: WorkerOrder, *, command: Sequence[str] = COMMAND) -> "ChildWorker":
        """Start the child and wait until it is ready.

        Raises:
            WorkerGoneError: If it cannot be started, ends, or is not ready in `START_S`.
        """
        try:
            # What the sound system and the models print would tear the report: it is dropped.
            process = await start(
                command,
                # The checks look at all of it.
                environment=python_environment({**os.environ, "PYTHONIOENCODING": "utf-8"}),
                stdin=PIPE,
                stdout=PIPE,
            )
        except OSError as error:
            raise WorkerGoneError(failure_reason(error)) from error
        worker = cls(process)
        try:
            async with asyncio.timeout(START_S):
                if await worker._exchange(order.model_dump_json()) == b"\n":
                    return worker
        except TimeoutError:
            pass
        except BaseException:
            await worker.aclose()
            raise
        await worker.aclose()
        raise WorkerGoneError(exit_text(process.returncode))

    async def ask(self, name: str) -> WorkerAnswer:
        """Raises WorkerGoneError if the worker ended instead."""
        try:
            return WorkerAnswer.model_validate_json(await self._exchange(name))
        except ValidationError as error:
            await self._reaped()
            raise WorkerGoneError(exit_text(self._process.returncode)) from error

    async def aclose(self) -> None:
        """End the worker, by force if needed; idempotent."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._reaped()

    async def _exchange(self, line: str) -> bytes:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("the child has no pipes")
        # If the child has gone, there is nothing to read either.
        with contextlib.suppress(ConnectionError):
            stdin.write(line.encode() + b"\n")
            await stdin.drain()
        return await stdout.readline()

    async def _reaped(self) -> None:
        await self._process.wait(ENDING_S)
        await asyncio.shield(self._process.end())


def exit_text(returncode: int | None) -> str:
    """How a process ended."""
    if returncode is not None and returncode < 0:
        try:
            return signal.Signals(-returncode).name
        except ValueError:
            return _("signal {number}").format(number=-returncode)
    return _("exit code {number}").format(number=returncode)
