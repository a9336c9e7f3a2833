import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.processes.python_command import python_environment

PROGRAM = """
import os, sys
from assistant.processes.restart import restart_program
print(sys.argv[1:], flush=True)
if os.environ.get("RUNS") != "2":
    os.environ["RUNS"] = "2"
    restart_program()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the first does not wait for the second there")
def test_the_program_runs_again_as_it_was_started(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, str(script), "--home", "x y"],
        env=python_environment(os.environ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr == ""
    assert ended.stdout.splitlines() == ["['--home', 'x y']"] * 2
