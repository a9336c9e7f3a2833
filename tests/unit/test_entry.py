"""What `parley` does before the command line is imported."""

import json
import subprocess
import sys

import pytest

from assistant.entry import asks_a_window, serves_a_client
from tests.unit.channels.mcp.model.test_opening import INITIALIZED, MODERN, handshake, request

HEAVY = {"asyncio", "mcp", "mcp_types", "pydantic", "typer", "assistant.cli", "assistant.locale"}


@pytest.mark.parametrize(
    ("arguments", "is_served"),
    [
        ("mcp", True),
        ("mcp --home=/x", True),
        ("mcp --home /x --timeout 60", True),
        ("mcp --timeout=300", True),
        ("mcp --permissions --home /x", True),
        ("mcp --call-limit 3600", True),
        ("mcp --call-limit=60", True),
        ("mcp --call-limit 29", False),
        ("mcp --permission", False),
        ("", False),
        ("chat", False),
        ("mcp --http", False),
        ("mcp --help", False),
        ("mcp --home", False),
        ("mcp --home --http", False),
        ("mcp --timeout 0", False),
        ("mcp --timeout ten", False),
        ("mcp --port=1", False),
        ("mcp more", False),
        ("--home /x mcp", False),
    ],
)
def test_only_what_surely_serves_a_client_is_answered_early(
    arguments: str, is_served: bool
) -> None:
    assert serves_a_client(arguments.split()) is is_served


@pytest.mark.parametrize(
    ("arguments", "is_so"),
    [
        ("toggle", True),
        ("talk --home /x", True),
        ("dictate", True),
        ("toggle --help", False),
        ("toggle --home", False),
        ("toggle /x", False),
        ("--home /x talk", False),
        ("", False),
        ("chat", False),
    ],
)
def test_only_what_surely_asks_a_window_is_asked_early(arguments: str, is_so: bool) -> None:
    assert asks_a_window(arguments.split()) is is_so


@pytest.mark.requirement("MCP-12", "MCP-13")
@pytest.mark.parametrize(
    "messages",
    [
        (handshake(), INITIALIZED, request(2, "tools/list")),
        (
            request(1, "server/discover", {"_meta": MODERN}),
            request(2, "tools/list", {"_meta": MODERN}),
        ),
    ],
)
def test_a_client_sees_the_tools_before_anything_heavy_is_imported(
    messages: tuple[dict[str, object], ...],
) -> None:
    code = (
        "import sys; sys.argv = ['parley', 'mcp']; from assistant.entry import main; "
        "assert main() == 0; print(*sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        input="\n".join(json.dumps(message) for message in messages),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    _first, tools = [json.loads(line)["result"] for line in ran.stdout.splitlines()]
    assert [tool["name"] for tool in tools["tools"]] == ["provide_choice", "ask_user_question"]
    assert HEAVY & set(ran.stderr.split()) == set()
