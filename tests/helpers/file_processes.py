"""The tests in several processes, each a copy of the one that collected them.

Collecting them takes twenty seconds of a processor; copies need not do it again. A file stays in one
process, and so do the models and the browser it has loaded. A process takes the next file when it has
done with one, and what belongs to the session stays up between them.
"""

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, Final

import pytest
from _pytest.capture import CaptureManager

_NUMBER_BYTES: Final = 4
"""Of a file's number. Processes that read them from one pipe get them whole."""

Location = tuple[str, int | None, str]


def add_option(parser: pytest.Parser) -> None:
    """Add `--processes`."""
    parser.addoption(
        "--processes",
        type=int,
        default=1,
        metavar="N",
        help="run the test files in N processes, copies of this one",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests in as many processes as were asked for, where that is more than one."""
    count = session.config.option.processes
    if count < 2 or session.testsfailed or session.config.option.collectonly:
        return None
    _Run(session).run(count)
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
    return True


@dataclass(frozen=True, slots=True)
class _Test:
    """A test that has begun, with its reports where it has ended as well."""

    nodeid: str
    location: Location
    reports: Sequence[dict[str, Any]] | None = None

    @property
    def file(self) -> str:
        return self.location[0]


@dataclass(slots=True, eq=False)
class _Worker:
    """What is known of a process.

    Attributes:
        last: The last test that has begun.
        ended: Tests of one file that are not shown yet.
    """

    pid: int
    last: _Test | None = None
    ended: list[_Test] = field(default_factory=list[_Test])


class _Sender:
    """A process's plugin that sends what becomes of its tests."""

    def __init__(self, config: pytest.Config, results: Connection) -> None:
        self._config = config
        self._results = results
        self._reports: list[dict[str, Any]] = []

    def pytest_runtest_logstart(self, nodeid: str, location: Location) -> None:
        self._results.send(_Test(nodeid, location))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        hook = self._config.hook.pytest_report_to_serializable
        self._reports.append(hook(config=self._config, report=report))

    def pytest_runtest_logfinish(self, nodeid: str, location: Location) -> None:
        self._results.send(_Test(nodeid, location, tuple(self._reports)))
        self._reports.clear()


class _Run:
    """One run of all tests that were collected."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._config = session.config
        by_file = groupby(session.items, key=lambda item: item.path)
        self._files = [list(items) for _path, items in by_file]
        self._waiting, fill = os.pipe()
        for number in range(len(self._files)):
            os.write(fill, number.to_bytes(_NUMBER_BYTES))
        os.close(fill)
        self._workers: dict[Connection, _Worker] = {}
        self._is_stopping = False

    def run(self, count: int) -> None:
        """Have every file run, and report what becomes of its tests."""
        self._config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # one folder, which the session's end removes
        for _number in range(count):
            results, sending = Pipe(duplex=False)
            if (pid := os.fork()) == 0:
                self._work(sending)
            sending.close()
            self._workers[results] = _Worker(pid)
        try:
            while self._workers:
                for results in wait(list(self._workers)):
                    assert isinstance(results, Connection)
                    self._hear(results)
        except KeyboardInterrupt:
            self._stop()
            for worker in self._workers.values():
                os.waitpid(worker.pid, 0)
            raise
        finally:
            os.close(self._waiting)

    # --- In the processes.

    def _work(self, results: Connection) -> None:
        """Run files; the process ends with it."""
        status = 1
        capture = self._config.pluginmanager.getplugin("capturemanager")
        assert isinstance(capture, CaptureManager)
        try:
            self._config.pluginmanager.unregister(name="terminalreporter")
            capture.stop_global_capturing()  # the file it captures into is the other processes', too
            capture.start_global_capturing()
            self._config.pluginmanager.register(_Sender(self._config, results))
            self._run_files()
            status = 0
        except KeyboardInterrupt:
            pass
        finally:
            if sys.exception() is not None:
                capture.suspend_global_capture(in_=True)
                traceback.print_exc()
            os._exit(status)

    def _run_files(self) -> None:
        try:
            while number := os.read(self._waiting, _NUMBER_BYTES):
                items = self._files[int.from_bytes(number)]
                for item, following in pairwise([*items, self._session]):
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                    if self._session.shouldfail or self._session.shouldstop:
                        return
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            self._session._setupstate.teardown_exact(None)

    # --- In the process that shows what becomes of them.

    def _hear(self, results: Connection) -> None:
        worker = self._workers[results]
        try:
            test: _Test = results.recv()
        except EOFError:
            del self._workers[results]
            self._end(worker)
            return
        if test.reports is None:
            if worker.ended and worker.ended[0].file != test.file:
                self._show(worker)
            worker.last = test
            return
        worker.ended.append(test)
        if any(report["outcome"] == "failed" for report in test.reports):
            self._show(worker)

    def _show(self, worker: _Worker) -> None:
        hook = self._config.hook
        for test in worker.ended:
            hook.pytest_runtest_logstart(nodeid=test.nodeid, location=test.location)
            for data in test.reports or ():
                report = hook.pytest_report_from_serializable(config=self._config, data=data)
                hook.pytest_runtest_logreport(report=report)
            hook.pytest_runtest_logfinish(nodeid=test.nodeid, location=test.location)
        worker.ended.clear()
        if self._session.shouldfail or self._session.shouldstop:
            self._stop()

    def _stop(self) -> None:
        """Have no further file begun, and the processes end."""
        if self._is_stopping:
            return
        self._is_stopping = True
        while os.read(self._waiting, 1 << 16):
            pass
        for worker in self._workers.values():
            os.kill(worker.pid, signal.SIGINT)

    def _end(self, worker: _Worker) -> None:
        """Show what is left of a process that has ended, and that it failed where it did."""
        _pid, status = os.waitpid(worker.pid, 0)
        code = os.waitstatus_to_exitcode(status)
        self._show(worker)
        if code == 0 or self._is_stopping:
            return
        if worker.last is None:
            raise RuntimeError(f"a process ended with {code} before its first test")
        test = worker.last
        report = pytest.TestReport(
            nodeid=test.nodeid,
            location=test.location,
            keywords={},
            outcome="failed",
            longrepr=f"The process ended with {code}: what follows in {test.file} did not run.",
            when="call",
        )
        self._config.hook.pytest_runtest_logreport(report=report)
