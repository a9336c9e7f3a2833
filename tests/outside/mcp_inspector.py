"""The Inspector's command line on `parley mcp`, in both eras: accept, decline, cancel, time out.

The command line keeps its connections in a daemon, which is stopped afterwards. A call whose form
waits returns at once; `elicitation/respond` fills the form in and gives the result of the call.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from tests.helpers.mcp.clients import CHOICE

ERAS: Final = ("legacy", "modern")
LIMIT_S: Final = 60
READ_S: Final = 1.1
"""What is refused sooner is taken for the client's own doing."""
FILLED_IN: Final = json.dumps({"q1": "SQLite", "q1_note": "small"})
_DISPLAYS: Final = frozenset({"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})


class Inspector:
    """The command line, with a daemon of its own.

    Args:
        node: Runs it.
        folder: Where it is installed.
        home: Where it and our program keep what they keep.
    """

    def __init__(self, node: Path, folder: Path, home: Path) -> None:
        package = folder / "node_modules/@modelcontextprotocol/inspector"
        description = json.loads((package / "package.json").read_text(encoding="utf-8"))
        self._command = (str(node), str(package / description["bin"]["mcpdo"]))
        self._home = home

    def __call__(self, *arguments: str) -> tuple[int, str]:
        """Run it; returns its status and what it wrote."""
        environment = {key: value for key, value in os.environ.items() if key not in _DISPLAYS}
        environment |= {"HOME": str(self._home), "MCP_ALLOW_DEFAULT_CONNECTION": "1"}
        run = subprocess.run(
            [*self._command, "--format", "json", *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
            env=environment,
            cwd=self._home,
        )
        return run.returncode, run.stdout + run.stderr

    def record(self, *arguments: str) -> Mapping[str, Any]:
        """Run it; returns the JSON object that it wrote."""
        status, output = self(*arguments)
        start, end = output.find("{"), output.rfind("}")
        if start < 0:
            return {"status": status, "output": output[-1000:]}
        found: Mapping[str, Any] = json.loads(output[start : end + 1])
        return found


def inspected(node: Path, folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield what was tried and whether it went as it should."""
    for era in ERAS:
        with tempfile.TemporaryDirectory() as home:
            inspector = Inspector(node, folder, Path(home))
            try:
                yield from _tried(inspector, era, Path(home))
            finally:
                inspector("daemon", "stop")


def _tried(inspector: Inspector, era: str, home: Path) -> Iterator[tuple[str, bool]]:
    # A server gets little of the environment, so what it needs stands in its command.
    server = ("/usr/bin/env", f"PYTHONPATH={os.getcwd()}", sys.executable, "-m", "assistant.cli")
    command = (*server, "mcp", "--home", str(home / "parley"))
    status, output = inspector("connect", "--era", era, "--elicit", "form", "--", *command)
    yield f"{era} connect: {' '.join(output.split())[-200:]}", status == 0
    for name, answer, expected in (
        ("accept", FILLED_IN, "selected"),
        ("decline", "--decline", "cancelled"),
        ("cancel", "--cancel", "cancelled"),
    ):
        told = _responded(inspector, CHOICE, answer)
        yield f"{era} {name}: {told}", f'"action_status": "{expected}"' in told
    told = _responded(inspector, CHOICE | {"timeout_s": 1}, FILLED_IN, late_s=1.5)
    yield f"{era} time-out: {told}", '"action_status": "timeout"' in told


def _responded(
    inspector: Inspector, call: Mapping[str, Any], answer: str, *, late_s: float = READ_S
) -> str:
    """Call the tool, answer its form, and return the text of the result."""
    waiting = inspector.record("tools/call", "provide_choice", json.dumps(call))
    pending: Mapping[str, Any] = waiting.get("elicitationPending", waiting)
    if "elicitationId" not in pending:
        return f"no form: {json.dumps(waiting)}"
    time.sleep(late_s)
    result = inspector.record("elicitation/respond", str(pending["elicitationId"]), answer)
    blocks = result.get("content", [])
    return " ".join(str(block.get("text", "")) for block in blocks) or json.dumps(result)
