"""Holds our MCP server against the outside: `python -m tests.outside.check_mcp_server [FOLDER]`.

Fetches Node, the conformance suite and the Inspector with npm into FOLDER (by default a folder of
the cache), then

- runs the suite's server scenarios for tools, forms and results that want input, in both eras, on
  our server over HTTP (`mcp_fixture`);
- has the Inspector's command line start `parley mcp` in each era, and accept, decline, cancel and
  time out (`mcp_inspector`).

Needs npm and a network the first time. The exit status is 1 if anything failed.
"""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import platformdirs

from tests.outside.mcp_inspector import inspected

PACKAGES: Final = (
    "node@26.10.0",
    "@modelcontextprotocol/conformance@0.2.0-alpha.12",
    "@modelcontextprotocol/inspector@2.12.0",
)
LEGACY, MODERN = "2025-11-25", "2026-07-28"
BOTH: Final = (
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "tools-call-with-progress",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
)
SCENARIOS: Final = {
    LEGACY: (
        "server-initialize",
        "ping",
        *BOTH,
        "tools-call-elicitation",
        "elicitation-sep1034-defaults",
        "elicitation-sep1330-enums",
    ),
    MODERN: (
        "server-stateless",
        *BOTH,
        "http-header-validation",
        "input-required-result-basic-elicitation",
        "input-required-result-basic-sampling",
        "input-required-result-basic-list-roots",
        "input-required-result-request-state",
        "input-required-result-multiple-input-requests",
        "input-required-result-multi-round",
        "input-required-result-missing-input-response",
        "input-required-result-non-tool-request",
        "input-required-result-result-type",
        "input-required-result-unsupported-methods",
        "input-required-result-tampered-state",
        "input-required-result-capability-check",
        "input-required-result-ignore-extra-params",
        "input-required-result-validate-input",
    ),
}
SCENARIO_S: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """How a scenario went."""

    is_passed: bool
    passed: int
    checks: int
    output: str


def main(folder: Path) -> int:
    """Run everything; returns the exit status."""
    node = install(folder)
    failures = 0
    for version, names in SCENARIOS.items():
        with served() as url:
            for name in names:
                result = conformance(node, folder, url, version, name)
                failures += not result.is_passed
                sign = "passed" if result.is_passed else "FAILED"
                say(f"{sign}  {version} {name}: {result.passed} of {result.checks} checks")
                if not result.is_passed:
                    say(result.output[-3000:])
    for line, is_passed in inspected(node, folder):
        failures += not is_passed
        say(f"{'passed' if is_passed else 'FAILED'}  inspector {line}")
    say("all passed" if not failures else f"{failures} failed")
    return int(bool(failures))


def install(folder: Path) -> Path:
    """Fetch what is missing; returns the path of Node."""
    node = folder / "node_modules" / ".bin" / "node"
    marker = folder / "fetched.txt"
    wanted = "\n".join(PACKAGES)
    if not marker.exists() or marker.read_text(encoding="utf-8") != wanted or not node.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("npm is needed; install Node.js")
        folder.mkdir(parents=True, exist_ok=True)
        quiet = ["--no-fund", "--no-audit", "--loglevel=error"]
        subprocess.run([npm, "install", *quiet, *PACKAGES], cwd=folder, check=True)
        marker.write_text(wanted, encoding="utf-8")
    return node


@contextlib.contextmanager
def served() -> Generator[str]:
    """Run our server with the suite's tools; gives its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.outside.mcp_fixture"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.getcwd()},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.stdin.close()
        process.wait(timeout=20)
        process.stdout.close()


def conformance(node: Path, folder: Path, url: str, version: str, name: str) -> Scenario:
    """Run one scenario of the suite."""
    suite = folder / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
    with tempfile.TemporaryDirectory() as output:
        run = subprocess.run(
            [
                *(str(node), str(suite), "server"),
                *("--url", url),
                *("--scenario", name),
                *("--spec-version", version),
                *("--output-dir", output),
            ],
            capture_output=True,
            text=True,
            timeout=SCENARIO_S,
            check=False,
        )
    text = run.stdout + run.stderr
    counts = re.search(r"Passed: (\d+)/(\d+)", text)
    passed, checks = (int(counts[1]), int(counts[2])) if counts else (0, 0)
    return Scenario(
        is_passed=run.returncode == 0 and checks > 0,
        passed=passed,
        checks=checks,
        output=text,
    )


def say(line: str) -> None:
    """Write a line of the report."""
    print(line, flush=True)  # noqa: T201  # this is a command


if __name__ == "__main__":
    default = Path(platformdirs.user_cache_dir("parley", appauthor=False)) / "mcp-server-check"
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else default))
