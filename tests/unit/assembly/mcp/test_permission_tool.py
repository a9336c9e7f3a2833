"""The tool by which `claude -p --permission-prompt-tool` asks, over a real `parley mcp`."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from assistant.home import Home
from assistant.questions.model.question import Answer, Answered, Cancelled, CancelReason, Response
from tests.helpers.mcp.stdio_process import Process, started
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import by_click
from tests.helpers.questions.presenters import FakePresenter
from tests.helpers.web.api_program import calling, closed

pytestmark = pytest.mark.timeout(90)

INPUT = {"command": "git push origin main", "description": "push it"}
CALL = {"tool_name": "Bash", "input": INPUT, "tool_use_id": "toolu_1"}


def chose(option_id: str = "", **fields: Any) -> Answered:
    ids = (option_id,) if option_id else ()
    answer = Answer(question_id="permission", option_ids=ids, **fields)
    return Answered(answers=(answer,), provenance=by_click())


def call(process: Process) -> int:
    """Call the tool; returns the id of the call."""
    return process.send("tools/call", name="approve", arguments=CALL)


async def decision(process: Process, number: int) -> Any:
    """Return what the agent reads."""
    result = (await process.answer(number))["result"]
    assert not result.get("isError")
    return json.loads(result["content"][0]["text"])


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (chose("allow"), {"behavior": "allow", "updatedInput": INPUT}),
        (chose("deny"), {"behavior": "deny", "message": "The user denied this."}),
        (
            chose(other="Not to main."),
            {"behavior": "deny", "message": "The user denied this. They said: Not to main."},
        ),
        (
            Cancelled(reason=CancelReason.USER),
            {
                "behavior": "deny",
                "message": (
                    "The user has decided nothing about this; it was not done."
                    " Go on without it, or ask again."
                ),
            },
        ),
    ],
)
async def test_the_agent_reads_what_the_user_decided_in_parley(
    home: Home, tmp_path: Path, response: Response, expected: dict[str, Any]
) -> None:
    presenter = FakePresenter()
    (folder := tmp_path / "webshop").mkdir()
    async with (
        calling(home) as program,
        started(home.root, "--permissions", folder=folder) as process,
    ):
        program.running.core.desk.register(presenter)
        await process.begin()
        number = call(process)
        await presenter.presenting()
        (pending,) = program.running.core.desk.pending()
        assert pending.questions.asked_by == "lines · webshop"
        assert pending.questions.questions[0].context.startswith(INPUT["command"])
        presenter.answer(response)
        assert await decision(process, number) == expected


async def test_an_agent_that_is_gone_waits_for_no_permission(home: Home) -> None:
    presenter = FakePresenter()
    async with calling(home) as program, started(home.root, "--permissions") as process:
        program.running.core.desk.register(presenter)
        await process.begin()
        call(process)
        await presenter.presenting()
        process.process.send_signal(signal.SIGKILL)
        async with asyncio.timeout(PATIENCE_S):
            await closed(program)
        assert presenter.withdrawn == 1


async def test_without_a_running_parley_nothing_is_permitted(home: Home) -> None:
    async with started(home.root, "--permissions") as process:
        await process.begin()
        assert await decision(process, call(process)) == {
            "behavior": "deny",
            "message": "Nobody could be asked, for Parley does not run; it was not done.",
        }


async def test_a_client_that_asks_for_no_permissions_is_not_offered_the_tool(home: Home) -> None:
    async with calling(home), started(home.root) as process:
        await process.begin()
        listed = await process.answer(process.send("tools/list"))
        assert "approve" not in [tool["name"] for tool in listed["result"]["tools"]]
        assert "error" in await process.answer(call(process))
