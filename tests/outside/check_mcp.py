"""Holds our MCP client against the outside: `python -m tests.outside.check_mcp [FOLDER]`.

Fetches Node, the reference server and the conformance suite with npm into FOLDER (by default a
folder of the cache), then

- connects to `server-everything` as a process, calls each of its tools and answers every field of
  its forms through the question desk;
- runs the suite's client scenarios, each on `mcp_client`.

Needs npm and a network the first time. The exit status is 1 if anything failed that is not expected.
"""

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import platformdirs

from assistant.conversation.tooling import ServerDefinition
from assistant.questions.model import Door, Purpose
from assistant.tools.tool import Outcome
from tests.outside.mcp_stage import example, stage

PACKAGES: Final = (
    "node@26.10.0",
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/conformance@0.2.0-alpha.12",
)
SCENARIOS: Final = (
    "initialize",
    "tools_call",
    "elicitation-sep1034-client-defaults",
    "sse-retry",
    "request-metadata",
    "sep-2322-client-request-state",
    "http-standard-headers",
    "http-custom-headers",
    "http-invalid-tool-headers",
    "json-schema-ref-no-deref",
    "json-schema-2020-12-preservation",
)
EXPECTED_FAILURES: Final = {
    "auth/*": "signing in with OAuth is not built; keys are given as headers or environment",
    "sep-2640-*": "skills served over MCP, an extension, are not read",
}
FIELDS: Final = 13
"""Of the form of `trigger-elicitation-request`."""
REFUSED: Final = {
    "everything__gzip-file-as-resource": "fetches an address of the internet",
    "everything__trigger-url-elicitation": "waits for an address to be opened, which nobody does",
}
"""Tools that may say that they failed."""
SCENARIO_S: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """How a scenario went."""

    name: str
    is_passed: bool
    passed: int
    checks: int
    output: str


def main(folder: Path) -> int:
    """Run everything; returns the exit status."""
    node = install(folder)
    failures = asyncio.run(everything(node, folder))
    results = [conformance(node, folder, name) for name in SCENARIOS]
    for result in results:
        sign = "passed" if result.is_passed else "FAILED"
        say(f"{sign}  {result.name}: {result.passed} of {result.checks} checks")
        if not result.is_passed:
            say(result.output[-3000:])
    passed = sum(result.is_passed for result in results)
    say(f"conformance: {passed} of {len(results)} client scenarios passed")
    for name, reason in EXPECTED_FAILURES.items():
        say(f"not run  {name}: {reason}")
    return int(bool(failures) or passed < len(results))


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


async def everything(node: Path, folder: Path) -> list[str]:
    """Use all of `server-everything`; returns what failed."""
    script = folder / "node_modules/@modelcontextprotocol/server-everything/dist/index.js"
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        async with stage(Path(home)) as program:
            entry = await program.add(
                ServerDefinition(name="everything", command=str(node), arguments=(str(script),))
            )
            for name in entry.tools:
                result = await program.call(name, example(program.tool(name).input_schema))
                is_fine = result.outcome is Outcome.OK or name in REFUSED
                say(f"{'passed' if is_fine else 'FAILED'}  {name}: {result.outcome.value}")
                if not is_fine:
                    failures.append(name)
            presented = program.presenter.presented
            asked = [q for q in presented if q.door is Door.ELICITATION]
            confirmed = [q for q in presented if q.purpose is Purpose.CONFIRM]
            fields = max((len(questions.questions) for questions in asked), default=0)
    say(
        f"server-everything: {len(entry.tools) - len(failures)} of {len(entry.tools)} tools,"
        f" {len(confirmed)} confirmed first, {fields} of {FIELDS} fields answered,"
        f" {len(entry.resources)} resources and {len(entry.prompts)} prompts listed"
    )
    if fields != FIELDS or len(confirmed) != len(entry.tools):
        failures.append("questions")
    return failures


def conformance(node: Path, folder: Path, name: str) -> Scenario:
    """Run one scenario of the suite."""
    suite = folder / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
    with tempfile.TemporaryDirectory() as output:
        run = subprocess.run(
            [
                str(node),
                str(suite),
                "client",
                "--command",
                f"{sys.executable} -m tests.outside.mcp_client",
                "--scenario",
                name,
                "--timeout",
                str((SCENARIO_S - 20) * 1000),
                "--output-dir",
                output,
            ],
            capture_output=True,
            text=True,
            timeout=SCENARIO_S,
            check=False,
            env={**os.environ, "PYTHONPATH": os.getcwd()},
        )
    output_text = run.stdout + run.stderr
    counts = re.search(r"Passed: (\d+)/(\d+)", output_text)
    passed, checks = (int(counts[1]), int(counts[2])) if counts else (0, 0)
    return Scenario(
        name=name,
        is_passed=run.returncode == 0 and "OVERALL: PASSED" in output_text,
        passed=passed,
        checks=checks,
        output=output_text,
    )


def say(line: str) -> None:
    """Write a line of the report."""
    print(line, flush=True)  # noqa: T201  # this is a command


if __name__ == "__main__":
    default = Path(platformdirs.user_cache_dir("parley", appauthor=False)) / "mcp-check"
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else default))
