"""Runs `parley ask` with one list of arguments after the other, in one process.

Each argument is a JSON list. The screen is cleared before each, and its exit code told behind it.
"""

import json
import sys

from assistant.cli import main

CLEAR = "\x1b[2J\x1b[3J\x1b[H"

for given in sys.argv[1:]:
    sys.stderr.write(CLEAR)
    sys.stderr.flush()
    code = main(["ask", *json.loads(given)])
    sys.stderr.write(f"exit code {code}")
    sys.stderr.flush()
    sys.stdin.readline()
