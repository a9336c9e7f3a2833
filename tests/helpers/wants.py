"""Where everything is meant to be there, a test that misses something has failed.

Continuous integration sets `CI=true`. What a system cannot have is a `skipif` mark and stays one; what
is only missing (models, PulseAudio, a browser) is told by `pytest.skip` when the test runs.
"""

import os
from collections.abc import Generator

import pytest

SETTING = "CI"


def is_complete() -> bool:
    """Whether everything the tests want is meant to be there."""
    return os.environ.get(SETTING, "").lower() == "true"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report a test as failed that was passed over for want of something."""
    report = yield
    if call.excinfo is None or not isinstance(call.excinfo.value, pytest.skip.Exception):
        return report
    reason = call.excinfo.value.msg
    is_meant = any(reason == mark.kwargs.get("reason") for mark in item.iter_markers("skipif"))
    if is_complete() and not is_meant:
        report.outcome = "failed"
        report.longrepr = f"Passed over, which under {SETTING}=true is a failure: {reason}"
    return report
