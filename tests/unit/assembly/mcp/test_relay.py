"""`parley mcp` beside a running Parley: a relay to it, whichever of the two goes."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from assistant.assembly.mcp.relay_greeting import ACCEPTED
from assistant.channels.web.client.address_file import (
    private_socket_path,
    published_address,
    read_address,
)
from assistant.home import Home
from assistant.questions.model.question import Answered, QuestionSet
from tests.helpers.mcp.clients import CHOICE, chosen
from tests.helpers.mcp.stdio_process import MODERN, Process, leave, started
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.presenters import FakePresenter, LingeringPresenter
from tests.helpers.web.api_program import ApiProgram, calling, closed

pytestmark = pytest.mark.timeout(90)


def third(questions: QuestionSet) -> Answered:
    return chosen(questions, questions.questions[0].options[2].id)


async def put(program: ApiProgram, presenter: FakePresenter) -> QuestionSet:
    """Wait until a question is before the user."""
    await presenter.presenting()
    (pending,) = program.running.core.desk.pending()
    return pending.questions


async def record(process: Process, number: int) -> dict[str, Any]:
    return (await process.answer(number))["result"]["structuredContent"]


@pytest.mark.requirement("MCP-03", "MCP-13")
async def test_a_question_is_put_by_the_running_program_under_the_project_of_the_client(
    home: Home, tmp_path: Path
) -> None:
    presenter = FakePresenter()
    (folder := tmp_path / "webshop").mkdir()
    async with calling(home) as program, started(home.root, folder=folder) as process:
        program.running.core.desk.register(presenter)
        await process.begin()
        number = process.call(CHOICE | {"timeout_s": 77})
        questions = await put(program, presenter)
        assert questions.asked_by == "lines · webshop"
        assert (questions.title, questions.timeout_s) == ("Database", 77)
        presenter.answer(third(questions))
        told = await record(process, number)
        assert (told["transport"], told["selection"]["labels"]) == ("desktop", ["None"])
        assert await leave(process) == 0


@pytest.mark.requirement("MCP-03")
async def test_a_client_of_the_modern_era_is_relayed_too(home: Home) -> None:
    presenter = FakePresenter()
    async with calling(home) as program, started(home.root) as process:
        program.running.core.desk.register(presenter)
        assert "result" in await process.answer(process.send("tools/list", _meta=MODERN))
        number = process.call(CHOICE, **MODERN)
        presenter.answer(third(await put(program, presenter)))
        assert (await record(process, number))["selection"]["indices"] == [2]


@pytest.mark.requirement("MCP-15")
@pytest.mark.parametrize("by", ["cancel", "leave", "kill"])
async def test_what_a_client_does_not_wait_for_is_withdrawn(home: Home, by: str) -> None:
    presenter = FakePresenter()
    async with calling(home) as program, started(home.root) as process:
        program.running.core.desk.register(presenter)
        await process.begin()
        number = process.call(CHOICE)
        await put(program, presenter)
        match by:
            case "cancel":
                process.notify("notifications/cancelled", requestId=number)
            case "leave":
                assert await leave(process) == 0
            case _:
                process.process.send_signal(signal.SIGKILL)
        async with asyncio.timeout(PATIENCE_S):
            await closed(program)
        assert not program.running.core.desk.pending()
        assert presenter.withdrawn == 1


@pytest.mark.requirement("MCP-03")
async def test_a_form_is_shown_beside_the_window_and_withdrawn_when_that_answers(
    home: Home,
) -> None:
    presenter = FakePresenter()
    async with calling(home) as program, started(home.root) as process:
        program.running.core.desk.register(presenter)
        await process.begin(elicitation={})
        number = process.call(CHOICE)
        form = await process.asked()
        presenter.answer(third(await put(program, presenter)))
        assert (await record(process, number))["transport"] == "desktop"
        withdrawn = await process.until(lambda: withdrawals(process))
        assert withdrawn == [form["id"]]


@pytest.mark.requirement("MCP-03")
async def test_where_the_program_goes_its_client_is_served_on(home: Home) -> None:
    presenter = FakePresenter()
    async with started(home.root) as process:
        async with calling(home) as program:
            program.running.core.desk.register(presenter)
            await process.begin(elicitation={})
            number = process.call(CHOICE)
            form = await process.asked()
            await put(program, presenter)
        assert await process.until(lambda: withdrawals(process)) == [form["id"]]
        # The same call is asked again, in a form with another id.
        again = await process.until(
            lambda: [one["id"] for one in process.messages if "requestedSchema" in str(one)][1:]
        )
        answer = {"action": "accept", "content": {"q1": "SQLite"}}
        for late in (form["id"], *again):
            process.write(json.dumps({"jsonrpc": "2.0", "id": late, "result": answer}))
        told = await record(process, number)
        assert (told["transport"], told["selection"]["labels"]) == ("elicitation", ["SQLite"])
    async with calling(home) as program:  # nobody waits for what was asked before
        assert not program.running.core.desk.pending()


def withdrawals(process: Process) -> list[Any]:
    """Return the requests that the server took back."""
    return [
        one["params"]["requestId"]
        for one in process.messages
        if one.get("method") == "notifications/cancelled"
    ]


async def test_only_who_knows_the_token_is_let_in(home: Home) -> None:
    async with calling(home):
        address = read_address(home.api_file)
        assert address is not None
        assert address.mcp_socket is not None
        assert address.mcp_socket.stat().st_mode & 0o777 == 0o600
        greeting = {"token": "wrong" * 10, "timeout_s": 1}
        for line in (json.dumps(greeting), "rubbish", ""):
            reader, writer = await asyncio.open_unix_connection(address.mcp_socket)
            writer.write(line.encode() + b"\n")
            async with asyncio.timeout(PATIENCE_S):
                assert await reader.read() == b""
            writer.close()
        path = address.mcp_socket
    assert not path.exists()


async def test_a_question_that_is_slow_to_withdraw_holds_up_nobody(home: Home) -> None:
    presenter = LingeringPresenter(lingers_s=0.1)
    async with calling(home) as program, started(home.root) as process:
        program.running.core.desk.register(presenter)
        await process.begin()
        process.call(CHOICE)
        await put(program, presenter)
        process.process.send_signal(signal.SIGTERM)
        assert await process.ended() == 0
        await closed(program)


@pytest.mark.parametrize("answer", [ACCEPTED, b"no\n", b""])
async def test_a_program_that_serves_nobody_is_tried_once(home: Home, answer: bytes) -> None:
    greeted: list[bytes] = []

    async def refused(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        greeted.append(await reader.readline())
        writer.write(answer)
        writer.close()

    with private_socket_path(home.api_file, "mcp") as path:
        assert path is not None
        async with await asyncio.start_unix_server(refused, path):
            where = published_address(
                home.api_file, url="http://127.0.0.1:1", token="t" * 30, mcp_socket=path
            )
            with where:
                async with started(home.root) as process:
                    await process.begin()
                    told = await record(process, process.call(CHOICE | {"timeout_s": 1}))
                    assert (told["transport"], told["action_status"]) == ("web", "timeout")
    assert len(greeted) == 1
