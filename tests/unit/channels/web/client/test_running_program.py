"""One process calls the program that runs in another."""

import asyncio
import json
import os
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from assistant.channels.web.client.running_program import reach_program
from assistant.errors import QuestionError, UnreachableError
from assistant.home import Home
from assistant.protocol.questions import QuestionClosed
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    QuestionRoute,
    QuestionSet,
)
from tests.helpers.engine.running_core import chose, provenance
from tests.helpers.questions.builders import choice, question_set
from tests.helpers.web.api_program import calling


def choices(**fields: object) -> QuestionSet:
    """Return a question that another program asks."""
    return question_set().model_copy(update={"source": "Editor", "tool_use_id": None, **fields})


@pytest.mark.requirement("API-16")
async def test_a_question_is_put_and_its_answer_comes_back(home: Home) -> None:
    async with calling(home) as program, reach_program(home.api_file) as running:
        assert running is not None
        asking = asyncio.create_task(running.ask(choices(route=QuestionRoute.PROVIDE_CHOICE)))
        asked = await program.running.until_asked()
        assert asked.origin.channel is Channel.API
        assert (asked.questions.source, asked.questions.route) == (
            "Editor",
            QuestionRoute.PROVIDE_CHOICE,
        )
        assert asked.questions.questions == choices().questions
        chosen = chose(asked.questions, q1="2")
        await program.running.respond(asked.questions, chosen)
        response = await asking
        assert isinstance(response, Answered)
        assert response.answers == chosen.answers
        assert response.provenance.channel is Channel.DESKTOP


async def test_an_answer_for_later_is_told_at_once(home: Home) -> None:
    async with calling(home) as program, reach_program(home.api_file) as running:
        assert running is not None
        asking = asyncio.create_task(running.ask(choices()))
        asked = await program.running.until_asked()
        await program.running.respond(asked.questions, Later(provenance=provenance()))
        assert isinstance(await asking, Later)


async def test_two_at_once_do_not_mix(home: Home) -> None:
    async with calling(home) as program, reach_program(home.api_file) as running:
        assert running is not None
        first = asyncio.create_task(running.ask(choices(title="first")))
        await program.running.until_asked(1)
        second = asyncio.create_task(running.ask(choices(title="second")))
        await program.running.until_asked(2)
        for pending, option in zip(program.running.core.desk.pending(), "12", strict=True):
            await program.running.respond(pending.questions, chose(pending.questions, q1=option))
        for asking, option in ((first, "1"), (second, "2")):
            response = await asking
            assert isinstance(response, Answered)
            assert response.answers[0].option_ids == (option,)


async def test_a_caller_that_goes_takes_its_question_back(home: Home) -> None:
    async with calling(home) as program, reach_program(home.api_file) as running:
        assert running is not None
        asking = asyncio.create_task(running.ask(choices(allow_cancel=False)))
        await program.running.until_asked()
        asking.cancel()
        await asyncio.wait([asking])
        assert asking.cancelled()
        event = await program.running.until(QuestionClosed)
        assert isinstance(event.response, Cancelled)
        assert event.response.reason is CancelReason.CLIENT


async def test_a_program_that_ends_is_told_from_an_answer(home: Home) -> None:
    async with reach_program(home.api_file) as nobody:
        assert nobody is None
    async with AsyncExitStack() as stack:
        async with calling(home) as program:
            running = await stack.enter_async_context(reach_program(home.api_file))
            assert running is not None
            asking = asyncio.create_task(running.ask(choices()))
            await program.running.until_asked()
        with pytest.raises(UnreachableError):
            await asking


async def test_a_question_that_cannot_be_asked_is_told(home: Home) -> None:
    broken = choices(questions=(choice(id="q1"), choice(id="q1")))
    async with calling(home), reach_program(home.api_file) as running:
        assert running is not None
        with pytest.raises(QuestionError):
            await running.ask(broken)


async def test_a_file_that_outlived_its_program_leads_nowhere(home: Home) -> None:
    async with calling(home):
        left = home.api_file.read_text("utf-8")
    home.api_file.write_text(left, encoding="utf-8")
    async with reach_program(home.api_file) as running:
        assert running is None


@pytest.mark.requirement("SEC-09", "SEC-11")
async def test_who_takes_the_port_of_a_program_that_was_killed_hears_no_token(home: Home) -> None:
    heard: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        body = b'{"success": true}'
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))
        writer.close()

    async with calling(home) as program:
        left = home.api_file.read_text("utf-8")
        port = int(program.address.url.rpartition(":")[2])
    home.api_file.write_text(left, encoding="utf-8")  # as SIGKILL leaves it
    async with await asyncio.start_server(listen, "127.0.0.1", port):
        async with reach_program(home.api_file) as running:
            assert running is None
    assert heard == []


@pytest.mark.requirement("SEC-09", "SEC-11")
@pytest.mark.parametrize("socket", [None, "nowhere", "folder", "of another user"])
async def test_a_token_goes_only_to_a_socket_of_this_users(
    home: Home, socket: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with calling(home):
        address = json.loads(home.api_file.read_text("utf-8"))
        if socket == "of another user":
            user = os.geteuid()
            monkeypatch.setattr(os, "geteuid", lambda: user + 1)
        elif socket == "folder":
            address["socket"] = str(home.root)
        else:
            address["socket"] = socket
        home.api_file.write_text(json.dumps(address), encoding="utf-8")
        async with reach_program(home.api_file) as running:
            assert running is None


@pytest.mark.requirement("SEC-09")
@pytest.mark.parametrize("depth", [0, 12])
async def test_the_socket_is_in_a_folder_that_nobody_else_may_enter(
    tmp_path: Path, depth: int
) -> None:
    """Also where the home is too deep down for a socket."""
    root = tmp_path.joinpath(*["a-long-name"] * depth)
    home = Home(root=root, models=Home.locate().models)
    async with calling(home) as program, reach_program(home.api_file) as running:
        assert running is not None
        socket = program.address.socket
        assert socket is not None
        modes = modes_of(socket)
    assert modes == (0o600, 0o700)


def modes_of(path: Path) -> tuple[int, int]:
    return (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777)


async def test_another_server_at_the_same_port_is_not_the_program(home: Home) -> None:
    async with calling(home):
        address = json.loads(home.api_file.read_text("utf-8"))
        home.api_file.write_text(json.dumps(address | {"token": "x" * 43}), encoding="utf-8")
        async with reach_program(home.api_file) as running:
            assert running is None, "the token is another's"
