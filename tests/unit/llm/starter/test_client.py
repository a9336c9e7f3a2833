"""The starter model's client: with a stand-in for the child, and with the real model."""

import asyncio
import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import ErrorCategory, ModelFileError, ModelLoadError, ProviderError
from assistant.home import Home
from assistant.llm.messages_api.messages import ToolUseBlock, user_text
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    ReplyReceived,
    SystemPart,
    TextReceived,
    ToolSpec,
)
from assistant.llm.starter.client import StarterClient
from assistant.llm.starter.model_files import StarterFiles
from assistant.llm.starter.process import StarterProcess, thread_count
from assistant.processes import child_process
from assistant.questions.formats import parse_tool_input
from tests.helpers.clock import ManualClock
from tests.helpers.llm.llama_server import LlamaServer
from tests.helpers.llm.messages_server import MessagesServer
from tests.helpers.llm.starter_models import SMALLEST_MODEL, smallest_model, starter_model
from tests.helpers.patience import PATIENCE_S

CAPITAL = ModelRequest(
    system=(SystemPart(text="You are Parley. " * 200),),
    messages=(user_text("What is the capital of France?"),),
    tools=(ToolSpec(name="clock", description="Tells the time.", input_schema={}),),
)
MODEL = Home.locate().models.joinpath(SMALLEST_MODEL)

SMALL = "qwen2.5-coder-0.5b-instruct"

STAND_IN = """
import json, os, sys
order = json.loads(sys.stdin.readline())
{before}
print(json.dumps({answer}), flush=True)
sys.stdin.read()
"""


def stand_in(answer: str, before: str = "") -> tuple[str, ...]:
    """Return a command that answers like the child without loading a model."""
    return (sys.executable, "-c", STAND_IN.format(answer=answer, before=before))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def has_ended_within(pid: int, limit_s: float) -> bool:
    """Wait for a process that is not our child; a zombie nobody collects has ended, too."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], limit_s)[0])
    finally:
        os.close(descriptor)


async def ask(client: StarterClient, request: ModelRequest = CAPITAL) -> list[ModelEvent]:
    return [event async for event in client.stream(request)]


def texts(events: list[ModelEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, TextReceived)]


@pytest.fixture
def model_file(tmp_path: Path) -> Path:
    path = tmp_path / "some-model" / "some.gguf"
    path.parent.mkdir()
    path.write_bytes(b"not really")
    return path


def make(model_file: Path, command: tuple[str, ...], ready_timeout_s: float = 20) -> StarterClient:
    return StarterClient(
        model=starter_model(model_file),
        timeout_s=20,
        clock=ManualClock(),
        command=command,
        ready_timeout_s=ready_timeout_s,
    )


def serving(model_file: Path, server: MessagesServer) -> StarterClient:
    """Return a client whose child says that it is this server."""
    return make(model_file, stand_in(f"{{'address': {server.url!r}}}"))


def child(model_file: Path, program: tuple[str, ...], log: Path | None = None) -> StarterProcess:
    return StarterProcess(model=starter_model(model_file), log_file=log, command=program)


READY = stand_in("{'address': 'http://127.0.0.1:1'}")
STUBBORN = (*READY[:-1], READY[-1] + "import time; time.sleep(60)")
"""Does not end by itself."""


async def test_a_missing_file_names_the_command_that_fetches_it(tmp_path: Path) -> None:
    client = make(tmp_path / "some-model" / "some.gguf", ("never", "run"))

    with pytest.raises(ModelFileError) as caught:
        await client.check()
    with pytest.raises(ModelFileError):
        await ask(client)

    assert "parley models get some-model" in caught.value.hint
    await client.aclose()


async def test_the_child_gets_the_key_by_its_input_and_serves_the_request(
    model_file: Path,
) -> None:
    with MessagesServer() as server:
        client = serving(model_file, server)
        server.reply("Paris.", chunks=2)

        events = await ask(client)
        pid = client.pid
        await client.aclose()

    [request] = server.requests
    assert texts(events) == ["Par", "is."]
    assert len(request.api_key or "") >= 32
    assert request.body["system"] == "You are a helpful assistant."
    assert "tools" not in request.body
    assert pid is not None
    assert not is_alive(pid)


async def test_a_child_is_warmed_up_once_and_never_after_it_was_asked_something(
    model_file: Path,
) -> None:
    with MessagesServer() as server:
        fresh, used = (serving(model_file, server) for _ in range(2))
        for _time in range(3):
            server.reply("Hello")
        await fresh.warm_up()
        await fresh.warm_up()
        assert len(server.requests) == 1

        await ask(used)
        await used.warm_up()
        assert len(server.requests) == 2

        await used.aclose()
        await used.warm_up()  # another child
        assert len(server.requests) == 3
        await fresh.aclose()
        await used.aclose()


async def test_the_key_is_in_neither_the_arguments_nor_the_environment_of_the_child(
    model_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-mine")
    program = stand_in(
        "{'address': 'http://127.0.0.1:1/' + str('ANTHROPIC_API_KEY' in os.environ)"
        " + str(order['api_key'] in ' '.join([*sys.argv, *os.environ.values()]))}"
    )
    process = child(model_file, program)
    endpoint = await process.start()
    await process.aclose()

    assert endpoint.base_url == "http://127.0.0.1:1/FalseFalse"
    assert endpoint.api_key not in repr(endpoint)


async def test_a_model_that_does_not_load_is_told_from_a_child_that_does_not_start(
    model_file: Path,
) -> None:
    unloadable = make(model_file, stand_in("{'error': 'no such architecture'}"))
    broken = make(model_file, (sys.executable, "-c", "raise SystemExit(3)"))
    absent = make(model_file, (str(model_file.parent / "no-such-program"),))

    with pytest.raises(ModelLoadError, match=r"some\.gguf"):
        await ask(unloadable)
    for client in (broken, absent):
        with pytest.raises(ProviderError) as caught:
            await ask(client)
        assert caught.value.category is ErrorCategory.CONNECTIVITY
    for client in (unloadable, broken, absent):
        assert client.pid is None
        await client.aclose()


async def test_a_child_that_does_not_get_ready_is_ended(
    model_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []
    start = child_process.start

    async def tell(*command: Any, **options: Any) -> child_process.ChildProcess:
        process = await start(*command, **options)
        started.append(process.pid)
        return process

    monkeypatch.setattr("assistant.llm.starter.process.start", tell)
    client = make(model_file, stand_in("{}", "sys.stdin.read()"), ready_timeout_s=1.5)

    with pytest.raises(ProviderError, match="could not be started"):
        await ask(client)

    assert len(started) == 1
    assert not is_alive(started[0])
    await client.aclose()


async def test_a_child_that_does_not_end_by_itself_is_killed(model_file: Path) -> None:
    process = child(model_file, STUBBORN)
    await process.start()
    pid = process.pid

    await process.aclose()

    assert pid is not None
    assert not is_alive(pid)
    assert not process.is_running


@pytest.mark.skipif(sys.platform == "win32", reason="there is no child watcher")
async def test_killing_leaves_the_childs_end_to_asyncio(
    model_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = child(model_file, STUBBORN)
    await process.start()
    polled: list[int] = []

    def poll(popen: subprocess.Popen[bytes]) -> None:
        """Stand for a poll that collects the child before asyncio's watcher does."""
        polled.append(popen.pid)

    monkeypatch.setattr(subprocess.Popen, "poll", poll)
    await process.aclose()

    assert polled == []
    assert not process.is_running


async def test_the_child_is_out_of_the_terminals_reach(model_file: Path) -> None:
    process = child(model_file, READY)
    await process.start()
    pid = process.pid
    assert pid is not None
    session = os.getsid(pid)
    await process.aclose()

    assert session == pid


async def test_a_child_that_dies_is_reported_and_started_again(model_file: Path) -> None:
    with MessagesServer() as server:
        client = serving(model_file, server)
        reply = server.reply("Half a ").stall().text("word")
        reading = asyncio.create_task(ask(client))
        assert await asyncio.to_thread(reply.is_stalled.wait, 10)
        first = client.pid
        assert first is not None

        os.kill(first, signal.SIGKILL)
        server.drop_connections()
        with pytest.raises(ProviderError) as caught:
            await reading

        server.reply("Paris.")
        assert texts(await ask(client)) == ["Paris."]
        assert client.pid not in {None, first}
        await client.aclose()

    assert caught.value.category is ErrorCategory.CONNECTIVITY
    assert caught.value.message == "The built-in model stopped unexpectedly"


def guided(model_file: Path, server: LlamaServer, *, declines: bool = True) -> StarterClient:
    """Return a client of a guided model whose child says that it is this server."""
    return StarterClient(
        model=starter_model(model_file, is_guided=True, declines=declines),
        timeout_s=20,
        clock=ManualClock(),
        command=stand_in(f"{{'address': {server.url!r}}}"),
    )


async def test_a_guided_model_replies_at_the_servers_own_endpoint(model_file: Path) -> None:
    async with LlamaServer() as server:
        client = guided(model_file, server)
        server.completion('answer":"Par', 'is."}')

        events = await ask(client, ModelRequest(system=(), messages=CAPITAL.messages))
        await client.aclose()

    assert texts(events) == ["Par", "is."]
    assert {request.path for request in server.requests} == {
        "/apply-template",
        "/completion",
        "/slots/0?action=save",
    }
    assert all(len(request.api_key or "") >= 32 for request in server.requests)
    assert client.profile.own_tools == {"ask_user_question"}


async def test_a_guided_model_that_cannot_tell_what_it_cannot_do_is_not_shown_how_to_decline(
    model_file: Path,
) -> None:
    async with LlamaServer() as server:
        client = guided(model_file, server, declines=False)
        server.completion('answer":"Sunny."}')
        await ask(client, ModelRequest(system=(), messages=(user_text("Will it rain?"),)))
        await client.aclose()

    assert not any("decline" in content for _role, content in server.chats[0])
    assert "decline" not in server.completions[0].body["grammar"]


async def test_a_guided_child_reads_its_prompt_once_and_not_after_it_was_asked_something(
    model_file: Path,
) -> None:
    async with LlamaServer() as server:
        fresh, used = (guided(model_file, server) for _ in range(2))
        await fresh.warm_up()
        await fresh.warm_up()
        assert len(server.prompts_read) == 1

        server.completion('answer":"Paris."}')
        await ask(used, ModelRequest(system=(), messages=CAPITAL.messages))
        await used.warm_up()
        assert len(server.prompts_read) == 2
        await fresh.aclose()
        await used.aclose()


async def test_a_guided_child_that_dies_is_reported_and_started_again(model_file: Path) -> None:
    request = ModelRequest(system=(), messages=CAPITAL.messages)
    async with LlamaServer() as server:
        client = guided(model_file, server)
        completion = server.completion('answer":"Half a ').stall()
        reading = asyncio.create_task(ask(client, request))
        await completion.is_stalled.wait()
        first = client.pid
        assert first is not None

        os.kill(first, signal.SIGKILL)
        server.drop_connections()
        with pytest.raises(ProviderError) as caught:
            await reading

        server.completion('answer":"Paris."}')
        assert texts(await ask(client, request)) == ["Paris."]
        assert client.pid not in {None, first}
        await client.aclose()

    assert caught.value.message == "The built-in model stopped unexpectedly"


async def test_what_the_child_prints_goes_to_the_log_file(model_file: Path) -> None:
    log = model_file.parent / "logs" / "starter.log"
    program = stand_in("{'address': 'http://127.0.0.1:1'}", "print('noise', file=sys.stderr)")
    process = child(model_file, program, log)
    await process.start()
    await process.aclose()
    assert log.read_text("utf-8") == "noise\n"


async def test_requests_at_once_start_one_child(model_file: Path) -> None:
    with MessagesServer() as server:
        client = serving(model_file, server)
        server.reply("one")
        server.reply("two")
        await asyncio.gather(ask(client), ask(client))
        keys = {request.api_key for request in server.requests}
        await client.aclose()
    assert len(keys) == 1


async def test_threads_of_the_child_sleep_while_they_wait(model_file: Path) -> None:
    tells = stand_in("{'address': 'http://' + os.environ['OMP_WAIT_POLICY']}")
    process = child(model_file, tells)
    endpoint = await process.start()
    await process.aclose()
    assert endpoint.base_url == "http://PASSIVE"


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 1), (3, 1), (4, 2), (8, 4), (64, 4)])
def test_the_model_gets_half_the_cores(cores: int, threads: int) -> None:
    assert thread_count(cores) == threads


@pytest.fixture
def real_model() -> None:
    if not MODEL.is_file():
        pytest.skip(f"{MODEL} is missing: parley models get {MODEL.parent.name}")


needs_model = pytest.mark.usefixtures("real_model")


@pytest.fixture
async def starter(tmp_path: Path) -> AsyncIterator[StarterClient]:
    client = StarterClient(
        model=smallest_model(),
        timeout_s=120,
        clock=ManualClock(),
        log_file=tmp_path / "starter.log",
    )
    yield client
    await client.aclose()


@needs_model
@pytest.mark.models
async def test_the_real_model_knows_the_capital_of_france(
    starter: StarterClient, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    await starter.warm_up()
    events = await ask(starter)
    pid = starter.pid
    await starter.aclose()

    assert "".join(texts(events)) == "The capital of France is Paris."
    assert len(texts(events)) >= 2
    assert isinstance(events[-1], ReplyReceived)
    assert events[-1].stop_reason == "end_turn"
    assert pid is not None
    assert not is_alive(pid)
    assert capfd.readouterr() == ("", "")


@needs_model
@pytest.mark.models
async def test_the_real_model_says_when_the_question_is_too_long(starter: StarterClient) -> None:
    request = ModelRequest(system=(), messages=(user_text("word " * 3000),))

    with pytest.raises(ProviderError) as caught:
        await ask(starter, request)

    assert caught.value.category is ErrorCategory.CONTEXT_TOO_LONG


@needs_model
@pytest.mark.models
async def test_a_broken_off_reply_leaves_the_real_model_free(starter: StarterClient) -> None:
    long = ModelRequest(system=(), messages=(user_text("Tell me everything about cats."),))
    stream = starter.stream(long)
    await anext(stream)
    await stream.aclose()

    assert "Paris" in "".join(texts(await ask(starter)))


@needs_model
@pytest.mark.models
async def test_an_interrupt_leaves_the_real_model_serving(starter: StarterClient) -> None:
    await starter.warm_up()
    first = starter.pid
    assert first is not None

    os.kill(first, signal.SIGINT)

    assert "Paris" in "".join(texts(await ask(starter)))
    assert starter.pid == first


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[StarterClient]:
    models = StarterFiles.at(Home.locate().models).models
    model = next(each for each in models if each.name == SMALL)
    if not model.file.is_file():
        pytest.skip(f"{model.file} is missing: parley models get {SMALL}")
    client = StarterClient(
        model=model, timeout_s=120, clock=ManualClock(), log_file=tmp_path / "starter.log"
    )
    await client.warm_up()
    yield client
    await client.aclose()


@pytest.mark.models
async def test_the_real_small_model_answers_what_is_a_fact_and_asks_what_is_a_taste(
    small: StarterClient,
) -> None:
    fact, taste = [
        await ask(small, ModelRequest(system=(), messages=(user_text(words),)))
        for words in ("What is the capital of Italy?", "Help me choose a weekend trip")
    ]

    assert "Rome" in "".join(texts(fact))
    assert len(texts(fact)) >= 2
    [call] = [each.block for each in taste if isinstance(each, BlockReceived)]
    assert isinstance(call, ToolUseBlock)
    question = parse_tool_input(call.input, tool_use_id=call.id).questions.questions[0]
    assert len(question.options) >= 2
    assert isinstance(taste[-1], ReplyReceived)
    assert taste[-1].stop_reason == "tool_use"


@pytest.mark.models
async def test_the_real_small_model_answers_what_is_complete_and_asks_what_is_open(
    small: StarterClient,
) -> None:
    complete = (
        "draft an email to my boss that I am ill",
        "write a thank you note to my neighbour for watering my plants",
        "write a to do list for moving house",
    )
    left_open = (
        "what should I cook tonight",
        "I want to start a new hobby",
        "I can't decide what to eat",
        "which bike is best for me",
        "make me a study plan",
        "which dog breed would suit me",
    )

    assert [await first_kind(small, words) for words in complete] == [TextReceived] * 3
    asked = [await first_kind(small, words) for words in left_open]
    assert asked.count(BlockReceived) >= 4


async def first_kind(client: StarterClient, words: str) -> type[ModelEvent]:
    """Return what begins a reply: words, or the block of a question."""
    stream = client.stream(ModelRequest(system=(), messages=(user_text(words),)))
    first = await anext(stream)
    await stream.aclose()
    return type(first)


@pytest.mark.models
async def test_a_damaged_file_does_not_load_into_the_real_server(model_file: Path) -> None:
    client = StarterClient(model=starter_model(model_file), timeout_s=20, clock=ManualClock())
    with pytest.raises(ModelLoadError):
        await ask(client)
    await client.aclose()


PARENT = """
import asyncio, sys
from pathlib import Path
from assistant.llm.starter.process import StarterProcess
from tests.helpers.llm.starter_models import starter_model

async def main():
    process = StarterProcess(model=starter_model(Path(sys.argv[1])), log_file=None)
    await process.start()
    print(process.pid, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="waits for a stranger's child by pidfd")
@needs_model
@pytest.mark.models
def test_the_real_child_ends_when_its_parent_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(MODEL)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_alive(child)
        parent.kill()
        assert has_ended_within(child, 10)


def test_the_end_of_the_input_alone_ends_a_child() -> None:
    """What is left where the kernel sends no signal."""
    program = (
        "import os, threading, assistant.llm.starter.parent_watch as death;"
        "death.sys = type('NotLinux', (), {'platform': 'darwin'});"
        "death.end_with_parent(os.fdopen(0, 'rb', buffering=0), 0);"
        "threading.Event().wait()"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE) as child:
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(timeout=PATIENCE_S) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="prctl is Linux")
def test_a_child_whose_parent_went_before_it_could_ask_ends_at_once() -> None:
    program = (
        "import os, threading, assistant.llm.starter.parent_watch as death;"
        "death.end_with_parent(os.fdopen(0, 'rb', buffering=0), os.getppid() + 1);"
        "threading.Event().wait()"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE) as child:
        assert child.wait(timeout=PATIENCE_S) == 1
