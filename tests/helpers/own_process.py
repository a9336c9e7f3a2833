"""Tests that run in a process of their own, because they measure what the whole process holds.

In a worker that other tests have used before, what a test measures is theirs too: their caches, their
threads, the holes they left in the heap.
"""

import os
import re
import subprocess
import sys

import pytest

SETTING = "PARLEY_TEST_ALONE"
"""Set in the process of such a test."""
_SKIPPED = re.compile(r"^SKIPPED \[1\] \S+ (.*)$", re.MULTILINE)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test marked `own_process` again in a process of its own, instead of here."""
    if pyfuncitem.get_closest_marker("own_process") is None or SETTING in os.environ:
        return None
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-n", "0", "-rs"),
            *("-p", "no:cacheprovider", pyfuncitem.nodeid),
        ],
        cwd=pyfuncitem.config.rootpath,
        env={**os.environ, SETTING: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        pytest.fail(ran.stdout[-5000:] + ran.stderr[-1000:], pytrace=False)
    if (skipped := _SKIPPED.search(ran.stdout)) is not None:
        pytest.skip(skipped[1])
    return True
