"""What is given to a process of tests, so that the run goes on and ends after one has crashed.

WORKAROUND: pytest-xdist 3.8 gives the files that a crashed process had finished to others, which then
wait for ever for a test in them, and the test that crashed to the next process, which crashes too
(its issues 1323, 1327 and 1378). Later releases mend the first.
"""

import pytest
from typing_extensions import override
from xdist.remote import Producer  # pyright: ignore[reportMissingTypeStubs]
from xdist.scheduler import LoadFileScheduling  # pyright: ignore[reportMissingTypeStubs]
from xdist.workermanage import WorkerController  # pyright: ignore[reportMissingTypeStubs]


class FileScheduling(LoadFileScheduling):
    """Gives whole files to processes; a test that has crashed one is not tried again."""

    @override
    def remove_node(self, node: WorkerController) -> str | None:
        """Give back what a process has not run, and return the test in which it crashed, if any."""
        files = self.assigned_work.pop(node)
        left = [(tests, test) for tests in files.values() for test in tests if not tests[test]]
        if not left:
            return None
        tests, crashed = left[0]
        tests[crashed] = True
        self.workqueue.update(
            {file: tests for file, tests in files.items() if not all(tests.values())}
        )
        for other in self.nodes:
            self._reschedule(other)
        return crashed

    @override
    def schedule(self) -> None:
        """Give work to every process, a new one at least two tests: it begins none before it knows the next."""
        super().schedule()
        for node in self.nodes:
            while self.workqueue and self._pending_of(self.assigned_work[node]) < 2:
                self._reschedule(node)


@pytest.hookimpl
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """Have it used for `--dist loadfile`."""
    return FileScheduling(config, log) if config.getoption("dist") == "loadfile" else None
