import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
CONFTEST = """
from tests.helpers import own_process


def pytest_configure(config):
    config.pluginmanager.register(own_process)
    config.addinivalue_line("markers", "own_process: runs alone")
"""
TESTS = """
import pytest

used = []


def test_before():
    used.append("a cache")


@pytest.mark.own_process
def test_alone(tmp_path):
    assert not used


@pytest.mark.own_process
def test_failing():
    assert used, "nobody was here before"


@pytest.mark.own_process
def test_passed_over():
    pytest.skip("there are no models")
"""


def test_nothing_that_others_left_is_there(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:schemathesis", "test_some.py"],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            # Four processes, each of which would load ten plugins.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTEST_PLUGINS": "xdist.plugin",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 failed, 2 passed, 1 skipped" in ran.stdout, ran.stdout + ran.stderr
    assert "nobody was here before" in ran.stdout
    assert "there are no models" in ran.stdout
