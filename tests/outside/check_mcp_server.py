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
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

import platformdirs

from tests.outside.conformance import NODE, SUITE, Scenario, install, run, say, told
from tests.outside.mcp_inspector import inspected

PACKAGES: Final = (NODE, SUITE, "@modelcontextprotocol/inspector@2.12.0")
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
    "json-schema-2020-12",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
)
SCENARIOS: Final = {
    LEGACY: (
        "server-initialize",
        "server-session-lifecycle",
        "ping",
        *BOTH,
        "tools-call-with-logging",
        "tools-call-sampling",
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
NOT_RUN: Final = {
    "completion-complete, resources-*, prompts-*, caching": "our server offers tools alone",
    "server-sse-polling": "a stream that broke is not resumed; the client calls again",
    "http-custom-header-server-validation": "no argument of our tools travels in a header",
    "tasks-*, sep-2640-*": "extensions that are not built",
}


def main(folder: Path) -> int:
    """Run everything; returns the exit status."""
    node = install(folder, PACKAGES)
    scenarios = [each for version in SCENARIOS for each in conformance(node, folder, version)]
    failures = told(scenarios, "server")
    tried = failed = 0
    for line, is_passed in inspected(node, folder):
        tried += 1
        failed += not is_passed
        say(f"{'passed' if is_passed else 'FAILED'}  inspector {line}")
    say(f"inspector: {tried - failed} of {tried} passed")
    for name, reason in NOT_RUN.items():
        say(f"not run  {name}: {reason}")
    return int(bool(failures or failed))


def conformance(node: Path, folder: Path, version: str) -> Generator[Scenario]:
    """Run the scenarios of one era on a server of its own."""
    with served() as url:
        for name in SCENARIOS[version]:
            options = ("--url", url, "--spec-version", version)
            scenario = run(node, folder, "server", name, *options, label=f"{version} {name}")
            say(str(scenario))
            yield scenario


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


if __name__ == "__main__":
    default = Path(platformdirs.user_cache_dir("parley", appauthor=False)) / "mcp-server-check"
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else default))
