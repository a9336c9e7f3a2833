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
import sys
import tempfile
from pathlib import Path
from typing import Final

import platformdirs

from assistant.mcp_server import ServerConfig, StdioTarget
from assistant.questions.model.question import Purpose, QuestionRoute
from assistant.tools.tool import ToolOutcome
from tests.outside.conformance import NODE, SCENARIO_S, SUITE, Scenario, install, run, say, told
from tests.outside.mcp_stage import example, stage

PACKAGES: Final = (NODE, "@modelcontextprotocol/server-everything@2026.8.31", SUITE)
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
    "auth/metadata-default",
    "auth/metadata-var1",
    "auth/metadata-var2",
    "auth/metadata-var3",
    "auth/scope-from-www-authenticate",
    "auth/scope-from-scopes-supported",
    "auth/scope-omitted-when-undefined",
    "auth/scope-retry-limit",
    "auth/token-endpoint-auth-basic",
    "auth/token-endpoint-auth-post",
    "auth/token-endpoint-auth-none",
    "auth/2025-03-26-oauth-metadata-backcompat",
    "auth/resource-mismatch",
    "auth/offline-access-scope",
    "auth/offline-access-not-supported",
    "auth/iss-supported",
    "auth/iss-not-advertised",
    "auth/iss-supported-missing",
    "auth/iss-wrong-issuer",
    "auth/iss-unexpected",
    "auth/iss-normalized",
    "auth/metadata-issuer-mismatch",
)
NOT_RUN: Final = {
    "auth/basic-cimd": "Parley has no client id that is an address",
    "auth/pre-registration": "a client id of the operator's is used without a secret",
    "auth/scope-step-up": "a tool that needs more than was granted fails; nobody is asked for it",
    "auth/authorization-server-migration": "the user signs in anew by hand",
    "auth/2025-03-26-oauth-endpoint-fallback": "a server without metadata names no PKCE",
    "auth/client-credentials-*, auth/enterprise-*, auth/dpop*, auth/wif-*": "extensions",
    "sep-2640-*": "skills served over MCP, an extension, are not read",
}
FIELDS: Final = 13
"""Of the form of `trigger-elicitation-request`."""
REFUSED: Final = {
    "everything__gzip-file-as-resource": "fetches an address of the internet",
    "everything__trigger-url-elicitation": "waits for an address to be opened, which nobody does",
}
"""Tools that may say that they failed, and why."""


def main(folder: Path) -> int:
    """Run everything; returns the exit status."""
    node = install(folder, PACKAGES)
    failures = asyncio.run(everything(node, folder))
    failed = told([conformance(node, folder, name) for name in SCENARIOS], "client")
    for name, reason in NOT_RUN.items():
        say(f"not run  {name}: {reason}")
    return int(bool(failures or failed))


async def everything(node: Path, folder: Path) -> list[str]:
    """Use all of `server-everything`; returns what failed."""
    script = folder / "node_modules/@modelcontextprotocol/server-everything/dist/index.js"
    worked: list[str] = []
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        async with stage(Path(home)) as program:
            entry = await program.add(
                ServerConfig(
                    name="everything",
                    target=StdioTarget(program=str(node), arguments=(str(script),)),
                )
            )
            for name in entry.tools:
                result = await program.call(name, example(program.tool(name).input_schema))
                if result.outcome is ToolOutcome.OK:
                    say(f"passed  {name}")
                    worked.append(name)
                elif name in REFUSED:
                    say(f"refused  {name}: {REFUSED[name]}")
                else:
                    say(f"FAILED  {name}: {result.outcome.value}")
                    failures.append(name)
            presented = program.presenter.presented
            asked = [q for q in presented if q.route is QuestionRoute.ELICITATION]
            confirmed = [q for q in presented if q.purpose is Purpose.CONFIRM]
            fields = max((len(questions.questions) for questions in asked), default=0)
    say(
        f"server-everything: {len(worked)} of {len(entry.tools)} tools worked,"
        f" {len(entry.tools) - len(worked) - len(failures)} said as expected that they cannot,"
        f" {len(confirmed)} confirmed first, {fields} of {FIELDS} fields answered,"
        f" {len(entry.resources)} resources and {len(entry.prompts)} prompts listed"
    )
    if fields != FIELDS or len(confirmed) != len(entry.tools):
        failures.append("questions")
    return failures


def conformance(node: Path, folder: Path, name: str) -> Scenario:
    """Run one scenario of the suite."""
    scenario = run(
        node,
        folder,
        "client",
        name,
        *("--command", f"{sys.executable} -m tests.outside.mcp_client"),
        *("--timeout", str((SCENARIO_S - 20) * 1000)),
        environment={**os.environ, "PYTHONPATH": os.getcwd()},
    )
    say(str(scenario))
    return scenario


if __name__ == "__main__":
    default = Path(platformdirs.user_cache_dir("parley", appauthor=False)) / "mcp-check"
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else default))
