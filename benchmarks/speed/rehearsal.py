"""`python -m benchmarks.speed.rehearsal` is `parley run`, watched by `StartupMarks`."""

import sys

from assistant.cli import main
from benchmarks.speed.startup_marks import StartupMarks

if __name__ == "__main__":
    sys.exit(main(["run", *sys.argv[1:]], begun=StartupMarks()))
