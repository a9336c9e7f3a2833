import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CONFTEST = """
from tests.helpers import file_scheduler


def pytest_configure(config):
    config.pluginmanager.register(file_scheduler)
"""
PASSES = "def test_passes():\n    pass\n\n\n"
CRASHES = "def test_crashes():\n    import os\n\n    os._exit(1)\n\n\n"
ALSO_PASSES = "def test_also_passes():\n    pass\n"


@pytest.mark.parametrize(
    ("files", "processes", "passed", "failed"),
    [
        pytest.param([PASSES] * 5 + [CRASHES] + [PASSES] * 4, 2, 9, 1, id="alone in its file"),
        pytest.param([PASSES] * 5 + [PASSES + CRASHES + ALSO_PASSES], 3, 7, 1, id="last file"),
        pytest.param([PASSES + CRASHES], 1, 1, 1, id="one file"),
        pytest.param([CRASHES + ALSO_PASSES, PASSES], 2, 2, 1, id="first of all"),
        pytest.param([CRASHES, CRASHES, PASSES, CRASHES + ALSO_PASSES], 1, 2, 3, id="three times"),
    ],
)
def test_a_crash_costs_one_test(
    tmp_path: Path, files: list[str], processes: int, passed: int, failed: int
) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    for number, text in enumerate(files):
        (tmp_path / f"test_{number}.py").write_text(text, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", str(processes)]
        + ["--dist", "loadfile", "--no-loadscope-reorder"],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTEST_PLUGINS": "xdist.plugin",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{failed} failed, {passed} passed" in ran.stdout, ran.stdout + ran.stderr
