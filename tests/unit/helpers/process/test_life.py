"""A child process is watched, halted and killed, and nothing is left of it."""

import os
import sys
from pathlib import Path

import pytest

from tests.helpers.process.life import HaltedError, Life

ECHO = "import sys\nfor line in sys.stdin: print('heard', line, end='', flush=True)"
HALT = "import os, sys; os.write(int(sys.argv[1]), b'.'); os.read(int(sys.argv[2]), 1)"
PARENT = (
    "import subprocess, sys\n"
    "sleeper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    "print('child is there', flush=True)\n"
    "sleeper.wait()"
)


def start(tmp_path: Path, program: str, *, halts: bool = False) -> Life:
    return Life(
        [sys.executable, "-c", program],
        environment=os.environ,
        folder=tmp_path,
        errors=tmp_path / "errors.txt",
        halts=halts,
    )


def test_what_is_typed_is_read_and_what_is_printed_is_seen(tmp_path: Path) -> None:
    with start(tmp_path, ECHO) as life:
        life.type("hello")
        life.wait_until(lambda: life.shows("heard hello"), "the echo")
        life.end()


def test_a_process_that_ends_by_itself_tells_its_story(tmp_path: Path) -> None:
    with (
        start(tmp_path, "import sys; print('out'); sys.exit('broken')") as life,
        pytest.raises(AssertionError, match=r"(?s)ended before the sunrise.*out.*broken"),
    ):
        life.wait_until(lambda: False, "the sunrise")


def test_what_never_comes_is_named_when_the_time_is_over(tmp_path: Path) -> None:
    with (
        start(tmp_path, ECHO) as life,
        pytest.raises(AssertionError, match="did not come to the sunrise"),
    ):
        life.wait_until(lambda: False, "the sunrise", limit_s=0.02)


def test_an_end_with_an_error_is_not_a_clean_one(tmp_path: Path) -> None:
    with (
        start(tmp_path, "import sys; sys.stdin.read(); sys.exit(3)") as life,
        pytest.raises(AssertionError, match="ended with 3"),
    ):
        life.end()


def test_a_process_that_stands_still_is_noticed(tmp_path: Path) -> None:
    with start(tmp_path, HALT, halts=True) as life:
        with pytest.raises(HaltedError):
            life.wait_until(lambda: False, "something else")
        life.wait_until_halted()


def test_killing_takes_the_children_along_and_keeps_what_was_printed(tmp_path: Path) -> None:
    with start(tmp_path, PARENT) as life:
        life.wait_until(lambda: life.shows("child is there"), "the child")
    # Reading to the end came back, so nobody holds the other end of the pipe any more.
    assert life.shows("child is there")
    life.kill()
