"""The conformance suite of the protocol, and Node to run it: fetched with npm, run, and counted."""

import json
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from typing_extensions import override

NODE: Final = "node@26.10.0"
SUITE: Final = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
SCENARIO_S: Final = 120
"""How long a scenario may take."""
_SHOWN: Final = 3000
"""Characters of a failed scenario's output."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """How a scenario went.

    It passed if it ended well, some of its checks succeeded, and none failed or warned. Checks that
    were skipped are counted apart; a scenario that skipped all of them has not passed.
    """

    name: str
    status: int
    """The exit status."""
    checks: Counter[str]
    """Status of a check → how many had it."""
    output: str

    @property
    def is_passed(self) -> bool:
        """Whether it passed."""
        bad = self.checks["FAILURE"] + self.checks["WARNING"]
        return self.status == 0 and not bad and self.checks["SUCCESS"] > 0

    @override
    def __str__(self) -> str:
        passed, skipped = self.checks["SUCCESS"], self.checks["SKIPPED"]
        all_ran = passed + self.checks["FAILURE"] + self.checks["WARNING"]
        line = (
            f"{'passed' if self.is_passed else 'FAILED'}  {self.name}: {passed} of {all_ran} checks"
        )
        if skipped:
            line += f", {skipped} skipped"
        return line if self.is_passed else f"{line}\n{self.output[-_SHOWN:]}"


def install(folder: Path, packages: Sequence[str]) -> Path:
    """Fetch what is missing of some packages, among them Node; returns the path of Node."""
    node = folder / "node_modules" / ".bin" / "node"
    marker = folder / "fetched.txt"
    wanted = "\n".join(packages)
    if not marker.exists() or marker.read_text(encoding="utf-8") != wanted or not node.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("npm is needed; install Node.js")
        folder.mkdir(parents=True, exist_ok=True)
        say(f"fetching {', '.join(packages)}")
        quiet = ["--no-fund", "--no-audit", "--loglevel=error"]
        subprocess.run([npm, "install", *quiet, *packages], cwd=folder, check=True)
        marker.write_text(wanted, encoding="utf-8")
    return node


def run(
    node: Path,
    folder: Path,
    side: Literal["client", "server"],
    scenario: str,
    *options: str,
    environment: Mapping[str, str] | None = None,
    label: str = "",
) -> Scenario:
    """Run one scenario of the suite.

    Args:
        node: Runs it.
        folder: Where it is installed.
        side: What is tested.
        scenario: Its name.
        options: More for its command line.
        environment: Its environment; ours by default.
        label: What it is called in the report; its name by default.
    """
    suite = folder / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
    with tempfile.TemporaryDirectory() as results:
        command = [str(node), str(suite), side, "--scenario", scenario, "--output-dir", results]
        try:
            ran = subprocess.run(
                [*command, *options],
                capture_output=True,
                text=True,
                timeout=SCENARIO_S,
                check=False,
                env=environment,
            )
            status, output = ran.returncode, ran.stdout + ran.stderr
        except subprocess.TimeoutExpired:
            status, output = 1, f"It did not end within {SCENARIO_S} s."
        return Scenario(
            name=label or scenario, status=status, checks=_counted(Path(results)), output=output
        )


def _counted(results: Path) -> Counter[str]:
    """Count the checks in the files that the suite writes."""
    return Counter(
        str(check["status"])
        for file in results.rglob("checks.json")
        for check in json.loads(file.read_text(encoding="utf-8"))
    )


def told(scenarios: Sequence[Scenario], what: str) -> int:
    """Write the sum of a report; returns how many scenarios did not pass."""
    passed = sum(scenario.is_passed for scenario in scenarios)
    checks = sum(scenario.checks["SUCCESS"] for scenario in scenarios)
    say(f"conformance: {passed} of {len(scenarios)} {what} scenarios passed, {checks} checks")
    return len(scenarios) - passed


def say(line: str) -> None:
    """Write a line of the report."""
    print(line, flush=True)  # noqa: T201  # this is part of commands
