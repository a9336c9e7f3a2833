"""What counts as passed, where our servers and clients are held against the outside."""

from collections import Counter

import pytest

from tests.outside.conformance import Scenario


@pytest.mark.parametrize(
    ("status", "checks", "is_passed"),
    [
        pytest.param(0, {"SUCCESS": 2}, True, id="all checks"),
        pytest.param(0, {"SUCCESS": 2, "INFO": 1, "SKIPPED": 1}, True, id="all that apply"),
        pytest.param(0, {}, False, id="it did not run"),
        pytest.param(0, {"SKIPPED": 3}, False, id="all were skipped"),
        pytest.param(0, {"SUCCESS": 2, "WARNING": 1}, False, id="a warning"),
        pytest.param(0, {"SUCCESS": 2, "FAILURE": 1}, False, id="a failure"),
        pytest.param(1, {"SUCCESS": 2}, False, id="it ended badly"),
    ],
)
def test_a_scenario_passes_only_if_it_ran(
    status: int, checks: dict[str, int], is_passed: bool
) -> None:
    scenario = Scenario(name="ping", status=status, checks=Counter(checks), output="why")
    assert scenario.is_passed == is_passed
    assert ("FAILED" in str(scenario) and "why" in str(scenario)) != is_passed
