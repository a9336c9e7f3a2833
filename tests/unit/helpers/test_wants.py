import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TESTS = '''
import pytest


@pytest.fixture
def browser():
    pytest.skip("there is no browser")


def test_in_a_fixture(browser):
    """Misses something."""


def test_in_its_body():
    pytest.skip("there are no models")


@pytest.mark.skipif(True, reason="Windows has no signals")
def test_of_another_system():
    """Is not meant to run here."""


def test_with_all_it_wants():
    """Runs."""
'''


@pytest.mark.parametrize(
    ("setting", "outcome"),
    [
        pytest.param({}, "1 passed, 3 skipped", id="at home"),
        pytest.param({"CI": "false"}, "1 passed, 3 skipped", id="told so"),
        pytest.param({"CI": "true"}, "1 failed, 1 passed, 1 skipped, 1 error", id="complete"),
    ],
)
def test_what_is_missing_fails_where_everything_should_be_there(
    tmp_path: Path, setting: dict[str, str], outcome: str
) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(TESTS, encoding="utf-8")
    others = {name: value for name, value in os.environ.items() if name != "CI"}
    others["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and loading ten takes a second
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-rA", "--import-mode=importlib"),
            *("-p", "tests.helpers.wants", "-p", "no:schemathesis", "-p", "no:cacheprovider"),
            *("-c", os.devnull, "--rootdir", str(tmp_path), str(file)),
        ],
        cwd=ROOT,
        env={**others, **setting},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome in ran.stdout.splitlines()[-1], ran.stdout + ran.stderr
    assert ("is a failure: there is no browser" in ran.stdout) == ("failed" in outcome)
    assert ("is a failure: there are no models" in ran.stdout) == ("failed" in outcome)
