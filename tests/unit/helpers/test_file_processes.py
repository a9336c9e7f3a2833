import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
CONFTEST = """
import os
from pathlib import Path

import pytest

from tests.helpers import file_processes


def pytest_addoption(parser):
    file_processes.add_option(parser)


def pytest_configure(config):
    config.pluginmanager.register(file_processes)


@pytest.fixture(scope="session", autouse=True)
def opened():
    with Path("opened").open("a") as opened:
        print(os.getpid(), file=opened)
    yield
    with Path("closed").open("a") as closed:
        print(os.getpid(), file=closed)


def met(name, mode):
    with Path(name).open(mode):  # a pipe: until somebody opens its other end
        pass
"""
MEETING = """
import pytest
from conftest import met

words = []


def test_some(tmp_path):
    words.append("mine")
    print("{mode} says one")
    met("here", "{mode}")
    print("{mode} says two")
    {end}


def test_others():
    assert words == ["mine"]


@pytest.mark.parametrize("n", range(3))
def test_many(n):
    pass
"""


def write(folder: Path, **files: str) -> None:
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(text, encoding="utf-8")


def run(folder: Path, *arguments: str) -> tuple[str, int]:
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("--processes", "2", *arguments),
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stdout + ran.stderr, ran.returncode


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split()


def test_two_files_run_at_once_and_each_in_one_process(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "here")
    quick = "def test_it(tmp_path): pass"
    write(
        tmp_path,
        a=MEETING.format(mode="r", end="pass"),
        b=MEETING.format(mode="w", end="assert tmp_path is None"),
        **{f"later_{n}": quick for n in range(5)},
    )
    said, code = run(tmp_path, "--durations", "1")
    assert "1 failed, 14 passed" in said, said
    assert code == 1
    assert "w says one\nw says two" in said
    assert "r says" not in said
    assert len(lines(tmp_path / "opened")) == 2  # the same for all files of a process
    assert sorted(lines(tmp_path / "closed")) == sorted(lines(tmp_path / "opened"))


def test_where_all_pass_nothing_else_is_said(tmp_path: Path) -> None:
    write(tmp_path, a="def test_it(): pass", b="def test_it(tmp_path): print('hello')")
    said, code = run(tmp_path)
    assert ("2 passed" in said, "hello" in said, code) == (True, False, 0), said


def test_a_process_that_dies_has_failed_the_test_it_ran(tmp_path: Path) -> None:
    write(
        tmp_path,
        a="import os\ndef test_before(): pass\ndef test_dies(): os.abort()\ndef test_after(): pass",
        b="def test_it(): pass",
        c="def test_it(): pass",
    )
    said, code = run(tmp_path)
    assert "test_dies" in said, said
    assert "ended with -6" in said
    assert "1 failed, 3 passed" in said
    assert code == 1


def test_the_others_end_when_enough_have_failed(tmp_path: Path) -> None:
    for name in ("here", "nobody comes"):
        os.mkfifo(tmp_path / name)
    waits = "from conftest import met\ndef test_it():\n    met('here', 'w')\n    met('nobody comes', 'r')"
    fails = "from conftest import met\ndef test_it():\n    met('here', 'r')\n    assert False"
    write(tmp_path, a=waits, b=fails, c="def test_it(): pass")
    said, code = run(tmp_path, "-x")
    assert "stopping after 1 failures" in said, said
    assert "1 failed in" in said
    assert code == 1
    assert len(lines(tmp_path / "closed")) == 2


def test_what_cannot_be_collected_is_said_once(tmp_path: Path) -> None:
    write(tmp_path, a="nonsense", b="def test_it(): pass")
    said, code = run(tmp_path)
    assert said.count("ERROR collecting") == 1, said
    assert "1 error in" in said
    assert code == 2


def test_what_does_not_end_cleanly_has_failed(tmp_path: Path) -> None:
    left = """
import pytest


@pytest.fixture(scope="session")
def server():
    yield
    raise OSError("it still runs")


def test_it(server): pass
"""
    write(tmp_path, a=left, b="def test_it(): pass")
    said, code = run(tmp_path)
    assert ("it still runs" in said, "ended with 1" in said, code) == (True, True, 1), said
