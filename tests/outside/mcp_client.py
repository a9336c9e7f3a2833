"""Our client as the conformance suite starts it: `python -m tests.outside.mcp_client URL`.

It connects as the program does, looks at everything that is offered and calls every tool.
"""

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from assistant.mcp_server import HttpTarget, ServerConfig
from assistant.tools.mcp.model.safe_names import tool_names
from tests.outside.mcp_stage import McpStage, example, stage

NAME = "suite"


async def main(url: str) -> int:
    """Use the server at an address; returns the exit status."""
    context: dict[str, Any] = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    with tempfile.TemporaryDirectory() as folder:
        _use_as_browser(Path(folder))
        async with stage(Path(folder)) as program:
            entry = await program.add(
                ServerConfig(
                    name=NAME, target=HttpTarget(url=url, client_id=context.get("client_id", ""))
                )
            )
            wanted = context.get("toolCalls")
            if wanted:
                await _call_wanted(program, wanted)
            else:
                first = program.tool(entry.tools[0]).input_schema if entry.tools else {}
                for name in entry.tools:
                    arguments = example(program.tool(name).input_schema)
                    if "schema" in arguments:  # wants to see what we understood
                        arguments["schema"] = first
                    result = await program.call(name, arguments)
                    print(name, result.outcome.value, result.content[:200], file=sys.stderr)  # noqa: T201  # what the suite shows
    return 0


def _use_as_browser(folder: Path) -> None:
    """Have addresses opened by a program that follows them, as a browser whose user agrees."""
    browser = folder / "xdg-open"
    browser.write_text(
        f"#!{sys.executable}\nimport sys\nimport httpx2\n"
        "httpx2.get(sys.argv[1], follow_redirects=True)\n",
        encoding="utf-8",
    )
    browser.chmod(0o700)
    os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"


async def _call_wanted(program: McpStage, wanted: list[dict[str, Any]]) -> None:
    names = tool_names(NAME, [call["name"] for call in wanted])
    for call in wanted:
        result = await program.call(names[call["name"]], call.get("arguments", {}))
        print(call["name"], result.outcome.value, result.content[:200], file=sys.stderr)  # noqa: T201  # what the suite shows


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[-1])))
